import {
  advance,
  type Difference,
  type Ledger,
  type ListedRecord,
  openComparison,
  type Step,
} from '../ledger/advance.ts'
import { createContentReader, readChanges, readLedger } from '../ledger/files.ts'
import { type Content, type Facts, formatKey, getDifference, isGone } from '../ledger/shapes.ts'
import type { Dataset } from '../records/dataset.ts'
import { DatasetError } from '../records/ndjson.ts'
import type { DocumentTexts } from '../records/texts.ts'
import { hasCreatedAt, type Resource } from '../resources/define.ts'
import { getResource, RESOURCE_NAMES, type RESOURCES, type ResourceName } from '../resources/index.ts'
import {
  type AnyRow,
  createPublished,
  type Fields,
  getId,
  type NightlyRun,
  type Stamps,
} from '../resources/publishing.ts'
import { getStats, type Stats } from '../resources/states.ts'
import type { RecordNews } from '../rules/notices/changes.ts'
import { pick } from '../rules/pick.ts'
import { getDigestOfAll } from '../rules/text/digest.ts'
import { compare } from '../rules/text/words.ts'
import type { Instant } from '../rules/time/moments.ts'
import { type ChangeHistory, withChanges } from './tables/changes-table.ts'
import { getHeldList } from './tables/format.ts'

type RowOf<Name extends ResourceName> = ReturnType<ReturnType<(typeof RESOURCES)[Name]>['publish']>[number]
type StampedRow<Name extends ResourceName> = RowOf<Name> & { item: Pick<Stamps, 'updatedAt'> & Partial<Stamps> }

/**
 * Everything that a bake publishes, before it is written: the rows of each list, those that are only on file among
 * them, the stats, and the ledger.
 */
export type PublishedLists = { [Name in ResourceName]: StampedRow<Name>[] } & {
  stats: Stats
  /** The full texts of documents that are stored with the records. */
  texts: DocumentTexts
  step: Step
  /** What is published about this publication and the previous ones. */
  history: ChangeHistory
}

/**
 * Turns a dataset into a publication.
 * @param run what a nightly run adds to the feed, and when it is published; null if the dataset is only inspected
 * @param folder the dataset folder whose ledger has what was published before; null if nothing was
 */
export function publish(dataset: Dataset, run: NightlyRun | null, folder: string | null = null): PublishedLists {
  const now = run?.now ?? null
  const ledger = folder === null ? null : readPublished(folder, dataset.history)
  // The changes of a dataset that is only inspected are not kept, so their contents need not be either.
  const isInspected = ledger === null && now === null
  const { compareList, getAll } = openComparison(
    ledger,
    folder === null ? () => new Map() : createContentReader(folder),
    !isInspected,
  )
  const compareRows = (name: ResourceName, rows: readonly AnyRow[]) =>
    compareList(name, () => toListedRecords(getResource(name), rows)).differences
  const published = createPublished(dataset, run, (name, rows) =>
    ledger && now !== null
      ? compareRows(name as ResourceName, rows).flatMap((difference) => toNews(difference, now))
      : [],
  )
  const lists = new Map(RESOURCE_NAMES.map((name) => [name, published.rows(getResource(name))]))
  const held = new Map(RESOURCE_NAMES.map((name) => [name, published.heldRows(getResource(name))]))
  for (const [name, rows] of lists) if (!getResource(name).instant) compareRows(name, rows)
  for (const [name, rows] of held) {
    if (rows.length > 0) compareList(getHeldList(name), () => toListedRecords(getResource(name), rows))
  }
  const events = (lists.get('activity') ?? []).map(({ item }) => item as { id: string; occurredAt: string })
  const served = {
    lists: getAll(),
    events: events.length,
    lastEvent: events.at(-1)?.id ?? null,
    texts: hashTexts(dataset.records.documents),
  }
  const step = advance(ledger, served, now)
  const history = getHistory(step, folder)
  const stamped = RESOURCE_NAMES.map((name) => {
    const rows = [...(lists.get(name) ?? []), ...(held.get(name) ?? [])]
    return [name, stampRows(getResource(name), rows, step)]
  })
  return { ...Object.fromEntries(stamped), stats: getStats(dataset, published), texts: dataset.texts, step, history }
}

