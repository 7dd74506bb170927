import { z } from 'zod'
import { MemberEmail } from '../account/record.ts'
import { ACCESS_LOGS, LOG_LEVELS } from './log.ts'

const address = z
  .url({ protocol: /^https?$/, message: 'is not an http(s) URL' })
  .transform((url) => url.replace(/\/+$/, ''))

/** A whole number in digits only; rejects `0x10`, `1e3` and blanks. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'is not a whole number in digits', abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is not between ${min} and ${max}`)

const yesOrNo = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'is neither true nor false')
    .default(fallback)
    .transform((value) => value === 'true')

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Every environment variable of the running service, with its default. */
export const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(4321).describe('Port of the self-hosted server.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the self-hosted server listens on; 0.0.0.0 for all.'),
  WORKERS: wholeNumber(1, 256)
    .default(1)
    .describe(
      'Number of processes that share the port, for machines with several processors; see `npm run serve -- --workers`.',
    ),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000)
    .default(10_000)
    .describe('Milliseconds for pending requests and emails to finish when the server stops.'),
  BASE_URL: address
    .optional()
    .describe('Public URL of the service for links and errors; defaults to the host of the request.'),
  ALT_BASE_URL: address.optional().describe('Second host that serves the same API for existing integrations.'),
  DATASET_PATH: z.string().default('data/baked').describe('Folder of the current bake.'),
  SITE_PATH: z.string().default('dist/client').describe('Folder of the built site that the self-hosted server serves.'),
  STORE_PATH: z.string().default('var/store.sqlite').describe('File of the embedded key store.'),
  UPSTASH_REDIS_REST_URL: address.optional().describe('Key store on Upstash Redis, over REST.'),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional().describe('Token of the Upstash store.'),
  REDIS_URL: z.string().optional().describe('Key store on plain Redis or Valkey, over TCP.'),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server for sign-in links, invitations and usage alerts, `smtp://user:password@host:port`. Needs BASE_URL. Without it, emails and their links are written to the log.',
    ),
  MAIL_FROM: z.string().optional().describe('Sender address of emails; required with SMTP_URL.'),
  OUTBOX_PATH: z
    .string()
    .optional()
    .describe('File that emails are written to when there is no mail server, for tests.'),
  CONTACT_EMAIL: z
    .email({ error: 'is not an email address', abort: true })
    .optional()
    .describe('Public email address for questions and error reports, shown on the site.'),
  ADMIN_EMAIL: MemberEmail.optional().describe(
    'Email address of the operator, who can sign in with it and set the plans of all accounts at `/account/operator`.',
  ),
  PLANS_URL: address
    .optional()
    .describe(
      'Page where plans can be ordered, linked from `/plans` and the account pages. Without it they show CONTACT_EMAIL.',
    ),
  TRIAL_DAYS: wholeNumber(0, 365)
    .default(0)
    .describe(
      'Length in days of the Pro trial, which each person can start once; 0 for no trials. Owners and administrators get an email before and after it ends.',
    ),
  CURSOR_SECRET: z
    .string()
    .min(32, 'is shorter than 32 characters')
    .optional()
    .describe(
      'Secret that signs cursors; must be the same on all machines of a service. Optional, because a cursor grants no access.',
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
      'must only have loopback origins such as http://127.0.0.1:8080',
    )
    .describe(
      'Comma-separated loopback origins that webhooks may be sent to, for local testing. All others must be https and public.',
    ),
  AI_BASE_URL: address
    .optional()
    .describe(
      'URL of the OpenAI-compatible API that writes AI answers. Without it, answers are quoted from the documents.',
    ),
  AI_API_KEY: z.string().optional().describe('Key of that API.'),
  AI_MODEL: z.string().optional().describe('Name of the model.'),
  AI_TIMEOUT_MS: wholeNumber(1, 120_000)
    .default(15_000)
    .describe('Timeout for an AI answer in milliseconds, after which the documents are sent without it.'),
  DEMO_KEY: yesOrNo('true').describe(
    'Whether the first start creates and prints a demo key. This only happens with an empty embedded store, on a loopback address, without a public BASE_URL, and if NODE_ENV is not `production`.',
  ),
  NODE_ENV: z.string().optional().describe('`production` prevents the demo key of the first start.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('Minimum level of log lines: error, warn or info.'),
  ACCESS_LOG: z
    .enum(ACCESS_LOGS, `must be one of ${ACCESS_LOGS.join(', ')}`)
    .default('all')
    .describe('Which requests are logged, at level info: `all`, `errors` (status 400 and above) or `none`.'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'Separate port for `/metrics` in the Prometheus format. Without it and without a token there are no metrics.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'is shorter than 16 characters')
    .optional()
    .describe(
      'Token that `/metrics` requires as `Authorization: Bearer`. Without METRICS_PORT, metrics are served on PORT.',
    ),
  STALE_AFTER_HOURS: wholeNumber(1, 87_600)
    .default(72)
    .describe('Age of the data in hours after which the health of the service is `stale`.'),
  COMPRESSION: yesOrNo('true').describe(
    'Whether the self-hosted server compresses responses and pages of 1 KB or more, for callers that accept zstd, br or gzip.',
  ),
  TRUST_PROXY: yesOrNo('false').describe(
    'Whether the last entry of X-Forwarded-For, set by your own proxy, is the address of the caller.',
  ),
})
export type Settings = z.infer<typeof Settings>

