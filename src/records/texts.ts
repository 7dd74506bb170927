import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of full texts in a dataset folder: `<documentId>.txt`, plain UTF-8. It is not in git. */
export const textsFolder = (folder: string): string => path.join(folder, 'texts')

/** Maximum number of characters read of a text. */
export const TEXT_MAX = 160_000

/** The full texts stored with the records. */
export interface DocumentTexts {
  /** The dataset folder; null if there is none. */
  folder: string | null
  /** The documents that have a text. */
  ids: ReadonlySet<string>
  /** The text of a document, read on demand; null if there is none. */
  textOf: (documentId: string) => string | null
}

const EXTENSION = '.txt'
// Keeps line breaks and tabs; private-use characters are markers of the search index.
const UNPRINTABLE = /[^\P{C}\n\t]/gu

/** Opens the texts of a dataset folder. A missing folder equals an empty one. */
export function openTexts(folder: string): DocumentTexts {
  const place = textsFolder(folder)
  const ids = new Set(
    (existsSync(place) ? readdirSync(place) : [])
      .filter((name) => name.endsWith(EXTENSION))
      .map((name) => name.slice(0, -EXTENSION.length)),
  )
  return {
    folder,
    ids,
    textOf: (id) => (ids.has(id) ? readText(path.join(place, `${id}${EXTENSION}`)) : null),
  }
}

export const NO_TEXTS: DocumentTexts = { folder: null, ids: new Set(), textOf: () => null }

function readText(file: string): string | null {
  const text = readFileSync(file, 'utf8').slice(0, TEXT_MAX).toWellFormed()
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, ' ').trim() || null
}
