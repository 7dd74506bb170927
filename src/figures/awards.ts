import type { Award } from '../resources/awards.ts'
import { groupRecipients } from '../rules/awards/awardees.ts'
import { getCounties } from '../rules/awards/counties.ts'
import { getMedian, getSum } from '../rules/awards/totals.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { type AwardRows, recipientsText } from './award-rows.ts'
import type { Question } from './question.ts'
import { counted, dateText, type FigureSource, joined, type Statement, toSource } from './statement.ts'
import { ASKS_COUNTIES } from './vocabulary.ts'

const SOURCES_MAX = 4
const NAMED_MAX = 6

/** How a question about award rows is answered: the first measure that it asks for. */
const MEASURES: readonly {
  asks: (question: Question) => boolean
  say: (question: Question, found: AwardRows) => Statement[]
}[] = [
  {
    asks: ({ text }) => ASKS_COUNTIES.test(text),
    say: rankCounties,
  },
  { asks: asksWhichStates, say: rankStates },
  {
    asks: ({ text, mentions }) =>
      / (?:when|what day|what date|dated?) /.test(text) || (mentions('latest') && !mentions('count')),
    say: sayDates,
  },
  { asks: ({ mentions }) => mentions('average', 'median'), say: sayAverage },
  { asks: ranksRecipients, say: rankRecipients },
  { asks: ({ mentions }) => mentions('largest', 'smallest'), say: sayExtremes },
  { asks: asksWho, say: sayRecipients },
  { asks: () => true, say: saySums },
]

/** What the rows say, which rows were counted, and how many were not. */
export function answerFrom(question: Question, found: AwardRows): Statement[] {
  const { rows, held, known, path, isHeld } = found
  if (rows.length === 0) return held.length > 0 ? [sayHeld(found, question, 'none')] : sayNone(found)
  const measure = MEASURES.find(({ asks }) => asks(question))
  const statements = measure?.say(question, found) ?? []
  if (statements.length === 0) return []
  const sources = getSources(rows)
  return [
    ...statements,
    ...(known ? [{ text: known, sources: sources.slice(0, 1) }] : []),
    ...(held.length > 0 ? [sayHeld(found, question, 'more')] : []),
    ...(path
      ? [
          {
            text: `The ${isHeld ? 'rows on file' : 'counted rows'} are listed at ${path}`,
            sources: sources.slice(0, 1),
          },
        ]
      : []),
  ]
}

/** That no row is in a county, for those rows whose county is known. */
const sayNone = ({ known, what, all }: AwardRows): Statement[] =>
  known && what.startsWith(' in ')
    ? [
        { text: `No award on file is recorded${what}`, sources: getSources(all) },
        { text: known, sources: getSources(all) },
      ]
    : []

/** The awards of organizations. */
export const sayAwardsTo = ({ rows, held }: Pick<AwardRows, 'rows' | 'held'>): Statement[] => [
  ...groupByState(rows)
    .flatMap((own) => groupRecipients(own))
    .map(sayAwards),
  ...(held.length > 0
    ? groupRecipients(held).map((own) => ({
        text: `${own[0]?.awardeeName} (${own[0]?.stateName}) has ${counted(own.length, 'award row')} on file that ${own.length === 1 ? 'is' : 'are'} not verified and not counted, waiting for ${own[0]?.verificationLacks}`,
        sources: getSources(own),
      }))
    : []),
]

function asksWhichStates({ text, mentions, states }: Question): boolean {
  return (
    states.length === 0 &&
    (/ (?:which|what|how many|number of|top|list) (?:\w+ ){0,3}states? /.test(text) ||
      (mentions('state') && mentions('largest', 'smallest')))
  )
}

function ranksRecipients({ text, mentions, number }: Question): boolean {
  if (!mentions('largest', 'smallest')) return false
  const byMoney =
    / (?:most|least) (?:\w+ )?(?:money|funding|funds|dollars) | (?:recipients?|awardees?|organi[sz]ations?|winners) /.test(
      text,
    )
  return (
    byMoney &&
    !/ (?:largest|biggest|smallest|highest|lowest) (?:\w+ )?(?:award|grant|amount) /.test(text) &&
    (number ?? 2) > 0
  )
}

