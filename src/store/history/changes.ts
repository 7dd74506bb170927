import { LRUCache } from 'lru-cache'
import { CHANGE_BODY } from '../../bake/tables/format.ts'
import { getFields } from '../../resources/define.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../resources/index.ts'
import { once } from '../../rules/once.ts'
import { getDigest } from '../../rules/text/digest.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { type CategoryId, findCategory } from '../../schema/taxonomy.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import type { Dataset } from '../open/dataset.ts'

/** Which changes to read: between publications `from` (exclusive) and `to` (inclusive), or after an instant. */
export interface ChangesQuery {
  since?: Instant
  from?: string
  to?: string
  resource?: readonly string[]
  state?: readonly string[]
  change?: readonly string[]
  id?: string
  page: number
  limit: number
}

/** Changes are not available from this version or time on. */
export class OutOfReach extends Error {
  readonly parameter: 'since' | 'from' | 'to'
  constructor(parameter: OutOfReach['parameter'], message: string) {
    super(message)
    this.parameter = parameter
  }
}

interface PublicationRow {
  number: number
  version: string
  /** The version of the previous publication; empty for the first one. */
  before: string
  /** The times of its first and last change. */
  at: Instant
  until: Instant
  /** The row of its first change; null if its changes are no longer published, except for its events in the feed. */
  first: number | null
  last: number
}

/** A change as `/api/v1/changes` returns it, with its state, a code or NONE. */
interface ChangeRow {
  row: number
  resource: string
  state: string
  body: string
}

