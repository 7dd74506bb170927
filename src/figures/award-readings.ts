import { parseWords } from '../rules/text/words.ts'
import { allAllotments, allotmentsBeyond, rankedAllotments } from './allotments.ts'
import { likelyAwardees, namedAwardees } from './awardees.ts'
import {
  announcedDates,
  averageAward,
  awardSums,
  awardsTo,
  extremes,
  rankedStates,
  recipients,
  recipientsByTotal,
} from './awards.ts'
import type { Awardee, Book } from './book.ts'
import type { Question } from './question.ts'
import { AWARDS, MONEY, NO_STATEMENTS, orNull } from './reading.ts'
import { requestedRows } from './requested-rows.ts'
import type { Statement } from './statement.ts'
import { statesWithUnpublishedRows, unpublishedRows } from './unpublished.ts'
import { getKinds, type Kind } from './vocabulary.ts'

const isOfOtherKind = ({ text }: Question): boolean =>
  /^ (?:by |on |since )?(?:when|what (?:day|date)) |^ (?:how|why|where) (?:is|are|was|were|does|do|did|can) /.test(
    text,
  ) && !/ (?:rank|compare) /.test(text)

/** When awards were announced. Any other question with when, how or why is not about sums. */
export function announcements(question: Question, book: Book): Statement[] | null {
  if (!isOfOtherKind(question)) return null
  const asksWhen = / (?:when|day|date) /.test(question.text)
  if (!asksWhen || question.states.length === 0 || !question.mentions('award', 'receive')) return NO_STATEMENTS
  const subject = question.subject(...AWARDS, 'date')
  const named = namedAwardees(question, book)
  const rows =
    named.length > 0 ? named.flatMap((awardee) => awardee.rows) : (requestedRows(question, subject, book) ?? [])
  const dates = announcedDates(rows)
  return dates.length > 0 ? dates : NO_STATEMENTS
}

export function awardsByName(question: Question, book: Book): Statement[] | null {
  const named = namedAwardees(question, book)
  if (named.length > 0) return asksAboutAwards(question, named) ? named.flatMap(awardsTo) : null
  if (
    !question.mentions(...MONEY, 'date') ||
    question.mentions('recipient', 'largest', 'smallest', 'average', 'median')
  )
    return null
  const subject = question.subject(...AWARDS, 'date', 'define')
  const likely = likelyAwardees(question, subject, book)
  const ownRows = likely.reduce((count, { rows }) => count + rows.length, 0)
  const topic = requestedRows(question, subject, book)?.length ?? 0
  return likely.length > 0 && topic <= ownRows ? likely.flatMap(awardsTo) : null
}

/** Whether the rest of a question with an organization's name asks only for its awards. */
function asksAboutAwards({ words, subject }: Question, named: readonly Awardee[]): boolean {
  const own = new Set(named.flatMap(({ name }) => parseWords(name)))
  const asks: readonly Kind[] = [...MONEY, 'recipient', 'date']
  const asksForThem = words.some((word) => !own.has(word) && asks.some((kind) => getKinds(word).has(kind)))
  return asksForThem && subject(...AWARDS, 'date', 'define').every((word) => own.has(word))
}

/** Whether a question is about awards by states, not to states. */
function asksWhatWasAwarded({ text, mentions }: Question): boolean {
  // An award by a federal agency is an award to a state.
  if (
    / (?:cms|hhs|federal|government|program) (?:\w+ ){0,3}(?:give|gave|award|pay|paid|awarded|announce|announced) /.test(
      text,
    )
  )
    return false
  if (/ by (?:the )?(?:cms|hhs|federal|government|program) /.test(text)) return false
  if (/ by /.test(text) && / awarded | given | paid /.test(text)) return true
  if (
    / (?:was|were|been|being|be|is|are) (?:\w+ ){0,4}(?:awarded|given|paid|allocated|distributed|announced|made) /.test(
      text,
    )
  )
    return false
  if (/ did (?:\w+ )+(?:award|make|give|announce|distribute|issue|publish|hand|pay) /.test(text)) return true
  return (
    / (?:has|have|had)? ?(?:made|awarded|announced|gave|issued|distributed|handed|published|paid) /.test(text) &&
    !mentions('receive')
  )
}

const namesSeveral = ({ text }: Question): boolean => / (?:awards|grants|subawards|subgrants) /.test(text)

