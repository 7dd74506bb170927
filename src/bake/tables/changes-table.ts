import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { default as Database } from 'better-sqlite3'
import type { Content, Facts } from '../../ledger/content.ts'
import type { Change, Publication } from '../../ledger/shapes.ts'
import { hasCreatedAt } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { NO_STATE } from '../../schema/vocabularies.ts'
import type { FeedItem } from '../../schema/wire/activity.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import { toTimeline } from './ledger-tables.ts'

/** Changes of at most this many publications are published. */
const PUBLICATIONS_WITH_CHANGES = 400

/** The table with the JSON of the changes. */
export const CHANGE_BODIES = 'change_bodies'

/** All publications, and the record changes of those whose changes are published. */
export interface ChangeHistory {
  publications: readonly Publication[]
  changes: readonly Change[]
}

/** The publications whose changes are published, oldest first. The first of all starts the ledger: it has none. */
export const withChanges = (publications: readonly Publication[]): readonly Publication[] =>
  publications.slice(1).slice(-PUBLICATIONS_WITH_CHANGES)

/**
 * Writes `publications`, oldest first, with the rows of their changes (null if they are not published), and the changes of
 * each: `changes` what they can be found by, and `change_bodies` their JSON. The changes of records come before the events
 * of the feed, each of which is a change of the list of events; its record is the body of the event.
 * @param events oldest first
 */
export function writeChanges(db: Database.Database, history: ChangeHistory, events: readonly FeedItem[]): void {
  db.exec(`CREATE TABLE publications (
  number INTEGER PRIMARY KEY,
  version TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  first_change INTEGER,
  last_change INTEGER
) STRICT`)
  db.exec(`CREATE TABLE changes (
  row INTEGER PRIMARY KEY,
  resource TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  change TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT`)
  const insertPublication = db.prepare('INSERT INTO publications VALUES (?, ?, ?, ?, ?, ?)')
  const insert = db.prepare('INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)')
  const bodies = createPackedLines(db, CHANGE_BODIES)
  const { publications } = history
  const told = new Set(withChanges(publications))
  let row = 0
  let place = 0
  publications.forEach((publication, index) => {
    const { version, at, until } = publication
    const first = row + 1
    for (const change of told.has(publication) ? changesIn(publication, publications[index - 1]) : []) {
      row += 1
      const { resource, id, state, change: type, changedAt } = change
      insert.run(row, resource, id, state ?? NO_STATE, type, Date.parse(changedAt))
      bodies.add(JSON.stringify(change))
    }
    const rows = told.has(publication) ? [first, row] : [null, null]
    insertPublication.run(index + 1, version, Date.parse(at), Date.parse(until), ...rows)
  })
  bodies.finish()
  db.exec('CREATE INDEX changes_by_id ON changes (id)')
  db.exec('CREATE INDEX changes_by_at ON changes (at)')

  function* changesIn(publication: Publication, before: Publication | undefined): Generator<PublishedChange> {
    for (; place < history.changes.length; place += 1) {
      const change = history.changes[place] as Change
      if (change.at > publication.until) break
      yield toRecordChange(change, publication)
    }
    for (const event of events.slice(before?.events ?? 0, publication.events)) yield toEventChange(event, publication)
  }
}

/** A change as it is published. The ledger knows states as texts. */
type PublishedChange = Omit<RecordChange, 'state'> & { state: string | null }

/** A change as `/api/v1/changes` returns it. */
function toRecordChange(change: Change, { version, at: publishedAt }: Publication): PublishedChange {
  const { list: resource, id, state, type, at, was = null, before = {}, after = {}, phasesBefore, phasesAfter } = change
  const fields = type === 'UPDATED' ? getSides(before, after, phasesBefore, phasesAfter) : {}
  return {
    ...{ resource, id, state, change: type, version, publishedAt, changedAt: at, updatedAtBefore: was, fields },
    record: toRecord(change),
    // A field that began or ceased to be derived with this publication has a value on one side.
    recomputed: (change.derived ?? []).filter((name) => !Object.hasOwn(fields, name)),
    mergedInto: change.mergedInto ?? null,
  }
}

