import type { FilterValues } from '../resources/define.ts'
import { once } from '../rules/once.ts'
import type { Instant } from '../rules/time/moments.ts'
import { allAllotments, allotmentsBeyond, allotmentsOfStates, rankedAllotments } from './allotments.ts'
import { findAwardRows, findNamed, findRowsOf } from './award-rows.ts'
import { answerFrom, sayAwardsTo } from './awards.ts'
import { dueDates, dueDatesOfDocuments, forecasts, nextDueDate, nextEvents, openCalls } from './calls.ts'
import type { ListItems, Lists } from './lists.ts'
import { type InTurn, type Names, openNames } from './names.ts'
import { commitments, explained, initiatives, measures, planned } from './plans.ts'
import { type Entity, type Question, readQuestion, type SelectedFilters, type Token } from './question.ts'
import type { Statement } from './statement.ts'
import { criticalAccessHospitals, definition, ruralResidents, sharesNamed, whoLeads } from './states.ts'
import { ASKS_COUNTIES, type Kind } from './vocabulary.ts'

/** One form of question. */
interface Form {
  /** Whether a question has this form. */
  asks: (question: Question) => boolean
  /** The kinds of words that it understands. */
  understands?: readonly Kind[]
  /** What words may name in it. */
  takes?: readonly Entity[]
  /** Whether it looks for the words that are left; otherwise none may be left. */
  hasTopic?: true
  /** What it answers; null or no statements if it cannot. Without it, the question is not about figures. */
  answer?: (question: Question, lists: Lists, left: Token[], names: Names) => Promise<Statement[] | null>
  /** Whether no statements mean that no record answers the question, so that no other form is tried. */
  isFinal?: true
}

/** Words that ask for money. */
const MONEY: readonly Kind[] = ['money', 'award', 'allotment', 'receive', 'give', 'average', 'median', 'count']
/** Words that do not tell what is requested. */
const FRAME: readonly Kind[] = ['state', 'program', 'federal', 'year', 'filler']
const SIDES: readonly Kind[] = ['largest', 'smallest']
/** Words that may occur in a question about awards. */
const AWARDS: readonly Kind[] = [...FRAME, ...MONEY, ...SIDES, 'recipient', 'all', 'known']
const CALLS: readonly Kind[] = [
  ...FRAME,
  'open',
  'call',
  'apply',
  'award',
  'money',
  'next',
  'count',
  'recipient',
  'all',
]
const asksAboutCalls = ({ mentions, text }: Question): boolean =>
  mentions('call', 'apply') ||
  / (?:is|are) (?:\w+ )?open for /.test(text) ||
  (/ (?:open|available) /.test(text) && mentions('award', 'money') && !/ how (?:much|many) /.test(text))

const IS_DEADLINE = / (?:when|deadlines?|due|closes?|closing|by what date|what day|until when|last day|how long) /
const IS_EVENT = / (?:town halls?|townhalls?|webinars?|events?|meetings?|office hours|workshops?|conferences?) /
const ASKS_WHEN = /^ (?:by |on |since )?(?:when|what (?:day|date)) /

