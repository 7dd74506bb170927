import type Database from 'better-sqlite3'
import type { Content, Facts } from '../ledger/content.ts'
import type { Change, Publication } from '../ledger/shapes.ts'
import { hasCreatedAt } from '../resources/define.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import { digestOf } from '../rules/digest.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { RecordChange } from '../schema/wire/changes.ts'
import { packerOf } from './packing.ts'
import { timelineOf } from './timeline.ts'

/** Changes of at most this many publications are published. */
const TOLD_PUBLICATIONS = 400

/** What is published about the publications after the first: their record changes and change events. */
export interface Told {
  publications: readonly Publication[]
  changes: readonly Change[]
  events: readonly ChangeEvent[]
}

/** The publications whose changes are published, oldest first. The very first one founds the ledger and changes nothing. */
export const toldOf = (publications: readonly Publication[]): readonly Publication[] =>
  publications.slice(1).slice(-TOLD_PUBLICATIONS)

/**
 * Writes every publication, oldest first: `publications`, by which versions are found; and `changes`, the packed JSON of
 * what they changed. Of publications whose changes are not told, `told` is 0.
 */
export function writeChanges(db: Database.Database, { publications, changes, events }: Told): void {
  const told = toldOf(publications)
  const first = publications.length - told.length
  db.exec(
    'CREATE TABLE publications (number INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, until INTEGER NOT NULL, told INTEGER NOT NULL) STRICT',
  )
  const insert = db.prepare('INSERT INTO publications VALUES (?, ?, ?, ?, ?)')
  publications.forEach(({ version, at, until }, index) => {
    insert.run(index + 1, version, Date.parse(at), Date.parse(until), index < first ? 0 : 1)
  })

  db.exec(
    'CREATE TABLE changes (row INTEGER PRIMARY KEY, publication INTEGER NOT NULL, at INTEGER NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, change TEXT NOT NULL, body BLOB NOT NULL, digest TEXT NOT NULL) STRICT',
  )
  const insertChange = db.prepare('INSERT INTO changes VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)')
  const rows = told.flatMap((publication, index) => {
    const before = publications[first + index - 1]?.events ?? 0
    const own = [
      ...changes
        .filter(({ at }) => at > publication.at && at <= publication.until)
        .map((change) => wireOf(change, publication)),
      ...events.slice(before, publication.events).map((event) => eventChange(event, publication)),
    ]
    return own.map((change) => ({ change, number: first + index + 1 }))
  })
  const pack = packerOf(db, 'changes', rows, ({ change }) => keptBody(change))
  for (const { change, number } of rows) {
    const { resource, id, state, change: type, changedAt } = change
    const digest = digestOf(JSON.stringify(change))
    const body = pack(keptBody(change))
    insertChange.run(number, Date.parse(changedAt), resource, id, state ?? NO_STATE, type, body, digest)
  }
  for (const column of ['publication', 'at', 'resource', 'id', 'state']) {
    db.exec(`CREATE INDEX changes_by_${column} ON changes (${column})`)
  }
}

/** The JSON of a change as it is kept: an event stands in its own list, and is put into it when it is read. */
const keptBody = (change: RecordChange): string =>
  JSON.stringify(change.resource === 'activity' ? { ...change, record: null } : change)

/** A change of the ledger in the words of the API. */
function wireOf(change: Change, { version, at: publishedAt }: Publication): RecordChange {
  const { list, id, state, type, at, was = null, before = {}, after = {}, phasesBefore, phasesAfter } = change
  return {
    resource: list,
    id,
    state: state as RecordChange['state'],
    change: type,
    version,
    publishedAt,
    changedAt: at,
    updatedAtBefore: was,
    fields: type === 'UPDATED' ? sidesOf(before, after, phasesBefore, phasesAfter) : {},
    record: recordOf(change),
    recomputed: change.derived ?? [],
    mergedInto: change.mergedInto ?? null,
  }
}

/** The record that is new or gone, whole; null for one that is neither, and for one that was never published. */
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

/** An event of the feed as the change that brought it. */
const eventChange = (event: ChangeEvent, { version, at }: Publication): RecordChange => ({
  resource: 'activity',
  id: event.id,
  state: event.state,
  change: 'CREATED',
  version,
  publishedAt: at,
  changedAt: event.occurredAt,
  updatedAtBefore: null,
  fields: {},
  record: { ...event, updatedAt: event.occurredAt },
  recomputed: [],
  mergedInto: null,
})

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
