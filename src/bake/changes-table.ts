import type Database from 'better-sqlite3'
import type { Content, Facts } from '../ledger/content.ts'
import type { Change, Publication } from '../ledger/shapes.ts'
import { hasCreatedAt } from '../resources/define.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import type { RecordChange } from '../schema/wire/changes.ts'
import { AS_BEFORE, CHANGES, changeKey } from './change-text.ts'
import { type HistoryRow, writeHistory } from './history-tables.ts'
import { timelineOf } from './timeline.ts'

/** Changes of at most this many publications are published. */
const PUBLICATIONS_WITH_CHANGES = 400

/** All publications, and the record changes of those whose changes are published. */
export interface ChangeHistory {
  publications: readonly Publication[]
  changes: readonly Change[]
}

/** The publications whose changes are published, oldest first. The first of all starts the ledger: it has none. */
export const withChanges = (publications: readonly Publication[]): readonly Publication[] =>
  publications.slice(1).slice(-PUBLICATIONS_WITH_CHANGES)

/** What is stored of a change besides its row: the end of its JSON. */
type StoredChange = Pick<RecordChange, 'fields' | 'record' | 'recomputed' | 'mergedInto'>

/**
 * Writes every publication, oldest first: `publications`, for looking up versions and the number of feed events at that
 * time, and the history of their changes. `told` is 0 for publications whose changes are not published. The change that
 * an event represents is not written: it follows from the event.
 */
export function writeChanges(db: Database.Database, { publications, changes }: ChangeHistory): void {
  const reported = withChanges(publications)
  const first = publications.length - reported.length
  db.exec(
    'CREATE TABLE publications (number INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, until INTEGER NOT NULL, told INTEGER NOT NULL, events INTEGER NOT NULL) STRICT',
  )
  const insert = db.prepare('INSERT INTO publications VALUES (?, ?, ?, ?, ?, ?)')
  publications.forEach(({ version, at, until, events }, index) => {
    insert.run(index + 1, version, Date.parse(at), Date.parse(until), index < first ? 0 : 1, events)
  })
  const last = new Map<string, string>()
  const rows = changes.map((change): HistoryRow => {
    const key = changeKey(change.list, change.id)
    const row = rowOf(change, key, last.get(key) ?? null)
    last.set(key, change.at)
    return row
  })
  writeHistory(db, CHANGES, rows, true)
}

/**
 * A change as stored, without what its row and its publication contain. @param last the time of the record's previous
 * change
 */
function rowOf(change: Change, key: string, last: string | null): HistoryRow {
  const { list: resource, state, type, at, was = null, before = {}, after = {}, phasesBefore, phasesAfter } = change
  const fields = type === 'UPDATED' ? sidesOf(before, after, phasesBefore, phasesAfter) : {}
  const kept: StoredChange = {
    fields,
    record: recordOf(change),
    // A field that began or ceased to be derived with this publication has a value on one side.
    recomputed: (change.derived ?? []).filter((name) => !Object.hasOwn(fields, name)),
    mergedInto: change.mergedInto ?? null,
  }
  const isAsBefore = was !== null && was === last && yearOf(was) === yearOf(at)
  const text = `${isAsBefore ? AS_BEFORE : JSON.stringify(was)},${JSON.stringify(kept).slice(1)}`
  return { key, at: Date.parse(at), text, labels: { resource, state: state ?? NO_STATE, change: type } }
}

const yearOf = (instant: string): string => instant.slice(0, 'YYYY'.length)

/** The whole record if it is new or removed; null if it is neither, or was never published. */
function recordOf({ list, type, at, was, createdAt, before, after, phasesBefore, phasesAfter }: Change): Facts | null {
  const facts = type === 'CREATED' ? after : before
  if (type === 'UPDATED' || facts === undefined) return null
  const { item, timed } = resource(list as ResourceName)
  const phases = type === 'CREATED' ? phasesAfter : phasesBefore
  const stamps = type === 'CREATED' ? { createdAt: at, updatedAt: at } : { createdAt, updatedAt: was }
  return {
    ...facts,
    ...(timed.length > 0 && { timeline: timelineOf(phases ?? []) }),
    ...(hasCreatedAt(item) ? stamps : { updatedAt: stamps.updatedAt }),
  }
}

type Phases = Content['phases']

function sidesOf(before: Facts, after: Facts, was: Phases, is: Phases): RecordChange['fields'] {
  const fields: RecordChange['fields'] = {}
  const both = { before: sideOf(before, was), after: sideOf(after, is) }
  for (const name of new Set([...Object.keys(both.before), ...Object.keys(both.after)])) {
    fields[name] = {
      ...(Object.hasOwn(both.before, name) && { before: both.before[name] }),
      ...(Object.hasOwn(both.after, name) && { after: both.after[name] }),
    }
  }
  return fields
}

const sideOf = (facts: Facts, phases: Phases): Facts => (phases ? { ...facts, timeline: timelineOf(phases) } : facts)
