import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of full texts in a dataset folder: `<documentId>.txt`, plain UTF-8. It is not kept in git. */
export const textsFolder = (folder: string): string => path.join(folder, 'texts')

/** At most this many characters of a text are read. */
export const TEXT_MAX = 160_000

/** The full texts stored beside the records. */
export interface DocumentTexts {
  /** The documents with a text. */
  ids: ReadonlySet<string>
  /** The text of a document, read when it is asked for; null when there is none. */
  textOf: (documentId: string) => string | null
}

const EXTENSION = '.txt'
// Line breaks and tabs stay; private-use characters are the marks of the search index.
const UNPRINTABLE = /[^\P{C}\n\t]/gu

/** Opens the texts of a dataset folder. A folder without texts is the same as an empty one. */
export function openTexts(folder: string): DocumentTexts {
  const place = textsFolder(folder)
  const ids = new Set(
    namesIn(place)
      .filter((name) => name.endsWith(EXTENSION))
      .map((name) => name.slice(0, -EXTENSION.length)),
  )
  return {
    ids,
    textOf: (id) => (ids.has(id) ? readText(path.join(place, `${id}${EXTENSION}`)) : null),
  }
}

export const NO_TEXTS: DocumentTexts = { ids: new Set(), textOf: () => null }

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readText(file: string): string | null {
  const text = readFileSync(file, 'utf8').slice(0, TEXT_MAX).toWellFormed()
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, ' ').trim() || null
}
