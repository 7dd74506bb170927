import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { type DocumentTexts, NO_TEXTS, openTexts } from '../records/texts.ts'
import type { Award } from '../resources/awards.ts'
import type { SearchableDocument } from '../resources/documents.ts'
import type { PassageAward } from '../rules/award-passage.ts'
import { compare } from '../rules/compare.ts'
import type { Publication } from './publish.ts'
import { type IndexedDocument, ITEM_FIELDS, RECORD_FIELDS } from './search-fields.ts'

/** What search needs of the documents, in a file, so that it can be indexed on another thread. */
export interface SearchDraft {
  file: string
  /** The dataset folder with the full texts; null if there is none. */
  texts: string | null
}

/** A line of the file. */
interface Drafted {
  id: string
  /** The text of its record, if that has one. */
  text?: string | undefined
  document: Omit<IndexedDocument, 'fullText'>
  /** Its row in the list of documents. */
  listed: number
  /** Those that the document lists. */
  awards: PassageAward[]
}

/** A document to index. */
export type DocumentDraft = Pick<Drafted, 'listed' | 'awards'> & { document: IndexedDocument }

const LINES_AT_ONCE = 500
const CHUNK_BYTES = 1 << 20
const LINE_FEED = 0x0a

/** Writes the draft of documents in the order of the ids. Documents and awards are given in the order of their lists. */
export function draftSearch(
  file: string,
  documents: Publication['documents'],
  awards: Publication['awards'],
  texts: DocumentTexts,
): SearchDraft {
  const ordered = documents
    .map((document, index) => ({ document, listed: index + 1 }))
    .sort((a, b) => compare(a.document.record.id, b.document.record.id))
  const awardsOf = Map.groupBy(awards, ({ item }) => item.sourceDocument.id)
  const descriptor = openSync(file, 'w')
  try {
    for (let start = 0; start < ordered.length; start += LINES_AT_ONCE) {
      const lines = ordered.slice(start, start + LINES_AT_ONCE).map(({ document, listed }) => {
        const own = awardsOf.get(document.record.id) ?? []
        return `${JSON.stringify(
          draftOf(
            document,
            listed,
            own.map(({ item }) => item),
          ),
        )}\n`
      })
      writeFileSync(descriptor, lines.join(''))
    }
  } finally {
    closeSync(descriptor)
  }
  return { file, texts: texts.folder }
}

function draftOf(
  { record, item, stateName, agencies }: SearchableDocument,
  listed: number,
  awards: readonly PassageAward[],
): Drafted {
  return {
    id: record.id,
    text: record.text,
    document: { record: pick(record, RECORD_FIELDS), item: pick(item, ITEM_FIELDS), stateName, agencies },
    listed,
    awards: awards.map((award) => pick(award, AWARD_FIELDS)),
  }
}

const AWARD_FIELDS = [
  'awardeeName',
  'stateName',
  'fiscalYear',
  'federalAmount',
  'programDescription',
] as const satisfies (keyof Award)[]

const pick = <From extends object, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

/** The documents of a draft, with their full texts, one at a time. */
export function* readDraft({ file, texts: folder }: SearchDraft): Generator<DocumentDraft> {
  const texts = folder === null ? NO_TEXTS : openTexts(folder)
  for (const line of linesOf(file)) {
    const { id, text, document, ...rest } = JSON.parse(line) as Drafted
    yield { ...rest, document: { ...document, fullText: text ?? texts.textOf(id) } }
  }
}

function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    let rest = Buffer.alloc(0)
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)])
      const end = bytes.lastIndexOf(LINE_FEED)
      rest = bytes.subarray(end + 1)
      if (end >= 0) yield* bytes.toString('utf8', 0, end).split('\n')
    }
  } finally {
    closeSync(descriptor)
  }
}
