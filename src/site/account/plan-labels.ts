import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'

/** The names of the plans by their codes. */
export const PLAN_LABELS = Object.fromEntries(PLAN_NAMES.map((name) => [name, PLANS[name].label]))
