import { instantsOf, numbersOf } from '../bake/blobs.ts'
import { timedColumns } from '../bake/columns.ts'
import { SPANS } from '../bake/phases.ts'
import type { Resource } from '../resources/define.ts'
import type { Instant } from '../rules/moments.ts'
import { END } from '../rules/phases.ts'
import { Bits } from './bits.ts'
import { firstAfter } from './chosen-rows.ts'
import type { Dataset } from './dataset.ts'

/** The timed fields of a list as of an instant. */
export interface Spans {
  /** The instant until which they stay the same. */
  until: (now: Instant) => Instant
  /** The rows that have a wanted value in a timed field. */
  rowsWith: (column: string, wanted: readonly string[], now: Instant) => Bits
  /** The rows whose timed fields are not all null. */
  pending: (now: Instant) => Bits
  /** The given rows, in the order of the ends of their phases. */
  inOrder: (rows: Bits, now: Instant) => Uint32Array
  /** The number of rows with each value, among some rows; null means all rows. */
  counts: (column: string, rows: Bits | null, now: Instant) => [value: string, count: number][]
}

/** The phases of a list, in the order of their ends. */
interface Phases {
  rows: Uint32Array
  since: Float64Array
  until: Float64Array
  columns: Map<string, { labels: readonly string[]; places: Uint32Array }>
}

/** The rows at an instant. */
interface Moment {
  until: Instant
  pending: Bits
  sets: Map<string, Bits[]>
}

/** The timed fields of a list. They are read on first use, and computed once per change. */
export function openSpans({ db, manifest }: Dataset, resource: Resource): Spans {
  const { name: table, timed } = resource
  const columns = timedColumns(resource)
  const all = manifest.counts[table] ?? 0
  const select =
    timed.length > 0
      ? db.prepare<[string], { labels: string | null; numbers: Buffer }>(
          `SELECT labels, numbers FROM ${table}_spans WHERE name = ?`,
        )
      : null
  const read = (name: string) => {
    const found = select?.get(name)
    if (!found) throw new Error(`${table} has no spans of ${name}.`)
    return found
  }
  const turns = select ? instantsOf(read(SPANS.turns).numbers) : new Float64Array()
  let known: Phases | undefined
  let moment: Moment | undefined

  function phases(): Phases {
    known ??= {
      rows: numbersOf(read(SPANS.rows).numbers),
      since: instantsOf(read(SPANS.since).numbers),
      until: instantsOf(read(SPANS.until).numbers),
      columns: new Map(
        columns.map((column) => {
          const { labels, numbers } = read(column)
          return [column, { labels: JSON.parse(labels ?? '[]'), places: numbersOf(numbers) }]
        }),
      ),
    }
    return known
  }

  const untilAt = (now: Instant): Instant =>
    turns[firstAfter(turns.length, (place) => (turns[place] as number) - now)] ?? END

  function at(now: Instant): Moment {
    const end = untilAt(now)
    if (moment?.until === end) return moment
    const { rows, since, until, columns: timedColumns } = phases()
    const pending = Bits.none(all)
    const sets = new Map([...timedColumns].map(([column, { labels }]) => [column, labels.map(() => Bits.none(all))]))
    const parts = [...timedColumns].map(([column, { places }]) => ({ places, own: sets.get(column) as Bits[] }))
    for (let phase = 0; phase < rows.length; phase += 1) {
      if ((since[phase] as number) > now || (until[phase] as number) <= now) continue
      const row = rows[phase] as number
      pending.add(row)
      for (const { places, own } of parts) own[places[phase] as number]?.add(row)
    }
    moment = { until: end, pending, sets }
    return moment
  }

  const labelsOf = (column: string): readonly string[] => phases().columns.get(column)?.labels ?? []

  return {
    until: untilAt,
    rowsWith(column, wanted, now) {
      const sets = at(now).sets.get(column) ?? []
      const labels = labelsOf(column)
      return Bits.any(
        all,
        sets.filter((_, place) => wanted.includes(labels[place] as string)),
      )
    },
    pending: (now) => at(now).pending,
    inOrder(wanted, now) {
      const { rows, since, until } = phases()
      const found: number[] = []
      const first = firstAfter(rows.length, (phase) => (until[phase] as number) - now)
      for (let phase = first; phase < rows.length; phase += 1) {
        const row = rows[phase] as number
        if ((since[phase] as number) <= now && wanted.has(row)) found.push(row)
      }
      return Uint32Array.from(found)
    },
    counts(column, rows, now) {
      const sets = at(now).sets.get(column) ?? []
      return labelsOf(column).map((label, place) => {
        const set = sets[place] as Bits
        return [label, rows ? set.countIn(rows) : set.count()]
      })
    },
  }
}