function asksWho(question: Question): boolean {
  return (
    question.mentions('recipient') ||
    / which (?:\w+ ){1,3}(?:got|received|won|were|are|get|have|receive) /.test(question.text) ||
    (question.recipientKinds.length > 0 && / which /.test(question.text))
  )
}

/** The dates on which award rows were announced, latest first. */
function sayDates(_: Question, { rows }: AwardRows): Statement[] {
  const days = [...Map.groupBy(rows, ({ awardDate, state }) => `${awardDate} ${state}`).values()]
    .flatMap((own) => (own[0]?.awardDate ? [{ day: own[0].awardDate, own }] : []))
    .sort((a, b) => compare(b.day, a.day))
  return days.slice(0, SOURCES_MAX).map(({ day, own }) => ({
    text: `${own[0]?.stateName}: ${counted(own.length, 'award')} announced on ${dateText(day)}, ${worthText(own)}`,
    sources: getSources(own),
  }))
}

/** The number of awards and their sum, for each state of the question. */
function saySums(question: Question, { rows, what, isHeld }: AwardRows): Statement[] {
  const groups = question.states.length > 0 ? groupByState(rows) : [rows]
  return groups.map((own) => {
    const [first] = own as [Award]
    const isOne = countStates(own) === 1
    const where = isOne ? first.stateName : `${counted(countStates(own), 'state')} together`
    const has = isOne ? 'has' : 'have'
    const recipients = groupRecipients(own).length
    const to = ` to ${recipients === 1 ? first.awardeeName : recipientsText(question, recipients)}`
    const text = isHeld
      ? `${where} ${has} ${counted(own.length, 'award row')}${what}${to} on file that ${own.length === 1 ? 'is' : 'are'} held back, ${worthText(own)}; they wait for ${lacksText(own)}`
      : `${where} ${has} published ${counted(own.length, 'award')}${what}${to}, ${worthText(own)}${stageText(own)}`
    return { text, sources: getSources(own) }
  })
}

/** The awards, largest first, unknown amounts last. */
const bySize = (rows: readonly Award[]): Award[] =>
  rows.toSorted((a, b) => (b.federalAmount ?? -1) - (a.federalAmount ?? -1) || compare(a.id, b.id))

/** The organizations of rows with the sum of their known amounts, largest first. */
const getRecipients = (rows: readonly Award[]) =>
  groupRecipients(rows)
    .map((own) => ({ own, total: getTotal(own), name: own[0]?.awardeeName ?? '' }))
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name))

/** The recipients of awards. */
function sayRecipients(question: Question, found: AwardRows): Statement[] {
  const named = getRecipients(found.rows)
  const shown = named.slice(0, question.number ?? NAMED_MAX)
  const isUnknown = shown.every(({ total }) => total === null)
  const lead =
    shown.length < named.length
      ? isUnknown
        ? 'Among the recipients are'
        : 'The largest recipients are'
      : 'The recipients are'
  const text = `${shown.length === 1 ? 'The recipient is' : lead} ${joined(shown.map(({ name, total }) => `${name} (${amountText(total)})`))}`
  return [...saySums(question, found), { text, sources: getSources(shown.flatMap(({ own }) => own)) }]
}

/** The organizations with the highest or lowest total. */
function rankRecipients(question: Question, { rows, what }: AwardRows): Statement[] {
  const known = getRecipients(rows).filter((one) => one.total !== null)
  if (question.mentions('smallest')) known.reverse()
  const shown = known.slice(0, question.number ?? 2)
  const [first] = shown
  if (!first) return []
  const isOneState = question.states.length === 1
  const phrases = ({ own, total, name }: (typeof known)[number]): string =>
    `${name}${isOneState ? '' : `, ${own[0]?.stateName},`} with ${formatDollars(total as number)} in ${counted(own.length, 'award')}`
  const side = question.mentions('smallest') ? 'smallest' : 'largest'
  const where = isOneState ? ` of ${first.own[0]?.stateName}` : ''
  const text = `The ${side} recipients${where}${what} are ${joined(shown.map(phrases))}, of ${recipientsText(question, known.length)} with known amounts`
  return [{ text, sources: getSources(shown.flatMap(({ own }) => own)) }]
}

