import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { PdfBounds, PdfText } from './pdf.ts'

const { bytes, pagesMax, textsMax } = workerData as { bytes: Uint8Array } & PdfBounds

async function read(): Promise<PdfText[][]> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, disableFontFace: true })
  if (document.numPages > pagesMax) throw new Error(`has ${document.numPages} pages, more than ${pagesMax}`)
  const pages: PdfText[][] = []
  let count = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[]
      return [{ text: item.str, x, y, width: item.width, size: Math.hypot(c, d) }]
    })
    count += texts.length
    if (count > textsMax) throw new Error(`has more than ${textsMax} texts`)
    pages.push(texts)
  }
  return pages
}

// The library's messages may quote the file, so only their kind is reported.
const ERRORS: Readonly<Record<string, string>> = {
  InvalidPDFException: 'is not a complete PDF',
  PasswordException: 'is protected by a password',
}

const formatReason = (error: unknown): string =>
  error instanceof Error
    ? (ERRORS[error.name] ?? (error.constructor === Error ? error.message : 'is damaged'))
    : 'is damaged'

parentPort?.postMessage(
  await read().then(
    (pages) => ({ pages }),
    (error: unknown) => ({ reason: formatReason(error) }),
  ),
)
