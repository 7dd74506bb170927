import type { Allotment } from '../resources/allotments.ts'
import { findNewest, getMedian, getSum } from '../rules/awards/totals.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { findNational, findProgramPage } from './documents.ts'
import type { Lists } from './lists.ts'
import { IS_CRITICAL_ACCESS, type Question } from './question.ts'
import { counted, type FigureSource, formatNumber, joined, type Statement, say, toSource } from './statement.ts'

/** A figure of a state. */
interface StateFigure {
  state: string
  name: string
  value: number
  /** What an answer says about this state alone. */
  text: string
  sources: readonly FigureSource[]
  /** The fiscal year of the figure. */
  year?: string
}

/** One figure of every state, and the words for it. */
interface Measure {
  asks: (question: Question) => boolean
  /** `has` and `have`, or another verb. */
  verbs: readonly [one: string, many: string]
  /** What the state with the highest or lowest value has. */
  extremes: readonly [largest: string, smallest: string]
  /** What all states have together, after the value; null if values cannot be added. */
  unit: string | null
  format: (value: number) => string
  read: (lists: Lists, question: Question) => Promise<StateFigure[]>
}

const HAS = ['has', 'have'] as const
const AWARDED = ['was awarded', 'were awarded'] as const
const LISTED_MAX = 20
const PERCENT = 100

