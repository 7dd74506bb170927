import { timedColumns } from '../bake/columns.ts'
import { PHASES } from '../bake/phases.ts'
import type { Resource } from '../resources/define.ts'
import type { Fields } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import { firstAfter } from '../rules/first-after.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import { END } from '../rules/phases.ts'
import { Bits } from './bits.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

/** The phases of a list, in the order of their ends. */
interface Phases {
  rows: Uint32Array
  since: Float64Array
  until: Float64Array
  /** The position of each row's timed fields among `labels`. */
  places: Uint32Array
  /** The distinct timed fields, as JSON members. */
  labels: readonly string[]
  columns: Map<string, Column>
}

/** The values of a timed field. */
interface Column {
  values: readonly string[]
  /** The position of each label's value among them. */
  places: readonly number[]
}

/** The rows at an instant. */
interface Moment {
  until: Instant
  pending: Bits
  /** The rows of each value, by column. */
  sets: Map<string, Bits[]>
  /** One more than the position of each row's label; 0 for a row without one. */
  labelAt: Uint32Array
}

export type Spans = ReturnType<typeof openSpans>

/** The timed fields of a list as of an instant. They are read on first use, and computed once per change. */
export function openSpans(dataset: Dataset, resource: Resource) {
  const columns = timedColumns(resource)
  const all = dataset.manifest.counts[resource.name] ?? 0
  const stored = openColumns(dataset, resource)
  const turns = resource.timed.length > 0 ? stored.instants('phase', PHASES.turns) : new Float64Array()
  let moment: Moment | undefined

  const phases = once((): Phases => {
    const labels = stored.labels('phase', PHASES.fields)
    const fields: Fields[] = labels.map((label) => JSON.parse(`{${label}}`))
    return {
      rows: stored.numbers('phase', PHASES.rows),
      since: stored.instants('phase', PHASES.since),
      until: stored.instants('phase', PHASES.until),
      places: stored.numbers('phase', PHASES.fields),
      labels,
      columns: new Map(columns.map((column) => [column, columnOf(fields.map((each) => String(each[column])))])),
    }
  })

  const untilAt = (now: Instant): Instant =>
    turns[firstAfter(turns.length, (place) => (turns[place] as number) - now)] ?? END

  function at(now: Instant): Moment {
    const end = untilAt(now)
    if (moment?.until === end) return moment
    const { rows, since, until, places, labels, columns: byName } = phases()
    const pending = Bits.none(all)
    const labelAt = new Uint32Array(all + 1)
    const sets = new Map([...byName].map(([column, { values }]) => [column, values.map(() => Bits.none(all))]))
    // The sets of each label, one per column.
    const own = labels.map((_, label) =>
      [...byName].map(([column, { places: values }]) => sets.get(column)?.[values[label] as number] as Bits),
    )
    for (let phase = 0; phase < rows.length; phase += 1) {
      if ((since[phase] as number) > now || (until[phase] as number) <= now) continue
      const row = rows[phase] as number
      const label = places[phase] as number
      pending.add(row)
      labelAt[row] = label + 1
      for (const set of own[label] as Bits[]) set.add(row)
    }
    moment = { until: end, pending, sets, labelAt }
    return moment
  }

  const valuesOf = (column: string): readonly string[] => phases().columns.get(column)?.values ?? []

  return {
    /** The instant until which they stay the same. */
    until: untilAt,
    /** The rows that have a wanted value in a timed field. */
    rowsWith(column: string, wanted: readonly string[], now: Instant): Bits {
      const sets = at(now).sets.get(column) ?? []
      const values = valuesOf(column)
      return Bits.any(
        all,
        sets.filter((_, place) => wanted.includes(values[place] as string)),
      )
    },
    /** The rows whose timed fields are not all null. */
    pending: (now: Instant): Bits => at(now).pending,
    /** The timed fields of rows as JSON members; null for a row whose timed fields are all null. */
    fields(now: Instant): (row: number) => string | null {
      const { labelAt } = at(now)
      const { labels } = phases()
      return (row) => labels[(labelAt[row] ?? 0) - 1] ?? null
    },
    /** The given rows, in the order of the ends of their phases. */
    inOrder(wanted: Bits, now: Instant): Uint32Array {
      const { rows, since, until } = phases()
      const found: number[] = []
      const first = firstAfter(rows.length, (phase) => (until[phase] as number) - now)
      for (let phase = first; phase < rows.length; phase += 1) {
        const row = rows[phase] as number
        if ((since[phase] as number) <= now && wanted.has(row)) found.push(row)
      }
      return Uint32Array.from(found)
    },
    /** The number of rows with each value, among some rows; null means all rows. */
    counts(column: string, rows: Bits | null, now: Instant): [value: string, count: number][] {
      const sets = at(now).sets.get(column) ?? []
      return valuesOf(column).map((value, place) => {
        const set = sets[place] as Bits
        return [value, rows ? set.countIn(rows) : set.count()]
      })
    },
  }
}

/** @param given the value of each label */
function columnOf(given: readonly string[]): Column {
  const values = [...new Set(given)].sort(compare)
  return { values, places: given.map((value) => values.indexOf(value)) }
}
