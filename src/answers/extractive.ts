import { answering } from './asked-for.ts'
import type { Answer, AnswerEngine, Evidence, EvidencePassage } from './port.ts'
import { isRepeat, withMarks } from './sentences.ts'
import { isStated } from './stated.ts'
import { isTitle, usable } from './usable.ts'

const SENTENCES_MAX = 4
const SENTENCES_OF_ONE_DOCUMENT = 2
const LENGTH_MAX = 900
/** How much less the next document's passages count than those of the document before it. */
const NEXT_DOCUMENT = 0.85
/** How much a passage counts in which no word of the question occurs; documents are found for other reasons too. */
const SILENT = 0.05

/** What stands before a passage that is no whole sentence, and how much it counts against one that is. */
const FRAGMENTS: Record<string, { label: string; share: number }> = {
  title: { label: 'see', share: 0.01 },
  strategicGoals: { label: 'goal', share: 0.4 },
  keyInitiatives: { label: 'initiative', share: 0.4 },
  milestones: { label: '', share: 0.8 },
}

interface Candidate {
  document: Evidence
  rank: number
  place: number
  passage: EvidencePassage
  score: number
}

/** How much more a passage counts that speaks of more of the question. */
const ABOUT_POWER = 3
/** A passage answers when it speaks of this much of what the question asks for. */
const ABOUT = 0.7

/**
 * Says what the records say, or else quotes the best sentences of the best documents that are about the question, each
 * with its source. Needs no network.
 */
export const extractive: AnswerEngine = {
  async answer(question, evidence) {
    const found = usable(evidence)
    const stated = found.filter(({ passages }) => passages.some(isStated))
    return stated.length > 0 ? statedAnswer(stated) : composed(picked(candidatesOf(question, found)))
  },
}

/** The sentences of the records, each with all of its sources. */
function statedAnswer(stated: readonly Evidence[]): Answer {
  const citations = stated.map(({ documentId, resource, title, url, passages }, index) => ({
    number: index + 1,
    documentId,
    resource,
    title,
    url,
    quote: passages[0]?.text ?? '',
  }))
  const sentences = [...Map.groupBy(citations, ({ quote }) => quote)].map(([text, own]) =>
    withMarks(
      text,
      own.map(({ number }) => number),
    ),
  )
  return { text: sentences.join(' '), citations }
}

function candidatesOf(question: string, found: readonly Evidence[]): Candidate[] {
  const answers = answering(question)
  return found.flatMap((document, rank) =>
    document.passages
      .filter((passage) => passage.coverage >= ABOUT && answers(passage))
      .map((passage, place) => {
        const share = FRAGMENTS[passage.field]?.share ?? 1
        return {
          document,
          rank,
          place,
          passage,
          score: Math.max(passage.relevance, SILENT) * passage.coverage ** ABOUT_POWER * share * NEXT_DOCUMENT ** rank,
        }
      }),
  )
}

/** The best candidates without near-repeats, grouped by document, the best document first. */
function picked(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = []
  let length = 0
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score || a.rank - b.rank || a.place - b.place)) {
    if (chosen.length === SENTENCES_MAX) break
    const { document, passage } = candidate
    const fits = length + passage.text.length <= LENGTH_MAX
    const ofOne = chosen.filter((other) => other.document === document).length
    const repeats = chosen.some((other) => isRepeat(other.passage.text, passage.text))
    if (!fits || ofOne === SENTENCES_OF_ONE_DOCUMENT || repeats) continue
    // A title says nothing beside a sentence.
    if (isTitle(passage) && chosen.length > 0) continue
    chosen.push(candidate)
    length += passage.text.length
  }
  const order = new Map(chosen.map(({ document }) => [document, chosen.findIndex((one) => one.document === document)]))
  return chosen.sort((a, b) => (order.get(a.document) ?? 0) - (order.get(b.document) ?? 0) || a.place - b.place)
}

function composed(chosen: readonly Candidate[]): Answer | null {
  if (chosen.length === 0) return null
  return {
    text: chosen.map((candidate, index) => withMarks(sentenceOf(candidate), [index + 1])).join(' '),
    citations: chosen.map(({ document, passage }, index) => ({
      number: index + 1,
      documentId: document.documentId,
      resource: document.resource,
      title: document.title,
      url: document.url,
      quote: passage.text,
    })),
  }
}

/** The passage, after the name of its state where it does not say it, and with its date. */
function sentenceOf({ document: { stateName }, passage: { field, text, date } }: Candidate): string {
  const lead = [stateName && !text.includes(stateName) ? stateName : '', FRAGMENTS[field]?.label ?? ''].filter(Boolean)
  const said = date === null ? text : `${text}: ${date}`
  const whole = lead.length > 0 ? `${lead.join(', ')}: ${said}` : said
  return whole.slice(0, 1).toUpperCase() + whole.slice(1)
}
