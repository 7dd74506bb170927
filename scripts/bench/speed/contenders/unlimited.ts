import { PLANS } from '../../../../src/metering/plans.ts'

// Loaded before the server: gives the plan unlimited quotas and leaves key checks and metering unchanged.
Object.assign(PLANS.FEATURED_VENDOR, { perMinute: 1e9, perMonth: 1e9, answersPerMonth: 1e9 })
