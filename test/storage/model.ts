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
  readonly spent = new Map<string, { month: string; began: number; requests: number; answers: number }>()
  /** The beginning of the latest minute a request was counted in. */
  minuteBegan = 0
  minuteUsed = 0
  monthName = ''

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
    if (key.revoked || Math.max(now, this.minuteBegan) >= key.endsAt) return { verdict: 'revoked' }
    const plan = PLANS[this.plan]
    if (this.suspended || plan.keys === 0) return { verdict: 'plan_required' }

    const minuteNow = now - (now % 60_000)
    const minuteBegan = Math.max(minuteNow, this.minuteBegan)
    const minuteUsed = minuteBegan > this.minuteBegan ? 0 : this.minuteUsed
    const monthName = [new Date(now).toISOString().slice(0, 7), this.monthName].sort()[1] as string
    const before = this.months.get(monthName) ?? { requests: 0, answers: 0, told: new Set<string>() }

    const by = [
      ...(minuteUsed < plan.perMinute ? [] : ['minute']),
      ...(cost.month === 0 || before.requests < plan.perMonth ? [] : ['month']),
    ]
    const go = by.length === 0
    const takes = go && cost.answer === 1 && before.answers < plan.answersPerMonth
    const requests = before.requests + (go ? cost.month : 0)
    const answers = before.answers + (takes ? 1 : 0)
    const told = new Set(before.told)
    if (requests >= plan.perMonth * 0.8) told.add('requests 80')
    if (requests >= plan.perMonth) told.add('requests 100')
    if (answers >= plan.answersPerMonth * 0.8) told.add('answers 80')
    if (answers >= plan.answersPerMonth) told.add('answers 100')

    const pending = told.size > before.told.size
    const used = go ? minuteUsed + 1 : minuteUsed
    if (go || pending) {
      this.minuteBegan = minuteBegan
      this.minuteUsed = used
      this.monthName = monthName
      this.months.set(monthName, { requests, answers, told })
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

  /** Records what an admission with a token spent, for ten minutes of the account. */
  keep(token: string, cost: Cost, { answer, figures }: Answer): void {
    for (const [name, { began }] of this.spent) {
      if (began <= this.minuteBegan - 10 * 60_000) this.spent.delete(name)
    }
    const left = { requests: cost.month, answers: answer === 'taken' ? 1 : 0 }
    this.spent.set(token, { month: figures?.month ?? '', began: this.minuteBegan, ...left })
  }

  /** Refunds up to a cost of what an admission with a token still has spent. False if it is not remembered. */
  giveBack(token: string, cost: Cost): boolean {
    const left = this.spent.get(token)
    if (!left) return false
    const back = { month: Math.min(cost.month, left.requests), answer: Math.min(cost.answer, left.answers) } as Cost
    left.requests -= back.month
    left.answers -= back.answer
    this.refund(left.month, back)
    return true
  }

  takeBack(token: string): void {
    if (this.giveBack(token, { month: 1, answer: 1 })) return
    this.spent.set(token, { month: this.monthName, began: this.minuteBegan, requests: 0, answers: 0 })
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
