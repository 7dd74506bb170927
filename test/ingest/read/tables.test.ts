import { describe, expect, it } from 'vitest'
import { htmlTables } from '../../../src/ingest/read/html.ts'

const values = (html: string) => htmlTables(html).map((rows) => rows.map((row) => row.map(({ value }) => value)))

describe('the tables of a page', () => {
  it.each<[string, string, unknown]>([
    [
      'rows without end tags',
      '<table><tr><th>A<th>B<tr><td>1<td>2</table>',
      [
        [
          ['A', 'B'],
          ['1', '2'],
        ],
      ],
    ],
    [
      'words split by elements, entities, and hidden text',
      '<table><tr><td><p>Hope</p><p>Clinic &amp; Co</p><br>Inc<script>x()</script></table>',
      [[['Hope Clinic & Co Inc']]],
    ],
    ['inline elements within a word', '<table><tr><td>G<b>alen</b>a</table>', [[['Galena']]]],
    ['cells that span columns', '<table><tr><td colspan=2>A<td>B</table>', [[['A', 'A', 'B']]]],
    [
      'cells that span rows, in the middle and at the end',
      '<table><tr><td>1<td rowspan=3>X<td rowspan=2>Y<tr><td>2<tr><td>3<td>Z</table>',
      [
        [
          ['1', 'X', 'Y'],
          ['2', 'X', 'Y'],
          ['3', 'X', 'Z'],
        ],
      ],
    ],
    [
      'a table within a table',
      '<table><tr><td>A<table><tr><td>inner</td></tr></table></td><td>B</td></tr></table>',
      [[['inner']], [['A', 'B']]],
    ],
    [
      'invalid and excessive spans',
      `<table><tr><td colspan="x" rowspan="-1">A<td colspan="99999">B</table>`,
      [[['A', 'B']]],
    ],
    ['no table', '<p>1</p><td>2</td>', []],
  ])('are read with %s', (_, html, expected) => {
    expect(values(html)).toEqual(expected)
  })

  it('never grow beyond their limits', () => {
    const count = process.env.LONG ? 300 : 102
    const [table] = values(`<table>${'<tr><td rowspan=9999 colspan=9999>x'.repeat(count)}</table>`)
    expect(Math.max(...(table ?? []).map((row) => row.length))).toBeLessThan(100 * count)
    expect(() => htmlTables('<table><tr><td>'.repeat(process.env.LONG ? 20_000 : 5_000))).not.toThrow()
  })
})
