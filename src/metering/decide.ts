import type { Admission, Cost, KeyVerdict, Usage, WindowName } from './admission.ts'
import { isOnTrial, PLANS, type Plan, type PlanName, type PlanTerms, planAt } from './plans.ts'
import { ALLOWANCE, CROSSINGS, type Crossing, hasReached } from './thresholds.ts'
import { MINUTE_MS, type Windows } from './windows.ts'

/** The usage of one month. */
export interface MonthCounts {
  monthUsed: number
  answersUsed: number
}

/** The counts behind a decision, in the latest minute and month that were counted. */
export interface Counts extends MonthCounts {
  minute: number
  minuteUsed: number
  month: string
}

/** Everything that is counted for an account. A store keeps it as JSON, and only admissions and refunds change it. */
export interface AccountMeter extends Counts {
  /** The other months, by name. */
  past: { readonly [month: string]: MonthCounts }
  /** When each alert became due, by `alertName`: none is due twice. */
  alerts: { readonly [name: string]: number }
}

export const NEW_METER: AccountMeter = {
  minute: 0,
  minuteUsed: 0,
  month: '',
  monthUsed: 0,
  answersUsed: 0,
  past: {},
  alerts: {},
}

/** The name of an alert in the meter of its account. */
export const alertName = (month: string, { meter, threshold }: Crossing): string => `${month} ${meter} ${threshold}`

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
export type AccessRefusal = Exclude<KeyVerdict, 'valid' | 'unknown'>

/** The parts of a key and its account that decide whether the key is valid. */
export interface Standing extends PlanTerms<string> {
  suspended: boolean
  revokedAt: number | null
  expiresAt: number | null
}

/** The phases of a key from now on, in order: this is the one place that decides which keys are valid. */
export function accessPhases({ revokedAt, expiresAt, suspended, ...terms }: Standing): AccessPhase[] {
  const refused = (refusal: AccessRefusal): AccessPhase => ({ endsAt: null, plan: null, refusal, trialEndsAt: null })
  if (revokedAt !== null) return [refused('revoked')]
  const phases = suspended ? [refused('suspended')] : planPhases(terms)
  if (expiresAt === null) return phases
  const until = phases.filter((_, place) => (phases[place - 1]?.endsAt ?? 0) < expiresAt)
  return [
    ...until.map((phase) => ({ ...phase, endsAt: Math.min(phase.endsAt ?? expiresAt, expiresAt) })),
    refused('revoked'),
  ]
}

function planPhases(terms: PlanTerms<string>): AccessPhase[] {
  const { trialEndsAt } = terms
  if (trialEndsAt === null || !isOnTrial(terms, Number.NEGATIVE_INFINITY)) {
    return [{ endsAt: null, plan: terms.plan, refusal: 'plan_required', trialEndsAt: null }]
  }
  const trial = planAt(terms, Number.NEGATIVE_INFINITY)
  return [
    { endsAt: trialEndsAt, plan: trial, refusal: 'plan_required', trialEndsAt },
    { endsAt: null, plan: terms.plan, refusal: 'trial_ended', trialEndsAt: null },
  ]
}

/** Whether a known key is valid at an instant. */
export function accessVerdict(phases: readonly AccessPhase[], now: number): AccessRefusal | 'valid' {
  const phase = phaseAt(phases, now)
  return findPlan(phase) ? 'valid' : phase.refusal
}

const phaseAt = (phases: readonly AccessPhase[], now: number): AccessPhase =>
  phases.find(({ endsAt }) => endsAt === null || now < endsAt) as AccessPhase

/** The plan of a phase, if it allows keys. An unknown plan comes from a later release, so rejecting the key is safe. */
function findPlan({ plan }: AccessPhase): (Plan & { name: PlanName }) | null {
  if (plan === null || !Object.hasOwn(PLANS, plan)) return null
  const name = plan as PlanName
  return PLANS[name].keys > 0 ? { ...PLANS[name], name } : null
}

