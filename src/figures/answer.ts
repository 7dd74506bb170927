import type { FilterValues } from '../resources/define.ts'
import type { ResourceName } from '../resources/index.ts'
import { type InTurn, openAwardNames } from '../rules/awards/awardees.ts'
import { once } from '../rules/once.ts'
import {
  ASKS_COUNTIES,
  ASKS_WHEN,
  IS_DEADLINE,
  IS_EVENT,
  IS_PASSED_ON,
  IS_PLAN,
  JUDGMENT,
  type Kind,
  namesPolicy,
  OUTSIDE_DATA,
  PLACES_OUTSIDE,
} from '../rules/text/question-words.ts'
import type { Instant } from '../rules/time/moments.ts'
import { awards, awardsTo } from './awards.ts'
import { applicants, deadlines, nextEvents, openCalls } from './calls.ts'
import { commitments, definition, plans, rules, whoLeads } from './documents.ts'
import { type Entity, IS_ELIGIBILITY, type Question, readQuestion, type Token } from './question.ts'
import type { Lists, Statement } from './statement.ts'
import { asksStateFigure, stateFigures } from './states.ts'

interface Form {
  asks: (question: Question) => boolean
  understands?: readonly Kind[]
  takes?: readonly Entity[]
  /** Whether it looks for the words that are left; otherwise none may be left. */
  hasTopic?: true
  /** What it answers; null or no statements if it cannot. Without it, the question is not about figures. */
  answer?: (question: Question, lists: Lists, left: Token[]) => Promise<Statement[] | null>
  /** Whether no statements mean that no record answers the question, so that no other form is tried. */
  isFinal?: true
}

const FRAME: readonly Kind[] = ['state', 'program', 'federal', 'year', 'filler', 'all', 'recipient']
const MONEY: readonly Kind[] = ['money', 'award', 'allotment', 'receive', 'give', 'average', 'median', 'count']
const SIDES: readonly Kind[] = ['largest', 'smallest']
const AWARDS: readonly Kind[] = [...MONEY, ...SIDES, 'known']
const CALLS: readonly Kind[] = ['open', 'call', 'apply', 'award', 'money', 'next', 'count', 'date', 'receive', 'give']

const asksAboutCalls = ({ mentions, text }: Question): boolean =>
  mentions('call', 'apply') ||
  / (?:is|are) (?:\w+ ){0,2}open for | (?:whats|anything) open /.test(text) ||
  (/ (?:open|available) /.test(text) && mentions('award', 'money') && !/ how (?:much|many) /.test(text))

/** States apply to the federal government, everybody else to a state. */
const asksToApply = ({ text, mentions }: Question): boolean =>
  / (?<!who )(?:can|could|may) (?:\w+ ){0,5}apply /.test(text) ||
  (/ how (?:do|to|should|would) (?:\w+ ){0,4}apply /.test(text) && !mentions('state', 'federal'))