type Given = Readonly<Record<string, string>>

/** Invalid combinations of settings, with their error messages. */
const CONFLICTS: readonly { sentence: string; isSo: (given: Given) => unknown }[] = [
  { sentence: 'SMTP_URL is set but BASE_URL is not.', isSo: (given) => given.SMTP_URL && !given.BASE_URL },
  { sentence: 'SMTP_URL is set but MAIL_FROM is not.', isSo: (given) => given.SMTP_URL && !given.MAIL_FROM },
  {
    sentence: 'SMTP_URL must begin with smtp:// or smtps://.',
    isSo: ({ SMTP_URL: url }) => url && !isUrl(url, /^smtps?:$/),
  },
  {
    sentence: 'REDIS_URL must begin with redis:// or rediss://.',
    isSo: ({ REDIS_URL: url }) => url && !isUrl(url, /^rediss?:$/),
  },
  {
    sentence: 'UPSTASH_REDIS_REST_URL is set but UPSTASH_REDIS_REST_TOKEN is not.',
    isSo: (given) => given.UPSTASH_REDIS_REST_URL && !given.UPSTASH_REDIS_REST_TOKEN,
  },
  {
    sentence: 'UPSTASH_REDIS_REST_TOKEN is set but UPSTASH_REDIS_REST_URL is not.',
    isSo: (given) => given.UPSTASH_REDIS_REST_TOKEN && !given.UPSTASH_REDIS_REST_URL,
  },
  { sentence: 'AI_BASE_URL is set but AI_MODEL is not.', isSo: (given) => given.AI_BASE_URL && !given.AI_MODEL },
  {
    sentence: 'WEBHOOK_ALLOW_ORIGINS is not allowed when NODE_ENV is production.',
    isSo: (given) => given.WEBHOOK_ALLOW_ORIGINS && given.NODE_ENV === 'production',
  },
  { sentence: 'METRICS_PORT and PORT must differ.', isSo: ({ METRICS_PORT: a, PORT: b = '4321' }) => a === b },
]

function isUrl(text: string, protocol: RegExp): boolean {
  try {
    return protocol.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/**
 * Reads the settings from the environment. Empty variables count as absent.
 * @throws an error with one sentence for every problem
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
  const result = Settings.safeParse(given)
  const problems = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...CONFLICTS.filter(({ isSo }) => isSo(given)).map(({ sentence }) => sentence),
  ]
  if (!result.success || problems.length > 0) throw new Error(problems.join(' '))
  return result.data
}
