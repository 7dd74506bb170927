import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { formatNdjsonParts } from '../records/ndjson.ts'
import { pick } from '../rules/pick.ts'
import { getDigest, getDigestOfAll } from '../rules/text/digest.ts'
import { compare } from '../rules/text/words.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import {
  type Change,
  type Content,
  type Entry,
  type Facts,
  formatKey,
  getDifference,
  hashContent,
  isGone,
  type LiveEntry,
  type Publication,
} from './shapes.ts'

/** The history of every published record, and all publications, oldest first. */
export interface Ledger {
  /** By list and id, in the order of its file. */
  entries: ReadonlyMap<string, Entry>
  publications: readonly [Publication, ...Publication[]]
}

/** One record as a list publishes it. */
export interface ListedRecord {
  id: string
  state: string | null
  content: Content
  /** Derived fields. Their changes are recorded by name, without values. */
  derived: Facts
  names: readonly string[]
  /** The ids of records that were merged into it. */
  absorbed: readonly string[]
  /** Merged ids that are recorded even if they were never published on their own. */
  formerIds: readonly string[]
  /** The latest date of the record itself; null if unknown. */
  dated: string | null
}

/** What happened to one record since the last publication. */
export interface Difference {
  list: string
  id: string
  type: Change['type']
  state: string | null
  /** The record as it is published now, with hashes; null if it no longer is. */
  record: (ListedRecord & { hash: string; derivedHashes: Hashes }) | null
  /** Its entry in the ledger; null if it is new, or was merged before it was ever published on its own. */
  last: LiveEntry | null
  /** Its content when it was last published; null without an entry. */
  before: Content | null
  mergedInto: string | null
}

type Hashes = { readonly [field: string]: string }

/** Lists compared with the last publication: what changed and what stayed. */
export interface Comparison {
  differences: Difference[]
  stayed: LiveEntry[]
}

/** Reads the last published content of records, by their keys. */
export type ContentReader = (keys: ReadonlySet<string>) => ReadonlyMap<string, Content>

/**
 * Compares lists with the ledger, each of them once.
 * @param ledger null if nothing was published yet
 * @param keepsContents whether the contents of changed records are kept, which their changes need
 */
export function openComparison(ledger: Ledger | null, readContents: ContentReader, keepsContents = true) {
  const entries = ledger?.entries ?? new Map<string, Entry>()
  const lists = Map.groupBy(entries.values(), ({ list }) => list)
  const compared = new Map<string, Comparison>()

  /** @param records read on the first call for a list, one at a time: only those that changed are kept */
  function compareList(list: string, records: () => Iterable<ListedRecord>): Comparison {
    const earlier = compared.get(list)
    if (earlier) return earlier
    const comparison = getComparison(list, records(), entries, lists.get(list) ?? [], keepsContents)
    const changed = comparison.differences.filter(({ last }) => last !== null)
    const contents = changed.length > 0 ? readContents(new Set(changed.map(({ id }) => formatKey(list, id)))) : null
    for (const difference of changed) {
      difference.before = contents?.get(formatKey(list, difference.id)) ?? null
      // States themselves have a code.
      const { state, code } = difference.before?.facts ?? {}
      if (!difference.record) difference.state = (state ?? code ?? null) as string | null
    }
    compared.set(list, comparison)
    return comparison
  }

  return {
    compareList,
    /** All lists that were compared. The records of any other list of the ledger count as removed. */
    getAll(): Comparison {
      const all = [...new Set([...compared.keys(), ...lists.keys()])].map((list) => compareList(list, () => []))
      return {
        differences: all.flatMap(({ differences }) => differences),
        stayed: all.flatMap(({ stayed }) => stayed),
      }
    },
  }
}

const NO_CONTENT = { content: { facts: {} }, derived: {} } as const satisfies Partial<ListedRecord>

