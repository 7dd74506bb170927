import { isQuotable } from '../rules/quotable.ts'
import type { Evidence, EvidencePassage } from './port.ts'
import { isStated } from './stated.ts'

/** As many documents are read for an answer. */
const DOCUMENTS_MAX = 8
/** How much of what the title answers is said for its passages too. */
const TITLE_SHARE = 0.5

/**
 * The documents that an answer may use: what the records say, then those with the best passages, without what may not
 * be quoted. What a document holds beside its quotable passages has no part in this, so that an instruction in it
 * moves nothing.
 */
export function usable(evidence: readonly Evidence[]): Evidence[] {
  const stated = evidence.filter(({ passages }) => passages.some(isStated))
  const quotable = stated.filter(({ passages }) => passages.every(({ text }) => isQuotable(text)))
  return [...quotable, ...bestOf(evidence.filter((document) => !stated.includes(document)))]
}

function bestOf(evidence: readonly Evidence[]): Evidence[] {
  return evidence
    .map((document) => {
      const passages = document.passages.filter(({ text }) => isQuotable(text) && !text.endsWith('?'))
      const title = passages.find(isTitle)?.relevance ?? 0
      return {
        ...document,
        passages: passages.map((passage) =>
          isTitle(passage) ? passage : { ...passage, relevance: passage.relevance + title * TITLE_SHARE },
        ),
      }
    })
    .filter(({ passages }) => passages.length > 0)
    .sort((a, b) => bestPassage(b) - bestPassage(a))
    .slice(0, DOCUMENTS_MAX)
}

export const isTitle = ({ field }: EvidencePassage): boolean => field === 'title'

/** How well the best passage answers the question; a title alone says next to nothing. */
const bestPassage = ({ passages }: Evidence): number =>
  Math.max(
    ...passages.map((passage) =>
      isTitle(passage) ? -1 / (1 + passage.relevance) : passage.relevance * passage.coverage ** 2,
    ),
  )
