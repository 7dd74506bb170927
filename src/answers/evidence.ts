import type { Statement } from '../figures/statement.ts'
import { isQuotable } from '../rules/text/quotable.ts'
import type { Evidence, EvidencePassage } from './port.ts'

/** The field of passages that come from the records themselves. */
const STATED = 'records'

/** Statements from the records as evidence, ranked before any passage. */
export const statedEvidence = (statements: readonly Statement[]): Evidence[] =>
  statements.flatMap(({ text, sources }) =>
    sources.map(({ id, list, title, url }) => ({
      documentId: id,
      resource: list,
      title,
      url,
      stateName: null,
      passages: [{ field: STATED, text, date: null, relevance: 1, coverage: 1 }],
    })),
  )

/** Whether a passage comes from the records. */
export const isStated = ({ field }: EvidencePassage): boolean => field === STATED

const DOCUMENTS_MAX = 8
/** The share of the title's coverage that also counts for its passages. */
const TITLE_SHARE = 0.5

/**
 * The documents that an answer may use: statements from the records, then the documents with the best passages, without
 * unquotable text. Text outside of quotable passages has no effect, so that instructions in it change nothing.
 */
export function usable(evidence: readonly Evidence[]): Evidence[] {
  const stated = evidence.filter(({ passages }) => passages.some(isStated))
  const quotable = stated.filter(({ passages }) => passages.every(({ text }) => isQuotable(text)))
  return [...quotable, ...getBestEvidence(evidence.filter((document) => !stated.includes(document)))]
}

function getBestEvidence(evidence: readonly Evidence[]): Evidence[] {
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

/** How well the best passage answers the question. A title alone counts very little. */
const bestPassage = ({ passages }: Evidence): number =>
  Math.max(
    ...passages.map((passage) =>
      isTitle(passage) ? -1 / (1 + passage.relevance) : passage.relevance * passage.coverage ** 2,
    ),
  )