/** The figures of states that questions may ask for, the last one if they name no other. */
const MEASURES: readonly Measure[] = [
  {
    asks: ({ text, mentions }) => IS_CRITICAL_ACCESS.test(text) && !mentions('award', 'receive', 'money'),
    verbs: HAS,
    extremes: ['the most critical access hospitals', 'the fewest critical access hospitals'],
    unit: 'critical access hospitals',
    format: formatNumber,
    async read(lists) {
      const sources = await findNational(/hospital general information/i, lists)
      return (await lists.find('states')).flatMap(({ code: state, name, cahCount: value }) =>
        value === null
          ? []
          : { state, name, value, text: `${name} has ${counted(value, 'critical access hospital')}`, sources },
      )
    },
  },
  {
    asks: ({ text, states, mentions }) =>
      / (?:people|population|residents?|inhabitants|lives?) /.test(text) &&
      !/ per /.test(text) &&
      !mentions('money', 'award', 'allotment', 'receive', 'give') &&
      (states.length > 0 || (mentions('largest', 'smallest') && / rural /.test(text))),
    verbs: ['had', 'had'],
    extremes: [
      'the most residents in rural areas in the 2020 census',
      'the fewest residents in rural areas in the 2020 census',
    ],
    unit: 'residents in rural areas in the 2020 census',
    format: formatNumber,
    async read(lists) {
      const sources = await findNational(/urban and rural population/i, lists)
      const rural = new Map((await lists.find('allotments')).map((row) => [row.state, row.ruralResidents]))
      return (await lists.find('states')).flatMap(({ code: state, name }) => {
        const value = rural.get(state) ?? null
        const { population, ruralPercent } = lists.read('states', state)
        if (value === null || population === null || ruralPercent === null) return []
        const text = `${name} had ${formatNumber(population)} residents in the 2020 census, ${formatNumber(value)} (${ruralPercent.toFixed(1)}%) of them in rural areas`
        return { state, name, value, text, sources }
      })
    },
  },
  {
    asks: ({ mentions, text, states, recipientKinds }) =>
      mentions('initiative') &&
      recipientKinds.length === 0 &&
      !mentions('money', 'award', 'receive') &&
      (states.length > 0 || mentions('largest', 'smallest') || / (?:how many|number of) /.test(text)),
    verbs: HAS,
    extremes: ['the most initiatives', 'the fewest initiatives'],
    unit: 'initiatives in their plans',
    format: formatNumber,
    async read(lists) {
      const sources = await findNational(/initiatives and metrics/i, lists)
      const byState = Map.groupBy(await lists.find('activities'), ({ state }) => state)
      return [...byState].map(([state, own]) => {
        const name = own[0]?.stateName ?? ''
        const text = `${name} has ${counted(own.length, 'initiative')}: ${joined(own.map(({ title }) => title))}`
        return { state, name, value: own.length, text, sources }
      })
    },
  },
  {
    asks: ({ mentions, text }) =>
      mentions('allotment', 'award', 'money', 'share') &&
      (/ (?:percent|percentage|share|proportion|part|portion) /.test(text)
        ? mentions('recipient', 'known', 'give', 'award')
        : / (?:how much|what part) of .* named (?:\w+ )?(?:recipients?|organi[sz]ations?) /.test(text)),
    verbs: HAS,
    extremes: [
      'the largest share of the allotment with a published recipient and amount',
      'the smallest share of the allotment with a published recipient and amount',
    ],
    unit: null,
    format: (value) => `${(value * PERCENT).toFixed(1)}%`,
    async read(lists, { states }) {
      const documents = await lists.find('documents', { category: ['AWARD_ANNOUNCEMENT'] })
      const rows = await lists.find('coverage', states.length > 0 ? { state: states } : {})
      const figures = rows.map(async ({ state, stateName, awards }) => {
        const { allotment, published, sumPublished } = awards
        if (!state || !stateName || allotment === null) return []
        const own = documents.filter((one) => one.state === state).slice(0, 2)
        const sources = own.length > 0 ? own.map((one) => toSource(one)) : await findProgramPage(state, lists)
        const value = (sumPublished ?? 0) / allotment
        const text =
          sumPublished === null
            ? `${stateName}: no published award has a recipient and an amount, of an allotment of ${formatDollars(allotment)}`
            : `${stateName}: ${counted(published, 'published award')} ${published === 1 ? 'names' : 'name'} the recipients of ${formatDollars(sumPublished)}, ${(value * PERCENT).toFixed(1)}% of the allotment of ${formatDollars(allotment)}`
        return [{ state, name: stateName, value, text, sources }]
      })
      return (await Promise.all(figures)).flat()
    },
  },
  {
    asks: ({ mentions }) => mentions('resident'),
    verbs: AWARDED,
    extremes: [
      'the largest amount by the federal program per rural resident',
      'the smallest amount by the federal program per rural resident',
    ],
    unit: null,
    format: (value) => `${formatDollars(value)} per rural resident`,
    read: (lists, question) => readAllotments(lists, question, (row) => row.amountPerRuralResident),
  },
  {
    asks: () => true,
    verbs: AWARDED,
    extremes: ['the largest amount by the federal program', 'the smallest amount by the federal program'],
    unit: 'by the federal program',
    format: formatDollars,
    read: (lists, question) => readAllotments(lists, question, (row) => row.amount),
  },
]

const findMeasure = (question: Question): Measure => MEASURES.find(({ asks }) => asks(question)) as Measure

/** Whether a question asks for a figure of states other than what the federal program awarded to them. */
export const asksStateFigure = (question: Question): boolean => MEASURES.indexOf(findMeasure(question)) < 4

/** What the federal program awarded to the states, for the year in the question or the latest one. */
async function readAllotments(
  lists: Lists,
  { fiscalYear }: Question,
  getValue: (row: Allotment) => number | null,
): Promise<StateFigure[]> {
  const all = await lists.find('allotments')
  const newest = findNewest(all.map((row) => row.fiscalYear))
  const documents = await lists.find('documents', { state: ['NONE'] })
  const rows = all.filter((row) => row.fiscalYear === (fiscalYear ?? newest))
  return rows.flatMap((row) => {
    const { state, stateName: name, amount, amountPerRuralResident, sourceUrl } = row
    const value = getValue(row)
    if (value === null) return []
    const place = rows.filter((other) => other.amount > amount).length + 1
    const perResident =
      amountPerRuralResident === null ? '' : ` and ${formatDollars(amountPerRuralResident)} per rural resident`
    const text = `${name} was awarded ${formatDollars(amount)} by the federal program for ${row.fiscalYear}, number ${place} of ${counted(rows.length, 'state')}${perResident}`
    const document = documents.find(({ url }) => url === sourceUrl)
    const source = document ? toSource(document) : toSource({ ...row, title: row.sourceTitle }, 'allotments')
    return { state, name, value, text, sources: [source], year: ` for ${row.fiscalYear}` }
  })
}