const FORMS: readonly Form[] = [
  { asks: isBeyondData, hasTopic: true, answer: async () => [], isFinal: true },
  {
    asks: ({ fiscalYear, mentions, text }) =>
      fiscalYear !== null &&
      !mentions('event', 'apply') &&
      !/ (?:due|deadlines?|reports?) /.test(text) &&
      mentions(...MONEY, ...SIDES, 'commit'),
    hasTopic: true,
    async answer({ fiscalYear }, lists) {
      const rows = [...(await lists.find('allotments')), ...(await lists.find('awards', { fiscalYear }))]
      return rows.some((row) => row.fiscalYear === fiscalYear) ? null : []
    },
    isFinal: true,
  },
  { asks: ({ text, isHeld }) => / why /.test(text) && !isHeld },
  {
    asks: (question) =>
      (question.mentions('commit') || namesPolicy(question.words)) && !question.mentions('money', 'receive', 'award'),
    understands: ['commit', 'adopt', 'count', 'give', 'define', ...SIDES],
    hasTopic: true,
    answer: commitments,
  },
  {
    asks: ({ mentions, text, states }) =>
      (mentions('metric') && !mentions('money', 'receive') && !/ (?:when|due) /.test(text)) ||
      ((mentions('initiative') ||
        IS_PLAN.test(text) ||
        (states.length > 0 && / what (?:is|does|do) | (?:explain|describe) /.test(text))) &&
        !mentions(...MONEY, ...SIDES, 'date', 'open', 'call', 'lead', 'rank', 'people')),
    understands: ['metric', 'initiative', 'define', 'count', 'next'],
    hasTopic: true,
    answer: plans,
  },
  {
    asks: ({ states, text }) => states.length > 0 && IS_ELIGIBILITY.test(text) && / who | eligible /.test(text),
    understands: [...CALLS, 'rule'],
    hasTopic: true,
    answer: applicants,
  },
  {
    asks: ({ states, namesProgram, mentions, text }) =>
      states.length === 0 &&
      (mentions('rule') ||
        IS_SHARE_ALLOWED.test(text) ||
        ((namesProgram || mentions('federal')) && / (?:can|could|may|must|cannot|cant) /.test(text))),
    understands: ['rule', 'money', 'share', 'give', 'define', 'apply', 'receive', 'award', 'date'],
    takes: ['recipientKind'],
    hasTopic: true,
    answer: rules,
  },
  {
    asks: (question) =>
      asksAboutCalls(question) &&
      (!question.mentions('date') || / (?:right now|now|today|currently) /.test(question.text)) &&
      (question.mentions('open', 'next') || asksToApply(question)),
    understands: CALLS,
    hasTopic: true,
    answer: openCalls,
    isFinal: true,
  },
  {
    asks: ({ text, mentions }) =>
      IS_DEADLINE.test(text) &&
      !IS_EVENT.test(text) &&
      (mentions('apply') || / (?:deadlines?|due|closes?|closing|close|end|ends) /.test(text)),
    understands: CALLS,
    takes: ['month'],
    hasTopic: true,
    answer: deadlines,
  },
  {
    asks: ({ text, mentions }) => IS_EVENT.test(text) && mentions('next', 'date', 'open'),
    understands: ['event', 'next', 'date', 'open', 'count'],
    takes: ['month'],
    hasTopic: true,
    answer: nextEvents,
    isFinal: true,
  },
  // When awards were announced. Any other question with when, how or why is not about sums.
  {
    asks: ({ text, states, mentions }) =>
      (ASKS_WHEN.test(text) && !(states.length > 0 && mentions('award', 'receive'))) ||
      (/^ (?:how|why|where) (?:is|are|was|were|does|do|did|can) /.test(text) && !/ (?:rank|compare) /.test(text)),
  },
  {
    asks: ({ text, states, mentions }) =>
      states.length > 0 && mentions('lead') && / (?:who|which|what|whos) /.test(text),
    understands: ['lead', 'define', 'money'],
    answer: whoLeads,
  },
  {
    asks: asksStateFigure,
    understands: [...AWARDS, 'clinicOfAccess', 'initiative', 'people', 'share', 'define'],
    takes: ['recipientKind'],
    answer: stateFigures,
  },
  {
    asks: ({ text, states, namesProgram, mentions }) =>
      states.length === 0 &&
      (namesProgram || mentions('program')) &&
      !mentions('average', 'median', ...SIDES) &&
      (/ (?:what is|whats|what s|what does|explain|describe|define|about|purpose|meaning) /.test(text) ||
        (/ how (?:big|large|much money) | (?:total|size|budget) /.test(text) &&
          !mentions('receive', 'award', 'allotment'))),
    understands: ['define', 'money', 'give'],
    answer: definition,
  },
  {
    asks: ({ mentions, isHeld, bound }) =>
      !isHeld && !bound && mentions(...MONEY, 'recipient', 'date') && !mentions(...SIDES, 'average', 'median'),
    understands: [...AWARDS, 'when', 'define'],
    takes: ['organization'],
    hasTopic: true,
    answer: awardsTo,
  },
  {
    asks: (question) =>
      question.states.length === 0 &&
      !question.isHeld &&
      ((question.bound !== null && question.mentions('compare') && question.mentions('state')) ||
        / how many states (?:received|got|were awarded|get|have received|won) /.test(question.text) ||
        (ranksStates(question) && !isAboutAwardsByStates(question))),
    understands: [...AWARDS, 'resident', 'rank', 'compare', 'people'],
    answer: stateFigures,
  },
  {
    asks: asksAboutAwards,
    understands: [...AWARDS, 'held', 'county', 'when', 'latest', 'clinicOfAccess'],
    takes: ['recipientKind', 'county', 'month'],
    hasTopic: true,
    answer: awards,
    isFinal: true,
  },
  {
    asks: ({ states, mentions, isHeld }) =>
      !isHeld && states.length > 0 && mentions('receive', 'award', 'allotment', 'money', 'rank', 'resident'),
    understands: [...MONEY, 'rank', 'resident', 'compare', 'define', 'share'],
    async answer(question, lists, left) {
      const asksBoth = question.states.length === 1 && question.mentions('award')
      const awarded = asksBoth ? await awards(question, lists, left) : null
      return [...(await stateFigures(question, lists)), ...(awarded ?? [])]
    },
  },
  {
    asks: ({ states, mentions }) =>
      states.length === 0 &&
      mentions('money', 'average', 'median', 'allotment', 'award') &&
      mentions('state', 'federal', 'program', 'all', 'average', 'median', 'allotment'),
    understands: [...MONEY, 'define', 'share'],
    answer: stateFigures,
  },
]

const IS_SHARE_ALLOWED = / (?:how much|share|percent|percentage|portion|part) (?:\w+ ){0,6}(?:can|may|must) /
const NO_AWARD = / (?:no|not|none|never|nothing|except|without|lost|lose|refused|rejected|declined) /
const NONE_PUBLISHED = / (?:not|never) (?:\w+ )?(?:published|announced|made) (?:any|an|a single) /

