import type { Cost } from '../../src/metering/admission.ts'
import { PLANS, type PlanName } from '../../src/metering/plans.ts'

/** The result of a request, without names: comparable between the model and a store. */
export interface Answer {
  verdict: string
  by?: string[]
  answer?: string
  figures?: { minute: number; month: string; minuteUsed: number; monthUsed: number; answersUsed: number }
  /** Whether an alert became due. */
  pending?: boolean
}

interface Month {
  requests: number
  answers: number
  told: Set<string>
}

const DAY = 24 * 60 * 60_000

/** One account as specified, in plain code and slow: a month is a date, a minute is an instant. */
export class Model {
  plan: PlanName
  suspended = false
  readonly keys: { revoked: boolean; endsAt: number }[] = []
  readonly months = new Map<string, Month>()
  /** The beginning of the latest minute a request was counted in. */
  minuteBegan = 0
  minuteUsed = 0
  monthName = ''
  /** The crossings of that month with an alert, or marked as if they had one. */
  notified = new Set<string>()

  constructor(plan: PlanName) {
    this.plan = plan
  }

  month(name: string): Month {
    const known = this.months.get(name) ?? { requests: 0, answers: 0, told: new Set() }
    this.months.set(name, known)
    return known
  }

  admit(keyIndex: number, cost: Cost, now: number): Answer {
    const key = this.keys[keyIndex]
    if (!key) return { verdict: 'unknown' }
    if (key.revoked || now >= key.endsAt) return { verdict: 'revoked' }
    const plan = PLANS[this.plan]
    if (this.suspended) return { verdict: 'suspended' }
    if (plan.keys === 0) return { verdict: 'plan_required' }

    const minuteNow = now - (now % 60_000)
    // A clock that is set back by less than a minute reopens none.
    const minuteBegan = minuteNow === this.minuteBegan - 60_000 ? this.minuteBegan : minuteNow
    const minuteUsed = minuteBegan === this.minuteBegan ? this.minuteUsed : 0
    const monthName = new Date(now).toISOString().slice(0, 7)
    const before = this.months.get(monthName) ?? { requests: 0, answers: 0, told: new Set<string>() }
    const notified = new Set(monthName === this.monthName ? this.notified : [])

    const by = [
      ...(minuteUsed < plan.perMinute ? [] : ['minute']),
      ...(cost.month === 0 || before.requests < plan.perMonth ? [] : ['month']),
    ]
    const go = by.length === 0
    const takes = go && cost.answer === 1 && before.answers < plan.answersPerMonth
    const requests = before.requests + (go ? cost.month : 0)
    const answers = before.answers + (takes ? 1 : 0)
    const reached = new Set<string>()
    if (requests >= plan.perMonth * 0.8) reached.add('requests 80')
    if (requests >= plan.perMonth) reached.add('requests 100')
    if (answers >= plan.answersPerMonth * 0.8) reached.add('answers 80')
    if (answers >= plan.answersPerMonth) reached.add('answers 100')
    const due = reached.difference(notified)

    const pending = due.size > 0
    const used = go ? minuteUsed + 1 : minuteUsed
    if (go || pending) {
      this.minuteBegan = minuteBegan
      this.minuteUsed = used
      this.monthName = monthName
      this.notified = notified.union(due)
      this.months.set(monthName, { requests, answers, told: before.told.union(due) })
    }
    const figures = {
      minute: minuteBegan / 60_000,
      month: monthName,
      minuteUsed: used,
      monthUsed: requests,
      answersUsed: answers,
    }
    if (!go) return { verdict: 'refused', by, figures, pending }
    return {
      verdict: 'admitted',
      answer: cost.answer ? (takes ? 'taken' : 'exhausted') : 'not_asked',
      figures,
      pending,
    }
  }

  refund(monthName: string, cost: Cost): void {
    const month = this.month(monthName)
    month.requests = Math.max(0, month.requests - cost.month)
    month.answers = Math.max(0, month.answers - cost.answer)
  }

  /** Whether the key can be rotated; if so its successor is the last of `keys`. */
  rotate(keyIndex: number, now: number): boolean {
    const key = this.keys[keyIndex]
    if (!key || key.revoked || key.endsAt < Number.POSITIVE_INFINITY) return false
    key.endsAt = now + DAY
    // The account has one line of keys: each was put beside the one before it.
    const before = this.keys[keyIndex - 1]
    if (before && before.endsAt > now) before.endsAt = now
    this.keys.push({ revoked: false, endsAt: Number.POSITIVE_INFINITY })
    return true
  }
}