function getComparison(
  list: string,
  records: Iterable<ListedRecord>,
  entries: ReadonlyMap<string, Entry>,
  listEntries: readonly Entry[],
  keepsContents: boolean,
): Comparison {
  const stayed: LiveEntry[] = []
  const differences: Difference[] = []
  const merged: Difference[] = []
  const present = new Set<string>()
  const absorbing = new Map<string, string>()
  const nothing = { list, record: null, last: null, before: null, mergedInto: null }
  for (const record of records) {
    const { id, state } = record
    const entry = entries.get(formatKey(list, id))
    const last = entry && !isGone(entry) ? entry : null
    const hashes = { hash: hashContent(record.content), derivedHashes: toHashes(record.derived) }
    present.add(id)
    for (const former of record.absorbed) absorbing.set(former, id)
    for (const former of record.formerIds)
      merged.push({ ...nothing, id: former, type: 'MERGED', state, mergedInto: id })
    if (last?.hash === hashes.hash && isDeepStrictEqual(last.derived ?? {}, hashes.derivedHashes)) {
      stayed.push(withNames(last, record.names))
      continue
    }
    const kept = { ...record, ...(!keepsContents && NO_CONTENT), ...hashes }
    differences.push({ ...nothing, id, type: last ? 'UPDATED' : 'CREATED', state, record: kept, last })
  }
  const isKnown = (id: string) => present.has(id) || entries.has(formatKey(list, id))
  differences.push(...merged.filter(({ id }) => !isKnown(id)))
  for (const last of listEntries) {
    if (isGone(last) || present.has(last.id)) continue
    const mergedInto = absorbing.get(last.id) ?? null
    const type = mergedInto === null ? 'REMOVED' : 'MERGED'
    differences.push({ ...nothing, id: last.id, type, state: null, last, mergedInto })
  }
  return { differences, stayed }
}

const toHashes = (fields: Facts): Hashes =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, getDigest(JSON.stringify(value) ?? '')]))

function withNames({ names: _, ...entry }: LiveEntry, names: readonly string[]): LiveEntry {
  return names.length > 0 ? { ...entry, names: [...names] } : entry
}

/** Everything that the API serves. */
export interface Served {
  lists: Comparison
  /** The change events of the feed, and the id of the last. */
  events: number
  lastEvent: string | null
  /** Hash of the text that is searched but not shown. */
  texts: string
}

/** The ledger after a publication. */
export interface Step {
  ledger: Ledger
  /** The changes of this publication; null when nothing changed. Those of a dataset that is only inspected are not kept. */
  published: { publication: Publication; changes: readonly Change[] } | null
}

/**
 * Advances the ledger to the current records. Every change has its own instant, later than all earlier ones, in the order
 * of the records' own dates.
 * @param ledger null starts a new one
 * @param now the earliest instant of the publication, which also comes after the end of the last one; null for a dataset
 * that is only inspected: the same records then have the same instants at any time
 */
export function advance(ledger: Ledger | null, { lists, ...served }: Served, now: Instant | null): Step {
  const last = ledger?.publications.at(-1) ?? null
  const isInspected = now === null && last === null
  const base = Math.max(now ?? 0, last ? Date.parse(last.until) + 1 : 0)
  const dated = isInspected ? getOwnInstants(lists.differences) : getInstants(lists.differences, base)
  const changes = dated.map(([difference, at]) => toChange(difference, toIso(at)))
  const gone = [...(ledger?.entries.values() ?? [])].filter(isGone)
  const changed = dated.map(([difference, at]) => toEntry(difference, toIso(at)))
  const entries = new Map([...gone, ...lists.stayed, ...changed].map((entry) => [getKey(entry), entry]))
  const sorted = new Map([...entries].sort(([a], [b]) => compare(a, b)))
  const digest = getDigestOfAll(formatNdjsonParts(sorted.values()))
  const frame = { events: served.events, lastEvent: served.lastEvent, digest, texts: served.texts }
  const isSame = last && isDeepStrictEqual(frame, pick(last, ['events', 'lastEvent', 'digest', 'texts']))
  if (ledger && isSame) return { ledger, published: null }

  const at = isInspected ? (dated[0]?.[1] ?? 1) - 1 : base
  const facts = {
    previous: last?.version ?? null,
    at: toIso(at),
    until: toIso(dated.at(-1)?.[1] ?? at),
    records: [...sorted.values()].filter((entry) => !isGone(entry)).length,
    changes: changes.length,
    ...frame,
  }
  const publication = { version: getVersion(facts), ...facts }
  const publications: readonly Publication[] = [...(ledger?.publications ?? []), publication]
  return {
    ledger: { entries: sorted, publications: publications as Ledger['publications'] },
    published: { publication, changes: isInspected ? [] : changes },
  }
}

