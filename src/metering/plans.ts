import * as z from 'zod'

/**
 * What an account may use, with all of its keys: requests per fixed UTC minute, requests and AI answers per UTC calendar
 * month, and how many active keys and signed addresses, webhooks, and open invitations it may have at once.
 */
export interface Plan {
  label: string
  perMinute: number
  perMonth: number
  answersPerMonth: number
  keys: number
  webhooks: number
  subscriptions: number
  invitations: number
}

const TEAM = {
  label: 'Team',
  perMinute: 120,
  perMonth: 20_000,
  answersPerMonth: 1_000,
  keys: 10,
  webhooks: 10,
  subscriptions: 50,
  invitations: 50,
} as const

/** The limits of each plan. Allowances belong to the account, not to the key. */
export const PLANS = {
  FREE: {
    label: 'Free',
    perMinute: 0,
    perMonth: 0,
    answersPerMonth: 0,
    keys: 0,
    webhooks: 0,
    subscriptions: 0,
    invitations: 3,
  },
  PRO: {
    label: 'Pro',
    perMinute: 60,
    perMonth: 2_000,
    answersPerMonth: 250,
    keys: 3,
    webhooks: 2,
    subscriptions: 10,
    invitations: 20,
  },
  TEAM,
  FEATURED_VENDOR: { ...TEAM, label: 'Featured Vendor', perMinute: 300 },
  API: {
    label: 'Dedicated API',
    perMinute: 120,
    perMonth: 10_000,
    answersPerMonth: 500,
    keys: 1,
    webhooks: 5,
    subscriptions: 20,
    invitations: 20,
  },
} as const satisfies Record<string, Plan>

export type PlanName = keyof typeof PLANS

/** The plan of an account during its trial. */
export const TRIAL_PLAN = 'PRO' satisfies PlanName

/** The data that determines an account's plan at an instant. */
export interface PlanTerms<Name extends string = PlanName> {
  /** The plan that was set. */
  plan: Name
  /** When a trial ends or ended, in milliseconds since 1970; null without one. Setting a paid plan clears it. */
  trialEndsAt: number | null
}

/** Whether a trial determines the account's plan at an instant. */
export const isOnTrial = ({ plan, trialEndsAt }: PlanTerms<string>, now: number): boolean =>
  plan === 'FREE' && trialEndsAt !== null && now < trialEndsAt

/** The plan in effect at an instant: TRIAL_PLAN until the trial ends, then the plan that was set. */
export const getPlanAt = <Name extends string>(terms: PlanTerms<Name>, now: number): Name | typeof TRIAL_PLAN =>
  isOnTrial(terms, now) ? TRIAL_PLAN : terms.plan

export const PLAN_NAMES = Object.keys(PLANS) as PlanName[]
export const PlanName = z.enum(PLAN_NAMES).meta({ id: 'PlanName' })

/** The monthly allowances that have alerts. */
export const METERS = ['requests', 'answers'] as const
export type MeterName = (typeof METERS)[number]

/** The name of each meter's allowance in a plan. */
export const ALLOWANCE = { requests: 'perMonth', answers: 'answersPerMonth' } as const satisfies {
  [Meter in MeterName]: keyof Plan
}

/** The percentages of an allowance that trigger an alert. */
export const THRESHOLDS = [80, 100] as const

export interface Crossing {
  meter: MeterName
  threshold: (typeof THRESHOLDS)[number]
}

/** Every possible crossing of a month. */
export const CROSSINGS: readonly Crossing[] = METERS.flatMap((meter) =>
  THRESHOLDS.map((threshold) => ({ meter, threshold })),
)

/** Whether the usage of a month has reached a percentage of its allowance. */
export function hasReached({ meter, threshold }: Crossing, used: Record<MeterName, number>, plan: Plan): boolean {
  const allowance = plan[ALLOWANCE[meter]]
  return allowance > 0 && used[meter] * 100 >= allowance * threshold
}

/** Whether a count, just incremented, has reached a threshold of its allowance. */
export const reaches = (used: number, allowance: number): boolean =>
  THRESHOLDS.some((threshold) => used * 100 >= allowance * threshold && (used - 1) * 100 < allowance * threshold)
