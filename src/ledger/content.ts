import { pick } from '../rules/pick.ts'
import { getDigest } from '../rules/text/digest.ts'
import type { Phase } from '../rules/time/status.ts'
import { type Change, type Entry, isGone, type LiveEntry } from './shapes.ts'

/** The published fields of a record, by name. */
export type Facts = { readonly [field: string]: unknown }

/** The published content of a record, without its publication instants. */
export interface Content {
  /** The fields of its item and those that its detail adds. */
  facts: Facts
  /** The fields that depend on the time of the request, over time; absent if there are none. */
  phases?: readonly Phase<Facts>[]
}

/** One record as a list publishes it. */
export interface ListedRecord {
  id: string
  /** Two-letter code; null for national scope. */
  state: string | null
  content: Content
  /** Derived fields. Their changes are recorded by name, without values. */
  derived: Facts
  /** Other names of the record, besides its id. */
  names: readonly string[]
  /** The ids of records that were merged into it. */
  absorbed: readonly string[]
  /** Merged ids that are recorded even if they were never published on their own. */
  formerIds: readonly string[]
  /** The latest date of the record itself; null if unknown. */
  dated: string | null
}

/** The hash of a content, independent of the order of its fields. */
function contentHash({ facts, phases }: Content): string {
  const names = Object.keys(facts).sort()
  return getDigest(JSON.stringify([names.map((name) => [name, facts[name]]), phases ?? []]))
}

/** The hash of each field. */
const fieldHashes = (fields: Facts): { [field: string]: string } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, getDigest(JSON.stringify(value) ?? '')]))

/** The fields in which two records differ, with both values. A field missing on one side is absent there. */
export interface FieldDifference {
  before: Facts
  after: Facts
}

export function getDifference(before: Facts, after: Facts): FieldDifference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return { before: pick(before, names), after: pick(after, names) }
}

/** The key of a record across all lists. */
export const formatKey = (list: string, id: string): string => `${list} ${id}`

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

export type Comparing = ReturnType<typeof comparingWith>

/**
 * Compares lists with the ledger, each of them once.
 * @param keepsContents whether the contents of changed records are kept, which their changes need
 */
export function comparingWith(entries: ReadonlyMap<string, Entry>, keepsContents = true) {
  const lists = Map.groupBy(entries.values(), ({ list }) => list)
  const compared = new Map<string, Comparison>()

  /** @param records read on the first call for a list, one at a time: only those that changed are kept */
  function compare(list: string, records: () => Iterable<ListedRecord>): Comparison {
    const comparison = compared.get(list) ?? compareList(list, records(), entries, lists.get(list) ?? [], keepsContents)
    compared.set(list, comparison)
    return comparison
  }

  return {
    compare,
    /** All lists that were compared. The records of any other list of the ledger count as removed. */
    all(): Comparison {
      const all = [...new Set([...compared.keys(), ...lists.keys()])].map((list) => compare(list, () => []))
      return {
        differences: all.flatMap(({ differences }) => differences),
        stayed: all.flatMap(({ stayed }) => stayed),
      }
    },
  }
}

const NO_CONTENT = { content: { facts: {} }, derived: {} } as const satisfies Partial<ListedRecord>

/** @param listEntries the entries of the list */
function compareList(
  list: string,
  records: Iterable<ListedRecord>,
  entries: ReadonlyMap<string, Entry>,
  listEntries: readonly Entry[],
  keepsContents: boolean,
): Comparison {
  const differences: Difference[] = []
  const stayed: LiveEntry[] = []
  const present = new Set<string>()
  const merging: Merging[] = []
  for (const record of records) {
    const last = entries.get(formatKey(list, record.id))
    const hashes = { hash: contentHash(record.content), derived: fieldHashes(record.derived) }
    const hashed = (): Hashed => ({ list, record: keepsContents ? record : { ...record, ...NO_CONTENT }, ...hashes })
    present.add(record.id)
    if (record.absorbed.length > 0) merging.push(pick(record, ['id', 'state', 'absorbed', 'formerIds']))
    if (!last || isGone(last)) differences.push({ type: 'CREATED', ...hashed() })
    else {
      const derivedFields = differing(last.derived ?? {}, hashes.derived)
      if (last.hash === hashes.hash && derivedFields.length === 0) stayed.push(withNames(last, record.names))
      else differences.push({ type: 'UPDATED', last, derivedFields, ...hashed() })
    }
  }
  const isKnown = (id: string) => present.has(id) || entries.has(formatKey(list, id))
  return { differences: [...differences, ...departures(list, merging, listEntries, present, isKnown)], stayed }
}

const differing = (before: { [field: string]: string }, after: { [field: string]: string }): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

/** An entry with the current names of its record. */
export function withNames(entry: LiveEntry, names: readonly string[]): LiveEntry {
  const { names: before = [], ...rest } = entry
  if (before.length === names.length && before.every((name, index) => name === names[index])) return entry
  return names.length > 0 ? { ...rest, names: [...names] } : rest
}

/** A record that others were merged into. */
type Merging = Pick<ListedRecord, 'id' | 'state' | 'absorbed' | 'formerIds'>

function departures(
  list: string,
  merging: readonly Merging[],
  listEntries: readonly Entry[],
  present: ReadonlySet<string>,
  isKnown: (id: string) => boolean,
): Difference[] {
  const absorbing = new Map<string, string>()
  const differences: Difference[] = []
  for (const { id, state, absorbed, formerIds } of merging) {
    for (const former of absorbed) absorbing.set(former, id)
    for (const former of formerIds) {
      if (!isKnown(former)) differences.push({ type: 'MERGED', last: null, list, id: former, mergedInto: id, state })
    }
  }
  for (const last of listEntries) {
    if (isGone(last) || present.has(last.id)) continue
    const mergedInto = absorbing.get(last.id)
    differences.push(mergedInto === undefined ? { type: 'REMOVED', last } : { type: 'MERGED', last, mergedInto })
  }
  return differences
}

/** The content of a record after a change; null when it is gone. */
function contentAfter(before: Content | null, change: Change): Content | null {
  switch (change.type) {
    case 'CREATED':
      return toContent(change.after ?? {}, change.phasesAfter)
    case 'UPDATED': {
      const gone = Object.keys(change.before ?? {}).filter((name) => !Object.hasOwn(change.after ?? {}, name))
      const kept = Object.entries(before?.facts ?? {}).filter(([name]) => !gone.includes(name))
      const phases = change.phasesAfter ?? before?.phases
      return toContent({ ...Object.fromEntries(kept), ...change.after }, phases)
    }
    case 'REMOVED':
    case 'MERGED':
      return null
    default:
      return change.type satisfies never
  }
}

const toContent = (facts: Facts, phases: Content['phases']): Content =>
  phases && phases.length > 0 ? { facts, phases } : { facts }

/** Applies a change to the contents of records by their keys. */
export function replay(contents: Map<string, Content>, change: Change): void {
  const key = formatKey(change.list, change.id)
  const after = contentAfter(contents.get(key) ?? null, change)
  if (after) contents.set(key, after)
  else contents.delete(key)
}
