import type { Resource } from '../resources/define.ts'
import { onceEach } from '../rules/once.ts'
import { Bits } from './bits.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

/** The values that the rows of a list have in a column. Row r has those at the positions from `starts[r - 1]` on. */
interface ColumnValues {
  labels: readonly string[]
  starts: Uint32Array
  places: Uint32Array
  /** The rows of each value, once requested. */
  sets: (Bits | undefined)[]
}

/** The rows of each value are cached for columns with at most this many values. */
const SETS_MAX = 256

export type Values = ReturnType<typeof openValues>

/** Selects and counts rows by the values of columns, which are read on first use and kept. */
export function openValues(dataset: Dataset, resource: Resource) {
  const all = dataset.manifest.counts[resource.name] ?? 0
  const columns = openColumns(dataset, resource)
  const valuesOf = onceEach((column: string): ColumnValues => {
    const starts = columns.has('start', column)
      ? columns.numbers('start', column)
      : Uint32Array.from({ length: all + 1 }, (_, index) => index)
    const places = columns.numbers('value', column)
    return { labels: columns.labels('value', column), starts, places, sets: [] }
  })

  function rowsAt({ labels, starts, places }: ColumnValues, wanted: readonly number[]): Bits {
    const isWanted = new Uint8Array(labels.length)
    for (const place of wanted) isWanted[place] = 1
    const bits = Bits.none(all)
    for (let row = 1; row <= all; row += 1) {
      const end = starts[row] as number
      for (let at = starts[row - 1] as number; at < end; at += 1) if (isWanted[places[at] as number]) bits.add(row)
    }
    return bits
  }

  function setOf(values: ColumnValues, place: number): Bits {
    const set = values.sets[place] ?? rowsAt(values, [place])
    values.sets[place] = set
    return set
  }

  return {
    /** The rows that have a wanted value in a column; null if there are none. */
    rowsWith(column: string, isWanted: (label: string) => boolean): Bits | null {
      const values = valuesOf(column)
      const wanted = values.labels.flatMap((label, place) => (isWanted(label) ? [place] : []))
      const [first] = wanted
      if (first === undefined) return null
      if (values.labels.length > SETS_MAX) return rowsAt(values, wanted)
      if (wanted.length === 1) return setOf(values, first)
      return Bits.any(
        all,
        wanted.map((place) => setOf(values, place)),
      )
    },
    /** The number of rows with each value of a column, among some rows; null means all rows. */
    counts(column: string, rows: Uint32Array | null): [value: string, count: number][] {
      const { labels, starts, places } = valuesOf(column)
      const counts = new Uint32Array(labels.length)
      const count = (row: number): void => {
        const end = starts[row] as number
        for (let at = starts[row - 1] as number; at < end; at += 1) {
          const place = places[at] as number
          counts[place] = (counts[place] as number) + 1
        }
      }
      if (rows) for (const row of rows) row <= all && count(row)
      else for (let row = 1; row <= all; row += 1) count(row)
      return labels.map((label, place) => [label, counts[place] as number])
    },
  }
}
