import { Bits } from './bits.ts'

/** Some rows of a list in an order. */
export interface Rows {
  readonly length: number
  /** About how many bytes of memory they take. */
  readonly bytes: number
  /** So many of them from a place on, the first at 0. */
  slice: (start: number, count: number) => number[]
  /** The place of a row; -1 when it is not among them. */
  placeOf: (row: number) => number
  /** The place of the first one that comes after a row in the order of the list; of rows in that order alone. */
  placeAfter: (row: number) => number
  /** All of them. */
  numbers: () => Uint32Array
  /** The same rows as a set, of a list with so many. */
  bits: (rows: number) => Bits
}

const BYTES_PER_NUMBER = 4

/** Rows that are held as numbers, in any order. */
export const listedRows = (numbers: Uint32Array): Rows => ({
  length: numbers.length,
  bytes: numbers.byteLength,
  slice: (start, count) => Array.from(numbers.subarray(start, start + count)),
  placeOf: (row) => numbers.indexOf(row),
  placeAfter: (row) => firstAfter(numbers.length, (place) => (numbers[place] as number) - row),
  numbers: () => numbers,
  bits(rows) {
    const bits = Bits.none(rows)
    for (const row of numbers) if (row <= rows) bits.add(row)
    return bits
  },
})

/** Rows in the order of the list, held in whatever way takes less memory. */
export function orderedRows(bits: Bits): Rows {
  const length = bits.count()
  if (length * BYTES_PER_NUMBER < bits.words.byteLength) return listedRows(Uint32Array.from(bits.slice(0, length)))
  return {
    length,
    bytes: bits.words.byteLength,
    slice: (start, count) => bits.slice(start, count),
    placeOf: (row) => (bits.has(row) ? bits.countBefore(row) : -1),
    placeAfter: (row) => bits.countBefore(row + 1),
    numbers: () => Uint32Array.from(bits.slice(0, length)),
    bits: () => bits,
  }
}

/** The first place that comes after something. @param compare negative for places before it, positive for those after */
export function firstAfter(length: number, compare: (place: number) => number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(middle) > 0) high = middle
    else low = middle + 1
  }
  return low
}
