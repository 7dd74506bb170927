import { LRUCache } from 'lru-cache'
import type { FilterValues, Resource } from '../resources/define.ts'
import { completed, type ListQuery } from '../resources/query.ts'
import type { Instant } from '../rules/moments.ts'
import { END } from '../rules/phases.ts'
import type { Dataset } from './dataset.ts'
import { HOLDS } from './operators.ts'
import { rowFinder } from './rows.ts'

/** One page of a list: ready JSON bodies, and how many rows match in all. */
export interface Page {
  bodies: string[]
  total: number
  page: number
  limit: number
}

/** Reads one list and its single records. */
export interface Reader {
  /** The name of a query with its defaults: queries that mean the same have the same name. */
  nameOf: (query: ListQuery) => string
  /** One page of the rows that match. Rows and total come from one list of rows, so pages add up to the whole. */
  list: (query: ListQuery, now: Instant) => Page
  /** The JSON of the single record with this name; null when there is none. */
  find: (name: string, now: Instant) => string | null
  /** The instant until which every answer of this list stays the same. */
  until: (now: Instant) => Instant
}

const CACHE_BYTES = 32 * 1024 * 1024
const BYTES_PER_ROW = 4
/** What an entry of a cache takes in addition to its name and its rows. */
const BYTES_PER_ENTRY = 500

export function openReader(dataset: Dataset, resource: Resource): Reader {
  const { db, manifest } = dataset
  const { name: table, timed, detail } = resource
  const findRows = rowFinder(dataset, resource)
  const isTimed = timed.length > 0
  const turns = isTimed ? turnsOf(dataset, table) : new Float64Array()
  const bodiesAt = isTimed ? timedBodies(dataset, resource, until) : plainBodies(dataset, table)
  // The file never changes, so a list of rows holds until the next turn of a timed field.
  const rowLists = new LRUCache<string, Uint32Array>({
    maxSize: CACHE_BYTES,
    // Names hold what callers wrote, and most misspelled values find nothing.
    sizeCalculation: (rows, name) => BYTES_PER_ENTRY + name.length + BYTES_PER_ROW * rows.length,
  })
  const rowOf = detail && db.prepare<[string], number>(`SELECT row FROM ${table}_names WHERE name = ?`).pluck()
  const detailOf = detail && db.prepare<[number], string>(`SELECT body FROM ${table}_details WHERE row = ?`).pluck()

  function rowsOf(filters: FilterValues, now: Instant): Uint32Array | null {
    const name = `${until(now)} ${JSON.stringify(filters)}`
    const cached = rowLists.get(name)
    if (cached) return cached
    const rows = findRows(filters, now)
    const isCacheable = Object.keys(filters).every((parameter) => !resource.filters[parameter]?.uncached)
    if (rows && isCacheable) rowLists.set(name, rows)
    return rows
  }

  function until(now: Instant): Instant {
    let low = 0
    let high = turns.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((turns[middle] as number) > now) high = middle
      else low = middle + 1
    }
    return turns[low] ?? END
  }

  return {
    nameOf: (query) => `${table} ${JSON.stringify(completed(resource, query))}`,
    list(query, now) {
      const { filters, page, limit } = completed(resource, query)
      const rows = rowsOf(filters, now)
      const total = rows?.length ?? manifest.counts[table] ?? 0
      const bodies: string[] = []
      const bodyOf = bodiesAt(now)
      const end = Math.min(page * limit, total)
      for (let place = (page - 1) * limit; place < end; place += 1) bodies.push(bodyOf(rows?.[place] ?? place + 1))
      return { bodies, total, page, limit }
    },
    find(name, now) {
      const row = rowOf?.get(name)
      return row === undefined ? null : (detailOf?.get(row) ?? bodiesAt(now)(row))
    },
    until,
  }
}

/** The reader of the bodies of rows as they are at an instant. */
type BodiesAt = (now: Instant) => (row: number) => string

function plainBodies({ db }: Dataset, table: string): BodiesAt {
  const select = db.prepare<[number], string>(`SELECT head FROM ${table}_bodies WHERE row = ?`).pluck()
  const bodyOf = (row: number) => select.get(row) as string
  return () => bodyOf
}

/** The two parts of a body around what its timed fields are at the moment. */
function timedBodies({ db }: Dataset, { name: table, timed }: Resource, until: (now: Instant) => Instant): BodiesAt {
  const parts = db.prepare<[number], [head: string, tail: string]>(
    `SELECT head, tail FROM ${table}_bodies WHERE row = ?`,
  )
  const fieldsAt = db.prepare<[number, number, number], string>(
    `SELECT fields FROM ${table}_phases WHERE row = ? AND ${HOLDS}`,
  )
  parts.raw()
  fieldsAt.pluck()
  const unset = timed.map((field) => `"${field}":null`).join(',')
  // Fields hold until the next turn, so each row's are looked up once for all requests until then.
  let end: Instant = Number.NaN
  let known: string[] = []
  return (now) => {
    const turn = until(now)
    if (turn !== end) {
      end = turn
      known = []
    }
    return (row) => {
      let fields = known[row]
      if (fields === undefined) {
        fields = fieldsAt.get(row, now, now) ?? unset
        known[row] = fields
      }
      const [head, tail] = parts.get(row) as [string, string]
      return head + fields + tail
    }
  }
}

/** All instants at which a timed field of any row changes, ascending. */
function turnsOf({ db }: Dataset, table: string): Float64Array {
  const select = db.prepare<[number], number>(
    `SELECT since FROM ${table}_phases WHERE since > 0 UNION SELECT until FROM ${table}_phases WHERE until < ? ORDER BY 1`,
  )
  return Float64Array.from(select.pluck().all(END))
}