/** Whether a question asks for what no record holds: a judgment, a person, another place, a rate, or those without an award. */
function isBeyondData(question: Question): boolean {
  const { text, mentions, isHeld, county, recipientKinds } = question
  const isOfKind = recipientKinds.length > 0
  return (
    (PLACES_OUTSIDE.test(text) && !IS_ELIGIBILITY.test(text)) ||
    JUDGMENT.test(text) ||
    (OUTSIDE_DATA.test(text) && / how (?:many|much) | number of /.test(text)) ||
    (/ what (?:is|was|were) .* rates? (?:in|of|for) /.test(text) && !mentions('metric')) ||
    ((!isHeld || NONE_PUBLISHED.test(text)) && mentions('award', 'receive', 'commit') && NO_AWARD.test(text)) ||
    (/ per /.test(text) && (county !== null || isOfKind)) ||
    (mentions('resident') && isAboutAwardsByStates(question)) ||
    (/ (?:percent|percentage|share|proportion|part|portion) of /.test(text) && isOfKind)
  )
}

const ranksStates = ({ mentions, text, county, recipientKinds }: Question): boolean =>
  !(county || recipientKinds.length > 0) &&
  /^ who | states? /.test(text) &&
  mentions(...SIDES) &&
  mentions(...MONEY, 'rank')

function isAboutAwardsByStates({ text, mentions }: Question): boolean {
  // An award by a federal agency is an award to a state.
  const isFederal =
    / (?:cms|hhs|federal|government|program) (?:\w+ ){0,3}(?:give|gave|award|pay|paid|awarded|announced?) /
  if (isFederal.test(text) || / by (?:the )?(?:cms|hhs|federal|government|program) /.test(text)) return false
  if (IS_PASSED_ON.test(text) || (/ by /.test(text) && / awarded | given | paid /.test(text))) return true
  const isPassive =
    / (?:was|were|been|being|be|is|are) (?:\w+ ){0,4}(?:awarded|given|paid|allocated|distributed|announced|made) /
  if (isPassive.test(text)) return false
  if (/ did (?:\w+ )+(?:award|make|give|announce|distribute|issue|publish|hand|pay) /.test(text)) return true
  const isGiven = / (?:made|awarded|announced|gave|given|issued|distributed|handed|published|paid) /
  return isGiven.test(text) && !mentions('receive')
}

function asksAboutAwards(question: Question): boolean {
  const { mentions, text, states, isHeld, county, recipientKinds } = question
  if (isHeld) return true
  if (ASKS_COUNTIES.test(text))
    return mentions('award', 'money', 'receive') || (recipientKinds.length > 0 && mentions(...SIDES))
  if ((mentions('county') && !county) || mentions('resident', 'share')) return false
  const isOfStates = / (?:state|federal) (?:award|allotment)s? | each state | to (?:all|the|each|every) states /
  if (states.length === 0 && isOfStates.test(text)) return false
  if (county || recipientKinds.length > 0) return mentions('award', 'money', 'receive', 'recipient', 'give', 'count')
  const isMoney = mentions('award', 'money', 'receive')
  const namesSeveral = / (?:awards|grants|subawards|subgrants|agreements|contracts) /.test(text)
  const hasTopic = states.length > 0 || namesSeveral
  return (
    (mentions(...SIDES, 'latest') && (isMoney || mentions('recipient'))) ||
    (mentions('average', 'median') && mentions('award') && states.length > 0) ||
    (isMoney && (mentions('recipient') || / which \w+ (?:got|received|won|were|are|get|have) /.test(text))) ||
    / (?:recipients?|awardees?|winners?|grantees?|subrecipients?) /.test(text) ||
    (isAboutAwardsByStates(question) && mentions('money', 'count', 'award')) ||
    (namesSeveral && (mentions('count', 'money', 'all') || states.length > 0 || question.bound !== null)) ||
    (mentions('award') && (mentions('count') || (hasTopic && question.left([...FRAME, ...AWARDS]).length > 0))) ||
    (ASKS_WHEN.test(text) && mentions('award', 'receive'))
  )
}

interface ListSource {
  find: (list: ResourceName, filters: FilterValues, now: Instant) => Promise<unknown[]>
  read: (list: ResourceName, id: string, now: Instant) => unknown
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
    openAwardNames(await getLists(0).find('awards', { verification: ['VERIFIED', 'UNVERIFIED'] }), source.inTurn),
  )

  return {
    /**
     * Answers a question from the records. Null if it is about something else or has a word that was not understood; no
     * statements if no record answers it.
     * @param chosen states and year of the search filters, for a question without them
     */
    async answer(query: string, chosen: Parameters<typeof readQuestion>[1], now: Instant): Promise<Statement[] | null> {
      const lists = getLists(now)
      const question = readQuestion(query, chosen, isKnown, await names(), now)
      for (const { asks, understands = [], takes = [], hasTopic, answer, isFinal } of FORMS) {
        if (!asks(question)) continue
        if (!answer) return null
        const left = question.left([...FRAME, ...understands], takes)
        const statements = left.length === 0 || hasTopic ? await answer(question, lists, left) : null
        if (statements && (statements.length > 0 || isFinal)) return statements
      }
      return null
    },
  }
}
