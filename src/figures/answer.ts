import { type InTurn, openAwardNames } from '../rules/awards/awardees.ts'
import { once } from '../rules/once.ts'
import { type Kind, SAYS, splitAside } from '../rules/text/question-words.ts'
import type { Instant } from '../rules/time/moments.ts'
import { awards, awardsTo } from './awards.ts'
import { applicants, deadlines, nextEvents, openCalls } from './calls.ts'
import { asksRule, commitments, namesPolicy, readFederal, rules, whoLeads } from './documents.ts'
import { plans } from './plans.ts'
import { type Entity, type Question, readQuestion, type Token } from './question.ts'
import type { Lists, Statement } from './statement.ts'
import { answerStateFigures, asksStateFigure } from './states.ts'

type Kinds = readonly Kind[]

interface Form {
  asks: (question: Question) => boolean
  understands?: Kinds
  takes?: readonly Entity[]
  /** Whether no words may be left, and another form may answer if it has no statements; otherwise it looks for these words. */
  isWhole?: true
  /** What it answers; null for another form, no statements if no record answers. Without it, the question is not about figures. */
  answer?: (question: Question, lists: Lists, left: Token[]) => Promise<Statement[] | null>
}

const FRAME: Kinds = ['state', 'program', 'federal', 'year', 'filler', 'courtesy', 'all', 'recipient', 'rural']
const MONEY: Kinds = ['money', 'award', 'allotment', 'receive', 'give', 'average', 'median', 'count']
const SIDES: Kinds = ['largest', 'smallest']
const AWARDS: Kinds = [...MONEY, ...SIDES, 'known', 'party']
const COMMITS: Kinds = ['commit', 'adopt', 'count', 'give', 'define', 'plan', 'contrast', ...SIDES]
const FACTS: Kinds = ['clinicOfAccess', 'initiative', 'people', 'share', 'define', 'resident', 'rank', 'compare']
const TERMS: Kinds = ['terms', 'rule', 'commit', 'plan', 'share', 'define', ...AWARDS]
const CALLS: Kinds = ['open', 'call', 'apply', 'award', 'money', 'next', 'count', 'date', 'receive', 'give']

const asksAboutCalls = ({ mentions, text }: Question): boolean => mentions('call', 'apply') || SAYS.openCall(text)

