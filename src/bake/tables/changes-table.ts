import type { default as Database } from 'better-sqlite3'
import type { Change, Content, Facts, Publication } from '../../ledger/shapes.ts'
import { hasCreatedAt } from '../../resources/define.ts'
import { getResource, type ResourceName } from '../../resources/index.ts'
import { BEGINNING, END } from '../../rules/time/status.ts'
import { NO_STATE } from '../../schema/vocabularies.ts'
import type { FeedItem, RecordChange } from '../../schema/wire/changes.ts'
import { createPackedLines, createTable } from './create.ts'

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

/**
 * Writes `publications`, oldest first, with the rows of their changes, and the changes of each: `changes` what they can be
 * found by, and `change_bodies` their JSON. The changes of records come before the events of the feed, each of which is a
 * change too. A publication whose changes are not published has no first row, and only its events, which the feed reads.
 * @param events oldest first
 */
export function writeChanges(
  db: Database.Database,
  { publications, changes }: ChangeHistory,
  events: readonly FeedItem[],
): void {
  const insertPublication = createTable(db, 'publications', [
    'number INTEGER PRIMARY KEY',
    'version TEXT NOT NULL UNIQUE',
    'at INTEGER NOT NULL',
    'until INTEGER NOT NULL',
    'first_change INTEGER',
    'last_change INTEGER NOT NULL',
  ])
  const insert = createTable(db, 'changes', [
    'row INTEGER PRIMARY KEY',
    'resource TEXT NOT NULL',
    'id TEXT NOT NULL',
    'state TEXT NOT NULL',
    'change TEXT NOT NULL',
    'at INTEGER NOT NULL',
  ])
  const bodies = createPackedLines(db)
  const told = new Set(withChanges(publications))
  let row = 0
  let place = 0
  function add(change: Change, publication: Publication): void {
    const { list, id, state, type, at } = change
    row += 1
    insert.run(row, list, id, state ?? NO_STATE, type, Date.parse(at))
    bodies.add(toBody(change, publication))
  }
  publications.forEach((publication, index) => {
    const { version, at, until } = publication
    const first = row + 1
    const isTold = told.has(publication)
    for (let change = changes[place]; isTold && change && change.at <= until; change = changes[place]) {
      add(change, publication)
      place += 1
    }
    for (const event of events.slice(publications[index - 1]?.events ?? 0, publication.events))
      add(toChange(event), publication)
    insertPublication.run(index + 1, version, Date.parse(at), Date.parse(until), isTold ? first : null, row)
  })
  bodies.finish()
  // An event never changes again, so it is found by its time.
  db.exec("CREATE INDEX changes_by_id ON changes (id) WHERE resource <> 'activity'")
  db.exec('CREATE INDEX changes_by_at ON changes (at)')
}

const toChange = (event: FeedItem): Change => {
  const { id, state, occurredAt: at } = event
  return { list: 'activity', id, type: 'CREATED', state, at, after: event }
}

/** A change as `/api/v1/changes` returns it. The ledger knows states as texts. */
function toBody(change: Change, { version, at: publishedAt }: Publication): string {
  const { list: resource, id, state, type, at, was = null, before = {}, after = {}, phasesBefore, phasesAfter } = change
  const fields = type === 'UPDATED' ? getSides(toFacts(before, phasesBefore), toFacts(after, phasesAfter)) : {}
  return JSON.stringify({
    ...{ resource, id, state, change: type, version, publishedAt, changedAt: at, updatedAtBefore: was, fields },
    record: toRecord(change),
    // A field that began or ceased to be derived with this publication has a value on one side.
    recomputed: (change.derived ?? []).filter((name) => !Object.hasOwn(fields, name)),
    mergedInto: change.mergedInto ?? null,
  } satisfies Omit<RecordChange, 'state'> & { state: string | null })
}

/** The whole record if it is new or removed; null if it is neither, or was never published. */
function toRecord({ list, type, at, was, createdAt, before, after, phasesBefore, phasesAfter }: Change): Facts | null {
  const facts = type === 'CREATED' ? after : before
  if (type === 'UPDATED' || facts === undefined) return null
  const { item, timed } = getResource(list as ResourceName)
  const phases = (type === 'CREATED' ? phasesAfter : phasesBefore) ?? []
  const stamps = type === 'CREATED' ? { createdAt: at, updatedAt: at } : { createdAt, updatedAt: was }
  return {
    ...toFacts(facts, timed.length > 0 ? phases : undefined),
    ...(hasCreatedAt(item) ? stamps : { updatedAt: stamps.updatedAt }),
  }
}

function getSides(before: Facts, after: Facts): RecordChange['fields'] {
  const fields: RecordChange['fields'] = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    fields[name] = {
      ...(Object.hasOwn(before, name) && { before: before[name] }),
      ...(Object.hasOwn(after, name) && { after: after[name] }),
    }
  }
  return fields
}

const toFacts = (facts: Facts, phases: Content['phases']): Facts =>
  phases ? { ...facts, timeline: toTimeline(phases) } : facts

/** The time-dependent fields over time; null for an open start or end. */
export const toTimeline = (phases: NonNullable<Content['phases']>): Facts[] =>
  phases.map(({ from, until, fields }) => ({
    from: from <= BEGINNING ? null : new Date(from).toISOString(),
    until: until >= END ? null : new Date(until).toISOString(),
    ...fields,
  }))
