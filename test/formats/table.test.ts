import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { getColumns } from '../../src/formats/table.ts'
import { formatRecords } from '../../src/formats/write.ts'
import { getResource, RESOURCE_NAMES } from '../../src/resources/index.ts'
import type { Fields } from '../../src/resources/publishing.ts'
import { findFirst } from './first.ts'
import { HOSTILE } from './hostile.ts'

const FRAME = {
  title: '',
  description: '',
  address: 'https://api.example/x',
  home: 'https://api.example/',
  updated: '',
}

const textIn = (format: 'csv' | 'ndjson', item: z.ZodType, records: object[], hasMark = false): string =>
  formatRecords(format, { layout: { item, calendar: null, feed: null }, records, frame: FRAME, hasMark, fields: null })

const Row = z.object({
  id: z.string().describe('The id.'),
  amount: z.number().nullable(),
  isActive: z.boolean(),
  tags: z.array(z.string()),
  source: z.object({ title: z.string(), url: z.string() }).nullable(),
  dates: z.array(z.object({ label: z.string(), days: z.array(z.string()) })),
})
const row = (id: string): z.infer<typeof Row> => ({
  id,
  amount: 12.5,
  isActive: false,
  tags: ['a', 'b'],
  source: { title: 'T', url: 'https://example.org/' },
  dates: [
    { label: 'first', days: ['1', '2'] },
    { label: 'second', days: [] },
  ],
})

describe('a table', () => {
  it('has a column per scalar field, and joins lists', () => {
    expect(textIn('csv', Row, [row('1'), { ...row('2'), amount: null, tags: [], source: null, dates: [] }])).toBe(
      'id,amount,isActive,tags,source.title,source.url,dates.label,dates.days\r\n' +
        '1,12.5,false,a; b,T,https://example.org/,first; second,"1, 2; "\r\n' +
        '2,,false,,,,,\r\n',
    )
    expect(getColumns(Row).map(({ name, type, depth }) => `${name} ${type} ${depth}`)).toEqual([
      ...['id text 0', 'amount number 0', 'isActive boolean 0', 'tags text 1', 'source.title text 0'],
      ...['source.url text 0', 'dates.label text 1', 'dates.days text 2'],
    ])
    expect(getColumns(Row)[0]).toMatchObject({ name: 'id', description: 'The id.' })
  })

  it('is only a header if nothing was found', () => {
    expect(textIn('csv', z.object({ id: z.string() }), [])).toBe('id\r\n')
  })

  it('starts with a byte-order mark if requested', () => {
    expect(textIn('csv', z.object({ id: z.string() }), [], true)).toBe('\ufeffid\r\n')
  })

  it.each(HOSTILE)('contains %j as text, never as a formula', (text) => {
    const table = textIn('csv', Row, [{ ...row('1'), id: text }, row('2')])
    const rows = parse(table, { columns: true, record_delimiter: '\r\n', relax_quotes: false }) as { id: string }[]
    expect(rows).toHaveLength(2)
    const isFormula = /^[=+\-@\t\r＝＋－＠]/.test(text)
    // UTF-8 cannot encode a lone surrogate.
    expect(rows[0]?.id).toBe((isFormula ? `'${text}` : text).toWellFormed())
  })

  it('has the bytes that csv-stringify gives it', () => {
    const parts = ['', 'a', '"', ',', '\r', '\n', '\t', "'", ' ', '=', '+', '-', '@', '＝', '＋', '－', '＠', 'é']
    const texts = [...HOSTILE, ...parts.flatMap((first) => parts.map((second) => `${first}${second}a`)), ...parts]
    const Cells = z.object({ first: z.string(), second: z.string() })
    const records = texts.map((text, index) => ({ first: text, second: texts.at(-index) ?? '' }))
    expect(textIn('csv', Cells, records)).toBe(
      stringify(records, { header: true, record_delimiter: 'windows', escape_formulas: true }),
    )
  })

  it('with more rows than are written at once has them all, in order', () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(index))
    const rows = parse(textIn('csv', Row, ids.map(row)), { columns: true }) as { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  it.each(RESOURCE_NAMES)('of %s has every scalar field of the record once', async (name) => {
    const { item } = getResource(name)
    const example = await findFirst<Fields>(name)
    const columns = getColumns(item)
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length)
    expect([...new Set(columns.map((column) => column.name.split('.')[0]))].sort()).toEqual(Object.keys(example).sort())
    const [cells] = parse(textIn('csv', item, [example]), { columns: true }) as [{ [column: string]: string }]
    for (const [field, value] of Object.entries(example)) {
      if (typeof value === 'string') expect(cells[field]).toBe(value)
      if (value === null && field in cells) expect(cells[field]).toBe('')
    }
  })
})

describe('NDJSON', () => {
  it('has one record per line, each with a line break', () => {
    const text = textIn('ndjson', Row, [row('1'), row('2')])
    expect(text.endsWith('\n')).toBe(true)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([row('1'), row('2')])
    expect(textIn('ndjson', Row, [])).toBe('')
  })
})
