import type { Resource } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { HOLDS } from './operators.ts'
import { textOf } from './unpacked.ts'

/** Ready JSON, and the digest of what it says. */
export interface Written {
  body: string
  digest: string
}

/** Reads the ready JSON of rows, each as it is at an instant. */
export interface Bodies {
  /** The bodies of rows in their order, as a JSON array. */
  array: (rows: Iterable<number>, now: Instant, isDetailed?: boolean) => Written
  /** The id of a row, and the digest of what of it does not depend on the time. */
  anchor: (row: number) => Anchor
  /** The row of an id, and its digest; null where the list does not have it. */
  rowOf: (id: string) => { row: number; digest: string } | null
  /** The body of the single record with this name; null when there is none. */
  single: (name: string, now: Instant) => Written | null
}

type Read = [body: string | null, digest: string | null]

/**
 * The bodies of a list. A page is joined inside SQLite and read as one string, which takes half the time of reading its
 * rows one by one. Its digest is made of those of its rows, which is far less to hash than the page.
 */
/** A record with what its own endpoint answers, under `detail`. */
const detailed = (body: string): string =>
  `ifnull(substr(${body}, 1, length(${body}) - 1) || ',"detail":' || d.body || '}', ${body})`

export function openBodies({ db }: Dataset, { name: table, timed, detail, instant }: Resource): Bodies {
  const unset = timed.map((field) => `"${field}":null`).join(',')
  const isTimed = timed.length > 0
  // Removed records have no tail: nothing of them depends on the time.
  const body = isTimed
    ? `b.head || ifnull(ifnull(p.fields, '${unset}') || b.tail, '')`
    : instant
      ? textOf(table, 'b.head')
      : 'b.head'
  const digest = isTimed ? `b.digest || ifnull(p.fields, '')` : 'b.digest'
  const phases = isTimed ? `LEFT JOIN ${table}_phases AS p ON p.row = b.row AND ${HOLDS}` : ''
  const instants = (now: Instant): Instant[] => (isTimed ? [now, now] : [])

  // A cross join keeps the order of the rows that it is given.
  const array = db
    .prepare<(string | number)[], Read>(
      `SELECT group_concat(${body}), group_concat(${digest}) FROM json_each(?) AS e CROSS JOIN ${table}_bodies AS b ON b.row = e.value ${phases}`,
    )
    .raw()
  const detailedArray =
    detail &&
    db
      .prepare<(string | number)[], Read>(
        `SELECT group_concat(${detailed(body)}), group_concat(${digest} || ifnull(d.digest, '')) FROM json_each(?) AS e CROSS JOIN ${table}_bodies AS b ON b.row = e.value LEFT JOIN ${table}_details AS d ON d.row = b.row ${phases}`,
      )
      .raw()
  const anchorOf = db.prepare<[number], Anchor>(`SELECT id, digest FROM ${table}_bodies WHERE row = ?`)
  const placeOf = db.prepare<[string], { row: number; digest: string }>(
    `SELECT row, digest FROM ${table}_bodies WHERE id = ?`,
  )
  const rowOf = detail && db.prepare<[string], number>(`SELECT row FROM ${table}_names WHERE name = ?`).pluck()
  const detailOf = detail && db.prepare<[number], Read>(`SELECT body, digest FROM ${table}_details WHERE row = ?`).raw()
  const bodyOf = db
    .prepare<number[], Read>(`SELECT ${body}, ${digest} FROM ${table}_bodies AS b ${phases} WHERE b.row = ?`)
    .raw()

  return {
    anchor(row) {
      const anchor = anchorOf.get(row)
      if (!anchor) throw new Error(`${table} has no row ${row}.`)
      return anchor
    },
    rowOf: (id) => placeOf.get(id) ?? null,
    array(rows, now, isDetailed = false) {
      const select = (isDetailed && detailedArray) || array
      const [bodies, digests] = select.get(JSON.stringify([...rows]), ...instants(now)) ?? []
      return { body: `[${bodies ?? ''}]`, digest: digestOf(digests ?? '') }
    },
    single(name, now) {
      const row = rowOf?.get(name)
      if (row === undefined) return null
      const [found, own] = detailOf?.get(row) ?? bodyOf.get(...instants(now), row) ?? []
      return typeof found === 'string' ? { body: found, digest: own ?? '' } : null
    },
  }
}
