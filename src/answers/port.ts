/** A passage of a document, exactly as it stands there. */
export interface EvidencePassage {
  field: string
  text: string
  /** The date that belongs to it, in words. */
  date: string | null
  /** How well it answers the question; 0 when no word of it occurs. */
  relevance: number
}

/** A document that was found for a question. Its texts are untrusted. */
export interface Evidence {
  documentId: string
  title: string
  url: string
  stateName: string | null
  passages: readonly EvidencePassage[]
}

/** Where a sentence of an answer comes from. */
export interface Citation {
  /** The number in the answer's mark, `[1]` for 1. */
  number: number
  documentId: string
  title: string
  url: string
  /** A passage of the document, exactly as it stands there. */
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
