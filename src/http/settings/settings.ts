import * as z from 'zod'
import { MemberEmail } from '../../account/record.ts'
import { storeKind } from '../../storage/open.ts'
import { isPlainLoopback } from '../account/browser.ts'
import { ACCESS_LOGS, LOG_LEVELS } from '../log.ts'

const text = z.string()
const address = text
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'is not an http(s) URL')
  .transform((url) => url.trim().replace(/(?<!\/)\/+$/, ''))
/** An email address, also with a name before it. */
const sender = text.refine(
  (from) => /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(from.trim()),
  'has no email address',
)
/** A whole number in digits only; rejects `0x10`, `1e3` and blanks. */
const wholeNumber = (min: number, max: number) =>
  text
    .regex(/^\d{1,9}$/, 'is not a whole number in digits')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is not between ${min} and ${max}`)
const yesOrNo = z.enum(['true', 'false'], 'is neither true nor false').transform((setting) => setting === 'true')
const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `must be one of ${choices.join(', ')}`)
const secret = (min: number) => text.min(min, `is shorter than ${min} characters`)

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const loopbackOrigins = text
  .transform((setting) => setting.split(',').flatMap((entry) => entry.trim() || []))
  .refine(
    (origins) => origins.every((origin) => LOOPBACK_ORIGIN.test(origin)),
    'must only have loopback origins such as http://127.0.0.1:8080',
  )

/**
 * Every environment variable of the running service; `content/settings.json` says what each is for. `prefault` has the text
 * that is read if the variable is absent. The messages complete a sentence that begins with its name.
 */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535).prefault('4321'),
  HOST: text.prefault('127.0.0.1'),
  WORKERS: wholeNumber(1, 256).prefault('1'),
  HEAP_MB: wholeNumber(128, 65_536).prefault('256'),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000).prefault('10000'),
  BASE_URL: address.optional(),
  ALT_BASE_URL: address.optional(),
  DATASET_PATH: text.prefault('data/baked'),
  SITE_PATH: text.prefault('dist/client'),
  STORE_PATH: text.prefault('var/store.sqlite'),
  UPSTASH_REDIS_REST_URL: address.optional(),
  UPSTASH_REDIS_REST_TOKEN: text.optional(),
  REDIS_URL: text.optional(),
  SMTP_URL: text.optional(),
  MAIL_FROM: sender.optional(),
  OUTBOX_PATH: text.optional(),
  CONTACT_EMAIL: z.email('is not an email address').optional(),
  ADMIN_EMAIL: MemberEmail.optional(),
  PLANS_URL: address.optional(),
  TRIAL_DAYS: wholeNumber(0, 365).prefault('0'),
  CURSOR_SECRET: secret(32).optional(),
  BILLING_WEBHOOK_SECRET: secret(32).optional(),
  WEBHOOK_ALLOW_ORIGINS: loopbackOrigins.prefault(''),
  AI_BASE_URL: address.optional(),
  AI_API_KEY: text.optional(),
  AI_MODEL: text.optional(),
  AI_TIMEOUT_MS: wholeNumber(1, 120_000).prefault('15000'),
  DEMO_KEY: yesOrNo.prefault('true'),
  PUBLIC_DEMO_KEY: yesOrNo.prefault('false'),
  NODE_ENV: text.optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).prefault('info'),
  ACCESS_LOG: oneOf(ACCESS_LOGS).prefault('all'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: text.prefault('127.0.0.1'),
  METRICS_TOKEN: secret(16).optional(),
  STALE_AFTER_HOURS: wholeNumber(1, 87_600).prefault('72'),
  COMPRESSION: yesOrNo.prefault('true'),
  TRUST_PROXY: yesOrNo.prefault('false'),
}

const Settings = z.object(SETTINGS)
export type Settings = z.infer<typeof Settings>

/** Returns a sentence if settings exclude each other or lack another. */
type Check = (values: Readonly<Record<string, string>>) => string | false | undefined

const needs =
  (name: keyof Settings, other: keyof Settings): Check =>
  (values) =>
    values[name] && !values[other] && `${name} is set but ${other} is not.`

const hasScheme =
  (name: keyof Settings, plain: string, secure: string): Check =>
  ({ [name]: url = '' }) => {
    const { protocol = '', hostname } = URL.parse(url) ?? {}
    const isValid = [plain, secure].includes(protocol) && hostname
    return url && !isValid && `${name} must begin with ${plain}// or ${secure}//, followed by a host.`
  }

const CHECKS: readonly Check[] = [
  needs('SMTP_URL', 'BASE_URL'),
  needs('SMTP_URL', 'MAIL_FROM'),
  hasScheme('SMTP_URL', 'smtp:', 'smtps:'),
  hasScheme('REDIS_URL', 'redis:', 'rediss:'),
  needs('UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'),
  needs('UPSTASH_REDIS_REST_TOKEN', 'UPSTASH_REDIS_REST_URL'),
  needs('AI_BASE_URL', 'AI_MODEL'),
  (values) =>
    values.WEBHOOK_ALLOW_ORIGINS &&
    values.NODE_ENV === 'production' &&
    'WEBHOOK_ALLOW_ORIGINS is not allowed when NODE_ENV is production.',
  ({ METRICS_PORT: a, PORT: b = SETTINGS.PORT.def.defaultValue }) => a === b && 'METRICS_PORT and PORT must differ.',
]

/**
 * Reads the settings from the environment. Empty variables count as absent.
 * @throws an error with one sentence for every problem
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
  const { data, error } = Settings.safeParse(filled)
  const invalid = Object.entries<string[] | undefined>(error ? z.flattenError(error).fieldErrors : {})
  const problems = [
    ...invalid.map(([name, messages]) => `${name} ${messages?.[0]}.`),
    ...CHECKS.flatMap((check) => check(filled) || []),
  ]
  if (!data || problems.length > 0) throw new Error(problems.join(' '))
  return data
}

export const toHostAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Whether the first start may create and print a demo key: only if the service and its store are local to this machine. */
export const mayMakeDemo = (settings: Settings): boolean =>
  settings.DEMO_KEY &&
  settings.NODE_ENV !== 'production' &&
  !settings.TRUST_PROXY &&
  storeKind(settings) === 'embedded' &&
  [toHostAddress(settings.HOST, 80), settings.BASE_URL ?? 'http://localhost'].every(isPlainLoopback)
