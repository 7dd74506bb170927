import { z } from 'zod'

export interface Plan {
  label: string
  /** Requests per fixed UTC minute, shared by all keys of the account. */
  perMinute: number
  /** Requests per UTC calendar month. */
  perMonth: number
  /** AI answers per UTC calendar month. */
  answersPerMonth: number
  /** How many active keys an account may hold at once; 0: the plan allows no keys. */
  keys: number
  /** How many invitations an account may have open at once. */
  invitations: number
}

/** What each plan allows. Allowances belong to the account, not to the key. */
export const PLANS = {
  FREE: { label: 'Free', perMinute: 0, perMonth: 0, answersPerMonth: 0, keys: 0, invitations: 3 },
  PRO: { label: 'Pro', perMinute: 60, perMonth: 2_000, answersPerMonth: 250, keys: 3, invitations: 20 },
  TEAM: { label: 'Team', perMinute: 120, perMonth: 20_000, answersPerMonth: 1_000, keys: 10, invitations: 50 },
  FEATURED_VENDOR: {
    label: 'Featured Vendor',
    perMinute: 300,
    perMonth: 20_000,
    answersPerMonth: 1_000,
    keys: 10,
    invitations: 50,
  },
  API: {
    label: 'Dedicated API plan',
    perMinute: 120,
    perMonth: 10_000,
    answersPerMonth: 500,
    keys: 1,
    invitations: 20,
  },
} as const satisfies Record<string, Plan>

export type PlanName = keyof typeof PLANS
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[]
export const PlanName = z.enum(PLAN_NAMES).meta({ id: 'PlanName' })
