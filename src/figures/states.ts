import type { Allotment } from '../resources/allotments.ts'
import { findNewest, getMedian, getSum } from '../rules/awards/totals.ts'
import { SAYS } from '../rules/text/question-words.ts'
import { formatCount, formatDollars, formatList, formatNumber } from '../rules/text/wording.ts'
import { findDocument } from './documents.ts'
import type { Question } from './question.ts'
import { type CitedRecord, type Lists, type Statement, say, sayRanked, toSource } from './statement.ts'

/** The figure of one state, with what an answer says about this state alone. */
interface StateFigure {
  state: string
  name: string
  value: number
  text: string
  sources: readonly CitedRecord[]
  when?: string
}

interface Measure {
  asks: (question: Question) => boolean
  /** What states have the most of; of an award, what they were awarded. */
  noun: string
  isAward?: true
  isRatio?: true
  read: (lists: Lists, question: Question) => Promise<StateFigure[]>
}

const LISTED_MAX = 20
const RANKED_MAX = 10
const toPercent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** The figures of states that questions may ask for; those of the federal awards come last, and the last is the default. */
const MEASURES: readonly Measure[] = [
  {
    asks: ({ isCriticalAccess, mentions }) => isCriticalAccess && !mentions('award', 'receive', 'money'),
    noun: 'critical access hospitals',
    async read(lists) {
      const sources = await findDocument(lists, 'NONE', /hospital general information/i)
      return (await lists.find('states')).flatMap(({ code: state, name, cahCount: value }) => {
        const text = `${name} has ${formatCount(value ?? 0, 'critical access hospital')}`
        return value === null ? [] : { state, name, value, text, sources }
      })
    },
  },
  {
    asks: ({ text, mentions }) =>
      / (?:people|population|residents?|inhabitants|lives?) | (?:is|how) rural /.test(text) &&
      !mentions('money', 'award', 'allotment', 'receive', 'give'),
    noun: 'residents in rural areas, by the 2020 census',
    async read(lists) {
      const sources = await findDocument(lists, 'NONE', /urban and rural population/i)
      return (await lists.find('allotments')).flatMap(({ state, stateName: name, ruralResidents: value }) => {
        const { population, ruralPercent } = lists.read('states', state)
        if (value === null || population === null || ruralPercent === null) return []
        const rural = `${formatNumber(value)} (${ruralPercent.toFixed(1)}%) of them in rural areas`
        const text = `${name} had ${formatNumber(population)} residents in the 2020 census, ${rural}`
        return { state, name, value, text, sources }
      })
    },
  },
  {
    asks: ({ mentions, recipientKinds }) =>
      mentions('initiative') && recipientKinds.length === 0 && !mentions('money', 'award', 'receive'),
    noun: 'initiatives',
    async read(lists) {
      const sources = await findDocument(lists, 'NONE', /initiatives and metrics/i)
      return [...Map.groupBy(await lists.find('activities'), ({ stateName }) => stateName)].map(([name, plans]) => {
        const text = `${name} has ${formatCount(plans.length, 'initiative')}: ${formatList(plans.map(({ title }) => title))}`
        return { state: plans[0]?.state ?? '', name, value: plans.length, text, sources }
      })
    },
  },
  {
    asks: ({ mentions, text }) =>
      mentions('allotment', 'award', 'money', 'share') &&
      (mentions('share') ? mentions('recipient', 'known', 'give', 'award') : SAYS.amountNamed(text)),
    noun: 'of its allotment with a published recipient and amount',
    isRatio: true,
    async read(lists, { states }) {
      const rows = await lists.find('coverage', states.length > 0 ? { state: states } : {})
      const allotments = await lists.find('allotments')
      return rows.flatMap(({ state, stateName: name, awards: { allotment, sumPublished } }) => {
        const source = allotments.find((row) => row.state === state)
        if (!state || !name || !source || allotment === null) return []
        const value = (sumPublished ?? 0) / allotment
        const sum = sumPublished === null ? 'none' : `${formatDollars(sumPublished)}, ${toPercent(value)}`
        const text = `${name}: awards with a published recipient and amount: ${sum}, of an allotment of ${formatDollars(allotment)}`
        return { state, name, value, text, sources: [toSource({ ...source, title: source.sourceTitle }, 'allotments')] }
      })
    },
  },
  {
    asks: ({ text }) => / per | capita /.test(text),
    noun: 'by the federal program per rural resident',
    isAward: true,
    isRatio: true,
    read: (lists, question) => readAllotments(lists, question, (row) => row.amountPerRuralResident),
  },
  {
    asks: () => true,
    noun: 'by the federal program',
    isAward: true,
    read: (lists, question) => readAllotments(lists, question, (row) => row.amount),
  },
]

