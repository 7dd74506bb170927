import { advance, NO_ENTRIES, type Step } from '../../ledger/advance.ts'
import {
  type Comparing,
  type Content,
  comparingWith,
  type Difference,
  type Facts,
  formatKey,
  getDifference,
  type ListedRecord,
} from '../../ledger/content.ts'
import { NO_PAST, type Past } from '../../ledger/files.ts'
import { type Entry, isGone } from '../../ledger/shapes.ts'
import type { Dataset } from '../../records/dataset.ts'
import type { DocumentTexts } from '../../records/texts.ts'
import { hasCreatedAt, type Resource } from '../../resources/define.ts'
import { RESOURCE_NAMES, type RESOURCES, type ResourceName, resource } from '../../resources/index.ts'
import {
  type AnyRow,
  type Fields,
  getId,
  type NewsOf,
  type NightlyRun,
  publishing,
  type Stamps,
} from '../../resources/publishing.ts'
import { getStats, type Stats } from '../../resources/states.ts'
import type { RecordNews } from '../../rules/notices/changes.ts'
import { digestOfAll } from '../../rules/text/digest.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { type ChangeHistory, withChanges } from '../tables/changes-table.ts'

type RowOf<Name extends ResourceName> = ReturnType<ReturnType<(typeof RESOURCES)[Name]>['publish']>[number]
type StampedRow<Name extends ResourceName> = RowOf<Name> & { item: Pick<Stamps, 'updatedAt'> & Partial<Stamps> }

/**
 * Everything that a bake publishes, before it is written: the rows of each list, those that are only on file among
 * them, the stats, and the ledger.
 */
export type Publication = { [Name in ResourceName]: StampedRow<Name>[] } & {
  stats: Stats
  /** The full texts of documents that are stored with the records. */
  texts: DocumentTexts
  step: Step
  /** What is published about this publication and the previous ones. */
  history: ChangeHistory
}

/**
 * Turns a dataset into a publication.
 * @param run what a nightly run adds to the feed; null if the dataset is published as it is
 * @param past what was published before
 * @param now when it is published; null if it is only inspected
 */
export function publish(
  dataset: Dataset,
  run: NightlyRun | null,
  past: Past = NO_PAST,
  now: Instant | null = null,
): Publication {
  // The changes of a dataset that is only inspected are not kept, so their contents need not be either.
  const isInspected = past.ledger === null && now === null
  const comparing = comparingWith(past.ledger?.entries ?? NO_ENTRIES, !isInspected)
  const published = publishing(dataset, run, newsSince(past, now, comparing))
  const lists = new Map(RESOURCE_NAMES.map((name) => [name, published.rows(resource(name))]))
  const held = new Map(RESOURCE_NAMES.map((name) => [name, published.heldRows(resource(name))]))
  for (const [name, rows] of lists) {
    if (!resource(name).instant) comparing.compare(name, () => listedRecords(resource(name), rows))
  }
  for (const [name, rows] of held) {
    if (rows.length > 0) comparing.compare(getHeldList(name), () => listedRecords(resource(name), rows))
  }
  const events = (lists.get('activity') ?? []).map(({ item }) => item as { id: string; occurredAt: string })
  const served = {
    lists: comparing.all(),
    events: events.length,
    lastEvent: events.at(-1)?.id ?? null,
    texts: textsHash(dataset.records.documents),
  }
  const step = advance(past.ledger, served, now, past.readContents)
  const history = getHistory(step, past)
  const stamped = RESOURCE_NAMES.map((name) => {
    const rows = [...(lists.get(name) ?? []), ...(held.get(name) ?? [])]
    return [name, stampedRows(resource(name), rows, step)]
  })
  return { ...Object.fromEntries(stamped), stats: getStats(dataset, published), texts: dataset.texts, step, history }
}

function getHistory({ ledger, published }: Step, past: Past): ChangeHistory {
  const { publications } = ledger
  const before = withChanges(publications).filter(({ version }) => version !== published?.publication.version)
  const isFirst = publications.length === 1
  const changes = [...past.readChanges(before), ...((!isFirst && published?.changes) || [])]
  return { publications, changes: changes.filter(({ list }) => isPublished(list)) }
}