const FORMS: readonly Form[] = [
  { asks: asksRule, understands: TERMS, answer: rules, isWhole: true },
  { asks: isBeyondData, answer: async () => [] },
  {
    asks: ({ fiscalYear, mentions }) => fiscalYear !== null && mentions(...MONEY, ...SIDES, 'commit'),
    async answer({ fiscalYear }, lists) {
      const rows = [...(await lists.find('allotments')), ...(await lists.find('awards', { fiscalYear }))]
      return rows.some((row) => row.fiscalYear === fiscalYear) ? null : []
    },
  },
  {
    asks: (question) =>
      (question.mentions('commit') ||
        SAYS.policy(question.text) ||
        namesPolicy(question, question.left([...FRAME, ...COMMITS]))) &&
      (SAYS.statesCommit(question.text) || !question.mentions('money', 'receive', 'award')),
    understands: COMMITS,
    answer: commitments,
  },
  {
    asks: ({ mentions, text, states, bound, county }) =>
      (mentions('metric') && !SAYS.reporting(text) && !/ (?:due|how much) /.test(text)) ||
      ((states.length > 0 || / (?:states|plans) /.test(text)) &&
        !(bound || SAYS.reporting(text) || (county && mentions('recipient', 'money'))) &&
        !(mentions('receive') && !SAYS.planSays(text)) &&
        !mentions('award', 'allotment', 'date', 'open', 'call', 'lead', 'rank')),
    understands: ['metric', 'initiative', 'plan', 'define', 'count', 'next', 'money', 'share', 'give', 'contrast'],
    answer: plans,
  },
  {
    asks: ({ states, text }) => states.length > 0 && SAYS.eligibility(text) && / who | eligible /.test(text),
    understands: [...CALLS, 'rule'],
    answer: applicants,
  },
  {
    asks: ({ states, namesProgram, mentions, text }) =>
      states.length === 0 &&
      (mentions('rule') ||
        SAYS.shareAllowed(text) ||
        SAYS.uses(text) ||
        (SAYS.receiving(text) && !mentions('open', 'call', 'next')) ||
        ((namesProgram || mentions('federal')) && / (?:can|could|may|must|cannot|cant) /.test(text))),
    understands: ['rule', 'money', 'share', 'give', 'define', 'apply', 'receive', 'award', 'date', 'commit'],
    takes: ['recipientKind'],
    answer: rules,
  },
  {
    asks: (question) =>
      asksAboutCalls(question) &&
      (!question.mentions('date') || / (?:right now|now|today|currently) /.test(question.text)) &&
      // States apply to the federal government, everybody else to a state.
      (question.mentions('open', 'next') ||
        SAYS.toApply(question.text) ||
        (SAYS.howToApply(question.text) && !question.mentions('state', 'federal'))),
    understands: CALLS,
    answer: openCalls,
  },
  {
    asks: ({ text, mentions }) =>
      SAYS.deadline(text) && (mentions('apply') || / (?:deadlines?|due|closes?|closing|close|end|ends) /.test(text)),
    understands: CALLS,
    takes: ['month'],
    answer: deadlines,
  },
  {
    asks: ({ text, mentions }) => SAYS.event(text) && mentions('next', 'date', 'open'),
    understands: ['event', 'next', 'date', 'open', 'count'],
    takes: ['month'],
    answer: nextEvents,
  },
  // When awards were announced. Any other question with when, how or why is not about sums.
  {
    asks: ({ text, states, mentions, isHeld }) =>
      (SAYS.when(text) && !(states.length > 0 && mentions('award', 'receive'))) ||
      (!isHeld && /^ (?:how|why|where) (?:is|are|was|were|does|do|did|can) /.test(text) && !mentions('rank')),
  },
  {
    asks: ({ text, states, mentions }) => states.length > 0 && mentions('lead') && / (?:whos?|which|what) /.test(text),
    understands: ['lead', 'define', 'money'],
    answer: whoLeads,
    isWhole: true,
  },
  {
    asks: (question) => asksStateFigure(question) || comparesStates(question),
    understands: [...AWARDS, ...FACTS],
    takes: ['recipientKind'],
    answer: answerStateFigures,
    isWhole: true,
  },
  {
    asks: ({ text, states, namesProgram, mentions }) =>
      states.length === 0 &&
      (namesProgram || mentions('program')) &&
      (SAYS.definition(text) || (SAYS.programSize(text) && !mentions('receive', 'award', 'allotment'))),
    understands: ['define', 'money', 'give', 'date'],
    answer: (_, lists) => readFederal(lists, SAYS.definesProgram),
    isWhole: true,
  },
  {
    asks: ({ mentions, text, isHeld, bound }) =>
      !(isHeld || bound || SAYS.counties(text) || mentions(...SIDES, 'average', 'median')) &&
      mentions(...MONEY, 'recipient', 'date'),
    understands: [...AWARDS, 'when', 'define'],
    takes: ['organization'],
    answer: awardsTo,
  },
  {
    asks: asksAboutAwards,
    understands: [...AWARDS, 'held', 'county', 'when', 'latest', 'clinicOfAccess', 'contrast', 'compare'],
    takes: ['recipientKind', 'county', 'month'],
    answer: awards,
  },
  {
    asks: ({ states, mentions, isHeld }) =>
      !isHeld &&
      mentions('receive', 'award', 'allotment', 'money', 'rank', 'resident', 'average', 'median') &&
      (states.length > 0 || mentions('state', 'federal', 'program', 'all', 'average', 'median', 'allotment')),
    understands: [...MONEY, 'rank', 'resident', 'compare', 'define', 'share'],
    async answer(question, lists, left) {
      const asksBoth = question.states.length === 1 && question.mentions('award')
      const awarded = asksBoth ? await awards(question, lists, left) : null
      return [...(await answerStateFigures(question, lists)), ...(awarded ?? [])]
    },
    isWhole: true,
  },
]

/** Whether a question asks for what no record holds: a judgment, a person, another place, a rate, or those without an award. */
function isBeyondData(question: Question): boolean {
  const { text, mentions, isHeld, recipientKinds } = question
  return (
    (SAYS.placeOutside(text) && !SAYS.eligibility(text)) ||
    (SAYS.judgment(text) && !(SAYS.policy(text) && question.fiscalYear === null) && !mentions('metric')) ||
    (SAYS.outsideData(text) && SAYS.asksNumber(text)) ||
    ((!isHeld || SAYS.nonePublished(text)) &&
      mentions('award', 'receive', 'commit') &&
      SAYS.withoutAward(text) &&
      !SAYS.lacksPolicy(text)) ||
    (mentions('resident') && isAboutAwardsByStates(question)) ||
    (SAYS.shareOf(text) && recipientKinds.length > 0)
  )
}

