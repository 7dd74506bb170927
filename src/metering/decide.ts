import type { Admission, Cost, KeyVerdict, Usage, WindowName } from './admission.ts'
import {
  CROSSINGS,
  type Crossing,
  hasReached,
  isOnTrial,
  type MeterName,
  PLANS,
  type Plan,
  type PlanName,
  type PlanTerms,
  TRIAL_PLAN,
} from './plans.ts'
import { getMinuteEnd, getMonthEnd, listMonthsUntil, type Windows } from './windows.ts'

/** The usage of one month. */
interface MonthCounts {
  monthUsed: number
  answersUsed: number
}

/** Everything that is counted for an account. A store keeps it as JSON, and only admissions and refunds change it. */
export interface AccountMeter extends MonthCounts {
  /** The latest minute and month that were counted. */
  minute: number
  minuteUsed: number
  month: string
  /** The other months, by name. */
  past: { readonly [month: string]: MonthCounts }
  /** When each alert became due, by `alertName`: none is due twice. */
  alerts: { readonly [name: string]: number }
}

const NOTHING: MonthCounts = { monthUsed: 0, answersUsed: 0 }
export const NEW_METER: AccountMeter = { minute: 0, minuteUsed: 0, month: '', ...NOTHING, past: {}, alerts: {} }

/** The name of an alert in the meter of its account. */
export const toAlertName = (month: string, { meter, threshold }: Crossing): string => `${month} ${meter} ${threshold}`

/** What the rules of accounts say about a key until an instant. A store keeps the phases of each key as JSON. */
export interface AccessPhase {
  /** The instant from which the next phase holds; null for the last one. */
  endsAt: number | null
  /** The plan that is used; null when the key is refused whatever its plan allows. */
  plan: string | null
  /** The answer to a key whose plan allows none. */
  refusal: AccessRefusal
  /** When the trial that provides the plan ends; null if the plan was set. */
  trialEndsAt: number | null
}
type AccessRefusal = Exclude<KeyVerdict, 'valid' | 'unknown'>

/** The parts of a key and its account that decide whether the key is valid. */
export interface Standing extends PlanTerms<string> {
  suspended: boolean
  revokedAt: number | null
  expiresAt: number | null
}

/** The phases of a key from now on, in order: this is the one place that decides which keys are valid. */
export function toAccessPhases({ revokedAt, expiresAt, suspended, ...terms }: Standing): AccessPhase[] {
  const last = (refusal: AccessRefusal, plan: string | null = null): AccessPhase => {
    return { endsAt: null, plan, refusal, trialEndsAt: null }
  }
  if (revokedAt !== null) return [last('revoked')]
  let phases = [last('plan_required', terms.plan)]
  if (suspended) phases = [last('suspended')]
  else if (isOnTrial(terms, Number.NEGATIVE_INFINITY)) {
    const { trialEndsAt } = terms
    const trial: AccessPhase = { endsAt: trialEndsAt, plan: TRIAL_PLAN, refusal: 'plan_required', trialEndsAt }
    phases = [trial, last('trial_ended', terms.plan)]
  }
  if (expiresAt === null) return phases
  const until = phases.filter((_, index) => (phases[index - 1]?.endsAt ?? 0) < expiresAt)
  return [
    ...until.map((phase) => ({ ...phase, endsAt: Math.min(phase.endsAt ?? expiresAt, expiresAt) })),
    last('revoked'),
  ]
}

/** Whether a known key is valid at an instant. */
export function getAccessVerdict(phases: readonly AccessPhase[], now: number): AccessRefusal | 'valid' {
  const phase = findPhaseAt(phases, now)
  return findPlan(phase) ? 'valid' : phase.refusal
}

const findPhaseAt = (phases: readonly AccessPhase[], now: number): AccessPhase =>
  phases.find(({ endsAt }) => endsAt === null || now < endsAt) as AccessPhase

/** The plan of a phase, if it allows keys. An unknown plan comes from a later release, so rejecting the key is safe. */
function findPlan({ plan }: AccessPhase): PlanName | null {
  if (plan === null || !Object.hasOwn(PLANS, plan)) return null
  const name = plan as PlanName
  return PLANS[name].keys > 0 ? name : null
}

/**
 * Decides about one request of a known key. Returns the meter to write, too; null when nothing changes. The script of Redis
 * makes the same decision; a test compares them.
 */
