import type { Account } from './accounts.ts'
import type { Notice, NoticeChannel } from './notices.ts'
import { PLANS } from './plans.ts'
import type { MeterName } from './thresholds.ts'
import { monthEnd } from './windows.ts'

/** Who is told what. */
export interface NoticeMail {
  to: string[]
  account: Account
  notice: Notice
}

/** Brings notices to people. */
export interface Mailer {
  channel: NoticeChannel
  /** Resolves when the notice is out of our hands. */
  send(mail: NoticeMail): Promise<void>
}

export interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  SMTP_URL?: string | undefined
  /** The address that notices come from; needed with SMTP_URL. */
  MAIL_FROM?: string | undefined
}

/** One line of the log, as JSON. */
export type NoticeLine = { level: 'info'; event: 'usage_notice' } & Record<string, unknown>

const PATIENCE_MS = 10_000

/**
 * The mailer of the settings: mail over SMTP, else a line of the log, which keeps the notice visible in usage.
 * @throws Error when SMTP_URL is set without MAIL_FROM.
 */
export async function openMailer(settings: MailSettings, log: (line: NoticeLine) => void): Promise<Mailer> {
  const { SMTP_URL: url, MAIL_FROM: from } = settings
  if (!url) return logMailer(log)
  if (!from) throw new Error('SMTP_URL is set, MAIL_FROM is not.')
  const { createTransport } = await import('nodemailer')
  const { hostname, port, protocol, username, password } = new URL(url)
  const transport = createTransport({
    host: hostname,
    secure: protocol === 'smtps:',
    ...(port ? { port: Number(port) } : {}),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    channel: 'mail',
    send: async ({ to, account, notice }) => {
      await transport.sendMail({ from, to, ...noticeText(account, notice) })
    },
  }
}

function logMailer(log: (line: NoticeLine) => void): Mailer {
  return {
    channel: 'log',
    send: async ({ account, notice: { month, meter, threshold } }) =>
      log({ level: 'info', event: 'usage_notice', accountId: account.id, month, meter, threshold }),
  }
}

const NAMES = { requests: 'requests', answers: 'AI answers' } as const satisfies Record<MeterName, string>
const LIMITS = { requests: 'perMonth', answers: 'answersPerMonth' } as const

/** The words of a notice. */
function noticeText(account: Account, { month, meter, threshold }: Notice): { subject: string; text: string } {
  const plan = PLANS[account.plan]
  const what = NAMES[meter]
  const limit = plan[LIMITS[meter]].toLocaleString('en-US')
  const day = (at: number) => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })
  const renewed = `The allowance is renewed on ${day(monthEnd(month))} at 00:00 UTC.`
  const consequence = {
    requests: 'Until then, further requests are answered with 429.',
    answers: 'Until then, searches return documents without an AI answer.',
  } as const satisfies Record<MeterName, string>
  return {
    subject: `${account.name}: ${threshold} % of this month's ${what} used`,
    text: [
      `The account "${account.name}" (${account.id}) has used ${threshold} % of the ${limit} ${what} that the`,
      `${plan.label} plan allows for ${month}.`,
      '',
      threshold === 100 ? `${renewed} ${consequence[meter]}` : renewed,
      '',
      'You receive this because you are an owner or administrator of the account.',
      '',
    ].join('\n'),
  }
}
