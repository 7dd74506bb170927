import { LINE } from '../bake/history-tables.ts'
import { decompressed, unpackedNumbers } from '../bake/packed-numbers.ts'

/** The rows of one year. `places` and `positions` are by row: of its key, and among the texts sorted by key. */
export interface Year {
  first: number
  instants: Float64Array
  places: Uint32Array
  positions: Uint32Array
  /** The row at each position. */
  rows: Uint32Array
  keys: readonly string[]
  starts: Float64Array
  ends: Float64Array
  labels: Map<string, { labels: readonly string[]; numbers: Uint32Array }>
}

/** A year as stored in the bake. */
export interface YearRow {
  year: number
  instants: Buffer
  places: Buffer
  keys: Buffer | null
  starts: Buffer
  ends: Buffer
}

/** The values that a year's rows can be filtered by, as stored in the bake. */
export interface LabelsRow {
  column_name: string
  labels: string
  numbers: Buffer
}

/** Unpacks a year, except for its texts. @param first the number of its first row */
export function yearIn(
  { keys, instants, places: packed, starts, ends }: YearRow,
  labels: LabelsRow[],
  first: number,
): Year {
  const places = numbersIn(packed)
  return {
    first,
    instants: unpackedNumbers(instants),
    places,
    ...positionsOf(places),
    keys: keys ? linesOf(keys) : [],
    starts: unpackedNumbers(starts),
    ends: unpackedNumbers(ends),
    labels: new Map(
      labels.map((own) => [own.column_name, { labels: JSON.parse(own.labels), numbers: numbersIn(own.numbers) }]),
    ),
  }
}

const numbersIn = (packed: Buffer): Uint32Array => Uint32Array.from(unpackedNumbers(packed))

/** The lines of a packed text. */
export const linesOf = (packed: Buffer): string[] => decompressed(packed).toString().split(LINE)

/** The position of each row in the order of the keys; rows of one key keep their order. */
function positionsOf(places: Uint32Array): Pick<Year, 'positions' | 'rows'> {
  const next = new Uint32Array(places.reduce((most, place) => Math.max(most, place), 0) + 2)
  for (const place of places) next[place + 1] = (next[place + 1] as number) + 1
  for (let place = 1; place < next.length; place += 1)
    next[place] = (next[place] as number) + (next[place - 1] as number)
  const positions = new Uint32Array(places.length)
  const rows = new Uint32Array(places.length)
  places.forEach((place, row) => {
    const position = next[place] as number
    positions[row] = position
    rows[position] = row
    next[place] = position + 1
  })
  return { positions, rows }
}
