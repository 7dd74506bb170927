import { createAnswerCheck } from '../rules/text/answer-check.ts'
import { isOfKind, isQuestionWord } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { capitalize } from '../rules/text/wording.ts'
import { parseWords } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import {
  type Answer,
  type AnswerEngine,
  type Evidence,
  type EvidencePassage,
  isRepeat,
  isStated,
  isTitle,
  pickUsable,
  toCitation,
  withMarks,
} from './evidence.ts'

const SENTENCES_MAX = 4
const SENTENCES_OF_ONE_DOCUMENT = 2
const LENGTH_MAX = 900
/** The weight of each document's passages relative to the previous document's. */
const NEXT_DOCUMENT = 0.85
/** The weight of what is of one state, when the question names none. */
const OF_ONE_STATE = 0.6
/** Labels of passages that are not sentences, and their weights relative to sentences. */
const FRAGMENTS: Record<string, { label: string; share: number }> = {
  title: { label: 'see', share: 0.01 },
  strategicGoals: { label: 'goal', share: 0.4 },
  keyInitiatives: { label: 'initiative', share: 0.4 },
  milestones: { label: '', share: 0.8 },
}

const ABOUT_POWER = 3
const ABOUT = 0.7

/** Answers from the records, or else quotes the best sentences of the best documents. Needs no network. */
export const extractive: AnswerEngine = {
  async answer(question, evidence) {
    const usableEvidence = pickUsable(evidence)
    const stated = usableEvidence.filter(({ passages }) => passages.some(isStated))
    if (stated.some(({ unless }) => !unless)) return toStatedAnswer(stated)
    const isAbout = createMatcher(stated[0]?.unless ?? [])
    // What an award is for is no plan.
    const isMeant = ({ text, field }: EvidencePassage) => stated.length === 0 || (field !== 'awards' && isAbout(text))
    const others = usableEvidence.filter((one) => !stated.includes(one))
    const documents = others.map((one) => ({ ...one, passages: one.passages.filter(isMeant) }))
    const quoted = hasNoSubject(question) ? null : composeAnswer(pickPassages(findCandidates(question, documents)))
    return quoted ?? (stated.length > 0 ? toStatedAnswer(stated) : null)
  },
}

/** Whether a question is only one or two words that ask, such as `who` or `how much`. */
function hasNoSubject(question: string): boolean {
  const words = parseWords(question)
  return (
    words.length <= 2 &&
    words.every((word) => FUNCTION_WORDS.has(word) || isQuestionWord(word) || isOfKind(word, ['award', 'plan']))
  )
}

function toStatedAnswer(stated: readonly Evidence[]): Answer {
  const citations = stated.map((record, index) => toCitation(index + 1, record, record.passages[0]?.text ?? ''))
  const numbers = Map.groupBy(citations, ({ quote }) => quote)
  const sentences = [...numbers].map(([text, sameQuote]) =>
    withMarks(
      text,
      sameQuote.map(({ number }) => number),
    ),
  )
  return { text: sentences.join(' '), citations }
}

type Candidate = ReturnType<typeof findCandidates>[number]

function findCandidates(question: string, all: readonly Evidence[]) {
  const isAnswer = createAnswerCheck(question)
  const asked = question.toLowerCase()
  const named: readonly string[] = Object.values(STATE_NAMES).filter((name) => asked.includes(name.toLowerCase()))
  // What is of another state does not answer for the one that is named.
  const ofStates = all.filter(({ stateName }) => named.length === 0 || stateName === null || named.includes(stateName))
  return ofStates.flatMap((document, rank) =>
    document.passages
      .filter(({ coverage, text, date }) => coverage >= ABOUT && isAnswer(date === null ? text : `${text} ${date}`))
      .map((passage, place) => {
        const ofState = document.stateName !== null && named.length === 0 ? OF_ONE_STATE : 1
        const share = (FRAGMENTS[passage.field]?.share ?? 1) * NEXT_DOCUMENT ** rank * ofState
        const score = passage.relevance * passage.coverage ** ABOUT_POWER * share
        return { document, rank, place, passage, score }
      }),
  )
}

function pickPassages(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = []
  let length = 0
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score || a.rank - b.rank || a.place - b.place)) {
    if (chosen.length === SENTENCES_MAX) break
    const { document, passage } = candidate
    const fits = length + passage.text.length <= LENGTH_MAX
    const ofOne = chosen.filter((other) => other.document === document).length
    const repeats = chosen.some((other) => isRepeat(other.passage.text, passage.text))
    if (!fits || ofOne === SENTENCES_OF_ONE_DOCUMENT || repeats) continue
    if (isTitle(passage) && chosen.length > 0) continue
    chosen.push(candidate)
    length += passage.text.length
  }
  const byDocument = [...Map.groupBy(chosen, ({ document }) => document).values()]
  return byDocument.flatMap((passages) => passages.sort((a, b) => a.place - b.place))
}

function composeAnswer(chosen: readonly Candidate[]): Answer | null {
  if (chosen.length === 0) return null
  return {
    text: chosen.map((candidate, index) => withMarks(formatSentence(candidate), [index + 1])).join(' '),
    citations: chosen.map(({ document, passage }, index) => toCitation(index + 1, document, passage.text)),
  }
}

function formatSentence({ document: { stateName }, passage: { field, text, date } }: Candidate): string {
  const lead = [stateName && !text.includes(stateName) ? stateName : '', FRAGMENTS[field]?.label ?? ''].filter(Boolean)
  const statement = date === null ? text : `${text}: ${date}`
  return capitalize(lead.length > 0 ? `${lead.join(', ')}: ${statement}` : statement)
}
