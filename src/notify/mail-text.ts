import type { Account, Role, WebhookEnd } from '../account/record.ts'
import { PLANS } from '../metering/plans.ts'
import type { MeterName } from '../metering/thresholds.ts'
import { monthEnd } from '../metering/windows.ts'
import type { Alert } from './alert.ts'
import { type TrialMail, trialText } from './trial-mail.ts'

/** A usage alert for the owners and administrators of an account. */
export interface AlertMail {
  kind: 'usage_notice'
  to: string[]
  account: Account
  alert: Alert
}

export interface SignInMail {
  kind: 'sign_in_link'
  to: string[]
  link: string
}

/** An invitation. Its link is not a secret: it leads to the sign-in page. */
export interface InvitationMail {
  kind: 'invitation'
  to: string[]
  account: Pick<Account, 'id'>
  role: Role
  invitedBy: string
  expiresAt: number
  link: string
}

/** Tells the operator what needs attention after a night. */
export interface NightlyMail {
  kind: 'night_attention'
  to: string[]
  /** The UTC day of the night. */
  date: string
  sentences: readonly string[]
}

/** Tells the owners and administrators of an account that a webhook was disabled. */
export interface WebhookMail {
  kind: 'webhook_disabled'
  to: string[]
  account: Pick<Account, 'id' | 'name'>
  webhook: { id: string; url: string }
  because: Exclude<WebhookEnd, 'MEMBER'>
  /** The page where it can be enabled. */
  link: string
}

/** Every email that the service sends. Its `kind` names it in the log and the outbox. */
export type Mail = AlertMail | TrialMail | SignInMail | InvitationMail | NightlyMail | WebhookMail

export interface MailText {
  subject: string
  text: string
}

/** The subject and text of an email. */
export function textOf(mail: Mail): MailText {
  switch (mail.kind) {
    case 'usage_notice':
      return alertText(mail.account, mail.alert)
    case 'trial_notice':
      return trialText(mail)
    case 'sign_in_link':
      return signInText(mail)
    case 'invitation':
      return invitationText(mail)
    case 'night_attention':
      return nightlyText(mail)
    case 'webhook_disabled':
      return webhookText(mail)
    default:
      return mail satisfies never
  }
}

/** What is logged instead of an email when there is no mail server. */
export function lineOf(mail: Mail): Record<string, unknown> {
  switch (mail.kind) {
    case 'usage_notice': {
      const { month, meter, threshold } = mail.alert
      return { accountId: mail.account.id, month, meter, threshold }
    }
    case 'trial_notice':
      return {
        accountId: mail.account.id,
        notice: mail.notice.kind,
        endsAt: new Date(mail.notice.endsAt).toISOString(),
      }
    case 'sign_in_link':
      return { to: mail.to.join(', '), link: mail.link }
    case 'invitation':
      return { to: mail.to.join(', '), accountId: mail.account.id, role: mail.role, link: mail.link }
    case 'night_attention':
      return { to: mail.to.join(', '), date: mail.date, sentences: mail.sentences }
    case 'webhook_disabled':
      // The URL of a webhook may contain a token, so it is not logged.
      return { accountId: mail.account.id, webhookId: mail.webhook.id, because: mail.because }
    default:
      return mail satisfies never
  }
}

const SERVICE = 'Rural Health Program Data Service'
const day = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })

const signInText = ({ link }: SignInMail): MailText => ({
  subject: `Sign in to the ${SERVICE}`,
  text: [
    'Open this link in the browser where you requested it:',
    '',
    link,
    '',
    'The link works once and expires in 15 minutes. If you did not request it, you can ignore this email.',
    '',
  ].join('\n'),
})

// The account name is free text that could mislead a stranger, so it is shown only after sign-in.
const invitationText = ({ role, invitedBy, expiresAt, link }: InvitationMail): MailText => ({
  subject: `You are invited to an account on the ${SERVICE}`,
  text: [
    `${invitedBy} invited you to join an account with the role ${role}.`,
    '',
    'To accept or decline the invitation, sign in with this email address:',
    '',
    link,
    '',
    `The invitation expires on ${day(expiresAt)}. If you do not want to join, you can ignore this email.`,
    '',
  ].join('\n'),
})

const nightlyText = ({ date, sentences }: NightlyMail): MailText => ({
  subject: `The nightly update of ${date} needs attention`,
  text: [...sentences.flatMap((sentence) => [sentence, '']), `${SERVICE}, npm run nightly`, ''].join('\n'),
})

const WEBHOOK_REASONS = {
  GONE: 'it responded with 410 Gone, which asks for no more messages',
  FAILING: 'all deliveries to it have failed for five days',
} as const satisfies Record<WebhookMail['because'], string>

const webhookText = ({ account, webhook, because, link }: WebhookMail): MailText => ({
  subject: `${account.name}: a webhook was disabled`,
  text: [
    `The webhook ${webhook.id} of the account "${account.name}" (${account.id}) was disabled:`,
    `${WEBHOOK_REASONS[because]}.`,
    '',
    `URL: ${new URL(webhook.url).origin}${new URL(webhook.url).pathname}`,
    '',
    'The delivery log shows each response. You can enable the webhook again and replay the missed messages:',
    '',
    link,
    '',
    'You receive this because you are an owner or administrator of the account.',
    '',
  ].join('\n'),
})

const NAMES = { requests: 'requests', answers: 'AI answers' } as const satisfies Record<MeterName, string>
const LIMITS = { requests: 'perMonth', answers: 'answersPerMonth' } as const

function alertText(account: Account, { month, meter, threshold }: Alert): MailText {
  const plan = PLANS[account.plan]
  const what = NAMES[meter]
  const limit = plan[LIMITS[meter]].toLocaleString('en-US')
  const renewed = `The allowance resets on ${day(monthEnd(month))} at 00:00 UTC.`
  const consequence = {
    requests: 'Until then, further requests get a 429 response.',
    answers: 'Until then, searches return documents without an AI answer.',
  } as const satisfies Record<MeterName, string>
  return {
    subject: `${account.name}: ${threshold}% of this month's ${what} used`,
    text: [
      `The account "${account.name}" (${account.id}) has used ${threshold}% of the ${limit} ${what} that the`,
      `${plan.label} plan includes for ${month}.`,
      '',
      threshold === 100 ? `${renewed} ${consequence[meter]}` : renewed,
      '',
      'You receive this because you are an owner or administrator of the account.',
      '',
    ].join('\n'),
  }
}
