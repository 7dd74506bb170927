import { recordId } from '../rules/identity.ts'
import type { IngestKind } from './source.ts'

interface KindRules {
  /** The word in the natural key of its ids. */
  word: string
  /** Instants that a new record gets from the night. */
  born: readonly string[]
  /** Instants that move when a field has changed. */
  moved: readonly string[]
  /** Lists that only grow. */
  union: readonly string[]
  /** Fields that the source alone decides: no correction by hand outlives what it says. */
  own: readonly string[]
  /** The instant at which a source last listed the record. */
  confirmed: string | null
}

/** What each kind needs besides its fields. */
const KINDS = {
  allotments: { word: 'allotment', born: [], moved: [], union: ['confirmedBy'], own: [], confirmed: null },
  documents: { word: 'document', born: ['discovered'], moved: [], union: [], own: [], confirmed: null },
  awards: { word: 'award', born: [], moved: [], union: [], own: [], confirmed: null },
  notices: {
    word: 'notice',
    born: ['firstSeen', 'lastChanged'],
    moved: ['lastChanged'],
    union: [],
    own: ['sourceStatus'],
    confirmed: 'confirmedAt',
  },
} as const satisfies Record<IngestKind, KindRules>

export const rulesOf = (kind: IngestKind): KindRules => KINDS[kind]

/** The id of the record that a row of a source makes. */
export const idOf = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(KINDS[kind].word, key)
