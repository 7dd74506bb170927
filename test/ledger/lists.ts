import {
  advance,
  type ContentReader,
  type Ledger,
  type ListedRecord,
  openComparison,
  type Served,
  type Step,
} from '../../src/ledger/advance.ts'
import type { Instant } from '../../src/rules/time/moments.ts'

/** A record of a list for tests. */
export const listed = (id: string, facts: object = {}, more: Partial<ListedRecord> = {}): ListedRecord => ({
  id,
  state: 'NE',
  content: { facts: { id, state: 'NE', ...facts } },
  derived: {},
  names: [],
  absorbed: [],
  formerIds: [],
  dated: null,
  ...more,
})

/** What is served: the records of some lists, not yet compared with the ledger. */
export interface Serving extends Omit<Served, 'lists'> {
  lists: ReadonlyMap<string, readonly ListedRecord[]>
}

/** What is served, with the records of some lists. */
export const serving = (
  lists: { [list: string]: readonly ListedRecord[] },
  more: Partial<Omit<Served, 'lists'>> = {},
): Serving => ({
  lists: new Map(Object.entries(lists)),
  events: 0,
  lastEvent: null,
  texts: '',
  ...more,
})

/**
 * Compares what is served with a ledger, and advances the ledger to it.
 * @param keepsContents whether the contents of changed records are kept for their changes
 */
export function advanceTo(
  ledger: Ledger | null,
  { lists, ...served }: Serving,
  now: Instant | null,
  readContents: ContentReader,
  keepsContents = true,
): Step {
  const { compareList, getAll } = openComparison(ledger, readContents, keepsContents)
  for (const [list, records] of lists) compareList(list, () => records)
  return advance(ledger, { ...served, lists: getAll() }, now)
}
