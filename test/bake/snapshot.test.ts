import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { getSnapshotPath } from '../../src/bake/snapshot/snapshot-list.ts'
import { type SnapshotList, WRITERS } from '../../src/bake/snapshot/writers.ts'
import { getColumns } from '../../src/formats/table.ts'
import type { App } from '../../src/http/app.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { RESOURCE_NAMES, type ResourceName } from '../../src/resources/index.ts'
import { toDeadlineInstant } from '../../src/rules/time/moments.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, NOW, pageDeps, scratch } from '../api.ts'

/** The files of a publication, read by other programs and libraries than those that wrote them. */

interface Line {
  [field: string]: unknown
}

/** A folder with the files under their own names. */
let folder: string
const file = (name: string): string => path.join(folder, name)
const lines = (list: ResourceName): Line[] =>
  readFileSync(file(`${list}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const table = (name: string): Line[] => parse(readFileSync(file(name)), { columns: true })

beforeAll(async () => {
  const bake = await baked()
  folder = scratch()
  mkdirSync(folder, { recursive: true })
  for (const one of readManifest(bake.folder)?.snapshot ?? []) {
    copyFileSync(path.join(bake.folder, getSnapshotPath(one)), file(one.name))
  }
})

async function readWorkbook(place: string): Promise<{ header: unknown[]; rows: unknown[][] }> {
  const [header = [], ...rows] = await readSheet(place, { trim: false })
  return { header, rows }
}

async function query(sql: string): Promise<Line[]> {
  const connection = await (await DuckDBInstance.create()).connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJS() as Line[]
  } finally {
    connection.closeSync()
  }
}

/** The value of a column of a table in a record; the values of lists in a list. */
const valueAt = (value: unknown, [field, ...rest]: string[]): unknown =>
  field === undefined || value === null || value === undefined
    ? (value ?? null)
    : Array.isArray(value)
      ? value.map((entry) => valueAt(entry, [field, ...rest]))
      : valueAt((value as Line)[field], rest)

describe.each(RESOURCE_NAMES)('the files of %s', (list) => {
  it('have the records of its lines in DuckDB, with numbers, dates, times and lists as such', async () => {
    const records = lines(list)
    const rows = await query(`SELECT * FROM '${file(`${list}.parquet`)}'`)
    expect(rows).toHaveLength(records.length)
    const kinds = new Set<string>()
    for (const [index, row] of rows.entries()) {
      // DuckDB's names ignore case, so it renames the second of `timezone` and `timeZone`.
      for (const [name, value] of Object.entries(row)) {
        const column = name.replace(/_1$/, '')
        const written = valueAt(records[index], column.split('.'))
        const read = plain(value)
        const isJson = Array.isArray(written) && typeof read === 'string'
        expect(isJson ? JSON.parse(read) : read, `${column} of ${list}`).toEqual(written)
        if (value !== null) kinds.add(value instanceof Date ? 'Date' : typeof value)
      }
    }
    if (list === 'opportunities') expect([...kinds]).toEqual(expect.arrayContaining(['Date', 'boolean', 'number']))
  })

  it('have the same columns and rows in a workbook, with numbers and dates as such and unknown values empty', async () => {
    const records = lines(list)
    const { header, rows } = await readWorkbook(file(`${list}.xlsx`))
    const [names] = parse(readFileSync(file(`${list}.csv`))) as string[][]
    expect(header).toEqual(names)
    expect(rows).toHaveLength(records.length)
    for (const [index, row] of rows.entries()) {
      for (const [place, name] of (names ?? []).entries()) {
        const written = valueAt(records[index], name.split('.'))
        const read = row[place] ?? null
        const what = `${name} of ${list}`
        if (typeof written === 'number' || typeof written === 'boolean' || written === null) {
          expect(read, what).toBe(written)
        } else if (read instanceof Date && String(written).length === 10) {
          expect(read.toISOString().slice(0, 10), what).toBe(written)
        } else if (typeof written === 'string' && !(read instanceof Date)) {
          expect(read, what).toBe(written)
        }
      }
    }
  })

  it('have no column that the dictionary does not explain', async () => {
    const dictionary = table('dictionary.csv').filter((entry) => entry.list === list)
    const explained = (name: string) =>
      dictionary.filter(({ files }) => String(files).split('; ').includes(name)).map(({ column }) => column)
    const db = new Database(readFileSync(file('dataset.sqlite')))
    const columns = {
      [`${list}.ndjson`]: [...new Set(lines(list).flatMap(Object.keys))],
      [`${list}.csv`]: (parse(readFileSync(file(`${list}.csv`))) as string[][])[0] ?? [],
      [`${list}.xlsx`]: (await readWorkbook(file(`${list}.xlsx`))).header,
      // DuckDB's names ignore case, so it renames the second of `timezone` and `timeZone`.
      [`${list}.parquet`]: (await query(`DESCRIBE SELECT * FROM '${file(`${list}.parquet`)}'`)).map(({ column_name }) =>
        String(column_name).replace(/_1$/, ''),
      ),
      'dataset.sqlite': db.prepare(`SELECT name FROM pragma_table_info('${list}')`).pluck().all(),
    }
    db.close()
    for (const [name, columnNames] of Object.entries(columns)) {
      expect(columnNames.length, name).toBeGreaterThan(0)
      expect(explained(name), name).toEqual(expect.arrayContaining(columnNames))
      expect(new Set(explained(name)).size, name).toBe(explained(name).length)
    }
    for (const { column, type, description } of dictionary) {
      expect(type, String(column)).not.toBe('')
      expect(String(description).length, `${list}.${column} is explained`).toBeGreaterThan(3)
    }
  })
})

/** A value of DuckDB as it stands in NDJSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return isDay(value) ? value.toISOString().slice(0, 10) : value.toISOString()
  return Array.isArray(value) ? value.map(plain) : value
}
const isDay = (date: Date): boolean => date.getTime() % 86_400_000 === 0

describe('a workbook', () => {
  const item = z.object({
    id: z.string(),
    text: z.string(),
    many: z.array(z.string()),
    dueDate: z.iso.datetime().nullable(),
    dueDatePrecision: z.string(),
    timeZone: z.string(),
  })
  const write = async (records: z.infer<typeof item>[]) => {
    const place = path.join(scratch(), 'list.xlsx')
    const list = { resource: { name: 'list' }, columns: getColumns(item), newest: records } as unknown as SnapshotList
    writeFileSync(place, await WRITERS.xlsx(list))
    return place
  }
  const record = (text: string) => ({
    ...{ id: 'a', text, many: [], dueDate: null, dueDatePrecision: 'DATE', timeZone: 'America/Chicago' },
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "='x'!A1", '=HYPERLINK("http://example.org")'])(
    'has %j as text, not as a formula',
    async (text) => {
      const place = await write([record(text)])
      expect((await readWorkbook(place)).rows[0]?.[1]).toBe(text)
      const cells = (await readXlsx(readFileSync(place))).sheets[0]?.cells
      expect([...(cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
    },
  )

  it('ends a text that no cell holds with an ellipsis', async () => {
    const place = await write([{ ...record('x'.repeat(40_000)), many: ['y'.repeat(30_000), 'z'.repeat(30_000)] }])
    const [row] = (await readWorkbook(place)).rows
    for (const cell of [row?.[1], row?.[2]]) {
      expect(cell).toHaveLength(32_767)
      expect(cell).toMatch(/…$/)
    }
  })

  it.each([
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Anchorage',
    'America/Adak',
    'Pacific/Honolulu',
    'America/Puerto_Rico',
  ])('shows a deadline known as a day in %s as that day, on both ends of daylight time', async (timeZone) => {
    const days = ['2026-03-07', '2026-03-08', '2026-08-31', '2026-10-31', '2026-11-01', '2026-12-31']
    const records = days.map((day) => ({
      ...record(''),
      timeZone,
      dueDate: new Date(toDeadlineInstant(day, timeZone)).toISOString(),
    }))
    const { rows } = await readWorkbook(await write(records))
    const shown = rows.map((row) => (row[3] as Date).toISOString().slice(0, 16))
    expect(shown).toEqual(days.map((day) => `${day}T23:59`))
  })
})

describe('GET /data/…', () => {
  let service: Service
  let pages: App
  beforeAll(async () => {
    service = openService((await baked()).folder)
    const deps = pageDeps(
      () => service,
      () => Date.parse(NOW),
    )
    pages = createPages(deps, { record: null, list: null })
  })
  const get = (target: string, headers: { [name: string]: string } = {}, method = 'GET') =>
    pages.request(`/data/${target}`, { method, headers })

  it('gives every file of the snapshot without a key', async () => {
    for (const { name, bytes } of service.exports.files) {
      const response = await get(name)
      expect([name, response.status]).toEqual([name, 200])
      expect(Number(response.headers.get('Content-Length'))).toBe(bytes)
      expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file(name))), name).toBe(true)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    expect((await get('nothing.csv')).status).toBe(404)
  })

  it('gives ranges, and 304 for the tag of what the reader has', async () => {
    const whole = readFileSync(file('awards.parquet'))
    const tail = await get('awards.parquet', { Range: 'bytes=-8' })
    expect(tail.status).toBe(206)
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-8))
    const beyond = await get('awards.parquet', { Range: 'bytes=99999999-' })
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${whole.length}`])
    const tag = tail.headers.get('ETag') ?? ''
    expect((await get('awards.parquet', { 'If-None-Match': tag })).status).toBe(304)
    const head = await get('awards.parquet', {}, 'HEAD')
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(whole.length)])
  })
})
