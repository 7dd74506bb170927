import type { Served } from '../../src/ledger/advance.ts'
import type { ListedRecord, Lists } from '../../src/ledger/content.ts'

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

/** What is served, with the records of some lists. */
export const serving = (lists: { [list: string]: readonly ListedRecord[] }, more: Partial<Served> = {}): Served => ({
  lists: new Map(Object.entries(lists)) as Lists,
  events: 0,
  lastEvent: null,
  texts: '',
  ...more,
})