export function decide(
  { accountId, keyId, phases }: { accountId: string; keyId: string; phases: readonly AccessPhase[] },
  stored: AccountMeter,
  cost: Cost,
  windows: Windows,
): { admission: Admission; meter: AccountMeter | null } {
  const phase = findPhaseAt(phases, windows.now)
  const { refusal, trialEndsAt } = phase
  const name = findPlan(phase)
  if (name === null) {
    return {
      admission: refusal === 'trial_ended' ? { verdict: refusal, accountId } : { verdict: refusal },
      meter: null,
    }
  }

  const plan: Plan = PLANS[name]
  const meter = { ...toMeterAt(stored, windows) }
  const by: WindowName[] = []
  if (meter.minuteUsed >= plan.perMinute) by.push('minute')
  if (cost.month && meter.monthUsed >= plan.perMonth) by.push('month')
  const isRefused = by.length > 0
  const takesAnswer = !isRefused && cost.answer === 1 && meter.answersUsed < plan.answersPerMonth
  if (!isRefused) {
    meter.minuteUsed += 1
    meter.monthUsed += cost.month
    if (takesAnswer) meter.answersUsed += 1
  }

  // A change of plan can make several alerts due at once.
  const used = { requests: meter.monthUsed, answers: meter.answersUsed }
  const due = CROSSINGS.filter((crossing) => hasReached(crossing, used, plan))
    .map((crossing) => toAlertName(meter.month, crossing))
    .filter((alert) => !Object.hasOwn(meter.alerts, alert))
  const isDue = due.length > 0
  if (isDue) meter.alerts = { ...meter.alerts, ...Object.fromEntries(due.map((alert) => [alert, windows.now])) }
  const { minute, month, minuteUsed, monthUsed, answersUsed } = meter
  const usage: Usage = { accountId, keyId, plan: name, minute, month, minuteUsed, monthUsed, answersUsed, trialEndsAt }
  const pending = isDue ? { pending: true as const } : {}
  if (isRefused) return { admission: { verdict: 'refused', by, usage, ...pending }, meter: isDue ? meter : null }
  const answer = takesAnswer ? 'taken' : cost.answer ? 'exhausted' : 'not_asked'
  return { admission: { verdict: 'admitted', answer, usage, ...pending }, meter }
}

/**
 * The meter in the windows of a clock; a new window begins at zero, and a month that was counted before continues. A minute
 * is not reopened by a clock that is set back by less than a minute. One that is set back further was wrong before.
 */
export function toMeterAt(meter: AccountMeter, { minute, month }: Pick<Windows, 'minute' | 'month'>): AccountMeter {
  const isSameMinute = minute === meter.minute || minute === meter.minute - 1
  const current = isSameMinute ? meter : { ...meter, minute, minuteUsed: 0 }
  if (month === meter.month) return current
  const { [month]: resumed = NOTHING, ...others } = meter.past
  const { monthUsed, answersUsed } = meter
  const past = meter.month === '' ? others : { ...others, [meter.month]: { monthUsed, answersUsed } }
  return { ...current, month, ...resumed, past }
}

/** The meter after a refund of units of a month; null when nothing of that month was counted. */
export function refundMeter(meter: AccountMeter, month: string, cost: Cost): AccountMeter | null {
  const less = ({ monthUsed, answersUsed }: MonthCounts): MonthCounts => ({
    monthUsed: Math.max(0, monthUsed - cost.month),
    answersUsed: Math.max(0, answersUsed - cost.answer),
  })
  if (month === meter.month) return { ...meter, ...less(meter) }
  const past = meter.past[month]
  return past ? { ...meter, past: { ...meter.past, [month]: less(past) } } : null
}

/** The usage of a month; zero for an unknown one. */
export function getUsedIn(meter: AccountMeter, month: string): Record<MeterName, number> {
  const { monthUsed, answersUsed } = month === meter.month ? meter : (meter.past[month] ?? NOTHING)
  return { requests: monthUsed, answers: answersUsed }
}

/** The usage of one allowance. `resetsAt` is in milliseconds since 1970. */
export interface Allowance {
  limit: number
  used: number
  remaining: number
  resetsAt: number
}

/** The usage of an account on a plan in the current windows, and in the last 12 months, current month first. */
export function toUsageFigures(name: PlanName, meter: AccountMeter, { minute, month }: Windows) {
  const plan = PLANS[name]
  const { requests, answers } = getUsedIn(meter, month)
  return {
    month,
    minute: toAllowance(plan.perMinute, minute === meter.minute ? meter.minuteUsed : 0, getMinuteEnd(minute)),
    requests: toAllowance(plan.perMonth, requests, getMonthEnd(month)),
    answers: toAllowance(plan.answersPerMonth, answers, getMonthEnd(month)),
    months: listMonthsUntil(month, 12).map((each) => ({ month: each, ...getUsedIn(meter, each) })),
  }
}

function toAllowance(limit: number, used: number, resetsAt: number): Allowance {
  // After a change to a smaller plan, usage can exceed the allowance.
  return { limit, used, remaining: Math.max(0, limit - used), resetsAt }
}