/** What a figure is in the states of a question, where it is highest or lowest or beyond a bound, or in all states. */
export async function stateFigures(question: Question, lists: Lists): Promise<Statement[]> {
  const { states, mentions, bound } = question
  const measure = findMeasure(question)
  const all = await measure.read(lists, question)
  const [first] = all
  if (!first) return []
  if (states.length > 0)
    return sayOfStates(
      measure,
      all.filter(({ state }) => (states as string[]).includes(state)),
      question,
    )
  const total = measure.unit === null ? null : getSum(all.map(({ value }) => value))
  if (bound && mentions('compare')) return sayBeyond(measure, all, bound)
  if (mentions('largest', 'smallest')) return sayExtremes(measure, all, question)
  if (total === null) return sayExtremes(measure, all, question)
  const together = `${counted(all.length, 'state')} together ${measure.verbs[1]} ${measure.format(total)} ${measure.unit}${first.year ?? ''}`
  const average = `The average of ${counted(all.length, 'state')} is ${measure.format(Math.round(total / all.length))}, and the median ${measure.format(getMedian(all.map(({ value }) => value)))}${first.year ?? ''}`
  return (mentions('average', 'median') ? [average, together] : [together]).map((text) => say(text, first.sources))
}

function sayOfStates(measure: Measure, own: readonly StateFigure[], { states }: Question): Statement[] {
  if (own.length < states.length) return []
  const statements = own.map(({ text, sources }) => say(text, sources))
  const [first, second, ...more] = own.toSorted((a, b) => b.value - a.value)
  if (!first || !second || more.length > 0 || measure.format !== formatDollars) return statements
  const difference = `${first.name} was awarded ${formatDollars(first.value - second.value)} more than ${second.name}`
  return [say(difference, first.sources), ...statements]
}

/** The states with the highest or lowest values, those that are equal together, and the next one. */
function sayExtremes(
  { verbs, extremes, format }: Measure,
  all: readonly StateFigure[],
  question: Question,
): Statement[] {
  const direction = question.mentions('smallest') ? -1 : 1
  const ranked = all.toSorted((a, b) => (b.value - a.value) * direction || compare(a.state, b.state))
  const last = ranked[(question.number ?? 1) - 1]
  const shown = ranked.filter(({ value }) => last !== undefined && (value - last.value) * direction >= 0)
  const next = ranked[shown.length]
  const toText = ({ name, value }: StateFigure): string => `${name} (${format(value)})`
  const text = `Of ${counted(all.length, 'state')}, ${joined(shown.map(toText))} ${shown.length === 1 ? verbs[0] : verbs[1]} ${extremes[direction === 1 ? 0 : 1]}${ranked[0]?.year ?? ''}`
  return [say(`${text}${next && shown.length === 1 ? `; next is ${toText(next)}` : ''}`, ranked[0]?.sources ?? [])]
}

function sayBeyond(
  { verbs, format }: Measure,
  all: readonly StateFigure[],
  { side, amount }: NonNullable<Question['bound']>,
): Statement[] {
  const beyond = all.filter(({ value }) => (side === 'more' ? value > amount : value < amount))
  const names = beyond.toSorted((a, b) => (b.value - a.value) * (side === 'more' ? 1 : -1)).map(({ name }) => name)
  const named = names.length === 0 || names.length > LISTED_MAX ? '' : `: ${joined(names)}`
  const count = `${counted(beyond.length, 'state')} of ${all.length} ${beyond.length === 1 ? verbs[0] : verbs[1]}`
  return [say(`${count} ${side} than ${format(amount)}${all[0]?.year ?? ''}${named}`, all[0]?.sources ?? [])]
}