/** Reads the changes that a bake publishes: rows from 1, oldest publication first. */
export function openChanges({ prepare }: Dataset) {
  const readPublications = once(
    () =>
      prepare(
        `SELECT number, version, lag(version, 1, '') OVER (ORDER BY number) AS before, at, until, first_change AS first,
         last_change AS last FROM publications ORDER BY number`,
      ).all() as PublicationRow[],
  )
  const select = (clauses: string, values: readonly unknown[]) =>
    prepare(`SELECT row, resource, state, ${CHANGE_BODY} AS body FROM changes ${clauses}`).all(...values) as ChangeRow[]

  /** The publication before the first one whose changes are published; the last of all if there is none. */
  function start(): PublicationRow {
    const all = readPublications()
    const first = all.findIndex((publication) => publication.first !== null)
    return all.at(first > 0 ? first - 1 : -1) as PublicationRow
  }

  const reach = ({ version, until } = start()): string =>
    `Changes are available from version ${version} of ${new Date(until).toISOString()} on; take a snapshot from /api/v1/exports and follow from there.`

  function getBound(parameter: 'from' | 'to', version: string): PublicationRow {
    const bound = readPublications().find((publication) => publication.version === version)
    if (!bound) throw new OutOfReach(parameter, `No publication has the version "${version}". ${reach()}`)
    if (bound.number < start().number) throw new OutOfReach(parameter, `Is too long ago. ${reach()}`)
    return bound
  }

  return {
    publications: readPublications,
    /** The changes of a publication, oldest first. */
    of: ({ first, last }: PublicationRow): ChangeRow[] =>
      first === null ? [] : select('WHERE row BETWEEN ? AND ? ORDER BY row', [first, last]),
    /** The changes of a record after a row, oldest first. */
    after: (row: number, resource: string, id: string): ChangeRow[] =>
      select(`WHERE row IN (${OF_RECORD}) AND resource = ? AND row > ? ORDER BY row`, [id, id, id, resource, row]),
    /** Newest first; oldest first if a start is given. @throws OutOfReach */
    page({ since, from, to, id, page, limit, ...chosen }: ChangesQuery) {
      if (since !== undefined && since < start().until) throw new OutOfReach('since', `Is too long ago. ${reach()}`)
      const after = from === undefined ? start() : getBound('from', from)
      // The plus keeps the rows in the order of their times, and those of one record apart.
      const row = since === undefined && id === undefined ? 'row' : '+row'
      const conditions: [sql: string, ...values: unknown[]][] = [[`${row} > ?`, after.last]]
      if (since !== undefined) conditions.push(['at > ?', since])
      if (to !== undefined) conditions.push([`${row} <= ?`, getBound('to', to).last])
      if (id !== undefined) conditions.push([`row IN (${OF_RECORD})`, id, id, id])
      for (const column of ['resource', 'state', 'change'] as const) {
        const values = chosen[column]
        if (values) conditions.push([`+${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)])
      }
      const where = `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`
      const order = since !== undefined ? 'at, row' : from !== undefined ? 'row' : 'row DESC'
      const values = [...conditions.flatMap(([, ...each]) => each), limit + 1, (page - 1) * limit]
      const rows = select(`${where} ORDER BY ${order} LIMIT 0 + ? OFFSET 0 + ?`, values)
      const shown = rows.slice(0, limit).map(({ body }) => body)
      return {
        data: `[${shown.join(',')}]`,
        digest: getDigest(shown.map(getDigest).join(',')),
        count: shown.length,
        hasMore: rows.length > limit,
      }
    },
  }
}

/** The changes of a record, from its id, three times. */
const OF_RECORD = `SELECT row FROM changes WHERE id = ? AND resource <> 'activity'
  UNION ALL SELECT row FROM changes WHERE at = (SELECT occurredAt FROM activity WHERE id = ?) AND id = ?`

/** The record after which a page was to start has changed or is gone, so its position is unknown. */
export class CursorExpired extends Error {
  override name = 'CursorExpired'
}

/** A change of one publication, with the values that webhook filters use. */
export interface PublishedChange extends Pick<RecordChange, 'resource' | 'change'> {
  /** A state code, or NONE. */
  state: string
  /** The categories of the record before and after. */
  categories: readonly CategoryId[]
  /** Its types before and after: those of opportunities, events, and feed events. */
  types: readonly string[]
  /** The change as returned by `/api/v1/changes`. */
  body: string
}

// The changes of a publication are read once for all webhooks.
const CACHED_MAX = 4

/** Reads single publications. @param current the current record of a list, as it returns it; null if it is gone */
export function openPublications(
  changes: ReturnType<typeof openChanges>,
  current: (list: ResourceName, id: string) => Readonly<Record<string, unknown>> | null,
) {
  /** The publications whose changes are available. */
  const readPublished = () => changes.publications().filter(({ first, before }) => first !== null && before !== '')
  const cached = new LRUCache<string, readonly PublishedChange[]>({ max: CACHED_MAX, memoMethod: readChanges })

  /** The value of a field right after a publication: the old value in a later change, otherwise the current one. */
  function readValueAfter({ resource, id }: RecordChange, { last }: PublicationRow, field: string): unknown {
    for (const { body } of changes.after(last, resource, id)) {
      const { fields, record } = JSON.parse(body) as RecordChange
      if (record) return record[field]
      const sides = fields[field]
      if (sides) return sides.before
    }
    return isList(resource) ? current(resource, id)?.[field] : undefined
  }

  /** The values of a field before and after a change. */
  function readSides(change: RecordChange, publication: PublicationRow, field: string): unknown[] {
    if (change.record) return [change.record[field]]
    const both = change.fields[field]
    return both ? [both.before, both.after] : [readValueAfter(change, publication, field)]
  }

  function toPublished({ state, body }: ChangeRow, publication: PublicationRow): PublishedChange {
    const change = JSON.parse(body) as RecordChange
    const { resource: list } = change
    const read = (parameter: string) =>
      getFiltered(list, parameter).flatMap((field) => readSides(change, publication, field))
    const detail = change.record?.detail as { category?: unknown } | undefined
    const words = [...read('programCategory'), list === 'activity' ? detail?.category : null].flat()
    return {
      resource: list,
      change: change.change,
      state,
      categories: words.flatMap((word) => (typeof word === 'string' ? (findCategory(word) ?? []) : [])),
      types: read('type').filter((type) => typeof type === 'string'),
      body,
    }
  }

  return {
    /** The publications after an instant, oldest first. */
    after: (until: Instant): PublicationRow[] => readPublished().filter((publication) => publication.until > until),
    /** The time of the newest publication. */
    newest: (): Instant => changes.publications().at(-1)?.until ?? 0,
    find: (version: string): PublicationRow | null =>
      readPublished().find((publication) => publication.version === version) ?? null,
    /** The changes of a publication, in the order of `/api/v1/changes`. */
    changes: (version: string): readonly PublishedChange[] => cached.memo(version),
  }

  function readChanges(version: string): PublishedChange[] {
    const publication = changes.publications().find((one) => one.version === version)
    return publication ? changes.of(publication).map((change) => toPublished(change, publication)) : []
  }
}

/** The fields of a list's records that its filter compares. */
const getFiltered = (list: string, parameter: string): readonly string[] =>
  isList(list) ? getFields(getResource(list), parameter) : []

const isList = (name: string): name is ResourceName => (RESOURCE_NAMES as readonly string[]).includes(name)
