import { appendFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import type { Accounts } from '../account/verbs.ts'
import { inTime } from '../metering/deadline.ts'
import type { AlertChannel } from './alert.ts'
import { formatMail, type Mail, toLogLine } from './mails.ts'

/** Sends mail. */
export interface Mailer {
  channel: AlertChannel
  /**
   * Resolves when the mail server has accepted the email.
   * @param commit called when everything but the end of the email is sent; if it fails, the email is not completed
   */
  send(mail: Mail, commit?: () => Promise<void>): Promise<void>
}

export interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  SMTP_URL?: string | undefined
  /** Sender address; required with SMTP_URL. */
  MAIL_FROM?: string | undefined
  /** File that emails are appended to when there is no mail server, one line of JSON each. */
  OUTBOX_PATH?: string | undefined
}

export type MailLine = { level: 'info'; event: Mail['kind'] } & Record<string, unknown>

/** How long a mail server may be silent, and how long an email may take in total. */
const TIMEOUTS = { silentMs: 10_000, totalMs: 60_000 }
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The result of sending one email about an account. */
export interface Mailed {
  accountId: string
  delivered: boolean
  /** Why it was not delivered: an error code, never an address. */
  reason: string | null
}

/** Longer than an email may take, so that two processes never send the same email at once. */
export const MAIL_LEASE_MS = 5 * 60_000

/** Sends an email about an account. */
export async function mailed(mailer: Mailer, mail: Mail): Promise<Pick<Mailed, 'delivered' | 'reason'>> {
  const reason = await mailer.send(mail).then(() => null, mailError)
  return { delivered: reason === null, reason }
}

/** The addresses of an account's owners and administrators. */
export const readAdministrators = async (store: Pick<Accounts, 'members'>, accountId: string): Promise<string[]> =>
  (await store.members(accountId)).filter(({ role }) => role !== 'MEMBER').map(({ email }) => email)

/**
 * Why an email could not be sent, as codes only: nodemailer's code and the server's reply code (`EAUTH 535`). The
 * server's message may quote an address.
 */
export function mailError(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((each) => /^[A-Z][A-Z0-9_]+$|^\d{3}$/.test(String(each)))
  return codes.length > 0 ? codes.join(' ') : 'failed'
}

const REFUSED_ADDRESS = [550, 551, 553, 556]

/**
 * What a mail server said about an email that it did not accept: its address is not valid, the email is refused for
 * another reason, or it may be sent again later. Null without a reply of the server to the email.
 */
export function findRefusal(error: unknown): 'address' | 'mail' | 'later' | null {
  const { code, command, responseCode, response } = error as {
    code?: string
    command?: string
    responseCode?: number
    response?: string
  }
  if (responseCode === undefined || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return null
  const isOfRecipient = command === 'RCPT TO'
  if (responseCode < 500 || (!isOfRecipient && code === 'EENVELOPE')) return 'later'
  // 5.7 is about permissions, such as those of the sender.
  if (/\b5\.7\.\d/.test(response ?? '')) return 'mail'
  return isOfRecipient || REFUSED_ADDRESS.includes(responseCode) ? 'address' : 'mail'
}

/** Connects to the mail server, greets it, and signs in if the settings have a password. Sends nothing. @throws as sending does */
export async function greetMailServer(url: string, { silentMs, totalMs } = TIMEOUTS): Promise<void> {
  const transport = await openTransport(url, silentMs)
  await inTotal(transport.verify(), totalMs).finally(() => transport.close())
}

/** A server that sends a little now and then is never silent. */
const inTotal = (work: Promise<unknown>, totalMs: number) =>
  inTime(work, totalMs, () => Object.assign(new Error('late'), { code: 'ETIMEDOUT' }))

async function openTransport(url: string, silentMs: number) {
  const { createTransport } = await import('nodemailer')
  const { hostname, port, protocol, username, password } = new URL(url)
  return createTransport({
    host: hostname,
    secure: protocol === 'smtps:',
    ...(port ? { port: Number(port) } : {}),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: silentMs,
    greetingTimeout: silentMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Opens the configured mailer: SMTP, or else the log. Without a mail server the log contains sign-in links, so everyone
 * who can read it must be trusted to run the service. A password is sent only over TLS, except to this machine.
 * @throws Error when SMTP_URL is set without MAIL_FROM.
 */
export async function openMailer(
  settings: MailSettings,
  log: (line: MailLine) => void,
  { silentMs, totalMs } = TIMEOUTS,
): Promise<Mailer> {
  const { SMTP_URL: url, MAIL_FROM: from } = settings
  if (!url) return logMailer(log, settings.OUTBOX_PATH)
  if (!from) throw new Error('SMTP_URL is set but MAIL_FROM is not.')
  const transport = await openTransport(url, silentMs)
  transport.use('stream', ({ data, message }, done) => {
    const { commit } = data as { commit?: () => Promise<void> }
    if (commit) message.transform(() => endingAfter(commit))
    done()
  })
  return {
    channel: 'mail',
    send: async (mail, commit) =>
      void (await inTotal(
        transport.sendMail({ from, to: mail.to, ...formatMail(mail), ...(commit && { commit }) }),
        totalMs,
      )),
  }
}

/** Passes an email on; its end, which completes it, only after some work. */
const endingAfter = (commit: () => Promise<void>) =>
  new Transform({
    transform: (chunk, _, next) => next(null, chunk),
    flush: (end) => void commit().then(() => end(), end),
  })

const logMailer = (log: (line: MailLine) => void, outbox?: string): Mailer => ({
  channel: 'log',
  async send(mail, commit) {
    await commit?.()
    log({ level: 'info', event: mail.kind, ...toLogLine(mail) })
    if (!outbox) return
    const { kind, to } = mail
    const link = 'link' in mail ? { link: mail.link } : {}
    await appendFile(outbox, `${JSON.stringify({ kind, to, ...formatMail(mail), ...link })}\n`, { mode: 0o600 })
  },
})