/** The largest or smallest single awards. */
function sayExtremes(question: Question, { rows, what }: AwardRows): Statement[] {
  const known = bySize(rows.filter(({ federalAmount }) => federalAmount !== null))
  if (question.mentions('smallest')) known.reverse()
  const shown = known.slice(0, question.number ?? 1)
  const [first] = shown
  if (!first) return []
  const isOneState = question.states.length === 1
  const side = question.mentions('smallest') ? 'smallest' : 'largest'
  const where = isOneState ? ` of ${first.stateName}` : ' by a state'
  const phrases = shown.map(
    (row) =>
      `${formatDollars(row.federalAmount as number)} to ${row.awardeeName}${isOneState ? '' : `, ${row.stateName}`}${projectText(row)}`,
  )
  const text = `The ${side} published ${shown.length === 1 ? 'award' : 'awards'}${where}${what} ${shown.length === 1 ? 'is' : 'are'} ${phrases.join('; ')}, of ${counted(known.length, 'award')} to ${recipientsText(question, getRecipients(known).length)} with known amounts`
  return [{ text, sources: getSources(shown) }]
}

/** The average of the known amounts. */
function sayAverage(question: Question, found: AwardRows): Statement[] {
  const amounts = found.rows.flatMap(({ federalAmount }) => federalAmount ?? [])
  const total = getSum(amounts)
  if (total === null) return []
  const average = Math.round((total / amounts.length) * 100) / 100
  const text = `The average of ${counted(amounts.length, 'award')} with a published amount is ${formatDollars(average)}, and the median ${formatDollars(getMedian(amounts))}`
  return [{ text, sources: getSources(found.rows) }, ...saySums(question, found)]
}

const IS_COUNT =
  / (?:most|fewest|least|largest number of|highest number of|smallest number of) (?:\w+ ){0,2}(?:awards?|grants|subawards|awardees|recipients|rows) /

/** The states with the most awards by number or by sum, or all of them. */
function rankStates(question: Question, { rows, what, isHeld }: AwardRows): Statement[] {
  const isRanked = question.mentions('largest', 'smallest')
  const isByMoney = !IS_COUNT.test(question.text) && isRanked
  const groups = groupByState(rows).map((own) => ({ name: own[0]?.stateName ?? '', own }))
  const { known, text } = rank(groups, question, isByMoney, 1)
  const to = question.recipientKinds.length > 0 ? ` to ${recipientsText(question, 2).replace(/^\S+ /, '')}` : ''
  const rowsText = `${isHeld ? 'awards on file that are held back' : 'published awards'}${to}${what}`
  const all = joined(known.map(({ name, own }) => `${name} (${own.length.toLocaleString('en-US')})`))
  const most = isByMoney ? 'money awarded to organizations' : isHeld ? 'rows' : 'awards to organizations'
  const sentence = isRanked
    ? `Of ${counted(known.length, 'state')} with ${rowsText}, ${text} ${most}`
    : `${counted(known.length, 'state')} ${known.length === 1 ? 'has' : 'have'} ${rowsText}: ${all}`
  return known.slice(0, 1).map(({ own }) => ({ text: capitalize(sentence), sources: getSources(own) }))
}

/** The counties with the most awards, by number or by sum. */
function rankCounties(question: Question, { rows, what, isHeld }: AwardRows): Statement[] {
  const placed = rows.flatMap((row) => getCounties(row).map((county) => ({ county, row })))
  const groups = [...Map.groupBy(placed, ({ county, row }) => `${county}, ${row.stateName}`)].map(([name, own]) => ({
    name,
    own: own.map(({ row }) => row),
  }))
  const isByMoney = !IS_COUNT.test(question.text)
  const { known, text } = rank(groups, question, isByMoney, question.mentions('largest', 'smallest') ? 1 : NAMED_MAX)
  const withCounty = new Set(placed.map(({ row }) => row)).size
  const sentence = `Of ${counted(known.length, 'county', 'counties')} that ${isHeld ? 'rows on file' : 'published awards'}${what} name, ${text} ${isByMoney ? 'money' : 'awards'}; ${withCounty.toLocaleString('en-US')} of ${counted(rows.length, 'row')} ${withCounty === 1 ? 'names' : 'name'} a county`
  return known.slice(0, 1).map(({ own }) => ({ text: sentence, sources: getSources(own) }))
}

