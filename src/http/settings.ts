import { z } from 'zod'
import { MemberEmail } from '../account/record.ts'
import { ACCESS_LOGS, LOG_LEVELS } from './log.ts'

const address = z
  .url({ protocol: /^https?$/, message: 'is not an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** A whole number in digits alone: `0x10`, `1e3` and blanks are none. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'is not a whole number in digits', abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is not within ${min} to ${max}`)

const yesOrNo = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'is neither true nor false')
    .default(fallback)
    .transform((value) => value === 'true')

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Every environment variable that the running service reads, with its default. */
export const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(4321).describe('Port of the self-hosted server.'),
  HOST: z.string().default('127.0.0.1').describe('Address the self-hosted server listens on; 0.0.0.0 for all.'),
  WORKERS: wholeNumber(1, 256)
    .default(1)
    .describe('Processes that share the port, on a machine with several processors; see `npm run serve -- --workers`.'),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000)
    .default(10_000)
    .describe('Milliseconds that pending requests and mail have to finish when the server stops.'),
  BASE_URL: address
    .optional()
    .describe('Public address of the service, in links and errors; the address of the request when absent.'),
  ALT_BASE_URL: address.optional().describe('Second host that serves the same API for existing integrations.'),
  DATASET_PATH: z.string().default('data/baked').describe('Folder of the bake that is served.'),
  SITE_PATH: z.string().default('dist/client').describe('Folder of the built site that the self-hosted server serves.'),
  STORE_PATH: z.string().default('var/store.sqlite').describe('File of the embedded key store.'),
  UPSTASH_REDIS_REST_URL: address.optional().describe('Key store on Upstash Redis, over REST.'),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional().describe('Token of the Upstash store.'),
  REDIS_URL: z.string().optional().describe('Key store on plain Redis or Valkey, over TCP.'),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server for sign-in links, invitations and usage alerts, `smtp://user:password@host:port`; needs BASE_URL. Without it they go to the log, links included.',
    ),
  MAIL_FROM: z.string().optional().describe('The address that mails come from; needed with SMTP_URL.'),
  OUTBOX_PATH: z
    .string()
    .optional()
    .describe('File that mails are written to where there is no mail server, for trying out and tests.'),
  CONTACT_EMAIL: z
    .email({ error: 'is not an email address', abort: true })
    .optional()
    .describe('Public email address for questions and reports of errors; the pages of the site show it.'),
  ADMIN_EMAIL: MemberEmail.optional().describe(
    'Email address of the operator, who signs in with it and sets the plans of all accounts at `/account/operator`.',
  ),
  PLANS_URL: address
    .optional()
    .describe(
      'Page where plans are bought or ordered; `/plans` and the account pages link to it. Without it they name CONTACT_EMAIL.',
    ),
  TRIAL_DAYS: wholeNumber(0, 365)
    .default(0)
    .describe(
      'Length of the Pro trial in days, which each person can start once; 0 for no trials. Members get mail before it ends and after.',
    ),
  CURSOR_SECRET: z
    .string()
    .min(32, 'is shorter than 32 characters')
    .optional()
    .describe(
      'Signs the cursors of lists; all machines of a service need the same. A cursor grants nothing, so a fixed one does.',
    ),
  BILLING_WEBHOOK_SECRET: z
    .string()
    .min(32, 'is shorter than 32 characters')
    .optional()
    .describe('Secret that a payment provider signs its events with; without it, events are not accepted.'),
  WEBHOOK_ALLOW_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .refine(
      (origins) => origins.every((origin) => LOOPBACK_ORIGIN.test(origin)),
      'holds something other than loopback origins such as http://127.0.0.1:8080',
    )
    .describe(
      'Loopback origins that webhooks may be sent to, with commas between, for trying out. All others must be https and public.',
    ),
  AI_BASE_URL: address
    .optional()
    .describe(
      'OpenAI-compatible API of a model that writes AI answers; they are quoted from the documents when absent.',
    ),
  AI_API_KEY: z.string().optional().describe('Key of that API.'),
  AI_MODEL: z.string().optional().describe('Name of the model.'),
  AI_TIMEOUT_MS: wholeNumber(1, 120_000)
    .default(15_000)
    .describe('Time limit for an AI answer in milliseconds, after which the documents are sent without it.'),
  DEMO_KEY: yesOrNo('true').describe(
    'Whether a first start makes a demo key and prints it: only with an empty embedded store, on a loopback address, without a public BASE_URL and with NODE_ENV other than `production`.',
  ),
  NODE_ENV: z.string().optional().describe('`production` keeps a first start from making a demo key.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `is none of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('The least serious lines that the log gets: error, warn or info.'),
  ACCESS_LOG: z
    .enum(ACCESS_LOGS, `is none of ${ACCESS_LOGS.join(', ')}`)
    .default('all')
    .describe('Which requests get a line in the log, at level info: `all`, `errors` (status 400 and above) or `none`.'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'Port of its own for `/metrics`, in the format of Prometheus. Without it and without a token there are no metrics.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'is shorter than 16 characters')
    .optional()
    .describe('Token that `/metrics` asks for, as `Authorization: Bearer`; without METRICS_PORT it is served on PORT.'),
  STALE_AFTER_HOURS: wholeNumber(1, 87_600)
    .default(72)
    .describe('Age of the data in hours from which the health of the service is `stale`.'),
  COMPRESSION: yesOrNo('true').describe(
    'Whether the self-hosted server compresses answers and pages of 1 KB and more, for callers that take zstd, br or gzip.',
  ),
  TRUST_PROXY: yesOrNo('false').describe(
    'Whether the last entry of X-Forwarded-For, set by a proxy of your own, is the address of the caller.',
  ),
})
export type Settings = z.infer<typeof Settings>

