import type { Admission, Cost, Usage, WindowName } from './admission.ts'
import { isOnTrial, PLANS, type Plan, type PlanName, type PlanTerms, planAt } from './plans.ts'
import { type Crossing, crossingsDue } from './thresholds.ts'
import { MINUTE_MS, type Windows } from './windows.ts'

/** The counts behind a decision, for `minute` and `month`, the latest windows seen. */
export interface Counts {
  minute: number
  minuteUsed: number
  month: string
  monthUsed: number
  answersUsed: number
  /** The crossings of `month` with an alert, as a bit mask over CROSSINGS. */
  notified: number
}

/** A key with its account, as stored at the time of a request. */
export interface Standing extends Counts, PlanTerms<string> {
  accountId: string
  keyId: string
  suspended: boolean
  revokedAt: number | null
  expiresAt: number | null
}

/** A decision with the counts to write; `counts` is null when nothing changes. */
export interface Decision {
  admission: Admission
  counts: Counts | null
  crossed: Crossing[]
}

/**
 * Decides about one request of a known key. Time never goes backwards within a record: the later of the given and the seen
 * windows count.
 */
export function decide(standing: Standing, cost: Cost, windows: Windows): Decision {
  const refusal = standingRefusal(standing, windows)
  if (refusal) return { admission: refusedStanding(refusal, standing.accountId), counts: null, crossed: [] }
  const now = instantOf(standing, windows)
  const planName = planAt(standing, now) as PlanName
  const plan: Plan = PLANS[planName]
  const seen = countsAt(standing, windows)

  const by: WindowName[] = []
  if (seen.minuteUsed >= plan.perMinute) by.push('minute')
  if (cost.month && seen.monthUsed >= plan.perMonth) by.push('month')
  const refused = by.length > 0
  const takesAnswer = !refused && cost.answer === 1 && seen.answersUsed < plan.answersPerMonth
  if (!refused) {
    seen.minuteUsed += 1
    seen.monthUsed += cost.month
    if (takesAnswer) seen.answersUsed += 1
  }

  const { due, notified } = crossingsDue({ requests: seen.monthUsed, answers: seen.answersUsed }, plan, seen.notified)
  seen.notified = notified
  const usage: Usage = {
    accountId: standing.accountId,
    keyId: standing.keyId,
    plan: planName,
    minute: seen.minute,
    month: seen.month,
    minuteUsed: seen.minuteUsed,
    monthUsed: seen.monthUsed,
    answersUsed: seen.answersUsed,
    trialEndsAt: isOnTrial(standing, now) ? standing.trialEndsAt : null,
  }
  const pending = due.length > 0 ? { pending: true as const } : {}
  if (refused) {
    return {
      admission: { verdict: 'refused', by, usage, ...pending },
      counts: due.length > 0 ? seen : null,
      crossed: due,
    }
  }
  const answer = takesAnswer ? 'taken' : cost.answer ? 'exhausted' : 'not_asked'
  return { admission: { verdict: 'admitted', answer, usage, ...pending }, counts: seen, crossed: due }
}

/**
 * Corrects counts that a wrong clock moved into the future: their minute is dropped, and usage of a later month counts
 * toward this one. Other counts stay unchanged. The windows must come from the store's clock.
 * @param past usage of the month of the windows that was already archived
 */
export function correctedCounts<Own extends Counts>(
  counts: Own,
  { minute, month }: Windows,
  past: () => Pick<Counts, 'monthUsed' | 'answersUsed'> | null,
): Own {
  if (counts.minute <= minute + 1) return counts
  const present = { ...counts, minute: 0, minuteUsed: 0 }
  if (counts.month <= month) return present
  const { monthUsed = 0, answersUsed = 0 } = past() ?? {}
  return { ...present, month, monthUsed: counts.monthUsed + monthUsed, answersUsed: counts.answersUsed + answersUsed }
}

/** The counts in the later of the given and the seen windows; a new window begins at zero. */
export function countsAt(counts: Counts, windows: Pick<Windows, 'minute' | 'month'>): Counts {
  const minute = Math.max(counts.minute, windows.minute)
  // biome-ignore lint/complexity/useMathMinMax: months are text
  const month = counts.month > windows.month ? counts.month : windows.month
  const monthLasts = month === counts.month
  return {
    minute,
    minuteUsed: minute === counts.minute ? counts.minuteUsed : 0,
    month,
    monthUsed: monthLasts ? counts.monthUsed : 0,
    answersUsed: monthLasts ? counts.answersUsed : 0,
    notified: monthLasts ? counts.notified : 0,
  }
}

/** The parts of a key and its account that `judge` and `admit` read. */
export type KeyStanding = Pick<Standing, 'minute' | 'plan' | 'trialEndsAt' | 'suspended' | 'revokedAt' | 'expiresAt'>
type StandingRefusal = 'revoked' | 'plan_required' | 'trial_ended'

/** Why a known key is not valid; null when it is. */
export function standingRefusal(standing: KeyStanding, windows: Windows): StandingRefusal | null {
  const now = instantOf(standing, windows)
  if (standing.revokedAt !== null || (standing.expiresAt !== null && standing.expiresAt <= now)) return 'revoked'
  // An unknown plan comes from a later release. Rejecting the key is the safe choice.
  const name = planAt(standing, now)
  const plan: Plan | undefined = Object.hasOwn(PLANS, name) ? PLANS[name as PlanName] : undefined
  if (standing.suspended || !plan) return 'plan_required'
  if (plan.keys > 0) return null
  return standing.trialEndsAt === null ? 'plan_required' : 'trial_ended'
}

/** The instant of the decision, never before a counted minute. */
const instantOf = ({ minute }: Pick<Standing, 'minute'>, { now }: Windows): number => Math.max(now, minute * MINUTE_MS)

const refusedStanding = (verdict: StandingRefusal, accountId: string): Admission =>
  verdict === 'trial_ended' ? { verdict, accountId } : { verdict }