/** Groups of rows by number or by sum, highest first, or lowest first if the question asks for these. */
function rank(groups: readonly { name: string; own: Award[] }[], question: Question, isByMoney: boolean, most: number) {
  const isSmallest = question.mentions('smallest')
  const known = groups
    .flatMap((group) => ({ ...group, figure: isByMoney ? getTotal(group.own) : group.own.length }))
    .filter((group) => group.figure !== null)
    .sort((a, b) => (Number(b.figure) - Number(a.figure)) * (isSmallest ? -1 : 1) || compare(a.name, b.name))
  const shown = known.slice(0, question.number ?? most)
  const phrases = shown.map(({ name, own }) => `${name} with ${counted(own.length, 'award')} (${worthText(own)})`)
  return {
    known,
    text: `${joined(phrases)} ${shown.length === 1 ? 'has' : 'have'} the ${isSmallest ? 'least' : 'most'}`,
  }
}

/** The rows on file that are not counted. */
function sayHeld({ held, what }: AwardRows, { states }: Question, how: 'more' | 'none'): Statement {
  const where = states.length > 0 ? `${joined(states.map((code) => STATE_NAMES[code]))}: ` : ''
  const start = how === 'none' ? `no award${what} is published; ` : ''
  const text = `${where}${start}${counted(held.length, how === 'none' ? 'row' : 'more row')}${how === 'none' ? '' : what} on file ${held.length === 1 ? 'is' : 'are'} held back and not counted, ${worthText(held)}, waiting for ${lacksText(held)}`
  return { text: capitalize(text), sources: getSources(held) }
}

/** What rows wait for, most frequent first. */
const lacksText = (rows: readonly Award[]): string =>
  [...Map.groupBy(rows, ({ verificationLacks }) => verificationLacks ?? '')]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([lacks, own]) => (own.length === rows.length ? lacks : `${lacks} (${own.length})`))
    .join('; ')

function sayAwards(rows: readonly Award[]): Statement {
  const [first] = rows as [Award]
  const { awardeeName: name, stateName } = first
  if (rows.length === 1) {
    const when = first.awardDate === null ? '' : `, announced on ${dateText(first.awardDate)}`
    const text = `${name} (${stateName}) was awarded ${amountText(first.federalAmount)}${projectText(first)}${when}${stageText(rows)}`
    return { text, sources: getSources(rows) }
  }
  const [largest] = bySize(rows)
  const more =
    largest && largest.federalAmount !== null
      ? `; the largest is ${formatDollars(largest.federalAmount)}${projectText(largest)}`
      : ''
  const text = `${name} (${stateName}) received ${counted(rows.length, 'award')}, ${worthText(rows)}${more}${stageText(rows)}`
  return { text, sources: getSources(rows) }
}

const groupByState = (rows: readonly Award[]): Award[][] => [...Map.groupBy(rows, ({ state }) => state).values()]
const countStates = (rows: readonly Award[]): number => new Set(rows.map(({ state }) => state)).size
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const getTotal = (rows: readonly Award[]): number | null => getSum(rows.map(({ federalAmount }) => federalAmount))

const amountText = (amount: number | null): string => (amount === null ? 'amount not published' : formatDollars(amount))

const projectText = ({ projectTitle, initiative }: Award): string => {
  const what = projectTitle ?? initiative
  return what === null ? '' : ` for “${what}”`
}

function worthText(rows: readonly Award[]): string {
  const amounts = rows.flatMap(({ federalAmount }) => federalAmount ?? [])
  const total = getSum(amounts)
  if (total === null) return rows.length === 1 ? 'its amount is not published' : 'none with a published amount'
  if (amounts.length === rows.length) return `worth ${formatDollars(total)}${rows.length === 1 ? '' : ' in total'}`
  return `of which ${amounts.length.toLocaleString('en-US')} have a published amount, worth ${formatDollars(total)} in total`
}

function stageText(rows: readonly Award[]): string {
  const intents = rows.filter(({ awardStage }) => awardStage === 'INTENT').length
  if (intents === 0) return ''
  return intents === rows.length
    ? ', announced as intents to award'
    : `, ${intents.toLocaleString('en-US')} of them announced as ${intents === 1 ? 'an intent' : 'intents'} to award`
}

/** The documents that list these rows, those with the most rows first. */
const getSources = (rows: readonly Award[]): FigureSource[] =>
  [...Map.groupBy(rows, ({ sourceDocument }) => sourceDocument.id).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, SOURCES_MAX)
    .flatMap(([row]) => (row ? toSource(row.sourceDocument) : []))
