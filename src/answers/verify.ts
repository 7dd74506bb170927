import { isQuotable } from '../rules/text/quotable.ts'
import { parseSentences } from '../rules/text/sentences.ts'
import { type Answer, type Citation, type CitedRecord, toCitation } from './port.ts'
import { isRepeat, parseNumbers, subjectWords, withMarks } from './sentences.ts'

/** A passage given to a model, with its citation number. */
export interface NumberedPassage extends CitedRecord {
  number: number
  stateName: string | null
  text: string
  date: string | null
}

const WRITTEN_MAX = 8_000
const LENGTH_MAX = 1_200
const SENTENCES_MAX = 8
/** Minimum share of a sentence that must occur in its sources. */
const SUPPORTED_SHARE = 0.4
const SUPPORTED_MIN = 2

const MARK = /[[【](\d{1,3})(?:†[^\]】]*)?[\]】]/g
const MARK_LISTS = /[[【](\d{1,3}(?:\s*[,;]\s*\d{1,3})+)[\]】]/g
const MARKS_AFTER_STOP = /([.!?])(["”’)]*)\s*((?:\[\d{1,3}\]\s*)+)/g
const DECORATION = /^[ \t]*(?:[-*•>#]+|\d+[.)])\s+|[*`]{1,3}/gm
const LINK = /https?:\/\/[^\s<>"')\]]+/gi

/**
 * Makes an answer from a model's text and drops unsupported sentences: without a valid citation, with a link that is not
 * one of the documents', with figures that are not in their sources, or with little relation to them. Null when nothing is
 * left.
 */
export function verified(written: string, question: string, passages: readonly NumberedPassage[]): Answer | null {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]))
  const links = new Set(passages.map(({ url }) => url))
  const citations: Citation[] = []
  const sentences: string[] = []
  let length = 0
  for (const raw of rawSentences(written)) {
    const cited = [...new Set([...raw.matchAll(MARK)].map(([, number]) => Number(number)))].flatMap(
      (number) => byNumber.get(number) ?? [],
    )
    const claim = raw
      .replace(MARK, '')
      .replace(/\s+/g, ' ')
      .replace(/ ([.!?,;:])/g, '$1')
      .trim()
    if (cited.length === 0 || !isProved(claim, question, cited, links)) continue
    if (sentences.some((sentence) => isRepeat(sentence, claim))) continue
    length += claim.length
    if (length > LENGTH_MAX || sentences.length === SENTENCES_MAX) break
    sentences.push(withMarks(claim, numbersIn(citations, cited)))
  }
  return sentences.length > 0 ? { text: sentences.join(' '), citations } : null
}

function rawSentences(written: string): string[] {
  const plain = written
    .slice(0, WRITTEN_MAX)
    .replace(DECORATION, '')
    .replace(MARK_LISTS, (_, list: string) => list.replace(/\d+/g, '[$&]').replace(/[,;\s]/g, ''))
    .replace(MARKS_AFTER_STOP, ' $3$1$2 ')
    .replace(/\n+/g, '\n\n')
  return parseSentences(plain)
}

function isProved(
  claim: string,
  question: string,
  cited: readonly NumberedPassage[],
  links: ReadonlySet<string>,
): boolean {
  const found = claim.match(LINK) ?? []
  if (found.some((link) => !links.has(link.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')))) return false
  const words = claim.replace(LINK, '')
  if (!isQuotable(words)) return false
  const source = cited
    .flatMap(({ text, title, stateName, date }) => [text, title, stateName ?? '', date ?? ''])
    .join(' ')
  if (!parseNumbers(words).isSubsetOf(parseNumbers(`${source} ${question}`))) return false
  const subject = [...subjectWords(words)]
  const beginnings = new Set([...subjectWords(source)].map(getBeginning))
  const supported = subject.filter((word) => beginnings.has(getBeginning(word))).length
  return supported >= SUPPORTED_MIN && supported >= subject.length * SUPPORTED_SHARE
}

const BEGINNING = 5
// "award", "awards" and "awarded" count as one word here.
const getBeginning = (word: string): string => word.slice(0, BEGINNING)

/** The citation numbers of passages. New ones are appended. */
function numbersIn(citations: Citation[], cited: readonly NumberedPassage[]): number[] {
  return cited.map((passage) => {
    const { documentId, text } = passage
    const known = citations.find((citation) => citation.documentId === documentId && citation.quote === text)
    if (known) return known.number
    const number = citations.length + 1
    citations.push(toCitation(number, passage, text))
    return number
  })
}