const findMeasure = (question: Question): Measure => MEASURES.find(({ asks }) => asks(question)) as Measure

/** Whether a question asks for a figure of states other than what the federal program awarded to them. */
export const asksStateFigure = (question: Question): boolean => !findMeasure(question).isAward

async function readAllotments(lists: Lists, { fiscalYear }: Question, getValue: (row: Allotment) => number | null) {
  const all = await lists.find('allotments')
  const newest = findNewest(all.map((row) => row.fiscalYear))
  const documents = await lists.find('documents', { state: ['NONE'] })
  const rows = all.filter((row) => row.fiscalYear === (fiscalYear ?? newest))
  return rows.flatMap((row) => {
    const { state, stateName: name, amount, amountPerRuralResident: perResident, sourceUrl } = row
    const value = getValue(row)
    if (value === null) return []
    const place = `number ${rows.filter((other) => other.amount > amount).length + 1} of ${formatCount(rows.length, 'state')}`
    const share = perResident === null ? '' : ` and ${formatDollars(perResident)} per rural resident`
    const text = `${name} was awarded ${formatDollars(amount)} by the federal program for ${row.fiscalYear}, ${place}${share}`
    const document = documents.find(({ url }) => url === sourceUrl)
    const source = document ? toSource(document) : toSource({ ...row, title: row.sourceTitle }, 'allotments')
    return { state, name, value, text, sources: [source], when: ` for ${row.fiscalYear}` }
  })
}

/** What a figure is in the states of a question, where it is highest or lowest or beyond a bound, or in all states. */
export async function answerStateFigures(question: Question, lists: Lists): Promise<Statement[]> {
  const { states, mentions, bound } = question
  const measure = findMeasure(question)
  const { isAward, isRatio } = measure
  const format = isAward ? formatDollars : isRatio ? toPercent : formatNumber
  const all = await measure.read(lists, question)
  const [first] = all
  if (!first) return []
  if (states.length > 0) return sayStateFigures(measure, all, states)
  const noun = `${measure.noun}${first.when ?? ''}`
  const of = formatCount(all.length, 'state')
  const verbs = isAward ? (['was awarded', 'were awarded'] as const) : (['has', 'have'] as const)
  if (bound && mentions('compare')) {
    const { min, max } = bound
    const beyond = all.filter(({ value }) => value > (min ?? 0) && value < (max ?? Number.POSITIVE_INFINITY))
    const names = beyond.sort((a, b) => (min === null ? a.value - b.value : b.value - a.value)).map(({ name }) => name)
    const named = names.length === 0 || names.length > LISTED_MAX ? '' : `: ${formatList(names)}`
    const sides = [min && `more than ${format(min)}`, max && `less than ${format(max)}`].filter((side) => side !== null)
    const count = `${formatCount(names.length, 'state')} of ${all.length} ${verbs[names.length === 1 ? 0 : 1]}`
    return [say(`${count} ${sides.join(' and ')} ${noun}${named}`, first.sources)]
  }
  if (isRatio || mentions('largest', 'smallest', 'rank')) {
    const ranked = all.map((one) => ({ ...one, label: format(one.value) }))
    const extremes = [`the most ${noun}`, `the ${isRatio || isAward ? 'least' : 'fewest'} ${noun}`] as const
    return sayRanked(ranked, question, { of, verbs, extremes, most: mentions('largest', 'smallest') ? 1 : RANKED_MAX })
  }
  const values = all.map(({ value }) => value)
  const total = getSum(values) ?? 0
  const together = say(`${of} together ${verbs[1]} ${format(total)} ${noun}`, first.sources)
  if (!mentions('average', 'median')) return [together]
  const average = `The average of ${of} is ${format(Math.round(total / all.length))}, and the median ${format(getMedian(values))}`
  return [say(average, first.sources), together]
}

/** The figures of some states; of two awards also the difference. */
function sayStateFigures({ isAward }: Measure, all: readonly StateFigure[], states: readonly string[]): Statement[] {
  const asked = states.flatMap((code) => all.find(({ state }) => state === code) ?? [])
  const statements = asked.map(({ text, sources }) => say(text, sources))
  const [first, second, ...more] = asked.toSorted((a, b) => b.value - a.value)
  if (!first || !second || more.length > 0 || !isAward) return statements
  const difference = `${first.name} was awarded ${formatDollars(first.value - second.value)} more than ${second.name}`
  return [say(difference, first.sources), ...statements]
}