type Given = Readonly<Record<string, string>>

/** What settings may lack together, each with the sentence that says so. */
const LACKS: readonly { sentence: string; isSo: (given: Given) => unknown }[] = [
  {
    sentence: 'SMTP_URL is set, BASE_URL is not: mails hold links.',
    isSo: (given) => given.SMTP_URL && !given.BASE_URL,
  },
  { sentence: 'SMTP_URL is set but MAIL_FROM is not.', isSo: (given) => given.SMTP_URL && !given.MAIL_FROM },
  {
    sentence: 'SMTP_URL is no address that begins with smtp:// or smtps://.',
    isSo: ({ SMTP_URL: url }) => url && !isUrl(url, /^smtps?:$/),
  },
  {
    sentence: 'REDIS_URL is no address that begins with redis:// or rediss://.',
    isSo: ({ REDIS_URL: url }) => url && !isUrl(url, /^rediss?:$/),
  },
  {
    sentence: 'UPSTASH_REDIS_REST_URL is set, UPSTASH_REDIS_REST_TOKEN is not.',
    isSo: (given) => given.UPSTASH_REDIS_REST_URL && !given.UPSTASH_REDIS_REST_TOKEN,
  },
  {
    sentence: 'UPSTASH_REDIS_REST_TOKEN is set, UPSTASH_REDIS_REST_URL is not.',
    isSo: (given) => given.UPSTASH_REDIS_REST_TOKEN && !given.UPSTASH_REDIS_REST_URL,
  },
  { sentence: 'AI_BASE_URL is set, AI_MODEL is not.', isSo: (given) => given.AI_BASE_URL && !given.AI_MODEL },
  {
    sentence: 'WEBHOOK_ALLOW_ORIGINS is set, and NODE_ENV is production.',
    isSo: (given) => given.WEBHOOK_ALLOW_ORIGINS && given.NODE_ENV === 'production',
  },
  {
    sentence: 'METRICS_PORT and PORT are the same.',
    isSo: ({ METRICS_PORT: metrics, PORT: port = '4321' }) => metrics === port,
  },
]

function isUrl(text: string, protocol: RegExp): boolean {
  try {
    return protocol.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/**
 * Reads the settings from the environment; an empty variable counts as absent.
 * @throws an error with a sentence for every problem, all of them together
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
  const result = Settings.safeParse(given)
  const problems = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...LACKS.filter(({ isSo }) => isSo(given)).map(({ sentence }) => sentence),
  ]
  if (!result.success || problems.length > 0) throw new Error(problems.join(' '))
  return result.data
}
