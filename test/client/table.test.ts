import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { formatCell } from '../../packages/client/src/cli/cells.ts'
import { COMMANDS } from '../../packages/client/src/cli/commands.generated.ts'
import { formatCsv } from '../../packages/client/src/cli/csv.ts'
import { formatRecord, formatTable, LAYOUT } from '../../packages/client/src/cli/layout.ts'
import { table } from '../../packages/client/src/cli/table.ts'

const column = (title: string, isOptional = false) => ({ title, isNumber: false, isOptional })

describe('a table', () => {
  it('is never wider than the screen, whatever its content', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constant('東京都の農村医療'),
      fc.constant('-'),
    )
    const shape = fc.integer({ min: 1, max: 6 }).chain((columns) =>
      fc.record({
        rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 5 }),
        titles: fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: columns, maxLength: columns }),
        optional: fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
        width: fc.integer({ min: 20, max: 200 }),
      }),
    )
    fc.assert(
      fc.property(shape, ({ rows, titles, optional, width }) => {
        const clean = rows.map((row) => row.map((text) => formatCell('text', text)))
        const columns = titles.map((title, place) => column(formatCell('title', title), optional[place]))
        for (const line of table(columns, clean, width).split('\n'))
          expect(stringWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('shows everything if there is room, or no screen', () => {
    const rows = [['a'.repeat(30), 'b'.repeat(30)]]
    for (const width of [null, 62]) {
      expect(table([column('One'), column('Two', true)], rows, width)).toContain(`${'a'.repeat(30)}  ${'b'.repeat(30)}`)
    }
  })

  it('drops optional columns before it cuts others', () => {
    const rows = [['a'.repeat(30), 'b'.repeat(40)]]
    expect(table([column('One'), column('Two', true)], rows, 40)).toBe(`One\n${'a'.repeat(30)}\n`)
    expect(table([column('One'), column('Two')], rows, 40)).toBe(
      `One${' '.repeat(18)}Two\n${'a'.repeat(18)}…  ${'b'.repeat(18)}…\n`,
    )
  })

  it('has layouts whose fields exist in the records', () => {
    for (const { name, columns } of COMMANDS.filter(({ name }) => name in LAYOUT)) {
      const fields = (LAYOUT[name] ?? []).map((field) => field.replace('?', ''))
      expect(fields.length, name).toBeGreaterThan(2)
      expect(columns.map((column) => column.split('.')[0])).toEqual(expect.arrayContaining(fields))
    }
  })
})

describe('a list without its own layout', () => {
  it('shows the fields with one readable value', () => {
    const record = { id: '1', state: 'NE', amount: 2, sourceUrl: 'https://example.org', confirmedBy: ['x'], note: null }
    expect(formatTable('added', [record], null).split('\n')[0]).toBe('State  Amount  Note')
  })
})

describe('a cell', () => {
  it.each<[string, unknown, string]>([
    ['title', null, '-'],
    ['programCategories', [], '-'],
    ['awardTotal', 1234567.5, '$1,234,567.50'],
    ['awardTotal', 1234567, '$1,234,567'],
    ['awardPerRuralResident', 1057, '$1,057'],
    ['amountPerRuralResident', 1057, '$1,057'],
    ['budgetPerAward', 500000, '$500,000'],
    ['awardAmountsKnown', 33, '33'],
    ['awards', 33, '33'],
    ['awardeeCount', 32, '32'],
    ['documents', 1234, '1,234'],
    ['isActive', true, 'yes'],
    ['dueDate', '2026-11-30T22:59:59.000Z', '2026-11-30 22:59Z'],
    ['topics', ['a', 'b'], 'a, b'],
    ['sites', [{ url: 'x' }, { url: 'y' }], '2'],
    ['sourceDocument', { id: '1', title: 'Plan' }, 'Plan'],
  ])('of %s shows %j as %s', (field, value, text) => {
    expect(formatCell(field, value)).toBe(text)
  })

  it('contains no terminal control characters', () => {
    expect(formatCell('title', 'a\u001b[31mred\u001b]0;title\u0007\r\nb\u202ec\u0085d')).toBe(
      'a [31mred ]0;title b c d',
    )
  })
})

describe('a record', () => {
  it('has one field per line, text that fits the screen, and its lists below', () => {
    const text = formatRecord(
      { name: 'Nebraska', summary: 'word '.repeat(40).trim(), sites: [{ url: 'https://x', label: 'Page' }] },
      60,
    )
    expect(text).toMatch(/^Name {5}Nebraska\nSummary {2}word word/)
    expect(text).toMatch(/\n\nSites\nURL {8}Label\nhttps:\/\/x {2}Page\n$/)
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  })
})

describe('CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('keeps spreadsheets from running %j', (title) => {
    const [, row] = parse(formatCsv(['title'], [{ title }])) as string[][]
    expect(row).toEqual([`'${title}`])
  })

  it('can be parsed back', () => {
    const safe = fc.string({ minLength: 1 }).filter((text) => !/^[=+\-@\t\r＝＋－＠]/.test(text))
    fc.assert(
      fc.property(fc.array(safe, { minLength: 1 }), (titles) => {
        const rows = parse(
          formatCsv(
            ['title'],
            titles.map((title) => ({ title })),
          ),
          { from: 2 },
        ) as string[][]
        expect(rows.map(([title]) => title)).toEqual(titles)
      }),
    )
  })

  it('joins words, keeps objects as JSON, and leaves unknown values empty', () => {
    const record = { words: ['a', 'b'], parts: [{ x: 1 }], part: { y: 2 }, none: null, amount: 12.5, flag: false }
    expect(parse(formatCsv(Object.keys(record), [record]), { from: 2 })).toEqual([
      ['a; b', '[{"x":1}]', '{"y":2}', '', '12.5', 'false'],
    ])
    expect(formatTable('awards', [], null)).toContain('Federal amount')
  })
})
