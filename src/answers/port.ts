import type { CitedList } from '../figures/statement.ts'
import { pick } from '../rules/pick.ts'

/** A verbatim passage of a document. */
export interface EvidencePassage {
  field: string
  text: string
  /** Its date in words. */
  date: string | null
  /** How well it answers the question; 0 if it has no word of the question. */
  relevance: number
  /** The share of the question that it covers together with its document, from 0 to 1. */
  coverage: number
}

/** A record that an answer can cite. */
export interface CitedRecord {
  /** Id of the record, usually a document. */
  documentId: string
  /** The list of the record. */
  resource: CitedList
  title: string
  url: string
}

/** A document found for a question, or a record that answers it. Its texts are untrusted. */
export interface Evidence extends CitedRecord {
  stateName: string | null
  passages: readonly EvidencePassage[]
}

/** The source of a sentence of an answer. */
export interface Citation extends CitedRecord {
  /** Its number in the answer's marks, such as `[1]`. */
  number: number
  /** A verbatim passage of the document, or the data of its record. */
  quote: string
}

/** A short answer. Every sentence ends with the marks of its citations. */
export interface Answer {
  text: string
  citations: Citation[]
}

/** Answers a question from the evidence only. */
export interface AnswerEngine {
  /**
   * Null when the evidence does not answer the question.
   * @param evidence most relevant document first
   * @throws when the engine fails, or when the signal aborts
   */
  answer: (question: string, evidence: readonly Evidence[], signal: AbortSignal) => Promise<Answer | null>
}

/** The citation of a record. */
export const toCitation = (number: number, record: CitedRecord, quote: string): Citation => ({
  number,
  ...pick(record, ['documentId', 'resource', 'title', 'url']),
  quote,
})
