import { LRUCache } from 'lru-cache'
import { PART_BYTES } from '../bake/history-tables.ts'
import { firstAfter } from '../rules/first-after.ts'
import type { Instant } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Dataset } from './dataset.ts'
import { type LabelsRow, linesOf, type Year, type YearRow, yearIn } from './history-year.ts'

/** The number of blocks of a year of 40,000 rows: reading a year row by row unpacks each block once. */
const KEPT_CHARACTERS = 24 * 1024 * 1024

/** Opens an append-only history of a bake: its rows, oldest first, from 0. It is read on first use. */
export function openHistory({ db }: Dataset, name: string) {
  const selectYears = db.prepare<[string], YearRow>(
    'SELECT year, instants, places, keys, starts, ends FROM history_years WHERE name = ? ORDER BY year',
  )
  const selectLabels = db.prepare<[string, number], LabelsRow>(
    'SELECT column_name, labels, numbers FROM history_labels WHERE name = ? AND year = ?',
  )
  const selectPart = db.prepare<[number], Buffer>('SELECT bytes FROM history_parts WHERE part = ?').pluck()
  const blocks = new LRUCache<number, readonly string[]>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (lines) => lines.reduce((sum, { length }) => sum + length, 1),
  })

  const years = once((): readonly Year[] => {
    let first = 0
    return selectYears.all(name).map((row) => {
      const year = yearIn(row, selectLabels.all(name, row.year), first)
      first += year.instants.length
      return year
    })
  })

  function yearOf(row: number): Year {
    const all = years()
    const year = all[firstAfter(all.length, (place) => (all[place] as Year).first - row) - 1]
    if (!year || row - year.first >= year.instants.length) throw new Error(`The history of ${name} has no row ${row}.`)
    return year
  }

  /** The packed bytes of a block. */
  function packedBlock({ ends }: Year, number: number): Buffer {
    const start = ends[number] as number
    const end = ends[number + 1] as number
    const first = Math.floor(start / PART_BYTES)
    const parts: Buffer[] = []
    for (let part = first; part * PART_BYTES < end; part += 1) parts.push(selectPart.get(part) ?? Buffer.alloc(0))
    const begin = start - first * PART_BYTES
    return Buffer.concat(parts).subarray(begin, begin + end - start)
  }

  function block(year: Year, number: number): readonly string[] {
    const start = year.ends[number] as number
    const known = blocks.get(start)
    if (known) return known
    const lines = linesOf(packedBlock(year, number))
    blocks.set(start, lines)
    return lines
  }

  return {
    get length(): number {
      const last = years().at(-1)
      return last ? last.first + last.instants.length : 0
    },
    at(row: number): Instant {
      const { first, instants } = yearOf(row)
      return instants[row - first] as number
    },
    /** The first row after an instant. */
    after(instant: Instant): number {
      const all = years()
      for (const { first, instants } of all) {
        if ((instants.at(-1) ?? 0) <= instant) continue
        return first + firstAfter(instants.length, (place) => (instants[place] as number) - instant)
      }
      return this.length
    },
    text(row: number): string {
      const year = yearOf(row)
      const position = year.positions[row - year.first] as number
      const { starts } = year
      const number = firstAfter(starts.length, (place) => (starts[place] as number) - position) - 1
      return block(year, number)[position - (starts[number] as number)] as string
    },
    /** Every row with its text, grouped by key. Packed data is read at once and unpacked in steps. */
    all(): Iterable<[row: number, text: string]> {
      const packed = years().map((year) => ({
        year,
        bytes: Array.from(year.starts, (_, number) => packedBlock(year, number)),
      }))
      return (function* () {
        for (const { year, bytes } of packed) {
          for (const [number, own] of bytes.entries()) {
            const start = year.starts[number] as number
            for (const [place, text] of linesOf(own).entries())
              yield [year.first + (year.rows[start + place] as number), text]
          }
        }
      })()
    },
    key(row: number): string {
      const { first, places, keys } = yearOf(row)
      return keys[places[row - first] as number] as string
    },
    /** The rows with a key, oldest first. */
    withKey: (key: string): number[] =>
      years().flatMap(({ first, keys, rows, places }) => {
        const place = keys.indexOf(key)
        if (place < 0) return []
        const begin = firstAfter(rows.length, (at) => (places[rows[at] as number] as number) - place + 1)
        const end = firstAfter(rows.length, (at) => (places[rows[at] as number] as number) - place)
        return Array.from(rows.subarray(begin, end), (row) => first + row)
      }),
    label(column: string, row: number): string {
      const { first, labels } = yearOf(row)
      const own = labels.get(column)
      return own?.labels[own.numbers[row - first] as number] as string
    },
    /** The previous row with the same key in the same year; null if there is none. */
    previous(row: number): number | null {
      const { first, positions, rows, places } = yearOf(row)
      const position = positions[row - first] as number
      const before = position > 0 ? (rows[position - 1] as number) : -1
      return before >= 0 && places[before] === places[row - first] ? first + before : null
    },
  }
}
