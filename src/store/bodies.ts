import type { Resource } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { joinedAround, joinedInside } from './joined.ts'
import type { Spans } from './spans.ts'

/** Ready-made JSON, and the digest of its content. */
export interface Written {
  body: string
  digest: string
}

/** A JSON array of bodies. `bytes` is its size in UTF-8. */
export type WrittenRows = Written & { bytes: number }

/** Reads the ready-made JSON of rows as of an instant. */
export interface Bodies {
  /** The bodies of rows in order, as a JSON array. */
  array: (rows: Iterable<number>, now: Instant, isDetailed?: boolean) => WrittenRows
  /** The bodies of rows in order, one per line. */
  lines: (rows: readonly number[], now: Instant, isDetailed?: boolean) => string
  /** The digest of `array`, without reading the bodies. */
  digest: (rows: readonly number[], now: Instant, isDetailed?: boolean) => string
  /** The id of a row, and the digest of its time-independent content. */
  anchor: (row: number) => Anchor
  /** The row of an id, and its digest; null if it is not in the list. */
  rowOf: (id: string) => { row: number; digest: string } | null
  /** The body of the single record with this name; null if there is none. */
  single: (name: string, now: Instant) => Written | null
}

/** The bodies of a list. The digest of a page is made from those of its rows, which is far less to hash than the page. */
export function openBodies(dataset: Dataset, list: Resource, spans: Spans): Bodies {
  const { db } = dataset
  const { name: table, timed, detail } = list
  const joined = timed.length > 0 ? joinedAround(dataset, list, spans) : joinedInside(dataset, list)
  const anchorOf = db.prepare<[number], Anchor>(`SELECT id, digest FROM ${table}_bodies WHERE row = ?`)
  const placeOf = db.prepare<[string], { row: number; digest: string }>(
    `SELECT row, digest FROM ${table}_bodies WHERE id = ?`,
  )
  const rowOf = detail && db.prepare<[string], number>(`SELECT row FROM ${table}_names WHERE name = ?`).pluck()
  const detailOf =
    detail &&
    db
      .prepare<[number], [body: string, digest: string]>(`SELECT body, digest FROM ${table}_details WHERE row = ?`)
      .raw()

  return {
    anchor(row) {
      const anchor = anchorOf.get(row)
      if (!anchor) throw new Error(`${table} has no row ${row}.`)
      return anchor
    },
    rowOf: (id) => placeOf.get(id) ?? null,
    array(rows, now, isDetailed = false) {
      const [bodies, own, bytes] = joined.bodies(rows, now, isDetailed, ',')
      return { body: `[${bodies ?? ''}]`, digest: digestOf(own ?? ''), bytes: (bytes ?? 0) + 2 }
    },
    lines(rows, now, isDetailed = false) {
      const [bodies] = joined.bodies(rows, now, isDetailed, '\n')
      return bodies === null ? '' : `${bodies}\n`
    },
    digest: (rows, now, isDetailed = false) => digestOf(joined.digests(rows, now, isDetailed) ?? ''),
    single(name, now) {
      const row = rowOf?.get(name)
      if (row === undefined) return null
      const [found, own] = detailOf?.get(row) ?? joined.bodies([row], now, false, ',')
      return typeof found === 'string' ? { body: found, digest: own ?? '' } : null
    },
  }
}
