import unquotable from '../../vocabulary/unquotable.json' with { type: 'json' }
import type { CitedRecord, Statement } from '../figures/statement.ts'
import { pick } from '../rules/pick.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { fold, parseWords } from '../rules/text/words.ts'

export interface EvidencePassage {
  field: string
  text: string
  date: string | null
  /** How well it answers the question; 0 if it has no word of the question. */
  relevance: number
  /** The share of the question that it covers together with its document, from 0 to 1. */
  coverage: number
}

/** A document found for a question, or a record that answers it. Its texts are untrusted. */
export interface Evidence extends CitedRecord {
  stateName: string | null
  passages: readonly EvidencePassage[]
  /** It only answers if no passage of a document has these words. */
  unless?: readonly string[] | undefined
}

export interface Citation extends CitedRecord {
  number: number
  quote: string
}

/** A short answer. Every sentence ends with the marks of its citations. */
export interface Answer {
  text: string
  citations: Citation[]
}

/** Answers a question from the evidence only. */
export interface AnswerEngine {
  /** Null when the evidence, most relevant first, does not answer it. @throws when the engine fails or the signal aborts */
  answer: (question: string, evidence: readonly Evidence[], signal: AbortSignal) => Promise<Answer | null>
}

export const toCitation = (number: number, record: CitedRecord, quote: string): Citation => ({
  number,
  ...pick(record, ['documentId', 'resource', 'title', 'url']),
  quote,
})

/** Signs that a text would lead a reader elsewhere, looks like the citations of an answer, or tells what to do with it. */
const UNQUOTABLE = [...unquotable.links, ...unquotable.commands].map((pattern) => new RegExp(pattern))

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\p{Cf}]/gu
const SHOUTED_LETTERS = 24
const SHOUTED_SHARE = 0.7

/** Whether a passage may be quoted: it informs, and does not command, link or shout. What passes is never obeyed. */
export function isQuotable(text: string): boolean {
  const plain = fold(text.replace(INVISIBLE, ''))
  if (UNQUOTABLE.some((pattern) => pattern.test(plain))) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const isShouted = (letters >= SHOUTED_LETTERS && capitals > letters * SHOUTED_SHARE) || text.includes('!!')
  return letters > 0 && !isShouted
}

const STATED = 'records'

/** Statements from the records as evidence, ranked before any passage. */
export const toStatedEvidence = (statements: readonly Statement[]): Evidence[] =>
  statements.flatMap(({ text, sources, unless }) =>
    sources.map((source) => ({
      ...source,
      stateName: null,
      unless,
      passages: [{ field: STATED, text, date: null, relevance: 1, coverage: 1 }],
    })),
  )

export const isStated = ({ field }: EvidencePassage): boolean => field === STATED

const TITLE_SHARE = 0.5

/** The evidence that an answer may use: statements, then the best documents, without unquotable text, which changes nothing. */
export function pickUsable(evidence: readonly Evidence[]): Evidence[] {
  const stated = evidence.filter(({ passages }) => passages.some(isStated))
  const quotable = stated.filter(({ passages }) => passages.every(({ text }) => isQuotable(text)))
  const quoted = evidence.flatMap((document): Evidence[] => {
    const passages = document.passages.filter(({ text }) => isQuotable(text) && !text.endsWith('?'))
    if (stated.includes(document) || passages.length === 0) return []
    const more = (passages.find(isTitle)?.relevance ?? 0) * TITLE_SHARE
    const add = (one: EvidencePassage) => (isTitle(one) ? one : { ...one, relevance: one.relevance + more })
    return [{ ...document, passages: passages.map(add) }]
  })
  return [...quotable, ...quoted.sort((a, b) => findBestPassage(b) - findBestPassage(a)).slice(0, 8)]
}

export const isTitle = ({ field }: EvidencePassage): boolean => field === 'title'

/** How well the best passage answers the question. A title alone counts very little. */
const findBestPassage = ({ passages }: Evidence): number =>
  Math.max(
    ...passages.map((passage) =>
      isTitle(passage) ? -1 / (1 + passage.relevance) : passage.relevance * passage.coverage ** 2,
    ),
  )

export const getSubjectWords = (text: string): Set<string> =>
  new Set(parseWords(text).filter((word) => !FUNCTION_WORDS.has(word)))

/** The distinct numbers in a text, as digits. */
export const parseNumbers = (text: string): Set<string> =>
  new Set((text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(',', '').replace(/^0+(?=\d)/, '')))

const ALIKE = 0.5
const NEARLY_SAME = 0.9

/** Whether two sentences say nearly the same. A sentence with different figures is not a repeat. */
export function isRepeat(a: string, b: string): boolean {
  const [shorter, longer] = getSubjectWords(a).size <= getSubjectWords(b).size ? [a, b] : [b, a]
  const words = getSubjectWords(shorter)
  const others = getSubjectWords(longer)
  const shared = words.intersection(others).size
  const isContained = shared >= words.size * NEARLY_SAME && parseNumbers(shorter).isSubsetOf(parseNumbers(longer))
  const hasSameFigures = parseNumbers(a).symmetricDifference(parseNumbers(b)).size === 0
  return isContained || shared / words.union(others).size >= (hasSameFigures ? ALIKE : NEARLY_SAME)
}

/** The sentence with its citation marks before the period. */
export function withMarks(sentence: string, numbers: readonly number[]): string {
  const plain = sentence.replace(/\s+/g, ' ').trim()
  const [stop] = /[.!?]$/.exec(plain) ?? []
  const clause = stop ? plain.slice(0, -1).trimEnd() : plain
  return `${clause} ${numbers.map((number) => `[${number}]`).join('')}${stop ?? '.'}`
}
