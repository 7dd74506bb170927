import type { Account, Role, WebhookEnd } from '../account/record.ts'
import { PLANS } from '../metering/plans.ts'
import type { MeterName } from '../metering/thresholds.ts'
import { monthEnd } from '../metering/windows.ts'
import type { Alert } from './alert.ts'
import { type TrialMail, trialLetter } from './trial-letter.ts'

/** Tells the owners and administrators of an account of a crossed threshold. */
export interface AlertMail {
  /** The name that it has in the log and the outbox. */
  kind: 'usage_notice'
  to: string[]
  account: Account
  alert: Alert
}

/** The link that signs its reader in. */
export interface SignInMail {
  kind: 'sign_in_link'
  to: string[]
  link: string
}

/** An invitation. Its link is no secret: it leads to the page that signs people in. */
export interface InvitationMail {
  kind: 'invitation'
  to: string[]
  account: Pick<Account, 'id'>
  role: Role
  invitedBy: string
  expiresAt: number
  link: string
}

/** Tells the operator what a night needs a person for. */
export interface NightMail {
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

/** Every mail that the service sends. */
export type Mail = AlertMail | TrialMail | SignInMail | InvitationMail | NightMail | WebhookMail

export interface Letter {
  subject: string
  text: string
}

/** The text of a mail. */
export function letterOf(mail: Mail): Letter {
  switch (mail.kind) {
    case 'usage_notice':
      return alertLetter(mail.account, mail.alert)
    case 'trial_notice':
      return trialLetter(mail)
    case 'sign_in_link':
      return signInLetter(mail)
    case 'invitation':
      return invitationLetter(mail)
    case 'night_attention':
      return nightLetter(mail)
    case 'webhook_disabled':
      return webhookLetter(mail)
    default:
      return mail satisfies never
  }
}

/** What is logged instead of a mail when there is no mail server. */
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
      // The address of a webhook may hold a token, so it has no place in the log.
      return { accountId: mail.account.id, webhookId: mail.webhook.id, because: mail.because }
    default:
      return mail satisfies never
  }
}

const SERVICE = 'Rural Health Program Data Service'
const day = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })

const signInLetter = ({ link }: SignInMail): Letter => ({
  subject: `Sign in to the ${SERVICE}`,
  text: [
    'Open this link in the same browser where you asked for it:',
    '',
    link,
    '',
    'The link works once and expires in 15 minutes. If you did not ask for it, you can ignore this message.',
    '',
  ].join('\n'),
})

// The name of the account is any text, which could lead a stranger elsewhere: it is shown after signing in.
const invitationLetter = ({ role, invitedBy, expiresAt, link }: InvitationMail): Letter => ({
  subject: `You are invited to an account of the ${SERVICE}`,
  text: [
    `${invitedBy} invited you to an account with the role ${role}.`,
    '',
    'To see the invitation and to accept or decline it, sign in with this address:',
    '',
    link,
    '',
    `The invitation expires on ${day(expiresAt)}. If you do not want to join, you can ignore this message.`,
    '',
  ].join('\n'),
})

const nightLetter = ({ date, sentences }: NightMail): Letter => ({
  subject: `The night of ${date} needs attention`,
  text: [...sentences.flatMap((sentence) => [sentence, '']), `${SERVICE}, npm run nightly`, ''].join('\n'),
})

const WEBHOOK_REASONS = {
  GONE: 'it answered 410 Gone, which means that it wants no more messages',
  FAILING: 'nothing could be delivered to it for five days',
} as const satisfies Record<WebhookMail['because'], string>

const webhookLetter = ({ account, webhook, because, link }: WebhookMail): Letter => ({
  subject: `${account.name}: a webhook was disabled`,
  text: [
    `The webhook ${webhook.id} of the account "${account.name}" (${account.id}) was disabled:`,
    `${WEBHOOK_REASONS[because]}.`,
    '',
    `Its address: ${new URL(webhook.url).origin}${new URL(webhook.url).pathname}`,
    '',
    'Its log shows what the address answered. You can enable the webhook again and replay what it missed:',
    '',
    link,
    '',
    'You receive this because you are an owner or administrator of the account.',
    '',
  ].join('\n'),
})

const NAMES = { requests: 'requests', answers: 'AI answers' } as const satisfies Record<MeterName, string>
const LIMITS = { requests: 'perMonth', answers: 'answersPerMonth' } as const

function alertLetter(account: Account, { month, meter, threshold }: Alert): Letter {
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
