import { PLANS } from '../../../../src/metering/plans.ts'

// Loaded before the server: its plan refuses nothing, and everything else about keys and metering is as it is.
Object.assign(PLANS.FEATURED_VENDOR, { perMinute: 1e9, perMonth: 1e9, answersPerMonth: 1e9 })
