import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { CHANGE_BODY } from './unpacked.ts'

/** Which changes are asked for. Between publications `from` (exclusive) and `to` (inclusive), or after an instant. */
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

/** The changes of a page as a JSON array. */
export interface ChangesPage {
  data: string
  digest: string
  count: number
  hasMore: boolean
}

/** A bound that changes are not told from. */
export class OutOfReach extends Error {
  readonly parameter: 'since' | 'from' | 'to'
  constructor(parameter: OutOfReach['parameter'], message: string) {
    super(message)
    this.parameter = parameter
  }
}

/** Reads the changes that a bake publishes. */
export interface Changes {
  /** Newest first; oldest first when they are asked for from a bound on. @throws OutOfReach */
  page: (query: ChangesQuery) => ChangesPage
}

interface Bound {
  number: number
  told: number
}

export function openChanges({ db }: Dataset): Changes {
  const numberOf = db.prepare<[string], Bound>('SELECT number, told FROM publications WHERE version = ?')
  const firstTold = db
    .prepare<[], { number: number; at: number; version: string }>(
      `SELECT p.number, b.until AS at, b.version FROM publications AS p JOIN publications AS b ON b.number = p.number - 1 WHERE p.told = 1 ORDER BY p.number LIMIT 1`,
    )
    .get()
  const newest = db
    .prepare<[], { number: number; until: number; version: string }>(
      'SELECT number, until, version FROM publications ORDER BY number DESC LIMIT 1',
    )
    .get()
  // Before any change there is only what was published first.
  const start = firstTold ? firstTold.number - 1 : (newest?.number ?? 0)
  const startAt = firstTold?.at ?? newest?.until ?? 0
  const startVersion = firstTold?.version ?? newest?.version ?? ''
  const reach = `Changes are told from version ${startVersion} of ${new Date(startAt).toISOString()} on; take a snapshot from /api/v1/exports and follow from there.`

  function boundOf(parameter: 'from' | 'to', version: string): number {
    const bound = numberOf.get(version)
    if (!bound) throw new OutOfReach(parameter, `No publication has the version "${version}". ${reach}`)
    if (bound.number < start) throw new OutOfReach(parameter, `Is too long ago. ${reach}`)
    return bound.number
  }

  return {
    page({ since, from, to, resource, state, change, id, page, limit }) {
      if (since !== undefined && since < startAt) throw new OutOfReach('since', `Is too long ago. ${reach}`)
      const clauses: [sql: string, value: string | number][] = []
      if (since !== undefined) clauses.push(['at > ?', since])
      if (from !== undefined) clauses.push(['publication > ?', boundOf('from', from)])
      if (to !== undefined) clauses.push(['publication <= ?', boundOf('to', to)])
      for (const [column, values] of Object.entries({ resource, state, change })) {
        if (values) clauses.push([`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)])
      }
      if (id !== undefined) clauses.push(['id = ?', id])
      const where = clauses.map(([sql]) => sql).join(' AND ') || 'TRUE'
      const direction = since === undefined && from === undefined ? 'DESC' : 'ASC'
      const order = since === undefined ? `row ${direction}` : `at ${direction}, row ${direction}`
      const rows = db
        .prepare<(string | number)[], [body: string, digest: string]>(
          `SELECT ${CHANGE_BODY}, digest FROM (SELECT row AS place FROM changes WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?) AS p CROSS JOIN changes ON row = p.place ORDER BY ${order}`,
        )
        .raw()
        .all(...clauses.map(([, value]) => value), limit + 1, (page - 1) * limit)
      const shown = rows.slice(0, limit)
      return {
        data: `[${shown.map(([body]) => body).join(',')}]`,
        digest: digestOf(shown.map(([, digest]) => digest).join(',')),
        count: shown.length,
        hasMore: rows.length > limit,
      }
    },
  }
}