/** The ledger of a dataset folder; null before its first publication. @throws DatasetError when the feed lacks published events */
export function readPublished(folder: string, { feed }: Dataset['history']): Ledger | null {
  const ledger = readLedger(folder)
  const { events = 0, lastEvent = null } = ledger?.publications.at(-1) ?? {}
  if ((feed?.[events - 1]?.id ?? null) === lastEvent) return ledger
  const reason = `lacks events of the ${events} that were published. Restore history from git`
  throw new DatasetError([{ file: 'changes.ndjson', line: 0, field: 'file', reason }])
}

function getHistory({ ledger, published }: Step, folder: string | null): ChangeHistory {
  const { publications } = ledger
  const before = withChanges(publications).filter(({ version }) => version !== published?.publication.version)
  const isFirst = publications.length === 1
  const changes = [...(folder === null ? [] : readChanges(folder, before)), ...((!isFirst && published?.changes) || [])]
  // The changes of rows that are only on file are not published.
  return { publications, changes: changes.filter(({ list }) => (RESOURCE_NAMES as readonly string[]).includes(list)) }
}

/** The rows with their times of publication in items and details. Items of the feed are copied, because it remains. */
function stampRows(list: Resource, rows: readonly AnyRow[], { ledger }: Step): readonly AnyRow[] {
  const { name, item, instant } = list
  if (instant) return rows.map((row) => ({ ...row, item: { ...row.item, updatedAt: instant(row.item as never) } }))
  const isDated = hasCreatedAt(item)
  for (const row of rows) {
    const entry = ledger.entries.get(formatKey(row.isHeld ? getHeldList(name) : name, getId(row)))
    if (!entry || isGone(entry)) throw new Error('A published record is missing from the ledger.')
    const { createdAt, updatedAt } = entry
    const stamps = isDated ? { createdAt, updatedAt } : { updatedAt }
    Object.assign(row.item, stamps)
    if (row.detail) Object.assign(row.detail, stamps)
  }
  return rows
}

/** The rows of a list as the ledger compares them, one at a time. */
function* toListedRecords(resource: Resource, rows: readonly AnyRow[]): Generator<ListedRecord> {
  for (const row of rows) {
    const { item, detail, phases, merged: absorbed = [] } = row
    const id = getId(row)
    // The fields of an item, then those that its detail adds.
    const fields: Fields = detail ? { ...item, ...detail, ...item } : { ...item }
    const derived = pick(fields, resource.derived ?? [])
    const isPublished = (name: string) => !Object.hasOwn(derived, name)
    const facts = resource.derived ? pick(fields, Object.keys(fields).filter(isPublished)) : fields
    const names = (row.names ?? []).filter((name) => name !== id)
    yield {
      id,
      state: (item.state ?? item.code ?? null) as string | null,
      content: phases ? { facts, phases } : { facts },
      derived,
      names,
      absorbed,
      formerIds: resource.detail ? absorbed.filter((former) => !names.includes(former)) : [],
      dated: row.dated ?? null,
    }
  }
}

const hashTexts = (documents: readonly { id: string; text?: string | undefined }[]): string =>
  getDigestOfAll(
    documents
      .filter(({ text }) => text !== undefined)
      .sort((a, b) => compare(a.id, b.id))
      .map(({ id, text }) => `${id} ${text}\n`),
  )

/** The change of a record since the last publication, as the feed reports it. */
function toNews({ id, type, record, last, before: content, mergedInto }: Difference, now: Instant): RecordNews[] {
  const before = getFactsAt(content, now)
  if (!record) return last && type !== 'UPDATED' && type !== 'CREATED' ? [{ type, id, before, mergedInto }] : []
  const after = getFactsAt(record.content, now)
  if (!last) return [{ type: 'CREATED', id, after }]
  const changed = getDifference(before, after)
  // A field that is missing on one side was added to, or removed from, all records.
  const fields = Object.keys(changed.after).filter((field) => Object.hasOwn(changed.before, field))
  return [{ type: 'UPDATED', id, before, after, fields }]
}

/** The facts of a content, with its timed fields as of an instant. */
function getFactsAt(content: Content | null, now: Instant): Facts {
  const phase = content?.phases?.find(({ from, until }) => from <= now && now < until)
  return { ...content?.facts, ...phase?.fields }
}
