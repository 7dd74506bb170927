import { ID_WITHIN, idIn, nameKey } from '../bake/names.ts'
import type { Resource } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Dataset } from './dataset.ts'
import { DETAIL_COLUMNS, openDetails, type StoredDetail } from './details.ts'
import { joinedAround, joinedInside, unsetFields } from './joined.ts'
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
  const plain = timed.length > 0 ? joinedAround(dataset, list, spans, false) : joinedInside(dataset, list)
  const detailed = once(() => (detail ? joinedAround(dataset, list, spans, true) : plain))
  const joined = (isDetailed: boolean) => (isDetailed ? detailed() : plain)
  const { complete } = openDetails(dataset, list)
  const unset = unsetFields(list)
  const anchorOf = db
    .prepare<[number], [beginning: string, digest: string]>(
      `SELECT substr(head, 1, ${ID_WITHIN}), digest FROM ${table}_bodies WHERE row = ?`,
    )
    .raw()
  const placesOf = db
    .prepare<[Buffer, string, Buffer], number>(
      `SELECT row FROM ${table}_names WHERE name = ? UNION ALL SELECT row FROM removed_names WHERE list = ? AND name = ?`,
    )
    .pluck()
  // A join with the names would be planned anew on every call.
  const named =
    detail &&
    db
      .prepare<[Buffer], [row: number, head: string, tail: string, own: string, ...StoredDetail]>(
        `SELECT b.row, b.head, b.tail, b.digest, ${DETAIL_COLUMNS} FROM ${table}_bodies AS b
         LEFT JOIN ${table}_details AS d ON d.row = b.row WHERE b.row = (SELECT row FROM ${table}_names WHERE name = ?)`,
      )
      .raw()

  function anchor(row: number): Anchor {
    const found = anchorOf.get(row)
    if (!found) throw new Error(`${table} has no row ${row}.`)
    const [beginning, digest] = found
    return { id: idIn(beginning), digest }
  }

  return {
    anchor,
    rowOf(id) {
      const key = nameKey(id)
      const rows = placesOf.all(key, table, key).map((row) => ({ row, ...anchor(row) }))
      return rows.find((each) => each.id === id) ?? null
    },
    array(rows, now, isDetailed = false) {
      const [bodies, own, bytes] = joined(isDetailed).bodies(rows, now, ',')
      return { body: `[${bodies ?? ''}]`, digest: digestOf(own ?? ''), bytes: (bytes ?? 0) + 2 }
    },
    lines(rows, now, isDetailed = false) {
      const [bodies] = joined(isDetailed).bodies(rows, now, '\n')
      return bodies === null ? '' : `${bodies}\n`
    },
    digest: (rows, now, isDetailed = false) => digestOf(joined(isDetailed).digests(rows, now) ?? ''),
    single(name, now) {
      const found = named?.get(nameKey(name))
      if (!found) return null
      const [row, head, tail, digest, layout, own, detailDigest] = found
      const body = complete(head, tail, layout, own)
      if (body !== null) return { body, digest: detailDigest ?? '' }
      if (timed.length === 0) return { body: head, digest }
      const fields = spans.fields(now)(row)
      return { body: head + (fields ?? unset) + tail, digest: digest + (fields ?? '') }
    },
  }
}