/** The forms of questions, in order of precedence. */
const FORMS: readonly Form[] = [
  {
    asks: (question) =>
      question.isBeyond ||
      (/ what (?:is|was|were) .* rates? (?:in|of|for) /.test(question.text) && !question.mentions('metric')) ||
      (!question.isHeld &&
        question.mentions('award', 'receive') &&
        / (?:not|never|nothing|except|without) /.test(question.text)) ||
      (/ per /.test(question.text) && (question.county !== null || question.recipientKinds.length > 0)) ||
      (question.mentions('resident') && isAboutAwardsByStates(question)) ||
      (/ (?:percent|percentage|share|proportion|part|portion) of /.test(question.text) &&
        question.recipientKinds.length > 0),
    hasTopic: true,
    answer: async () => [],
    isFinal: true,
  },
  // A year without data.
  {
    asks: ({ fiscalYear, mentions, text }) =>
      fiscalYear !== null &&
      !mentions('event', 'apply') &&
      !/ (?:due|deadlines?|reports?) /.test(text) &&
      mentions(...MONEY, ...SIDES, 'commit'),
    hasTopic: true,
    async answer({ fiscalYear }, lists) {
      const known = [...(await lists.find('allotments')), ...(await lists.find('awards', { fiscalYear }))]
      return known.some((row) => row.fiscalYear === fiscalYear) ? null : []
    },
    isFinal: true,
  },
  { asks: ({ text, isHeld }) => / why /.test(text) && !isHeld },
  {
    asks: ({ mentions }) => mentions('commit') && !mentions('money', 'receive', 'award'),
    understands: [
      ...FRAME.filter((kind) => kind !== 'program'),
      'commit',
      'adopt',
      'count',
      'recipient',
      'give',
      'all',
      ...SIDES,
    ],
    hasTopic: true,
    answer: commitments,
  },
  {
    asks: ({ mentions, text }) => mentions('metric') && !mentions('money', 'receive') && !/ (?:when|due) /.test(text),
    understands: [...FRAME, 'metric', 'initiative', 'recipient', 'define', 'count', 'all'],
    hasTopic: true,
    answer: measures,
  },
  {
    asks: ({ mentions, text }) =>
      mentions('initiative') && / (?:what|explain|describe|tell) /.test(text) && !mentions(...MONEY),
    understands: [...FRAME, 'initiative', 'define'],
    hasTopic: true,
    answer: explained,
  },
  {
    asks: ({ mentions, text }) =>
      (/ plan(?:s|ned|ning)? | says? about /.test(text) || mentions('initiative')) &&
      !mentions(...MONEY, 'date', 'open'),
    understands: [...FRAME, 'initiative', 'define', 'recipient', 'next'],
    hasTopic: true,
    answer: planned,
  },
  {
    asks: (question) =>
      asksAboutCalls(question) &&
      (!question.mentions('date') || / (?:right now|now|today|currently) /.test(question.text)) &&
      (question.mentions('open') || / (?:can|could|may) (?:\w+ ){1,5}apply /.test(question.text)),
    understands: CALLS,
    hasTopic: true,
    answer: openCalls,
    isFinal: true,
  },
  {
    asks: (question) => asksAboutCalls(question) && !question.mentions('date') && question.mentions('next'),
    understands: CALLS,
    hasTopic: true,
    answer: forecasts,
  },
  {
    asks: ({ text, mentions }) =>
      IS_DEADLINE.test(text) &&
      !IS_EVENT.test(text) &&
      (mentions('apply') || / (?:deadlines?|due|closes?|closing|close|end|ends) /.test(text)),
    understands: [...FRAME, 'date', 'apply', 'call', 'open', 'award', 'money', 'next', 'receive', 'give'],
    hasTopic: true,
    answer: findDeadlines,
  },
  {
    asks: ({ text, mentions }) => IS_EVENT.test(text) && mentions('next', 'date', 'open'),
    understands: [...FRAME, 'event', 'next', 'date', 'open', 'recipient', 'all', 'count'],
    hasTopic: true,
    answer: nextEvents,
    isFinal: true,
  },
  {
    asks: ({ text, mentions }) =>
      (/ named (?:\w+ )?(?:recipients?|organi[sz]ations?) /.test(text) ||
        (mentions('share') && mentions('recipient'))) &&
      mentions('allotment', 'award', 'money') &&
      (mentions('share') || / (?:how much|what part) /.test(text)),
    understands: [...FRAME, ...MONEY, ...SIDES, 'share', 'recipient', 'known'],
    answer: sharesNamed,
  },
  // When awards were announced. Any other question with when, how or why is not about sums.
  {
    asks: ({ text, states, mentions }) =>
      (ASKS_WHEN.test(text) && !(states.length > 0 && mentions('award', 'receive'))) ||
      (/^ (?:how|why|where) (?:is|are|was|were|does|do|did|can) /.test(text) && !/ (?:rank|compare) /.test(text)),
  },
  {
    asks: ({ text, states, mentions }) => states.length > 0 && mentions('lead') && / (?:who|which|what) /.test(text),
    understands: [...FRAME, 'lead', 'recipient', 'define', 'money'],
    answer: whoLeads,
  },
  {
    asks: ({ states, mentions }) =>
      (states.length > 0 || mentions('count')) && mentions('initiative') && !mentions('money', 'award', 'receive'),
    understands: [...FRAME, 'initiative', 'count', 'recipient', 'define', 'all'],
    answer: initiatives,
  },
  {
    asks: ({ text, mentions }) => / critical access | cahs? /.test(text) && !mentions('award', 'receive', 'money'),
    understands: [...FRAME, ...SIDES, 'clinicOfAccess', 'count', 'all', 'define'],
    takes: ['recipientKind'],
    answer: criticalAccessHospitals,
  },
  {
    asks: ({ text, states, mentions }) =>
      / (?:people|population|residents?|inhabitants|lives?) /.test(text) &&
      !/ per /.test(text) &&
      !mentions('money', 'award', 'allotment', 'receive', 'give') &&
      (states.length > 0 || (mentions(...SIDES) && / rural /.test(text))),
    understands: [...FRAME, ...SIDES, 'people', 'share', 'count', 'define'],
    answer: ruralResidents,
  },
  {
    asks: ({ text, states, namesProgram, mentions }) =>
      states.length === 0 &&
      (namesProgram || mentions('program')) &&
      !mentions('average', 'median', ...SIDES) &&
      (/ (?:what is|whats|what s|what does|explain|describe|define|about|purpose|meaning) /.test(text) ||
        (/ how (?:big|large|much money) | (?:total|size|budget) /.test(text) &&
          !mentions('receive', 'award', 'allotment'))),
    understands: [...FRAME, 'define', 'money', 'recipient', 'all', 'give'],
    answer: (_, lists) => definition(lists),
  },
  // The awards of organizations, by their names.
  {
    asks: ({ mentions, isHeld, bound }) =>
      !isHeld && !bound && mentions(...MONEY, 'recipient', 'date') && !mentions(...SIDES, 'average', 'median'),
    understands: [...AWARDS, 'when', 'define'],
    takes: ['organization'],
    hasTopic: true,
    async answer(question, lists, left, names) {
      const ids = findNamed(question, left, names).flatMap((one) => one.ids)
      return ids.length > 0 ? sayAwardsTo(await findRowsOf(ids, lists)) : null
    },
  },
  {
    asks: ({ states, bound, mentions }) =>
      states.length === 0 && bound !== null && mentions('compare') && mentions('state'),
    understands: [...AWARDS, 'resident', 'rank', 'compare', 'people'],
    answer: allotmentsBeyond,
  },
  {
    asks: ({ text, states, isHeld }) =>
      !isHeld &&
      states.length === 0 &&
      / how many states (?:received|got|were awarded|get|have received|won) /.test(text),
    understands: [...AWARDS, 'resident', 'rank', 'compare', 'people'],
    answer: allAllotments,
  },
  {
    asks: (question) => ranksStates(question) && !isAboutAwardsByStates(question),
    understands: [...AWARDS, 'resident', 'rank', 'compare', 'people'],
    answer: rankedAllotments,
  },
  {
    asks: asksAboutAwards,
    understands: [...AWARDS, 'held', 'county', 'when', 'latest'],
    takes: ['recipientKind', 'county'],
    hasTopic: true,
    async answer(question, lists, left) {
      const found = await findAwardRows(question, lists, left)
      return found && answerFrom(question, found)
    },
    isFinal: true,
  },
  {
    asks: ({ states, mentions, isHeld }) =>
      !isHeld && states.length > 0 && mentions('receive', 'award', 'allotment', 'money', 'rank', 'resident'),
    understands: [...FRAME, ...MONEY, 'rank', 'resident', 'compare', 'all', 'define', 'share'],
    async answer(question, lists, left) {
      const asksBoth = question.states.length === 1 && question.mentions('award')
      const awarded = asksBoth ? await findAwardRows(question, lists, left) : null
      return [...(await allotmentsOfStates(question, lists)), ...(awarded ? answerFrom(question, awarded) : [])]
    },
  },
  {
    asks: ({ states, mentions }) =>
      states.length === 0 &&
      mentions('money', 'average', 'median', 'allotment', 'award') &&
      mentions('state', 'federal', 'program', 'all', 'average', 'median', 'allotment'),
    understands: [...FRAME, ...MONEY, 'all', 'define', 'share'],
    answer: allAllotments,
  },
]

