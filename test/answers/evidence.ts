import type { Evidence, EvidencePassage } from '../../src/answers/evidence.ts'

/** A document found for a question; a passage is its text, or its text with other attributes. */
export function createEvidence(
  number: number,
  passages: readonly (string | (Partial<EvidencePassage> & { text: string }))[],
  more: Partial<Evidence> = {},
): Evidence {
  return {
    documentId: `00000000-0000-4000-8000-0000000a${String(number).padStart(4, '0')}`,
    title: `Document ${number}`,
    url: `https://example.gov/documents/${number}`,
    resource: 'documents',
    stateName: null,
    passages: passages.map((passage) => ({
      field: 'highlights',
      date: null,
      relevance: 1,
      coverage: 1,
      ...(typeof passage === 'string' ? { text: passage } : passage),
    })),
    ...more,
  }
}

/** The sentences of an answer; each ends with its citations before the period. */
export const sentencesOfAnswer = (text: string): string[] => text.split(/(?<=\]\s?[.!?])\s+/)

export const never = new AbortController().signal