export function rankings(question: Question, book: Book, query: string): Statement[] | null {
  const { mentions, states, text } = question
  if (states.length > 0) return null
  const left = question.subject(...AWARDS, 'resident', 'rank', 'compare', 'people')
  if (left.length === 0 && mentions('compare')) {
    const found = allotmentsBeyond(query, question, book)
    if (found) return found
  }
  const isCountOfStates = / how many states (?:received|got|were awarded|get|have received|won) /.test(text)
  if (isCountOfStates && left.length === 0) return orNull(allAllotments(question, book))
  if (!mentions('largest', 'smallest')) return null
  if (!mentions('state') && !/^ who /.test(text)) return null
  const isCount =
    / (?:most|fewest|least|largest number of|highest number of|smallest number of) (?:\w+ )?(?:awards|grants|subawards|awardees|recipients) /.test(
      text,
    )
  if (isCount || asksWhatWasAwarded(question)) {
    const subject = question.subject(...AWARDS, 'rank')
    const rows = requestedRows(question, subject, book)
    return rows && rankedStates(question, rows, !isCount)
  }
  return left.length > 0 ? null : orNull(rankedAllotments(question, book))
}

export function awardRows(question: Question, book: Book): Statement[] | null {
  const { mentions, text, states } = question
  const subject = getTopic(question)
  const asksExtreme = mentions('largest', 'smallest') && mentions('award', 'money', 'receive', 'recipient')
  const asksAverage = mentions('average', 'median') && mentions('award') && states.length > 0
  const asksWho =
    (mentions('recipient') || / which \w+ (?:got|received|won|were|are|get|have) /.test(text)) &&
    (mentions('award', 'money', 'receive') ||
      / (?:recipients?|awardees?|winners?|grantees?|subrecipients?) /.test(text))
  const asksSum =
    (asksWhatWasAwarded(question) && mentions('money', 'count', 'award')) ||
    (mentions('count', 'money', 'all') && namesSeveral(question)) ||
    (mentions('count') && mentions('award'))
  const asksTopic = subject.length > 0 && mentions('award') && (states.length > 0 || namesSeveral(question))
  const isOfStates =
    / (?:state|federal) (?:award|allotment)s? | each state | to (?:all|the|each|every) states /.test(text) &&
    states.length === 0
  const ranksStates =
    mentions('largest', 'smallest') && / (?:which|what) (?:\w+ )?states? /.test(text) && states.length === 0
  if (ranksStates) return null
  if (!(asksExtreme || asksAverage || asksWho || asksSum || asksTopic) || isOfStates) return null
  const rows = requestedRows(question, subject, book)
  if (rows === null) {
    const isNoneKnown = isUnawarded(question, book)
    if (isNoneKnown || !isNonePublished(question, book)) return isNoneKnown ? [] : null
    if (asksExtreme || asksAverage) return []
    return subject.length === 0 && (asksWho || asksSum) ? unpublishedRows(question, book) : null
  }
  if (asksAverage) return orNull(averageAward(question, rows, subject))
  if (asksExtreme) {
    if (/ (?:who|which|what) /.test(text) && mentions('receive') && !/ (?:award|grant|subaward) /.test(text)) {
      return orNull(recipientsByTotal(question, rows))
    }
    const federal =
      states.length === 0 && subject.length === 0 && !mentions('recipient') ? rankedAllotments(question, book) : []
    return orNull([...federal, ...extremes(question, rows, subject)])
  }
  return asksWho || asksTopic ? recipients(question, rows, subject) : awardSums(question, rows, subject)
}

/** The subject of the awards in question. The kind of recipient (`which hospitals`) is dropped from a longer subject. */
function getTopic({ subject, text }: Question): string[] {
  const all = subject(...AWARDS)
  const [, recipients] =
    / (?:which|what|how many) (hospitals|providers|facilities|clinics|schools|counties) /.exec(text) ?? []
  const others = all.filter((word) => word !== recipients)
  return others.length > 0 ? others : all
}

const isNonePublished = ({ states }: Question, { awards }: Book): boolean =>
  states.length > 0 && !awards.some(({ state }) => states.includes(state))

/** Whether no awards of the states in a question are known, published or unpublished. */
const isUnawarded = (question: Question, book: Book): boolean =>
  isNonePublished(question, book) && statesWithUnpublishedRows(question, book).length === 0
