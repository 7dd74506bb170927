import { firstAfter } from '../rules/first-after.ts'
import { Bits } from './bits.ts'

/** Selected rows of a list, in an order. */
export interface Rows {
  readonly length: number
  /** Approximate memory in bytes. */
  readonly bytes: number
  /** At most `count` of them, from position `start` (from 0). */
  slice: (start: number, count: number) => number[]
  /** The position of a row, from 0; -1 if it is not included. */
  placeOf: (row: number) => number
  /** The position of the first one after a row in list order. Valid only for rows in list order. */
  placeAfter: (row: number) => number
  /** All of them. */
  numbers: () => Uint32Array
  /** The same rows as a set, for a list with this number of rows. */
  bits: (rows: number) => Bits
}

const BYTES_PER_NUMBER = 4

/** Rows stored as numbers, in any order. */
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

/** Rows in list order, in the representation that takes less memory. */
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