/** The rows with their times of publication in items and details. Items of the feed are copied, because it remains. */
function stampedRows(list: Resource, rows: readonly AnyRow[], { ledger }: Step): readonly AnyRow[] {
  const { name, item, instant } = list
  if (instant) return rows.map((row) => ({ ...row, item: { ...row.item, updatedAt: instant(row.item as never) } }))
  const isDated = hasCreatedAt(item)
  for (const row of rows) {
    const { createdAt, updatedAt } = getStamps(
      ledger.entries.get(formatKey(row.isHeld ? getHeldList(name) : name, getId(row))),
    )
    const stamps = isDated ? { createdAt, updatedAt } : { updatedAt }
    Object.assign(row.item, stamps)
    if (row.detail) Object.assign(row.detail, stamps)
  }
  return rows
}

function getStamps(entry: Entry | undefined): Stamps {
  if (!entry || isGone(entry)) throw new Error('A published record is missing from the ledger.')
  return entry
}

/** The name under which the ledger has the rows of a list that are only on file. */
export const getHeldList = (list: string): string => `${list}.held`

/** Whether the changes of a list of the ledger are published. */
const isPublished = (list: string): boolean => !list.endsWith('.held')

/** The rows of a list as the ledger compares them, one at a time. */
function* listedRecords(resource: Resource, rows: readonly AnyRow[]): Generator<ListedRecord> {
  const derivedFields = new Set(resource.derived ?? [])
  for (const row of rows) {
    const id = getId(row)
    const { facts, derived } = formatFacts(row, derivedFields)
    const names = (row.names ?? []).filter((name) => name !== id)
    const absorbed = row.merged ?? []
    yield {
      id,
      state: (row.item.state ?? row.item.code ?? null) as string | null,
      content: row.phases ? { facts, phases: row.phases } : { facts },
      derived,
      names,
      absorbed,
      formerIds: resource.detail ? absorbed.filter((former) => !names.includes(former)) : [],
      dated: row.dated ?? null,
    }
  }
}

/** The fields of an item, then those that its detail adds. */
function formatFacts(
  { item, detail = {} }: AnyRow,
  derivedFields: ReadonlySet<string>,
): { facts: Facts; derived: Facts } {
  // A copy of an item takes a fifth of the memory of an object to which its fields were added one by one.
  const facts: Fields = { ...item }
  for (const [name, value] of Object.entries(detail)) if (!Object.hasOwn(item, name)) facts[name] = value
  const derived: Fields = {}
  for (const name of Object.keys(facts).filter((field) => derivedFields.has(field))) {
    derived[name] = facts[name]
    delete facts[name]
  }
  return { facts, derived }
}

/** The hash of what is searchable in documents but not shown. */
const textsHash = (documents: readonly { id: string; text?: string | undefined }[]): string =>
  digestOfAll(
    documents
      .filter(({ text }) => text !== undefined)
      .sort((a, b) => compare(a.id, b.id))
      .map(({ id, text }) => `${id} ${text}\n`),
  )

/** The changes to the records of lists since the last publication; empty if there was none. */
function newsSince({ ledger, readContents }: Past, now: Instant | null, { compare }: Comparing): NewsOf {
  if (ledger === null || now === null) return () => []
  return (name, rows) => {
    const { differences } = compare(name, () => listedRecords(resource(name as ResourceName), rows))
    const before = readContents(
      new Set(
        differences.flatMap((difference) =>
          'last' in difference && difference.last ? formatKey(name, difference.last.id) : [],
        ),
      ),
    )
    return differences.flatMap((difference) =>
      getNews(difference, (id) => factsAt(before.get(formatKey(name, id)), now), now),
    )
  }
}

function getNews(difference: Difference, getBefore: (id: string) => Facts, now: Instant): RecordNews[] {
  switch (difference.type) {
    case 'CREATED':
      return [{ type: difference.type, id: difference.record.id, after: factsAt(difference.record.content, now) }]
    case 'UPDATED': {
      const { id, content } = difference.record
      const [before, after] = [getBefore(id), factsAt(content, now)]
      const changed = getDifference(before, after)
      // A field that is missing on one side was added to, or removed from, all records.
      const fields = Object.keys(changed.after).filter((field) => Object.hasOwn(changed.before, field))
      return [{ type: difference.type, id, before, after, fields }]
    }
    case 'REMOVED':
    case 'MERGED': {
      if (difference.last === null) return []
      const { id } = difference.last
      return [
        {
          type: difference.type,
          id,
          before: getBefore(id),
          mergedInto: difference.type === 'MERGED' ? difference.mergedInto : null,
        },
      ]
    }
    default:
      return difference satisfies never
  }
}

/** The facts of a content, with its timed fields as of an instant. */
function factsAt(content: Content | undefined, now: Instant): Facts {
  const phase = content?.phases?.find(({ from, until }) => from <= now && now < until)
  return { ...content?.facts, ...phase?.fields }
}