/** The version of a publication, computed from its facts. */
export const getVersion = (publication: Omit<Publication, 'version'>): string => {
  const { previous, at, until, records, changes, events, lastEvent, digest, texts } = publication
  const facts = [previous, at, until, records, changes, events, lastEvent, digest, texts]
  return hash('sha256', JSON.stringify(facts)).slice(0, 16)
}

const getKey = ({ list, id }: Pick<Entry, 'list' | 'id'>): string => formatKey(list, id)

function toChange({ list, id, type, state, record, last, before, mergedInto }: Difference, at: string): Change {
  const head = { list, id, type, state, at }
  if (!record) {
    return {
      ...head,
      ...(last && { was: last.updatedAt, createdAt: last.createdAt }),
      ...(before && { before: before.facts, ...(before.phases && { phasesBefore: [...before.phases] }) }),
      ...(mergedInto !== null && { mergedInto }),
    }
  }
  const { facts, phases } = record.content
  if (!last) return { ...head, after: facts, ...(phases && { phasesAfter: [...phases] }) }
  const [phasesBefore, phasesAfter] = [[...(before?.phases ?? [])], [...(phases ?? [])]]
  const isRetimed = JSON.stringify(phasesBefore) !== JSON.stringify(phasesAfter)
  const { derived: hashes = {} } = last
  const derived = Object.keys({ ...hashes, ...record.derivedHashes }).filter(
    (name) => hashes[name] !== record.derivedHashes[name],
  )
  return {
    ...head,
    was: last.updatedAt,
    ...getDifference(before?.facts ?? {}, facts),
    ...(isRetimed && { phasesBefore, phasesAfter }),
    ...(derived.length > 0 && { derived }),
  }
}

function toEntry({ list, id, state, record, last, mergedInto }: Difference, at: string): Entry {
  if (record) {
    const { hash, derivedHashes: derived } = record
    const hasDerived = Object.keys(derived).length > 0
    const createdAt = last?.createdAt ?? at
    return withNames({ list, id, hash, ...(hasDerived && { derived }), createdAt, updatedAt: at }, record.names)
  }
  return {
    list,
    id,
    state,
    removedAt: at,
    reason: mergedInto === null ? 'REMOVED' : 'MERGED',
    ...(mergedInto !== null && { mergedInto }),
    ...(last?.names && { names: last.names }),
  }
}

type Dated = [difference: Difference, at: Instant]

const getDay = ({ record }: Difference): string => record?.dated ?? ''

/** Gives every difference its own millisecond after an instant, by the records' own dates, unknown dates first. */
const getInstants = (differences: readonly Difference[], base: Instant): Dated[] =>
  differences
    .toSorted(
      // Within one date, the first id gets the latest instant, so that lists sorted newest first show it first.
      (a, b) => compare(getDay(a), getDay(b)) || compare(a.list, b.list) || compare(b.id, a.id),
    )
    .map((difference, index) => [difference, base + index + 1])

/** The milliseconds of a day without its last hour, in which another time zone's day would begin. */
const SPREAD_MS = 23 * 3_600_000

/** Gives every difference an instant on its record's own date, which does not depend on other records. */
function getOwnInstants(differences: readonly Difference[]): Dated[] {
  let last = 0
  return differences
    .map((difference) => {
      const key = getKey(difference)
      const chance = Number.parseInt(hash('sha256', key).slice(0, 12), 16)
      return { difference, key, at: Date.parse(getDay(difference) || '2000-01-01') + 1 + (chance % SPREAD_MS) }
    })
    .sort((a, b) => a.at - b.at || compare(a.key, b.key))
    .map(({ difference, at }) => {
      last = Math.max(at, last + 1)
      return [difference, last]
    })
}
