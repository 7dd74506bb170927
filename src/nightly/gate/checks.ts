import type { Batch } from '../../ingest/run.ts'
import { isBlank } from '../../ingest/settle.ts'
import { FIRST_BATCH_CHECK } from './first-batch.ts'
import { type Found, PUBLICATION_CHECKS } from './publication.ts'
import { SERVICE_CHECKS } from './service.ts'

const FETCHED_KEPT = 0.75
const FETCHED_GROWTH = 2
const CHANGED_SHARE = 0.5
const CLEARED_SHARE = 0.25
const REMOVED_SHARE = 0.1
const PAGES_SHARE = 0.3
/** Below this number of rows, shares are not meaningful. */
const SMALL = { lost: 3, flood: 20, changed: 20, cleared: 5, removed: 3, pages: 10 } as const

/** Checks one source's data against what it sent before. `last` is null the first time. */
export const BATCH_CHECKS = {
  fetched: {
    summary: 'No source returns nothing, loses a quarter of its rows, or doubles.',
    find: ({ source, fetched }, last) => {
      if (fetched === null || last === null) return []
      const isOdd =
        (fetched === 0 && last > 0) ||
        (fetched < last * FETCHED_KEPT && last - fetched >= SMALL.lost) ||
        (fetched > last * FETCHED_GROWTH && fetched - last >= SMALL.flood)
      return isOdd ? [{ subject: source, reason: `${source} returned ${fetched} rows, previously ${last}` }] : []
    },
  },
  values: {
    summary: 'No source rewrites half of its records, clears values of a quarter, or removes a tenth.',
    find: ({ source, edits, result }, last) => {
      if (last === null) return []
      const records = (isMeant: (edit: Batch['edits'][number]) => boolean) =>
        new Set(edits.filter(isMeant).map(({ id }) => id)).size
      const changed = records(({ field, before }) => field !== null && !isBlank(before))
      const cleared = records(({ field, before, after }) => field !== null && !isBlank(before) && isBlank(after))
      const found = (count: number, share: number, small: number, what: string): Found[] =>
        count > small && count > last * share
          ? [{ subject: source, reason: `${what} ${count} of ${last} records` }]
          : []
      return [
        ...found(changed, CHANGED_SHARE, SMALL.changed, 'changes'),
        ...found(cleared, CLEARED_SHARE, SMALL.cleared, 'clears values of'),
        ...found(result.removed, REMOVED_SHARE, SMALL.removed, 'removes'),
      ]
    },
  },
  pages: {
    summary: `At most ${PAGES_SHARE * 100}% of the tracked pages change in one run.`,
    find: ({ source, result }) => {
      const updated = result.changes.filter(({ type }) => type === 'PAGE_UPDATED').length
      const isOdd = updated > SMALL.pages && updated > result.fetched * PAGES_SHARE
      return isOdd ? [{ subject: source, reason: `${updated} of ${result.fetched} pages changed` }] : []
    },
  },
} as const satisfies Record<string, { summary: string; find: (batch: Batch, last: number | null) => Found[] }>

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
