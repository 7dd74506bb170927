import { recordId } from '../rules/record-id.ts'
import { RECORDS } from '../schema/records.ts'
import type { IngestKind } from './source.ts'

interface KindRules {
  /** The word used for this kind in the natural keys of ids. */
  word: string
  /** Times that the run sets on a new record. */
  setWhenNew: readonly string[]
  /** Times that are updated when a field changes. */
  setWhenChanged: readonly string[]
  /** Lists that only grow. */
  union: readonly string[]
  /** Fields decided by the source alone: manual corrections are overwritten. */
  own: readonly string[]
  /** When a source last listed the record. */
  confirmed: string | null
}

const PLAIN: Omit<KindRules, 'word'> = { setWhenNew: [], setWhenChanged: [], union: [], own: [], confirmed: null }

/** What each kind needs besides its fields. */
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

/** The id of the record made from a source's row. */
export const getId = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(KINDS[kind].word, key)
