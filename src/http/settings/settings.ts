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
 * Every environment variable of the running service. `prefault` has the text that is read if the variable is absent. The
 * messages complete a sentence that begins with its name.
 */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535).prefault('4321').describe('Port of the self-hosted server.'),
  HOST: text.prefault('127.0.0.1').describe('Address that the self-hosted server listens on; 0.0.0.0 for all.'),
  WORKERS: wholeNumber(1, 256)
    .prefault('1')
    .describe(
      'Number of processes that share the port, for machines with several processors; see `npm run serve -- --workers`.',
    ),
  HEAP_MB: wholeNumber(128, 65_536)
    .prefault('256')
    .describe(
      'Maximum size in MB of the older objects in the memory of each process of the self-hosted server. The default fits a machine with 512 MB; see `/docs/operations`.',
    ),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000)
    .prefault('10000')
    .describe('Milliseconds for pending requests and emails to finish when the server stops.'),
  BASE_URL: address
    .optional()
    .describe(
      'Public URL of the service for links and errors. Without it, pages have relative links, and errors and feeds name the host of the request.',
    ),
  ALT_BASE_URL: address.optional().describe('Second host that serves the same API for existing integrations.'),
  DATASET_PATH: text.prefault('data/baked').describe('Folder of the current bake.'),
  SITE_PATH: text.prefault('dist/client').describe('Folder of the built site that the self-hosted server serves.'),
  STORE_PATH: text.prefault('var/store.sqlite').describe('File of the embedded key store.'),
  UPSTASH_REDIS_REST_URL: address.optional().describe('Key store on Upstash Redis, over REST.'),
  UPSTASH_REDIS_REST_TOKEN: text.optional().describe('Token of the Upstash store.'),
  REDIS_URL: text.optional().describe('Key store on plain Redis or Valkey, over TCP.'),
  SMTP_URL: text
    .optional()
    .describe(
      'Mail server for sign-in links, invitations, usage alerts and alerts about lists, `smtp://user:password@host:port` (STARTTLS) or `smtps://…`. A password is sent only over TLS, except to this machine. Needs BASE_URL. Without it, emails and their links are written to the log, and alerts about lists are not offered.',
    ),
  MAIL_FROM: sender.optional().describe('Sender address of emails; required with SMTP_URL.'),
  OUTBOX_PATH: text.optional().describe('File that emails are written to when there is no mail server, for tests.'),
  CONTACT_EMAIL: z
    .email('is not an email address')
    .optional()
    .describe('Public email address for questions and error reports, shown on the site.'),
  ADMIN_EMAIL: MemberEmail.optional().describe(
    'Email address of the operator, who can sign in with it and manage all accounts at `/account/operator`.',
  ),
  PLANS_URL: address
    .optional()
    .describe(
      'Page where plans can be ordered, linked from `/plans` and the account pages. Without it they show CONTACT_EMAIL.',
    ),
  TRIAL_DAYS: wholeNumber(0, 365)
    .prefault('0')
    .describe(
      'Length in days of the Pro trial, which each person can start once; 0 for no trials. Owners and administrators get an email before and after it ends.',
    ),
  CURSOR_SECRET: secret(32)
    .optional()
    .describe(
      'Secret that signs cursors; must be the same on all machines of a service. Optional, because a cursor grants no access.',
    ),
  BILLING_WEBHOOK_SECRET: secret(32)
    .optional()
    .describe('Secret that a payment provider signs its events with; without it, events are not accepted.'),
  WEBHOOK_ALLOW_ORIGINS: loopbackOrigins
    .prefault('')
    .describe(
      'Comma-separated loopback origins that webhooks may be sent to, for local testing. All others must be https and public.',
    ),
  AI_BASE_URL: address
    .optional()
    .describe(
      'URL of the OpenAI-compatible API that writes AI answers. Without it, answers are quoted from the documents.',
    ),
  AI_API_KEY: text.optional().describe('Key of that API.'),
  AI_MODEL: text.optional().describe('Name of the model.'),
  AI_TIMEOUT_MS: wholeNumber(1, 120_000)
    .prefault('15000')
    .describe('Timeout for an AI answer in milliseconds, after which the documents are sent without it.'),
  DEMO_KEY: yesOrNo
    .prefault('true')
    .describe(
      'Whether the first start creates and prints a demo key. This only happens with an empty embedded store, on a loopback address, without a public BASE_URL, and if NODE_ENV is not `production`.',
    ),
  PUBLIC_DEMO_KEY: yesOrNo
    .prefault('false')
    .describe(
      'Whether anyone may try the API with the key `DEMO_KEY`: 30 requests an hour and 50 a day from one network address. `npm start` turns it on if it is not set and NODE_ENV is not `production`.',
    ),
  NODE_ENV: text.optional().describe('`production` prevents the demo key of the first start.'),
  LOG_LEVEL: oneOf(LOG_LEVELS).prefault('info').describe('Minimum level of log lines: error, warn or info.'),
  ACCESS_LOG: oneOf(ACCESS_LOGS)
    .prefault('all')
    .describe('Which requests are logged, at level info: `all`, `errors` (status 400 and above) or `none`.'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'Separate port for `/metrics` in the Prometheus format. Without it and without a token there are no metrics.',
    ),
  METRICS_HOST: text.prefault('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  METRICS_TOKEN: secret(16)
    .optional()
    .describe(
      'Token that `/metrics` requires as `Authorization: Bearer`. Without METRICS_PORT, metrics are served on PORT.',
    ),
  STALE_AFTER_HOURS: wholeNumber(1, 87_600)
    .prefault('72')
    .describe('Age of the data in hours after which the health of the service is `stale`.'),
  COMPRESSION: yesOrNo
    .prefault('true')
    .describe(
      'Whether the self-hosted server compresses responses and pages of 1 KB or more, for callers that accept zstd, br or gzip.',
    ),
  TRUST_PROXY: yesOrNo
    .prefault('false')
    .describe('Whether the last entry of X-Forwarded-For, set by your own proxy, is the address of the caller.'),
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
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}.`),
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
