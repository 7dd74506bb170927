import type { Account } from '../account/record.ts'
import type { TrialNotice } from '../account/trial.ts'
import { PLANS, TRIAL_PLAN } from '../metering/plans.ts'

/** Tells the owners and administrators of an account that its trial ends soon or has ended. */
export interface TrialMail {
  kind: 'trial_notice'
  to: string[]
  account: Pick<Account, 'id' | 'name'>
  notice: TrialNotice
  /** URL of the page about plans. */
  plans: string
}

const PLAN = PLANS[TRIAL_PLAN].label

const day = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })
const minute = (at: number): string => `${day(at)} at ${new Date(at).toISOString().slice(11, 16)} UTC`

export function trialText({ account: { id, name }, notice: { kind, endsAt }, plans }: TrialMail): {
  subject: string
  text: string
} {
  const isOver = kind === 'ENDED'
  const news = isOver
    ? [
        `The ${PLAN} trial of the account "${name}" (${id}) ended on ${minute(endsAt)}.`,
        'The account is on the Free plan again, and requests with its keys get a 403 response.',
      ]
    : [
        `The ${PLAN} trial of the account "${name}" (${id}) ends on ${minute(endsAt)}.`,
        'The account then returns to the Free plan, and requests with its keys get a 403 response.',
      ]
  return {
    subject: `${name}: your trial ${isOver ? 'has ended' : `ends on ${day(endsAt)}`}`,
    text: [
      ...news,
      '',
      isOver
        ? 'Your keys are kept and work again as soon as the account has a paid plan:'
        : 'Choose a paid plan before then to keep your keys working:',
      '',
      plans,
      '',
      'You receive this because you are an owner or administrator of the account.',
      '',
    ].join('\n'),
  }
}