function comparesStates(question: Question): boolean {
  const { mentions, text, states, county, recipientKinds, isHeld, bound } = question
  if (states.length > 0 || isHeld || county || recipientKinds.length > 0) return false
  if (bound && mentions('compare') && mentions('state')) return !SAYS.severalAwards(text)
  if (SAYS.howManyStates(text)) return true
  const isRanked = mentions('rank') || (mentions(...SIDES) && mentions(...MONEY))
  return isRanked && /^ who | states? /.test(text) && !isAboutAwardsByStates(question)
}

/** Whether a question is about what states awarded; an award by a federal agency is one to a state. */
const isAboutAwardsByStates = ({ text, mentions }: Question): boolean =>
  !SAYS.byFederal(text) && (SAYS.byStates(text) || (SAYS.given(text) && !SAYS.passive(text) && !mentions('receive')))

function asksAboutAwards(question: Question): boolean {
  const { mentions, text, states, isHeld, county, recipientKinds } = question
  if (isHeld) return true
  if (SAYS.counties(text)) return mentions('award', 'money', 'receive')
  if ((mentions('county') && !county) || mentions('resident', 'share')) return false
  const isNamed = question.namesProgram || county !== null
  const isBare = isNamed && question.left(FRAME, ['county', 'recipientKind']).length === 0
  if (county || recipientKinds.length > 0) return isBare || mentions(...MONEY, 'recipient', 'party')
  const isMoney = mentions('award', 'money', 'receive')
  const namesSeveral = SAYS.severalAwards(text) && !/ (?:compared?|versus|vs) /.test(text)
  const hasTopic = states.length > 0 || namesSeveral
  return (
    (mentions(...SIDES, 'latest') && (isMoney || mentions('recipient'))) ||
    (mentions('average', 'median') && mentions('award') && states.length > 0) ||
    (isMoney && mentions('recipient')) ||
    SAYS.whoReceived(text) ||
    (isAboutAwardsByStates(question) && mentions('money', 'count', 'award')) ||
    (namesSeveral && (mentions('count', 'money', 'all') || states.length > 0 || question.bound !== null)) ||
    ((mentions('award') || SAYS.totalOfTopic(text)) &&
      (mentions('count') || (hasTopic && question.left([...FRAME, ...AWARDS, 'contrast']).length > 0)))
  )
}

/**
 * Opens the figures of a bake, which answer questions from the published records.
 * @param isKnown whether a word occurs in the documents, so that it is not a misspelled state name
 */
export function openFigures(getLists: (now: Instant) => Lists, inTurn: InTurn, isKnown: (word: string) => boolean) {
  const names = once(async () =>
    openAwardNames(await getLists(0).find('awards', { verification: ['VERIFIED', 'UNVERIFIED'] }), inTurn),
  )

  return {
    /**
     * Answers a question from the records. Null: about something else, or not understood. No statements: not in the records.
     * @param chosen states and year of the search filters, for a question without them
     */
    async answer(query: string, chosen: Parameters<typeof readQuestion>[1], now: Instant): Promise<Statement[] | null> {
      const lists = getLists(now)
      const { asked, aside } = splitAside(query)
      // Where an asker is does not limit a question about all states, nor does the year of an aside.
      const isOfAll = aside === '' || SAYS.allStates(` ${asked.toLowerCase()} `)
      const beside = isOfAll ? chosen : readQuestion(aside, chosen, isKnown, await names(), now)
      const context = { ...beside, fiscalYear: chosen.fiscalYear }
      const question = readQuestion(asked, context, isKnown, await names(), now)
      for (const { asks, understands = [], takes = [], isWhole, answer } of FORMS) {
        if (!asks(question)) continue
        if (!answer) break
        const left = question.left([...FRAME, ...understands], takes)
        const statements = isWhole && left.length > 0 ? null : await answer(question, lists, left)
        if (statements && (statements.length > 0 || !isWhole)) return statements
      }
      // A passage about a county that was not understood would be about others.
      return (question.county || question.mentions('county')) && question.mentions('award', 'receive', 'money')
        ? []
        : null
    },
  }
}