async function findDeadlines(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const { mentions, states } = question
  if (mentions('next') && !mentions('give')) return nextDueDate(question, lists, left)
  const asked = question.left(['state', 'program', 'federal', 'date', 'give', 'call', 'receive', 'apply', 'filler'])
  const sought = [...asked.map(({ word }) => word), ...(mentions('apply') ? ['applications'] : [])]
  const labelled = await dueDatesOfDocuments(question, lists, sought)
  if (left.length === 0) return states.length > 0 ? dueDates(question, lists, left) : labelled
  const due = await dueDates(question, lists, left)
  if (states.length > 0) return due.length > 0 ? due : labelled
  return [...labelled, ...due].slice(0, 3)
}

/** Whether a question compares states. */
const ranksStates = ({ states, mentions, text, isHeld, county, recipientKinds }: Question): boolean =>
  states.length === 0 &&
  !isHeld &&
  !county &&
  recipientKinds.length === 0 &&
  mentions('largest', 'smallest') &&
  (mentions('state') || /^ who /.test(text))

/** Whether a question is about awards by states, not to states. */
function isAboutAwardsByStates({ text, mentions }: Question): boolean {
  if (
    / (?:most|fewest|least|(?:largest|highest|smallest) number of) (?:\w+ )?(?:awards|grants|subawards|awardees|recipients) /.test(
      text,
    )
  )
    return true
  // An award by a federal agency is an award to a state.
  const isFederal =
    / (?:cms|hhs|federal|government|program) (?:\w+ ){0,3}(?:give|gave|award|pay|paid|awarded|announce|announced) /
  if (isFederal.test(text) || / by (?:the )?(?:cms|hhs|federal|government|program) /.test(text)) return false
  if (/ by /.test(text) && / awarded | given | paid /.test(text)) return true
  const isPassive =
    / (?:was|were|been|being|be|is|are) (?:\w+ ){0,4}(?:awarded|given|paid|allocated|distributed|announced|made) /
  if (isPassive.test(text)) return false
  if (/ did (?:\w+ )+(?:award|make|give|announce|distribute|issue|publish|hand|pay) /.test(text)) return true
  return (
    / (?:has|have|had)? ?(?:made|awarded|announced|gave|issued|distributed|handed|published|paid) /.test(text) &&
    !mentions('receive')
  )
}

