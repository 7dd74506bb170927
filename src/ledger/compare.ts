import { contentHash, fieldHashes, type ListedRecord, type Lists } from './content.ts'
import { type Entry, isGone, type LiveEntry } from './shapes.ts'

/** The key of a record across all lists. */
export const keyOf = (list: string, id: string): string => `${list} ${id}`

/** A record of a list, with the hashes of its published content. */
interface Hashed {
  list: string
  record: ListedRecord
  hash: string
  derived: { [field: string]: string }
}

/** What happened to one record since the last publication. */
export type Difference =
  | ({ type: 'CREATED' } & Hashed)
  | ({ type: 'UPDATED'; last: LiveEntry; derivedFields: string[] } & Hashed)
  | { type: 'REMOVED'; last: LiveEntry }
  | { type: 'MERGED'; last: LiveEntry; mergedInto: string }
  /** A record that was merged before it was ever published on its own. */
  | { type: 'MERGED'; last: null; list: string; id: string; mergedInto: string; state: string | null }

/** All lists compared with the last publication: what changed and what stayed. */
export interface Comparison {
  differences: Difference[]
  stayed: LiveEntry[]
}

/** Compares the records of all lists with the ledger. */
export function compareLists(entries: ReadonlyMap<string, Entry>, lists: Lists): Comparison {
  const differences: Difference[] = []
  const stayed: LiveEntry[] = []
  const present = new Set<string>()
  for (const [list, records] of lists) {
    for (const record of records) {
      const key = keyOf(list, record.id)
      present.add(key)
      const last = entries.get(key)
      const hashed = { list, record, hash: contentHash(record.content), derived: fieldHashes(record.derived) }
      if (!last || isGone(last)) differences.push({ type: 'CREATED', ...hashed })
      else {
        const derivedFields = differing(last.derived ?? {}, hashed.derived)
        if (last.hash === hashed.hash && derivedFields.length === 0) stayed.push(withNames(last, record.names))
        else differences.push({ type: 'UPDATED', last, derivedFields, ...hashed })
      }
    }
  }
  differences.push(...departures(entries, lists, present))
  return { differences, stayed }
}

const differing = (before: { [field: string]: string }, after: { [field: string]: string }): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

export const withNames = ({ names: _, ...entry }: LiveEntry, names: readonly string[]): LiveEntry =>
  names.length > 0 ? { ...entry, names: [...names] } : entry

function departures(entries: ReadonlyMap<string, Entry>, lists: Lists, present: ReadonlySet<string>): Difference[] {
  const absorbing = new Map<string, string>()
  const differences: Difference[] = []
  for (const [list, records] of lists) {
    for (const { id, state, absorbed, formerIds } of records) {
      for (const former of absorbed) absorbing.set(keyOf(list, former), id)
      for (const former of formerIds) {
        const key = keyOf(list, former)
        if (entries.has(key) || present.has(key)) continue
        differences.push({ type: 'MERGED', last: null, list, id: former, mergedInto: id, state })
      }
    }
  }
  for (const [key, last] of entries) {
    if (isGone(last) || present.has(key)) continue
    const mergedInto = absorbing.get(key)
    differences.push(mergedInto === undefined ? { type: 'REMOVED', last } : { type: 'MERGED', last, mergedInto })
  }
  return differences
}
