import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type HistoryRow, writeHistory } from '../../src/bake/history-tables.ts'
import { packedNumbers, unpackedNumbers } from '../../src/bake/packed-numbers.ts'
import type { Dataset } from '../../src/store/dataset.ts'
import { openHistory } from '../../src/store/history.ts'

const YEAR_MS = 365 * 86_400_000

/** 5,000 rows about 700 subjects, over three years, most of them like the row before of their subject. */
const rowsOf = (count: number): HistoryRow[] =>
  Array.from({ length: count }, (_, number) => ({
    key: `awards ${(number * 31) % 700}`,
    at: Date.UTC(2025, 11, 1) + Math.floor((number * 2 * YEAR_MS) / count) + number,
    text: `"what ${(number * 31) % 700} was ${'– “quoted” – '.repeat(3)} before ${number}"`,
    labels: { state: number % 9 === 0 ? 'NONE' : 'NE', change: number % 50 === 0 ? 'CREATED' : 'UPDATED' },
  }))

function opened(...histories: [name: string, rows: readonly HistoryRow[]][]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
  const db = new Database(path.join(folder, 'history.sqlite'))
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [name, rows] of histories) writeHistory(db, name, rows, true)
  const dataset = { db } as unknown as Dataset
  const bytes = Number(db.pragma('page_count', { simple: true })) * 4096
  return { open: (name: string) => openHistory(dataset, name), bytes }
}

describe('a history', () => {
  const rows = rowsOf(5_000)
  const others = rowsOf(40).map((row) => ({ ...row, text: 'other' }))

  it('returns every row, by its position, its time and its key', () => {
    const { open } = opened(['others', others], ['changes', rows])
    const history = open('changes')
    expect(history.length).toBe(rows.length)
    const read = rows.map((_, row) => ({
      key: history.key(row),
      at: history.at(row),
      text: history.text(row),
      labels: { state: history.label('state', row), change: history.label('change', row) },
    }))
    expect(read).toEqual(rows)
    expect(open('others').text(39)).toBe('other')
    for (const row of [0, 1, 2_345, 4_999]) {
      const at = rows[row]?.at ?? 0
      expect([history.after(at - 1), history.after(at)]).toEqual([row, row + 1])
    }
    const key = 'awards 217'
    const own = rows.flatMap((row, place) => (row.key === key ? [place] : []))
    expect(history.withKey(key)).toEqual(own)
    expect(history.withKey('awards 9999')).toEqual([])
    const yearOf = (row: number) => new Date(rows[row]?.at ?? 0).getUTCFullYear()
    expect(own.map((row) => history.previous(row))).toEqual(
      own.map((row, index) => {
        const before = own[index - 1]
        return before !== undefined && yearOf(before) === yearOf(row) ? before : null
      }),
    )
  })

  it('takes less than 30 bytes a row if rows resemble the previous ones', () => {
    expect(opened(['changes', rows]).bytes / rows.length).toBeLessThan(30)
  })

  it('can be empty, and reports a row that it does not have', () => {
    const history = opened(['changes', []]).open('changes')
    expect([history.length, history.after(0), history.withKey('awards 1')]).toEqual([0, 0, []])
    expect(() => history.text(0)).toThrow('The history of changes has no row 0.')
  })
})

describe('packed numbers', () => {
  it.each([
    { numbers: [] },
    { numbers: [0, -1, 1, 127, 128, -128, 2 ** 32, -(2 ** 40)] },
    { numbers: [Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, 2 ** 50, 0] },
  ])('$numbers are the same after unpacking', ({ numbers }) => {
    expect([...unpackedNumbers(packedNumbers(numbers))]).toEqual(numbers)
  })
})
