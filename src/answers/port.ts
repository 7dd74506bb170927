import type { CitedList } from '../figures/statement.ts'

/** A passage of a document, exactly as it stands there. */
export interface EvidencePassage {
  field: string
  text: string
  /** The date that belongs to it, in words. */
  date: string | null
  /** How well it answers the question; 0 when no word of it occurs. */
  relevance: number
  /** How much of what the question asks for it speaks of, with its document: from 0 to 1. */
  coverage: number
}

/** A document that was found for a question, or a record that answers it. Its texts are untrusted. */
export interface Evidence {
  documentId: string
  /** The list of the record. */
  resource: CitedList
  title: string
  url: string
  stateName: string | null
  passages: readonly EvidencePassage[]
}

/** Where a sentence of an answer comes from. */
export interface Citation {
  /** The number in the answer's mark, `[1]` for 1. */
  number: number
  /** Id of the record, mostly a document. */
  documentId: string
  resource: CitedList
  title: string
  url: string
  /** A passage of the document, exactly as it stands there, or what the records have from it. */
  quote: string
}

/** A short answer; every sentence of the text ends with the marks of its citations. */
export interface Answer {
  text: string
  citations: Citation[]
}

/** Answers a question from the evidence and from nothing else. */
export interface AnswerEngine {
  /**
   * Null when the evidence does not answer the question.
   * @param evidence the most relevant document first
   * @throws when the engine fails, or when the signal aborts
   */
  answer: (question: string, evidence: readonly Evidence[], signal: AbortSignal) => Promise<Answer | null>
}
