import type { Statement } from '../figures/statement.ts'
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
