import type { Account, Role } from './accounts.ts'
import type { Notice } from './notices.ts'
import { PLANS } from './plans.ts'
import type { MeterName } from './thresholds.ts'
import { monthEnd } from './windows.ts'

/** Word of a crossed threshold, to the owners and administrators of an account. */
export interface NoticeMail {
  kind: 'usage_notice'
  to: string[]
  account: Account
  notice: Notice
}

/** The link that signs its reader in. */
export interface SignInMail {
  kind: 'sign_in_link'
  to: string[]
  link: string
}

/** Word of an invitation. Its link is no secret: it leads to the page that signs people in. */
export interface InvitationMail {
  kind: 'invitation'
  to: string[]
  account: Pick<Account, 'id' | 'name'>
  role: Role
  invitedBy: string
  expiresAt: number
  link: string
}

/** Everything that the service writes to people. */
export type Mail = NoticeMail | SignInMail | InvitationMail

export interface Letter {
  subject: string
  text: string
}

/** The words of a mail. */
export function letterOf(mail: Mail): Letter {
  switch (mail.kind) {
    case 'usage_notice':
      return noticeLetter(mail.account, mail.notice)
    case 'sign_in_link':
      return signInLetter(mail)
    case 'invitation':
      return invitationLetter(mail)
    default:
      return mail satisfies never
  }
}

/** What the log is told in the place of a mail, where there is no mail server. */
export function lineOf(mail: Mail): Record<string, unknown> {
  switch (mail.kind) {
    case 'usage_notice': {
      const { month, meter, threshold } = mail.notice
      return { accountId: mail.account.id, month, meter, threshold }
    }
    case 'sign_in_link':
      return { to: mail.to.join(', '), link: mail.link }
    case 'invitation':
      return { to: mail.to.join(', '), accountId: mail.account.id, role: mail.role, link: mail.link }
    default:
      return mail satisfies never
  }
}

const SERVICE = 'Rural Health Program Data Service'
const day = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })

const signInLetter = ({ link }: SignInMail): Letter => ({
  subject: `Sign in to the ${SERVICE}`,
  text: [
    'Open this link in the browser in which you asked for it:',
    '',
    link,
    '',
    'It opens once, within 15 minutes. If you did not ask for it, leave it: nothing happens.',
    '',
  ].join('\n'),
})

const invitationLetter = ({ account, role, invitedBy, expiresAt, link }: InvitationMail): Letter => ({
  subject: `Invitation to an account of the ${SERVICE}`,
  text: [
    `${invitedBy} invites you to the account "${account.name}", as ${role}.`,
    '',
    'To accept, sign in with this address:',
    '',
    link,
    '',
    `The invitation holds until ${day(expiresAt)}. If you do not want it, leave it: nothing happens.`,
    '',
  ].join('\n'),
})

const NAMES = { requests: 'requests', answers: 'AI answers' } as const satisfies Record<MeterName, string>
const LIMITS = { requests: 'perMonth', answers: 'answersPerMonth' } as const

function noticeLetter(account: Account, { month, meter, threshold }: Notice): Letter {
  const plan = PLANS[account.plan]
  const what = NAMES[meter]
  const limit = plan[LIMITS[meter]].toLocaleString('en-US')
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
