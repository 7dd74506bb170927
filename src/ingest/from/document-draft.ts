import type { DraftOf } from '../source.ts'

type DocumentFields = DraftOf<'documents'>['given']

/** The fields of a document that its source keeps current, and those taken from it only once. */
export interface DocumentParts {
  ref: string
  key: readonly string[]
  given: Pick<Required<DocumentFields>, 'title'> &
    Partial<Pick<DocumentFields, 'fiscalYear' | 'highlights' | 'keyDates' | 'deadline' | 'pages' | 'published'>>
  start: Pick<Required<DocumentFields>, 'fileType' | 'documentCategory' | 'url'> &
    Partial<Pick<DocumentFields, 'state' | 'retrievedFrom'>>
}

/** The draft of a document that is only listed, not read. A record with its URL is the same document. */
export const documentDraft = ({ ref, key, given, start }: DocumentParts): DraftOf<'documents'> => ({
  kind: 'documents',
  ref,
  key,
  given,
  start: { ...start, sourceUrl: start.url },
  like: [{ url: start.url }, { sourceUrl: start.url }],
})
