import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ndjsonParts } from '../records/ndjson.ts'
import { pick } from '../rules/pick.ts'
import { digestOfAll } from '../rules/text/digest.ts'
import { compare } from '../rules/text/words.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import { type Comparison, type Content, type Difference, formatKey, getDifference, withNames } from './content.ts'
import { type Change, type Entry, isGone, type LiveEntry, type Publication } from './shapes.ts'

/** The history of every published record, and all publications, oldest first. */
export interface Ledger {
  /** By list and id, in the order of its file. */
  entries: ReadonlyMap<string, Entry>
  publications: readonly [Publication, ...Publication[]]
}

/** Everything that the API serves. */
export interface Served {
  /** All lists compared with the ledger. */
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

/** Reads the last published content of records, by their keys. */
export type ContentReader = (keys: ReadonlySet<string>) => ReadonlyMap<string, Content>

export const NO_ENTRIES: ReadonlyMap<string, Entry> = new Map()

/**
 * Advances the ledger to the current records. Every change has its own instant, later than all earlier ones, in the order
 * of the records' own dates.
 * @param ledger null starts a new one
 * @param now the earliest instant of the publication, which also comes after the end of the last one; null for a dataset
 * that is only inspected: the same records then have the same instants at any time
 */
export function advance(ledger: Ledger | null, served: Served, now: Instant | null, contentsOf: ContentReader): Step {
  const { differences, stayed } = served.lists
  const last = ledger?.publications.at(-1) ?? null
  const isInspected = now === null && last === null
  const schedule = isInspected
    ? scheduleByDates(differences)
    : scheduleFrom(Math.max(now ?? 0, last ? Date.parse(last.until) + 1 : 0), differences)
  const changes = toChanges(schedule, contentsOf)
  const entries = entriesAfter(ledger?.entries ?? NO_ENTRIES, stayed, schedule, changes)
  const digest = digestOfAll(ndjsonParts(entries.values()))
  const frame = { events: served.events, lastEvent: served.lastEvent, digest, texts: served.texts }
  const isSame = last && isDeepStrictEqual(frame, pick(last, ['events', 'lastEvent', 'digest', 'texts']))
  if (ledger && isSame) return { ledger, published: null }

  const facts = {
    previous: last?.version ?? null,
    at: toIso(schedule.at),
    until: toIso(schedule.until),
    records: [...entries.values()].filter((entry) => !isGone(entry)).length,
    changes: changes.length,
    ...frame,
  }
  const publication = { version: getVersion(facts), ...facts }
  const before = ledger?.publications ?? []
  return {
    ledger: { entries, publications: [...before, publication] as unknown as Ledger['publications'] },
    published: { publication, changes: isInspected ? [] : changes },
  }
}

/** The version of a publication, computed from its facts. */
export const getVersion = (publication: Omit<Publication, 'version'>): string => {
  const { previous, at, until, records, changes, events, lastEvent, digest, texts } = publication
  const facts = [previous, at, until, records, changes, events, lastEvent, digest, texts]
  return hash('sha256', JSON.stringify(facts)).slice(0, 16)
}

function toChanges({ changes }: Schedule, contentsOf: ContentReader): Change[] {
  const earlier = changes.filter(({ difference }) => 'last' in difference && difference.last !== null)
  const keys = new Set(earlier.map(({ list, id }) => formatKey(list, id)))
  const contents = keys.size > 0 ? contentsOf(keys) : new Map<string, Content>()
  return changes.map(({ difference, list, id, at }) =>
    toChange(difference, list, id, toIso(at), contents.get(formatKey(list, id)) ?? null),
  )
}

function toChange(difference: Difference, list: string, id: string, at: string, before: Content | null): Change {
  switch (difference.type) {
    case 'CREATED': {
      const { state, content } = difference.record
      const { facts, phases } = content
      return { list, id, type: 'CREATED', state, at, after: facts, ...(phases && { phasesAfter: [...phases] }) }
    }
    case 'UPDATED': {
      const { record, last, derivedFields } = difference
      const { facts, phases = [] } = record.content
      const sides = getDifference(before?.facts ?? {}, facts)
      const isRetimed = JSON.stringify(before?.phases ?? []) !== JSON.stringify(phases)
      return {
        list,
        id,
        type: 'UPDATED',
        state: record.state,
        at,
        was: last.updatedAt,
        ...sides,
        ...(isRetimed && { phasesBefore: [...(before?.phases ?? [])], phasesAfter: [...phases] }),
        ...(derivedFields.length > 0 && { derived: derivedFields }),
      }
    }
    case 'REMOVED':
    case 'MERGED':
      return {
        list,
        id,
        type: difference.type,
        state: difference.last ? getState(before) : difference.state,
        at,
        ...(difference.last && { was: difference.last.updatedAt, createdAt: difference.last.createdAt }),
        ...(before && { before: before.facts, ...(before.phases && { phasesBefore: [...before.phases] }) }),
        ...(difference.type === 'MERGED' && { mergedInto: difference.mergedInto }),
      }
    default:
      return difference satisfies never
  }
}

/** The published state of a record; for states themselves, their `code`. */
const getState = (content: Content | null): string | null =>
  (content?.facts.state ?? content?.facts.code ?? null) as string | null

function entriesAfter(
  before: ReadonlyMap<string, Entry>,
  stayed: readonly LiveEntry[],
  schedule: Schedule,
  changes: readonly Change[],
): Map<string, Entry> {
  const after = new Map<string, Entry>()
  for (const [key, entry] of before) if (isGone(entry)) after.set(key, entry)
  for (const entry of stayed) after.set(formatKey(entry.list, entry.id), entry)
  schedule.changes.forEach(({ difference, list, id }, index) => {
    after.set(formatKey(list, id), toEntry(difference, changes[index] as Change))
  })
  return new Map([...after].sort(([a], [b]) => compare(a, b)))
}

function toEntry(difference: Difference, { list, id, at, state }: Change): Entry {
  if ('record' in difference) {
    const { record, hash, derived } = difference
    const createdAt = difference.type === 'UPDATED' ? difference.last.createdAt : at
    const hasDerived = Object.keys(derived).length > 0
    return withNames({ list, id, hash, ...(hasDerived && { derived }), createdAt, updatedAt: at }, record.names)
  }
  const names = difference.last?.names
  return {
    list,
    id,
    state,
    removedAt: at,
    reason: difference.type,
    ...(difference.type === 'MERGED' && { mergedInto: difference.mergedInto }),
    ...(names && { names }),
  }
}

/** The time of a publication and the instants of its changes, in order. */
export interface Schedule {
  at: Instant
  until: Instant
  changes: { difference: Difference; list: string; id: string; at: Instant }[]
}

/**
 * Assigns every difference its own millisecond, starting at an instant, in the order of the records' own dates with
 * unknown dates first.
 */
function scheduleFrom(base: Instant, differences: readonly Difference[]): Schedule {
  const changes = differences
    .map((difference) => ({ difference, dated: getDay(difference), ...getPlace(difference) }))
    .sort(
      // Within one date, the first id gets the latest instant, so that lists sorted newest first show it first.
      (a, b) => compare(a.dated, b.dated) || compare(a.list, b.list) || compare(b.id, a.id),
    )
    .map(({ difference, list, id }, index) => ({ difference, list, id, at: base + index + 1 }))
  return { at: base, until: base + changes.length, changes }
}

/**
 * Assigns every difference an instant on its record's own date, for a dataset that was never published, so that the
 * instant of a record does not depend on other records.
 */
function scheduleByDates(differences: readonly Difference[]): Schedule {
  let last = 0
  const changes = differences
    .map((difference) => ({ difference, ...getPlace(difference), at: ownInstant(difference) }))
    .sort((a, b) => a.at - b.at || compare(formatKey(a.list, a.id), formatKey(b.list, b.id)))
    .map(({ at, ...change }) => {
      last = Math.max(at, last + 1)
      return { ...change, at: last }
    })
  return { at: (changes[0]?.at ?? 1) - 1, until: last, changes }
}

const getPlace = (difference: Difference): { list: string; id: string } => {
  if ('record' in difference) return { list: difference.list, id: difference.record.id }
  return difference.last ?? { list: difference.list, id: difference.id }
}

const getDay = (difference: Difference): string => ('record' in difference ? (difference.record.dated ?? '') : '')

const UNDATED = '2000-01-01'
/** The milliseconds of a day without its last hour, in which another time zone's day would begin. */
const SPREAD_MS = 23 * 3_600_000
const HEX_DIGITS = 12

function ownInstant(difference: Difference): Instant {
  const { list, id } = getPlace(difference)
  const chance = Number.parseInt(hash('sha256', formatKey(list, id)).slice(0, HEX_DIGITS), 16)
  return Date.parse(getDay(difference) || UNDATED) + 1 + (chance % SPREAD_MS)
}
