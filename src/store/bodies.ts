import { ID_WITHIN, idIn, nameKey } from '../bake/names.ts'
import type { Resource } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Dataset } from './dataset.ts'
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
  const { db, expand } = dataset
  const { name: table, timed, detail } = list
  const plain = timed.length > 0 ? joinedAround(dataset, list, spans, false) : joinedInside(dataset, list)
  const detailed = once(() => (detail ? joinedAround(dataset, list, spans, true) : plain))
  const joined = (isDetailed: boolean) => (isDetailed ? detailed() : plain)
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
  const rowNamed = `(SELECT row FROM ${table}_names WHERE name = ?)`
  const detailNamed =
    detail &&
    db
      .prepare<[Buffer], [body: string, digest: string]>(
        `SELECT body, digest FROM ${table}_details WHERE row = ${rowNamed}`,
      )
      .raw()
  const itemNamed =
    detail &&
    db
      .prepare<[Buffer], [row: number, head: string, tail: string, digest: string]>(
        `SELECT row, head, tail, digest FROM ${table}_bodies WHERE row = ${rowNamed}`,
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
      const key = nameKey(name)
      const stored = detailNamed?.get(key)
      if (stored) return { body: stored[0], digest: stored[1] }
      const found = itemNamed?.get(key)
      if (!found) return null
      const [row, head, tail, digest] = found
      if (timed.length === 0) return { body: expand(head), digest }
      const fields = spans.fields(now)(row)
      return { body: expand(head) + (fields ?? unset) + expand(tail), digest: digest + (fields ?? '') }
    },
  }
}