/** A key of an account, as a store finds it by its hash. */
export interface KeyAccess {
  accountId: string
  keyId: string
  phases: readonly AccessPhase[]
}

/** A decision with the meter to write; null when nothing changes. */
export interface Decision {
  admission: Admission
  meter: AccountMeter | null
}

/** Decides about one request of a known key. The script of Redis makes the same decision; a test compares them. */
export function decide(key: KeyAccess, stored: AccountMeter, cost: Cost, windows: Windows): Decision {
  const phase = phaseAt(key.phases, windows.now)
  const plan = findPlan(phase)
  if (!plan) return { admission: refusedAccess(phase.refusal, key.accountId), meter: null }

  const meter = { ...meterAt(stored, windows) }
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

  const due = findDue(meter, plan)
  meter.alerts = { ...meter.alerts, ...Object.fromEntries(due.map((name) => [name, windows.now])) }
  const usage: Usage = {
    accountId: key.accountId,
    keyId: key.keyId,
    plan: plan.name,
    minute: meter.minute,
    month: meter.month,
    minuteUsed: meter.minuteUsed,
    monthUsed: meter.monthUsed,
    answersUsed: meter.answersUsed,
    trialEndsAt: phase.trialEndsAt,
  }
  const pending = due.length > 0 ? { pending: true as const } : {}
  if (isRefused) {
    return { admission: { verdict: 'refused', by, usage, ...pending }, meter: due.length > 0 ? meter : null }
  }
  const answer = takesAnswer ? 'taken' : cost.answer ? 'exhausted' : 'not_asked'
  return { admission: { verdict: 'admitted', answer, usage, ...pending }, meter }
}

/**
 * The names of the alerts that the counts of the month have reached and the meter does not have. A change of plan can make
 * several due at once.
 */
function findDue({ month, monthUsed, answersUsed, alerts }: AccountMeter, plan: Plan): string[] {
  const used = { requests: monthUsed, answers: answersUsed }
  return CROSSINGS.filter(({ meter, threshold }) => hasReached(used[meter], plan[ALLOWANCE[meter]], threshold))
    .map((crossing) => alertName(month, crossing))
    .filter((name) => !Object.hasOwn(alerts, name))
}

/**
 * The meter in the windows of a clock; a new window begins at zero, and a month that was counted before continues. A minute
 * is not reopened by a clock that is set back by less than a minute. One that is set back further was wrong before.
 */
export function meterAt(meter: AccountMeter, { minute, month }: Pick<Windows, 'minute' | 'month'>): AccountMeter {
  const isSameMinute = minute === meter.minute || minute === meter.minute - 1
  const current = isSameMinute ? meter : { ...meter, minute, minuteUsed: 0 }
  if (month === meter.month) return current
  const { [month]: resumed = { monthUsed: 0, answersUsed: 0 }, ...others } = meter.past
  const { monthUsed, answersUsed } = meter
  const past = meter.month === '' ? others : { ...others, [meter.month]: { monthUsed, answersUsed } }
  return { ...current, month, ...resumed, past }
}

/** The meter after a refund of units of a month; null when nothing of that month was counted. */
export function refunded(meter: AccountMeter, month: string, cost: Cost): AccountMeter | null {
  const less = ({ monthUsed, answersUsed }: MonthCounts): MonthCounts => ({
    monthUsed: Math.max(0, monthUsed - cost.month),
    answersUsed: Math.max(0, answersUsed - cost.answer),
  })
  if (month === meter.month) return { ...meter, ...less(meter) }
  const past = meter.past[month]
  return past ? { ...meter, past: { ...meter.past, [month]: less(past) } } : null
}

/** The instant of the start of a minute. */
export const minuteStart = (minute: number): number => minute * MINUTE_MS

const refusedAccess = (verdict: AccessRefusal, accountId: string): Admission =>
  verdict === 'trial_ended' ? { verdict, accountId } : { verdict }
