import { BATCH_CHECKS } from './batch.ts'
import { FIRST_BATCH_CHECK } from './first-batch.ts'
import { PUBLICATION_CHECKS } from './publication.ts'
import { SERVICE_CHECKS } from './service.ts'

/** Checks that are implemented outside the tables. */
const OTHER_CHECKS = {
  first: FIRST_BATCH_CHECK,
  outages: { summary: 'At most five tracked pages go down in one run.' },
  dates: { summary: 'No row has dates that are out of order or too far ahead.' },
  clock: { summary: "This machine's clock agrees with the last publication and with the sources." },
} as const

/** Every check that can be overridden. */
const CHECKS = { ...PUBLICATION_CHECKS, ...BATCH_CHECKS, ...SERVICE_CHECKS, ...OTHER_CHECKS }
export type CheckName = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]
export const getSummary = (check: CheckName): string => CHECKS[check].summary
