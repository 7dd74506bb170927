import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PdfBounds, type PdfText, pdfPages, pdfTable } from '../../../src/ingest/read/pdf.ts'
import { type Placed, pdfOf, pdfWith, streamOf } from '../pdf-file.ts'

const HEADINGS = { wanted: ['applicant name', 'award amount', 'activities'], anchor: 'award amount' }
const HEAD: readonly Placed[] = [
  ['Applicant Name', 40, 700],
  ['Award Amount', 220, 700],
  ['Activities', 330, 700],
]

/** The texts of a page as read, each character 5 points wide. */
const placed = (texts: readonly Placed[]): PdfText[] =>
  texts.map(([text, x, y, size = 10]) => ({ text, x, y, width: text.length * 5, size }))

const rowsIn = (pages: readonly (readonly Placed[])[], headings = HEADINGS) =>
  pdfTable(pages.map(placed), headings)
    .slice(1)
    .map((row) => row.map(({ value }) => value))

describe('the table of a PDF', () => {
  it('has its columns between the white gaps, whatever the alignment of the headings, and continues on the next page', () => {
    const centered: readonly Placed[] = [
      ['Total Funding', 480, 712],
      ['No.', 40, 706],
      ['Organization Name', 200, 706],
      ['Amount', 495, 700],
    ]
    const first: readonly Placed[] = [
      ['State Program | Year 1 Awards', 150, 760, 16],
      ...centered,
      ['1', 44, 670],
      ['Prisma Health', 70, 670],
      ['-Upstate (Oconee, Lee, and Laurens)', 135, 670],
      ['$1,685,808.00', 470, 670],
    ]
    const next: readonly Placed[] = [
      ['I2', 42, 720],
      ['Rebound Behavioral Health', 70, 720],
      ['$120,000.00', 478, 720],
      ['Page 2', 300, 20],
    ]
    const headings = { wanted: ['organization name', 'total funding amount'], anchor: 'total funding amount' }
    expect(rowsIn([first, next], headings)).toEqual([
      ['Prisma Health-Upstate (Oconee, Lee, and Laurens)', '$1,685,808.00'],
      ['Rebound Behavioral Health', '$120,000.00'],
    ])
  })

  it.each([
    ['top', 676],
    ['middle', 670],
    ['bottom', 664],
  ])('joins the lines of a cell whose row is aligned at its %s', (_, y) => {
    const page: readonly Placed[] = [
      ...HEAD,
      ['Regional Medical', 40, 676],
      ['Center, Inc.', 40, 664],
      ['$5,000', 220, y],
      ['Rural access', 330, y],
      ['Clinic', 40, 630],
      ['$6', 220, 630],
      ['Care', 330, 630],
    ]
    expect(rowsIn([page])).toEqual([
      ['Regional Medical Center, Inc.', '$5,000', 'Rural access'],
      ['Clinic', '$6', 'Care'],
    ])
  })

  it('separates rows without a gap if other rows show the alignment, and sections by their headings', () => {
    const page: readonly Placed[] = [
      ...HEAD,
      ['Clinic one', 40, 688],
      ['$1', 220, 688],
      ['first line', 330, 688],
      ['second line', 330, 676],
      ['Clinic two', 40, 664],
      ['$2', 220, 664],
      ['a line', 330, 664],
      ['Building Capacity in Rural Counties of the State', 40, 620, 14],
      ...HEAD.map(([text, x]): Placed => [text, x, 590]),
      ['Clinic three', 40, 575],
      ['$3', 220, 575],
      ['one', 330, 575],
      ['two', 330, 563],
      ['Clinic four', 40, 535],
      ['$4', 220, 535],
    ]
    expect(rowsIn([page])).toEqual([
      ['Clinic one', '$1', 'first line second line'],
      ['Clinic two', '$2', 'a line'],
      ['Clinic three', '$3', 'one two'],
      ['Clinic four', '$4', ''],
    ])
  })

  it('is not guessed if rows cannot be told apart', () => {
    const page: readonly Placed[] = [
      ...HEAD,
      ['A name', 40, 688],
      ['of two', 40, 676],
      ['or three lines', 40, 664],
      ['$1', 220, 688],
      ['$2', 220, 670],
    ]
    expect(() => rowsIn([page])).toThrow('has rows that cannot be told apart')
  })

  it('is empty without the headings', () => {
    expect(pdfTable([placed([['Nothing here', 40, 700]])], HEADINGS)).toEqual([])
  })
})

const MIB = 1024 * 1024
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
/** Compressed twice: a few hundred bytes that unpack to this many MiB. */
const bomb = (size: number) => deflateSync(deflateSync(Buffer.alloc(size * MIB, 32), { level: 1 }))

/** A reader of its own for each file takes its time, so some are tried in the long tests alone. */
const LONG = Boolean(process.env.LONG)

type Hostile = [string, () => Buffer, Partial<PdfBounds>, RegExp]

const COSTLY: readonly Hostile[] = [
  ['with more texts than allowed', () => pdfWith([HEAD, HEAD]), { textsMax: 5 }, /^has more than 5 texts$/],
  [
    'with circular pages',
    () => pdfOf([CATALOG, '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R 2 0 R]>>']),
    {},
    /^is (?:damaged|not a complete PDF)$/,
  ],
  [
    'that decompresses endlessly',
    () =>
      pdfOf([
        CATALOG,
        '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
        streamOf(bomb(400), '/Filter[/FlateDecode/FlateDecode]'),
      ]),
    { memoryBytes: 100 * MIB },
    /^needs too much memory$/,
  ],
]

describe('a hostile PDF', () => {
  it.each<Hostile>([
    ['that is a web page', () => Buffer.from('<html></html>'), {}, /^is not a PDF$/],
    ['that is truncated', () => pdfWith([HEAD]).subarray(0, 60), {}, /^is (?:not a complete PDF|damaged)$/],
    ['with more pages than allowed', () => pdfWith([HEAD, HEAD, HEAD]), { pagesMax: 2 }, /^has 3 pages, more than 2$/],
    [
      'that is encrypted',
      () =>
        pdfOf(
          [
            CATALOG,
            '<</Type/Pages/Count 0/Kids[]>>',
            `<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`,
          ],
          `/Encrypt 3 0 R/ID[<${'22'.repeat(16)}><${'22'.repeat(16)}>]`,
        ),
      {},
      /^is protected by a password$/,
    ],
    ['that takes too long', () => pdfWith([HEAD]), { timeMs: 0 }, /^takes too long to read$/],
    ...(LONG ? COSTLY : []),
  ])('%s is rejected with our own message', async (_, file, bounds, reason) => {
    await expect(pdfPages(file(), bounds)).rejects.toThrow(reason)
  })
})
