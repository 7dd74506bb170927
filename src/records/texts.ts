import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of full texts in a dataset folder: `<documentId>.txt`, plain UTF-8, as fetched. It is not in git. */
export const getTextsFolder = (folder: string): string => path.join(folder, 'texts')

/** The texts in the public domain, which come with the repository. A fetched text of the same document is newer. */
export const getPublicTextsFolder = (folder: string): string => path.join(getTextsFolder(folder), 'public')

/** Maximum number of characters read of a text. */
export const TEXT_MAX = 160_000

/** The full texts stored with the records. */
export interface DocumentTexts {
  ids: ReadonlySet<string>
  /** The text of a document, read on demand; null if there is none. */
  findText: (documentId: string) => string | null
}

const EXTENSION = '.txt'
// Keeps line breaks and tabs; private-use characters are markers of the search index.
const UNPRINTABLE = /[^\P{C}\n\t]/gu

/** Opens the texts of a dataset folder. A missing folder equals an empty one. */
export function openTexts(folder: string): DocumentTexts {
  const files = new Map(
    [getPublicTextsFolder(folder), getTextsFolder(folder)].flatMap((place) =>
      (existsSync(place) ? readdirSync(place) : [])
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => [name.slice(0, -EXTENSION.length), path.join(place, name)] as const),
    ),
  )
  return {
    ids: new Set(files.keys()),
    findText(id) {
      const file = files.get(id)
      if (file === undefined) return null
      const text = readFileSync(file, 'utf8').slice(0, TEXT_MAX).toWellFormed()
      return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, ' ').trim() || null
    },
  }
}
