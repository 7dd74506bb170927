import * as z from 'zod'
import { recordId } from '../rules/record-id.ts'
import { RECORDS } from '../schema/records.ts'
import type { DraftOf, IngestKind, Rejection } from './source.ts'

interface KindRules {
  word: string
  setWhenNew: readonly string[]
  setWhenChanged: readonly string[]
  union: readonly string[]
  /** Fields decided by the source alone: manual corrections are overwritten. */
  own: readonly string[]
  /** When a source last listed the record. */
  confirmed: string | null
}

const PLAIN: Omit<KindRules, 'word'> = { setWhenNew: [], setWhenChanged: [], union: [], own: [], confirmed: null }

const KINDS: { [Kind in IngestKind]: KindRules } = {
  allotments: { ...PLAIN, word: 'allotment', union: ['confirmedBy'] },
  documents: { ...PLAIN, word: 'document', setWhenNew: ['discovered'] },
  awards: { ...PLAIN, word: 'award' },
  notices: {
    ...PLAIN,
    word: 'notice',
    setWhenNew: ['firstSeen', 'lastChanged'],
    setWhenChanged: ['lastChanged'],
    own: ['sourceStatus'],
    confirmed: 'confirmedAt',
  },
}

export const getRules = (kind: IngestKind): KindRules => KINDS[kind]

/** The fields of a record that may be blank, each as it is when nothing is known: null, false or an empty list. */
export const getBlank = (kind: IngestKind): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(RECORDS[kind].shape).flatMap(([field, type]) => {
      const blank = [null, false, []].filter((value) => type.safeParse(value).success)
      return blank.length > 0 && !type.safeParse(undefined).success ? [[field, blank[0]]] : []
    }),
  )

export const getId = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(KINDS[kind].word, key)

/**
 * What is made of each row. A row of which nothing can be made is skipped for the reason that is returned instead.
 * @param getReference how a person can find a skipped row in the source
 */
export function makeRecords<Row, Made extends object>(
  rows: readonly Row[],
  make: (row: Row) => Made | string,
  getReference: (row: Row, index: number) => string,
  rejected: Rejection[],
): Made[] {
  return rows.flatMap((row, index) => {
    const made = make(row)
    if (typeof made !== 'string') return [made]
    rejected.push({ ref: getReference(row, index), reason: made })
    return []
  })
}

/** The first reason why a value does not match a schema. @param whole the name of the value itself */
export function firstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message}`
}

export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type DocumentFields = DraftOf<'documents'>['given']

/** The fields of a document that its source keeps current, and those taken from it only once. */
interface DocumentParts {
  ref: string
  key: readonly string[]
  given: DocumentFields
  start: DocumentFields & Pick<Required<DocumentFields>, 'url'>
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
