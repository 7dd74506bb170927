import { CHANGE_BODY, getBodyColumns } from '../../bake/tables/format.ts'
import { type Anchor, hasOwnDetail, type Resource } from '../../resources/define.ts'
import { once } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { END } from '../../rules/time/status.ts'
import type { Dataset } from '../open/dataset.ts'
import { type Condition, HOLDS } from './operators.ts'

/** Ready-made JSON, and the digest of its content. */
export interface Written {
  body: string
  digest: string
}

/** The digest begins with that of the time-independent content. */
type ReadRow = [body: string, digest: string, id: string]

/** An event of the feed is the record of a change. */
const EVENT = `(SELECT ${CHANGE_BODY} ->> 'record' FROM changes INDEXED BY changes_by_at WHERE at = t.updatedAt AND id = t.id)`

/** Opens the ready-made JSON of a list's records. */
export function openBodies({ prepare }: Dataset, list: Resource) {
  const { name: table, timed } = list
  const isTimed = timed.length > 0
  const hasDetails = hasOwnDetail(list)
  const [head = EVENT, tail] = getBodyColumns(list).map((column) => `t.${column}`)
  const fields = timed.map((field) => `'"${field}":' || json_quote(p.${field})`).join(` || ',' || `)
  const body = isTimed ? `${head} || ${fields} || ${tail}` : head
  const digest = isTimed ? `t.digest || ${fields}` : 't.digest'
  const phase = isTimed ? `JOIN ${table}_phases AS p ON p.row = t.row AND ${HOLDS}` : ''
  const instants = (now: Instant): Instant[] => (isTimed ? [now, now] : [])
  // A record is found by its id, or else by one of its other names.
  const named = `(SELECT row FROM ${table} WHERE id = ? UNION ALL SELECT row FROM ${table}_names WHERE name = ? LIMIT 1)`
  const readSingle = once(() =>
    hasDetails
      ? prepare(`SELECT body, digest FROM ${table}_details WHERE row = ${named}`)
      : prepare(`SELECT ${body} AS body, ${digest} AS digest FROM ${table} AS t ${phase} WHERE t.row = ${named}`),
  )

  return {
    /**
     * The JSON of chosen rows as of an instant, in their order. The tombstones of removed records follow the others.
     * @param chosen a SELECT of their numbers
     * @param isDetailed whether each includes the response of its own endpoint
     */
    read(chosen: Condition, now: Instant, { isDetailed = false, hasRemoved = false }): ReadRow[] {
      const withDetails = isDetailed && hasDetails
      const whole = withDetails
        ? `iif(d.row, substr(${body}, 1, length(${body}) - 1) || ',"detail":' || d.body || '}', ${body})`
        : body
      const columns = [whole, withDetails ? `${digest} || ifnull(d.digest, '')` : digest, 't.id']
      const orRemoved = ['r.body', 'r.digest', 'r.id'].map((removed, at) => `iif(t.row, ${columns[at]}, ${removed})`)
      // A left join keeps the rows in their order.
      const sql = `SELECT ${hasRemoved ? orRemoved : columns} FROM (${chosen.sql}) AS c LEFT JOIN ${table} AS t ON t.row = c.row
        ${isTimed ? `LEFT ${phase}` : ''} ${withDetails ? `LEFT JOIN ${table}_details AS d ON d.row = t.row` : ''}
        ${hasRemoved ? `LEFT JOIN removed AS r ON r.list = '${table}' AND r.row = c.row` : ''}`
      return prepare(sql)
        .raw()
        .all(...chosen.values, ...instants(now)) as ReadRow[]
    },
    /** The body of the single record with this name; null if there is none. */
    single(name: string, now: Instant): Written | null {
      const record = readSingle().get(...(hasDetails ? [] : instants(now)), name, name) as Written | undefined
      return record ?? null
    },
    /** The tombstone of the record that had this name, as JSON; null if none had it. */
    removed(name: string): string | null {
      const sql = 'SELECT body FROM removed JOIN removed_names USING (list, row) WHERE list = ? AND name = ?'
      const body = prepare(sql).pluck().get(table, name)
      return (body as string | undefined) ?? null
    },
    /** The row of an anchor; null if its record is gone or has changed. */
    findRow({ id, digest: start }: Anchor, now: Instant): number | null {
      const sql = `SELECT t.row, ${digest} FROM ${table} AS t ${phase} WHERE id = ? UNION ALL SELECT row, digest FROM removed WHERE list = ? AND id = ? LIMIT 1`
      const match = prepare(sql)
        .raw()
        .get(...instants(now), id, table, id) as [row: number, digest: string] | undefined
      return match?.[1].startsWith(start) ? match[0] : null
    },
    /** The instant until which every record stays the same. */
    until(now: Instant): Instant {
      if (!isTimed) return END
      const next = prepare(`SELECT min(since) FROM ${table}_phases WHERE since > +?`).pluck().get(now)
      return (next as Instant | null) ?? END
    },
  }
}
