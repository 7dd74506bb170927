import { type DocumentTexts, NO_TEXTS, openTexts } from '../records/texts.ts'
import type { Award } from '../resources/awards.ts'
import type { SearchableDocument } from '../resources/documents.ts'
import { resource } from '../resources/index.ts'
import type { Row } from '../resources/row.ts'
import type { PassageAward } from '../rules/award-passage.ts'
import { compare } from '../rules/compare.ts'
import { pick } from '../rules/pick.ts'
import { type DraftFile, partsOf, recordsOf, writeDraft } from './draft-file.ts'
import { inOrder } from './order.ts'
import { type IndexedDocument, ITEM_FIELDS, publishedFields, RECORD_FIELDS } from './search-fields.ts'

/** What search needs of the documents, in a file, so that it can be indexed on another thread. */
export interface SearchDraft extends DraftFile {
  /** The dataset folder with the full texts; null if there is none. */
  texts: string | null
}

/** A record of the file. */
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

const PART_DOCUMENTS = 100

/** The rows to search, in any order. They need no times of publication. */
export interface Searched {
  documents: readonly SearchableDocument[]
  awards: readonly Row<Award>[]
  texts: DocumentTexts
}

/** Starts to write the search tables. */
export type StartSearch = (searched: Searched) => void

/** Writes the draft of documents in the order of the ids. */
export function draftSearch(file: string, { documents, awards, texts }: Searched): SearchDraft {
  const ordered = inOrder(resource('documents'), documents)
    .map((document, index) => ({ document, listed: index + 1 }))
    .sort((a, b) => compare(a.document.record.id, b.document.record.id))
  const awardsOf = Map.groupBy(inOrder(resource('awards'), awards), ({ item }) => item.sourceDocument.id)
  const drafts = ordered
    .values()
    .map(({ document, listed }) => draftOf(document, listed, awardsOf.get(document.record.id) ?? []))
  return { texts: texts.folder, ...writeDraft(file, drafts, (_, count) => count === PART_DOCUMENTS) }
}

function draftOf(document: SearchableDocument, listed: number, awards: readonly Row<Award>[]): Drafted {
  const { record, item, stateName, agencies } = document
  return {
    id: record.id,
    text: record.text,
    document: {
      record: pick(record, RECORD_FIELDS),
      item: pick(item, ITEM_FIELDS),
      stateName,
      agencies,
      published: publishedFields(document),
    },
    listed,
    awards: awards.map(({ item }) => pick(item, AWARD_FIELDS)),
  }
}

const AWARD_FIELDS = [
  'awardeeName',
  'stateName',
  'fiscalYear',
  'federalAmount',
  'programDescription',
] as const satisfies (keyof Award)[]

/** The documents of a draft, with their full texts, one at a time. */
export function* readDraft({ texts: folder, ...draft }: SearchDraft): Generator<DocumentDraft> {
  const texts = folder === null ? NO_TEXTS : openTexts(folder)
  for (const part of partsOf(draft)) {
    for (const { id, text, document, ...rest } of recordsOf<Drafted>(part)) {
      yield { ...rest, document: { ...document, fullText: text ?? texts.textOf(id) } }
    }
  }
}
