import type { Resource } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Dataset } from './dataset.ts'
import { HOLDS } from './operators.ts'

/** Ready-made JSON, and the digest of its content. */
export interface Written {
  body: string
  digest: string
}

/** Reads the ready-made JSON of rows as of an instant. */
export interface Bodies {
  /** The bodies of rows in order, as a JSON array. */
  array: (rows: Iterable<number>, now: Instant, isDetailed?: boolean) => Written
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

type Read = [body: string | null, digest: string | null]

/** A record with the content of its own endpoint under `detail`. */
const detailed = (body: string): string =>
  `ifnull(substr(${body}, 1, length(${body}) - 1) || ',"detail":' || d.body || '}', ${body})`

/**
 * The bodies of a list. A page is joined inside SQLite and read as one string, which takes half the time of reading its
 * rows one by one. Its digest is made from those of its rows, which is far less to hash than the page.
 */
export function openBodies({ db }: Dataset, { name: table, timed, detail }: Resource): Bodies {
  const unset = timed.map((field) => `"${field}":null`).join(',')
  const isTimed = timed.length > 0
  // Removed records have no tail: they have no time-dependent fields.
  const body = isTimed ? `b.head || ifnull(ifnull(p.fields, '${unset}') || b.tail, '')` : 'b.head'
  const digest = isTimed ? `b.digest || ifnull(p.fields, '')` : 'b.digest'
  const phases = isTimed ? `LEFT JOIN ${table}_phases AS p ON p.row = b.row AND ${HOLDS}` : ''
  const instants = (now: Instant): Instant[] => (isTimed ? [now, now] : [])

  // A cross join keeps the order of the given rows.
  const rowsOf = `FROM json_each(?) AS e CROSS JOIN ${table}_bodies AS b ON b.row = e.value`
  const joining = (separator: string) => {
    const of = (bodies: string, digests: string, from: string) =>
      db
        .prepare<(string | number)[], Read>(
          `SELECT group_concat(${bodies}${separator}), group_concat(${digests}) ${from} ${phases}`,
        )
        .raw()
    const plain = of(body, digest, rowsOf)
    const withDetail =
      detail &&
      of(
        detailed(body),
        `${digest} || ifnull(d.digest, '')`,
        `${rowsOf} LEFT JOIN ${table}_details AS d ON d.row = b.row`,
      )
    return (rows: Iterable<number>, now: Instant, isDetailed: boolean): Read =>
      ((isDetailed && withDetail) || plain).get(JSON.stringify([...rows]), ...instants(now)) ?? [null, null]
  }
  const joined = joining('')
  // Few callers request lines, so the statements are prepared on first use.
  const inLines = once(() => joining(', char(10)'))
  const digests = (isDetailed: boolean) =>
    db
      .prepare<(string | number)[], string | null>(
        isDetailed && detail
          ? `SELECT group_concat(${digest} || ifnull(d.digest, '')) ${rowsOf} LEFT JOIN ${table}_details AS d ON d.row = b.row ${phases}`
          : `SELECT group_concat(${digest}) ${rowsOf} ${phases}`,
      )
      .pluck()
  const plainDigests = once(() => digests(false))
  const detailedDigests = once(() => digests(true))
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
      const [bodies, own] = joined(rows, now, isDetailed)
      return { body: `[${bodies ?? ''}]`, digest: digestOf(own ?? '') }
    },
    lines(rows, now, isDetailed = false) {
      const [bodies] = inLines()(rows, now, isDetailed)
      return bodies === null ? '' : `${bodies}\n`
    },
    digest(rows, now, isDetailed = false) {
      const select = isDetailed ? detailedDigests() : plainDigests()
      return digestOf(select.get(JSON.stringify(rows), ...instants(now)) ?? '')
    },
    single(name, now) {
      const row = rowOf?.get(name)
      if (row === undefined) return null
      const [found, own] = detailOf?.get(row) ?? bodyOf.get(...instants(now), row) ?? []
      return typeof found === 'string' ? { body: found, digest: own ?? '' } : null
    },
  }
}
