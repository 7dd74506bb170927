import { packedLine } from '../../bake/tables/changes-table.ts'
import { bodyColumns, packedBodies } from '../../bake/tables/columns.ts'
import { hasOwnDetail, type Resource } from '../../resources/define.ts'
import type { Anchor } from '../../resources/query.ts'
import { once } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { BEGINNING, END } from '../../rules/time/phases.ts'
import type { Dataset } from '../open/dataset.ts'
import { HOLDS } from './operators.ts'

/** Ready-made JSON, and the digest of its content. */
export interface Written {
  body: string
  digest: string
}

type Read = [body: string, digest: string]

/** Opens the ready-made JSON of a list's records. */
export function openBodies({ prepare, manifest }: Dataset, list: Resource) {
  const { name: table, timed } = list
  const count = manifest.counts[table] ?? 0
  const isTimed = timed.length > 0
  const hasDetails = hasOwnDetail(list)
  const [head = packedLine(packedBodies(list), 't.row'), tail] = bodyColumns(list).map((column) => `t.${column}`)
  const fields = timed.map((field) => `'"${field}":' || json_quote(p.${field})`).join(` || ',' || `)
  const body = isTimed ? `${head} || ${fields} || ${tail}` : head
  const digest = isTimed ? `t.digest || ${fields}` : 't.digest'
  const phase = isTimed ? `JOIN ${table}_phases AS p ON p.row = t.row AND ${HOLDS}` : ''
  const instants = (now: Instant): Instant[] => (isTimed ? [now, now] : [])
  // A cross join keeps the order of the rows that it is given.
  const given = `FROM json_each(?) AS e CROSS JOIN ${table} AS t ON t.row = e.value ${phase}`
  const readItems = once(() => prepare(`SELECT ${body}, ${digest} ${given}`).raw())
  const readDetailed = once(() =>
    prepare(
      `SELECT ${body}, ${digest}, d.body, d.digest ${given} LEFT JOIN ${table}_details AS d ON d.row = t.row`,
    ).raw(),
  )
  const readRemoved = once(() => prepare('SELECT body, digest FROM removed WHERE list = ? AND row = ?').raw())
  // A record is found by its id, or else by one of its other names.
  const named = `(SELECT row FROM ${table} WHERE id = ? UNION ALL SELECT row FROM ${table}_names WHERE name = ? LIMIT 1)`
  const readSingle = once(() =>
    hasDetails
      ? prepare(`SELECT body, digest FROM ${table}_details WHERE row = ${named}`).raw()
      : prepare(`SELECT ${body}, ${digest} FROM ${table} AS t ${phase} WHERE t.row = ${named}`).raw(),
  )
  let span = { since: BEGINNING, until: BEGINNING }

  return {
    /**
     * The JSON of rows as of an instant, each with its digest. Rows after those of the list are tombstones.
     * @param isDetailed whether each includes the response of its own endpoint
     */
    read(rows: readonly number[], now: Instant, isDetailed: boolean): Read[] {
      const present = JSON.stringify(rows.filter((row) => row <= count))
      const found: Read[] =
        isDetailed && hasDetails
          ? (readDetailed().all(present, ...instants(now)) as [...Read, ...Read][]).map(withDetail)
          : (readItems().all(present, ...instants(now)) as Read[])
      if (found.length === rows.length) return found
      const next = found.values()
      return rows.map((row) => (row > count ? (readRemoved().get(table, row) as Read) : (next.next().value as Read)))
    },
    /** The body of the single record with this name; null if there is none. */
    single(name: string, now: Instant): Written | null {
      const found = readSingle().get(...(hasDetails ? [] : instants(now)), name, name) as Read | undefined
      return found ? { body: found[0], digest: found[1] } : null
    },
    /** The tombstone of the record that had this name, as JSON; null if none had it. */
    removed(name: string): string | null {
      const row = '(SELECT row FROM removed_names WHERE list = ? AND name = ?)'
      const found = prepare(`SELECT body FROM removed WHERE list = ? AND row = ${row}`).pluck().get(table, table, name)
      return (found as string | undefined) ?? null
    },
    /** The id of a row, and the digest of its time-independent content. */
    anchor(row: number): Anchor {
      const found =
        row > count
          ? prepare('SELECT id, digest FROM removed WHERE list = ? AND row = ?').get(table, row)
          : prepare(`SELECT id, digest FROM ${table} WHERE row = ?`).get(row)
      return found as Anchor
    },
    /** The row of an anchor; null if its record is gone or has changed. */
    findRow({ id, digest: known }: Anchor): number | null {
      const sql = `SELECT row, digest FROM ${table} WHERE id = ? UNION ALL SELECT row, digest FROM removed WHERE list = ? AND id = ? LIMIT 1`
      const found = prepare(sql).raw().get(id, table, id) as [row: number, digest: string] | undefined
      return found?.[1].startsWith(known) ? found[0] : null
    },
    /** The instant until which every record stays the same. */
    until(now: Instant): Instant {
      if (!isTimed) return END
      if (now >= span.since && now < span.until) return span.until
      const sql = `SELECT ifnull(max(since), ?) AS since, (SELECT ifnull(min(since), ?) FROM ${table}_phases WHERE since > ?) AS until FROM ${table}_phases WHERE since <= ?`
      span = prepare(sql).get(BEGINNING, END, now, now) as typeof span
      return span.until
    },
  }
}

const withDetail = ([body, digest, detail, detailDigest]: [...Read, ...Read]): Read =>
  detail === null ? [body, digest] : [`${body.slice(0, -1)},"detail":${detail}}`, digest + detailDigest]
