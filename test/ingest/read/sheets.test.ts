import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readCsvRows, readXlsxRows, refuseLargeZip } from '../../../src/ingest/read/sheets.ts'

const csv = (text: string) => readCsvRows(new TextEncoder().encode(text))

describe('readCsvRows', () => {
  it('reads quotes, commas, line breaks and a byte-order mark', () => {
    expect(csv('\ufeffName,Title\r\n"Smith, Inc","two\nlines"\r\n')).toEqual([
      [
        { value: 'Name', formula: false },
        { value: 'Title', formula: false },
      ],
      [
        { value: 'Smith, Inc', formula: false },
        { value: 'two\nlines', formula: false },
      ],
    ])
  })

  it('is refused, not cut, if it has too many rows', () => {
    expect(() => readCsvRows(Buffer.from('a,b\n'.repeat(20_001)))).toThrow('has more than 20000 rows')
  })

  it('reads rows of any length', () => {
    expect(csv('a,b\nc\n\nd,e,f\n').map((row) => row.length)).toEqual([2, 1, 3])
  })

  it.each(['=1+1', '=HYPERLINK("http://evil")', '@SUM(A1)', '+cmd|calc', '-cmd|calc', ' =1'])(
    'marks %s as a formula',
    (text) => {
      expect(csv(`"${text.replaceAll('"', '""')}"\n`)[0]?.[0]?.formula).toBe(true)
    },
  )

  it.each(['-5', '+1 907 555 0100', '- a dash', '1=1', 'a@b.gov'])('reads %s unchanged', (text) => {
    expect(csv(`${text}\n`)[0]?.[0]).toEqual({ value: text, formula: false })
  })

  it('rejects what is not CSV', () => {
    expect(() => csv('"never closed')).toThrow()
  })

  it('keeps headings like __proto__ as text', () => {
    expect(csv('__proto__,constructor\na,b\n')[0]?.map(({ value }) => value)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})

describe('readXlsxRows', () => {
  const workbook = () =>
    writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Read me']] },
        {
          name: 'Awards',
          rows: [
            ['Name', 'Amount', 'Date'],
            ['Clinic', 12.5, new Date('2026-08-28T00:00:00Z')],
            ['Hospital', null, '8/28/2026'],
          ],
          cells: new Map([['2,1', { formula: 'SUM(B2:B2)', formulaResult: 12.5 }]]),
        },
      ],
    })

  it('reads texts, numbers and dates of the named sheet', async () => {
    const rows = await readXlsxRows(await workbook(), 'Awards')
    expect(rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Name', 'Amount', 'Date'],
      ['Clinic', 12.5, new Date('2026-08-28T00:00:00Z')],
      ['Hospital', 12.5, '8/28/2026'],
    ])
  })

  it('marks formulas, whatever their result', async () => {
    const rows = await readXlsxRows(await workbook(), 'Awards')
    expect(rows.map((row) => row.map(({ formula }) => formula))).toEqual([
      [false, false, false],
      [false, false, false],
      [false, true, false],
    ])
  })

  it('reads the first sheet if none is named, and rejects a missing one', async () => {
    expect((await readXlsxRows(await workbook(), null))[0]?.[0]?.value).toBe('Read me')
    await expect(readXlsxRows(await workbook(), 'Other')).rejects.toThrow('has no sheet "Other"')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', new TextEncoder().encode('<html><body>Maintenance</body></html>')],
    ['half a workbook', null],
  ])('rejects %s', async (_, bytes) => {
    const whole = await workbook()
    await expect(readXlsxRows(bytes ?? whole.subarray(0, whole.length / 2), null)).rejects.toThrow()
  })
})

/** A zip archive with one deflated entry that states a wrong size. */
function archive(content: Uint8Array, statedSize: number): Uint8Array {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(31)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(1, 26)
  const entry = Buffer.alloc(47)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(statedSize, 24)
  entry.writeUInt16LE(1, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, entry, end])
}

describe('refuseLargeZip', () => {
  it('rejects an archive that unpacks to too much, although it states less', async () => {
    const bomb = archive(new Uint8Array(5_000_000), 10)
    expect(bomb.length).toBeLessThan(10_000)
    await expect(refuseLargeZip(bomb, 1_000_000)).rejects.toThrow('unpacks to more than 1000000 bytes')
    await expect(refuseLargeZip(bomb, 6_000_000)).resolves.toBeUndefined()
  })

  it('rejects such a workbook', async () => {
    await expect(readXlsxRows(archive(new Uint8Array(70 * 1024 * 1024), 10), null)).rejects.toThrow(
      /^unpacks to more than/,
    )
  })
})
