import type { Resource } from '../resources/define.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Dataset } from './dataset.ts'
import type { Spans } from './spans.ts'

/** Joined bodies and digests, and the size of the bodies in UTF-8; null if there are no rows. */
type Read = [bodies: string | null, digests: string | null, bytes: number | null]

/** Reads rows in order, as of an instant. Digests are joined by commas. */
export interface Joined {
  bodies: (rows: Iterable<number>, now: Instant, separator: ',' | '\n') => Read
  digests: (rows: Iterable<number>, now: Instant) => string | null
}

const NO_ROWS: Read = [null, null, null]

const given = (rows: Iterable<number>): string => JSON.stringify([...rows])

// A cross join keeps the order of the rows that it is given.
const rowsOf = (list: string): string => `FROM json_each(?) AS e CROSS JOIN ${list}_bodies AS b ON b.row = e.value`

/** For a list without time-dependent fields: SQLite joins the rows, which takes half the time of reading each. */
export function joinedInside({ db, expand }: Dataset, { name }: Resource): Joined {
  const from = rowsOf(name)
  const select = (joined: string) =>
    db.prepare<[string], Read>(`SELECT ${joined}, group_concat(b.digest), sum(b.bytes) + count(*) - 1 ${from}`).raw()
  const bodies = {
    ',': once(() => select('group_concat(b.head)')),
    '\n': once(() => select('group_concat(b.head, char(10))')),
  }
  const digests = once(() => db.prepare<[string], string | null>(`SELECT group_concat(b.digest) ${from}`).pluck())
  return {
    bodies(rows, _, separator) {
      const [stored, own, bytes] = bodies[separator]().get(given(rows)) ?? NO_ROWS
      return [stored === null ? null : expand(stored), own, bytes]
    },
    digests: (rows) => digests().get(given(rows)) ?? null,
  }
}

/** The timed fields of a row in no phase, as JSON members. */
export const unsetFields = ({ timed }: Resource): string => timed.map((field) => `"${field}":null`).join(',')

const DETAIL = ',"detail":'

/** Removed records have no tail: nothing of them depends on the time. */
type Parts = [
  digest: string,
  head: string,
  tail: string | null,
  bytes: number,
  detail?: string | null,
  detailDigest?: string | null,
]

/**
 * For a list with time-dependent fields, which come between the two parts of a body; and for records with what their own
 * endpoint answers, under `detail`.
 */
export function joinedAround({ db, expand }: Dataset, list: Resource, spans: Spans, isDetailed: boolean): Joined {
  const { name, timed } = list
  const unset = unsetFields(list)
  const columns = isDetailed ? ', d.body, d.digest' : ''
  const from = `${rowsOf(name)}${isDetailed ? ` LEFT JOIN ${name}_details AS d ON d.row = b.row` : ''}`
  const select = (parts: string) => db.prepare<[string], Parts>(`SELECT b.digest, ${parts}${columns} ${from}`).raw()
  const statements = once(() => ({
    bodies: select('b.head, b.tail, b.bytes'),
    digests: select("'', NULL, 0"),
  }))

  function read(rows: Iterable<number>, now: Instant, separator: ',' | '\n' | null): Read {
    const wanted = [...rows]
    const { bodies: whole, digests: short } = statements()
    const found = (separator === null ? short : whole).all(given(wanted))
    if (found.length === 0) return NO_ROWS
    const fieldsOf = timed.length > 0 ? spans.fields(now) : () => null
    let bodies = ''
    let digests = ''
    let bytes = 0
    for (const [place, [digest, head, tail, size, detail = null, detailDigest]] of found.entries()) {
      const fields = fieldsOf(wanted[place] as number)
      if (place > 0) digests += ','
      digests += digest + (fields ?? '') + (detailDigest ?? '')
      if (separator === null) continue
      if (place > 0) bodies += separator
      const middle = tail === null ? '' : (fields ?? unset)
      bytes += size + Buffer.byteLength(middle)
      const body = expand(head) + middle + expand(tail ?? '')
      bodies += detail === null ? body : `${body.slice(0, -1)}${DETAIL}${detail}}`
      if (detail !== null) bytes += DETAIL.length + Buffer.byteLength(detail)
    }
    return [bodies, digests, bytes + found.length - 1]
  }
  return {
    bodies: read,
    digests: (rows, now) => read(rows, now, null)[1],
  }
}
