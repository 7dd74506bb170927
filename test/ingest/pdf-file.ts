/** A text on a page: its position in points from the lower left corner, and its size. */
export type Placed = readonly [text: string, x: number, y: number, size?: number]

const escaped = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`)

/** A PDF from objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  objects.forEach((object, index) => {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0))
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  })
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export const streamOf = (bytes: Buffer, entries = ''): Buffer =>
  Buffer.concat([Buffer.from(`<</Length ${bytes.length}${entries}>>stream\n`), bytes, Buffer.from('\nendstream')])

/** A PDF whose pages hold these texts. */
export function pdfWith(pages: readonly (readonly Placed[])[]): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((texts, index) => {
      const shown = texts.map(([text, x, y, size = 10]) => `BT /F ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`)
      return [
        `<</Type/Page/Parent 2 0 R/Contents ${5 + 2 * index} 0 R>>`,
        streamOf(Buffer.from(shown.join('\n'), 'latin1')),
      ]
    }),
  ])
}