/** The change that an event of the feed is. */
const toEventChange = (event: FeedItem, { version, at: publishedAt }: Publication): PublishedChange => ({
  ...{ resource: 'activity', id: event.id, state: event.state, change: 'CREATED', version, publishedAt },
  ...{ changedAt: event.occurredAt, updatedAtBefore: null, fields: {}, record: { ...event } },
  ...{ recomputed: [], mergedInto: null },
})

/** The whole record if it is new or removed; null if it is neither, or was never published. */
function toRecord({ list, type, at, was, createdAt, before, after, phasesBefore, phasesAfter }: Change): Facts | null {
  const facts = type === 'CREATED' ? after : before
  if (type === 'UPDATED' || facts === undefined) return null
  const { item, timed } = resource(list as ResourceName)
  const phases = type === 'CREATED' ? phasesAfter : phasesBefore
  const stamps = type === 'CREATED' ? { createdAt: at, updatedAt: at } : { createdAt, updatedAt: was }
  return {
    ...facts,
    ...(timed.length > 0 && { timeline: toTimeline(phases ?? []) }),
    ...(hasCreatedAt(item) ? stamps : { updatedAt: stamps.updatedAt }),
  }
}

type Phases = Content['phases']

function getSides(before: Facts, after: Facts, was: Phases, is: Phases): RecordChange['fields'] {
  const fields: RecordChange['fields'] = {}
  const both = { before: getSide(before, was), after: getSide(after, is) }
  for (const name of new Set([...Object.keys(both.before), ...Object.keys(both.after)])) {
    fields[name] = {
      ...(Object.hasOwn(both.before, name) && { before: both.before[name] }),
      ...(Object.hasOwn(both.after, name) && { after: both.after[name] }),
    }
  }
  return fields
}

const getSide = (facts: Facts, phases: Phases): Facts => (phases ? { ...facts, timeline: toTimeline(phases) } : facts)

/** Takes a little less space than the default level. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 5 } }

/** Few enough that reading one of them is quick, and enough that they resemble each other. */
const LINES_TOGETHER = 64

/**
 * Opens a writer for the lines of rows 1, 2, … of a table of which there will be very many, and which are seldom read.
 * They are stored compressed by the platform (zstd), several at a time: `CREATE TABLE <name> (part, lines)`.
 */
export function createPackedLines(db: Database.Database, name: string) {
  db.exec(`CREATE TABLE ${name} (\n  part INTEGER PRIMARY KEY,\n  lines BLOB NOT NULL\n) STRICT`)
  const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?)`)
  let part = 0
  let lines: string[] = []
  const finish = (): void => {
    if (lines.length > 0) insert.run(part, zstdCompressSync(lines.join('\n'), ZSTD))
    part += 1
    lines = []
  }
  return {
    add(line: string): void {
      lines.push(line)
      if (lines.length === LINES_TOGETHER) finish()
    },
    finish,
  }
}

/** SQL for the line of a row. @param row an expression */
export const packedLine = (name: string, row: string): string =>
  `line_of((SELECT lines FROM ${name} WHERE part = (${row} - 1) / ${LINES_TOGETHER}), (${row} - 1) % ${LINES_TOGETHER})`

/** Teaches a database the function `line_of(lines, number)`, with which packed lines are read. */
export function readPackedLines(db: Database.Database): void {
  // Consecutive rows are usually in the same part.
  let last: { packed: Buffer; lines: readonly string[] } | null = null
  db.function('line_of', { deterministic: true }, (packed, number) => {
    if (!Buffer.isBuffer(packed)) throw new Error('The bake lacks a row.')
    if (!last?.packed.equals(packed)) last = { packed, lines: zstdDecompressSync(packed).toString().split('\n') }
    return last.lines[number as number]
  })
}