/** Whether a question is about award rows. */
function asksAboutAwards(question: Question): boolean {
  const { mentions, text, states, isHeld, county, recipientKinds } = question
  if (isHeld) return true
  if (ASKS_COUNTIES.test(text)) return mentions('award', 'money', 'receive')
  if (mentions('county')) return false
  const isOfStates =
    states.length === 0 &&
    / (?:state|federal) (?:award|allotment)s? | each state | to (?:all|the|each|every) states /.test(text)
  if (isOfStates || mentions('resident', 'share')) return false
  if (county || recipientKinds.length > 0)
    return mentions('award', 'money', 'receive', 'recipient', 'give', 'count', 'county')
  if (mentions('county') && mentions('award', 'money', 'receive')) return true
  const namesSeveral = / (?:awards|grants|subawards|subgrants|agreements|contracts) /.test(text)
  const asksExtreme = mentions('largest', 'smallest', 'latest') && mentions('award', 'money', 'receive', 'recipient')
  const asksAverage = mentions('average', 'median') && mentions('award') && states.length > 0
  const asksWho =
    (mentions('recipient') || / which \w+ (?:got|received|won|were|are|get|have) /.test(text)) &&
    (mentions('award', 'money', 'receive') ||
      / (?:recipients?|awardees?|winners?|grantees?|subrecipients?) /.test(text))
  const asksSum =
    (isAboutAwardsByStates(question) && mentions('money', 'count', 'award')) ||
    (mentions('count', 'money', 'all') && namesSeveral) ||
    (mentions('count') && mentions('award'))
  const asksTopic = mentions('award') && (states.length > 0 || namesSeveral) && question.left(AWARDS).length > 0
  const asksWhen = ASKS_WHEN.test(text) && mentions('award', 'receive')
  return asksExtreme || asksAverage || asksWho || asksSum || asksTopic || asksWhen
}

/** Answers questions about figures from the lists. */
export type Figures = ReturnType<typeof openFigures>

/** Where figures are read from: the published lists at an instant. */
export interface ListSource {
  find: (list: keyof ListItems, filters: FilterValues, now: Instant) => Promise<unknown[]>
  read: (list: keyof ListItems, id: string, now: Instant) => unknown
  inTurn: InTurn
}

/**
 * Opens the figures of a bake, which answer questions from the published records.
 * @param isKnown whether a word occurs in the documents, so that it is not a misspelled state name
 */
export function openFigures(source: ListSource, isKnown: (word: string) => boolean) {
  const getLists = (now: Instant): Lists => ({
    now,
    find: (list, filters = {}) => source.find(list, filters, now) as never,
    read: (list, id) => source.read(list, id, now) as never,
  })
  const names = once(async () =>
    openNames(await getLists(0).find('awards', { verification: ['VERIFIED', 'UNVERIFIED'] }), source.inTurn),
  )

  return {
    /**
     * Answers a question from the records. Null if it is about something else or has a word that was not understood; no
     * statements if no record answers it.
     * @param chosen states and year of the search filters, for a question without them
     */
    async answer(query: string, chosen: SelectedFilters, now: Instant): Promise<Statement[] | null> {
      const lists = getLists(now)
      const question = readQuestion(query, chosen, isKnown, await names())
      for (const { asks, understands = [], takes = [], hasTopic, answer, isFinal } of FORMS) {
        if (!asks(question)) continue
        if (!answer) return null
        const left = question.left(understands, takes)
        const found = left.length === 0 || hasTopic ? await answer(question, lists, left, await names()) : null
        if (found && (found.length > 0 || isFinal)) return found
      }
      return null
    },
  }
}
