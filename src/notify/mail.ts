import { appendFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import mails from '../../content/mails.json' with { type: 'json' }
import type { TrialNotice } from '../account/account.ts'
import type { Account, Invitation, WebhookEnd } from '../account/record.ts'
import type { Accounts, WebhookWithAccount } from '../account/verbs.ts'
import { inTime } from '../metering/outage.ts'
import { ALLOWANCE, PLANS, TRIAL_PLAN } from '../metering/plans.ts'
import { getMonthEnd } from '../metering/windows.ts'
import type { AlertChannel, AlertName } from './alert.ts'

/** An email. Its kind names it in the log and the outbox; without a mail server, `logged` takes its place in the log. */
export interface Mail {
  kind: string
  to: string[]
  subject: string
  text: string
  html?: string
  headers?: { [name: string]: string }
  logged: { [name: string]: unknown; link?: string }
}

/** A text whose words in double braces are replaced by the values of these names. */
export const fillTemplate = (text: string, values: { [name: string]: string | number }): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

function createMail(
  kind: string,
  template: { subject: string; lines: string[] },
  to: string[],
  values: { [name: string]: string | number },
  logged: Mail['logged'],
): Mail {
  const fill = (text: string) => fillTemplate(text, values)
  return { kind, to, subject: fill(template.subject), text: fill([...template.lines, ''].join('\n')), logged }
}

const day = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })
const minute = (at: number): string => `${day(at)} at ${new Date(at).toISOString().slice(11, 16)} UTC`

export function createUsageMail(to: string[], { id, name, plan }: Account, alert: AlertName): Mail {
  const { month, meter, threshold } = alert
  const { meters, consequences, ...template } = mails.usage_notice
  const { label, [ALLOWANCE[meter]]: allowance } = PLANS[plan]
  const consequence = threshold === 100 ? consequences[meter] : ''
  const figures = { threshold, month, what: meters[meter], allowance: allowance.toLocaleString('en-US') }
  const values = { id, name, ...figures, plan: label, day: day(getMonthEnd(month)), consequence }
  return createMail('usage_notice', template, to, values, { accountId: id, month, meter, threshold })
}

/** Tells administrators that the trial of their account ends soon or has ended. @param plans URL of the page about plans */
export function createTrialMail(to: string[], { id, name }: Account, notice: TrialNotice, plans: string): Mail {
  const { kind, endsAt } = notice
  const template = kind === 'ENDED' ? mails.trial_ended : mails.trial_ending
  const values = { id, name, plan: PLANS[TRIAL_PLAN].label, day: day(endsAt), minute: minute(endsAt), plans }
  const logged = { accountId: id, notice: kind, endsAt: new Date(endsAt).toISOString() }
  return createMail('trial_notice', template, to, values, logged)
}

export const createSignInMail = (to: string, link: string): Mail =>
  createMail('sign_in_link', mails.sign_in_link, [to], { link }, { to, link })

/** An invitation. Its link is not a secret: it leads to the sign-in page. */
export function createInvitationMail(accountId: string, invitation: Invitation, link: string): Mail {
  const { email: to, role, invitedBy, expiresAt } = invitation
  // The account name is free text that could mislead a stranger, so it is shown only after sign-in.
  const values = { role, invitedBy, link, day: day(expiresAt) }
  return createMail('invitation', mails.invitation, [to], values, { to, accountId, role, link })
}

/** Tells the operator what needs attention after the night of a UTC day. */
export function createNightMail(to: string[], date: string, sentences: readonly string[]): Mail {
  const logged = { to: to.join(', '), date, sentences }
  return createMail('night_attention', mails.night_attention, to, { date, sentences: sentences.join('\n\n') }, logged)
}

/** Tells administrators that a webhook was disabled. @param link leads to where it can be enabled */
export function createWebhookMail(
  to: string[],
  { account: { id, name }, webhook }: WebhookWithAccount,
  because: WebhookEnd,
  link: string,
): Mail {
  const { reasons, ...template } = mails.webhook_disabled
  // The query of the URL may contain a token. In the log, so may its path.
  const { origin, pathname } = new URL(webhook.url)
  const values = { id, name, webhook: webhook.id, reason: reasons[because], url: origin + pathname, link }
  return createMail('webhook_disabled', template, to, values, { accountId: id, webhookId: webhook.id, because })
}

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
  MAIL_FROM?: string | undefined
  /** File that emails are appended to when there is no mail server, one line of JSON each. */
  OUTBOX_PATH?: string | undefined
}

export type MailLine = { level: 'info'; event: string } & Record<string, unknown>

/** How long a mail server may be silent, and how long an email may take in total. */
const TIMEOUTS = { silentMs: 10_000, totalMs: 60_000 }

export interface Mailed {
  accountId: string
  delivered: boolean
  /** Why it was not delivered: an error code, never an address. */
  reason: string | null
}

/** Longer than an email may take, so that two processes never send the same email at once. */
export const MAIL_LEASE_MS = 5 * 60_000

export async function sendMail(mailer: Mailer, mail: Mail): Promise<Pick<Mailed, 'delivered' | 'reason'>> {
  const reason = await mailer.send(mail).then(() => null, toMailError)
  return { delivered: reason === null, reason }
}

export const readAdministrators = async (store: Pick<Accounts, 'members'>, accountId: string): Promise<string[]> =>
  (await store.members(accountId)).filter(({ role }) => role !== 'MEMBER').map(({ email }) => email)

/** Why an email could not be sent, as codes only (`EAUTH 535`): the server's message may quote an address. */
export function toMailError(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((each) => /^[A-Z][A-Z0-9_]+$|^\d{3}$/.test(String(each)))
  return codes.length > 0 ? codes.join(' ') : 'failed'
}

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
  return isOfRecipient || [550, 551, 553, 556].includes(responseCode) ? 'address' : 'mail'
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
    requireTLS: username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
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
      void (await inTotal(transport.sendMail({ from, ...mail, ...(commit && { commit }) }), totalMs)),
  }
}

const endingAfter = (commit: () => Promise<void>) =>
  new Transform({
    transform: (chunk, _, next) => next(null, chunk),
    flush: (end) => void commit().then(() => end(), end),
  })

const logMailer = (log: (line: MailLine) => void, outbox?: string): Mailer => ({
  channel: 'log',
  async send(mail, commit) {
    await commit?.()
    const { logged, ...message } = mail
    log({ level: 'info', event: mail.kind, ...logged })
    if (outbox) await appendFile(outbox, `${JSON.stringify({ ...logged, ...message })}\n`, { mode: 0o600 })
  },
})
