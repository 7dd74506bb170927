/** Searchable attributes of a document. A facet is a word in the full-text index that no text or caller can write. */
export type FacetKind = 'state' | 'year' | 'programCategory'

// Private-use characters are letters to the tokenizer.
const MARKS = { state: '\ue000s', year: '\ue000y', programCategory: '\ue000c' } as const satisfies Record<
  FacetKind,
  string
>

/** The word of a facet. The digit at its end prevents stemming. */
export const facet = (kind: FacetKind, value: string): string =>
  `${MARKS[kind]}${value.toLowerCase().replace(/[^a-z0-9]/g, '')}0`

/** Whether a word is a facet. */
export const isFacet = (word: string): boolean => word.startsWith('\ue000')

/** Whether a word is the facet of a state. */
export const isStateFacet = (word: string): boolean => word.startsWith(MARKS.state)

/** The word that every document has. */
export const EVERYWHERE = '\ue000d0'
