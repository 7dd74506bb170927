import type { Account, Role, WebhookEnd } from '../account/record.ts'
import type { TrialNotice } from '../account/trial.ts'
import type { Alert } from './alert.ts'

/** A usage alert for the owners and administrators of an account. */
export interface AlertMail {
  kind: 'usage_notice'
  to: string[]
  account: Account
  alert: Alert
}

/** Tells the owners and administrators of an account that its trial ends soon or has ended. */
interface TrialMail {
  kind: 'trial_notice'
  to: string[]
  account: Pick<Account, 'id' | 'name'>
  notice: TrialNotice
  /** URL of the page about plans. */
  plans: string
}

interface SignInMail {
  kind: 'sign_in_link'
  to: string[]
  link: string
}

/** An invitation. Its link is not a secret: it leads to the sign-in page. */
interface InvitationMail {
  kind: 'invitation'
  to: string[]
  account: Pick<Account, 'id'>
  role: Role
  invitedBy: string
  expiresAt: number
  link: string
}

/** Tells the operator what needs attention after a night. */
interface NightlyMail {
  kind: 'night_attention'
  to: string[]
  /** The UTC day of the night. */
  date: string
  sentences: readonly string[]
}

/** Tells the owners and administrators of an account that a webhook was disabled. */
interface WebhookMail {
  kind: 'webhook_disabled'
  to: string[]
  account: Pick<Account, 'id' | 'name'>
  webhook: { id: string; url: string }
  because: Exclude<WebhookEnd, 'MEMBER'>
  /** The page where it can be enabled. */
  link: string
}

/** An email about alerts on lists: the confirmation of one, its news, or the link to all of an address. */
export interface ListAlertMail {
  kind: 'list_alert'
  to: string[]
  subject: string
  text: string
  html: string
  /** The address that ends the alert by one POST; null for an email that is not part of an alert. */
  end: string | null
  /** The main link of the email. */
  link: string
}

/** Every email that the service sends. Its `kind` names it in the log and the outbox. */
export type Mail = AlertMail | TrialMail | SignInMail | InvitationMail | NightlyMail | WebhookMail | ListAlertMail
