import type { Award } from '../resources/awards.ts'
import { groupByAwardee } from '../rules/awards/awardees.ts'
import { getMedian, getSum } from '../rules/awards/totals.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { type Awardee, toSource } from './book.ts'
import type { Question } from './question.ts'
import { counted, dateText, type FigureSource, joined, type Statement } from './statement.ts'

const SOURCES_MAX = 4
const NAMED_MAX = 6

/** The dates on which award rows were announced, latest first. */
export function announcedDates(rows: readonly Award[]): Statement[] {
  const days = [...Map.groupBy(rows, ({ awardDate, state }) => `${awardDate} ${state}`).values()]
    .flatMap((own) => (own[0]?.awardDate ? [{ day: own[0].awardDate, own }] : []))
    .sort((a, b) => compare(b.day, a.day))
  return days.slice(0, SOURCES_MAX).map(({ day, own }) => ({
    text: `${own[0]?.stateName}: ${counted(own.length, 'award')} announced on ${dateText(day)}, ${worthText(own)}`,
    sources: getSources(own),
  }))
}

/** The number of awards and their sum. */
export function awardSums(question: Question, rows: readonly Award[], subject: readonly string[]): Statement[] {
  const states = question.states.length > 0 ? [...Map.groupBy(rows, ({ state }) => state)] : [[null, rows] as const]
  return states.flatMap(([state, own]) => {
    const where =
      state === null
        ? `${counted(new Set(own.map((row) => row.state)).size, 'state')} together have`
        : `${STATE_NAMES[state]} has`
    const kind = matchText(own.length, subject)
    const organizations = counted(groupByAwardee(own).length, 'organization')
    const text = `${where} published ${counted(own.length, 'award')}${kind} to ${organizations}, ${worthText(own)}${stageText(own)}`
    return [{ text, sources: getSources(own) }]
  })
}

const matchText = (count: number, subject: readonly string[]): string =>
  subject.length > 0 ? ` that ${count === 1 ? 'matches' : 'match'} “${subject.join(' ')}”` : ''

/** The awards, largest first, unknown amounts last. */
const bySize = (rows: readonly Award[]): Award[] =>
  rows.toSorted((a, b) => (b.federalAmount ?? -1) - (a.federalAmount ?? -1) || compare(a.id, b.id))

/** The recipients of awards. */
export function recipients(question: Question, rows: readonly Award[], subject: readonly string[]): Statement[] {
  const sums = awardSums(question, rows, subject)
  const named = groupByAwardee(rows)
    .map((own) => ({ own, total: getTotal(own) }))
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1))
  const shown = named.slice(0, question.number ?? NAMED_MAX)
  const isPart = shown.length < named.length
  const isUnknown = shown.every(({ total }) => total === null)
  const lead = isPart ? (isUnknown ? 'Among the recipients are' : 'The largest recipients are') : 'The recipients are'
  const text = `${shown.length === 1 ? 'The recipient is' : lead} ${joined(shown.map(({ own, total }) => `${own[0]?.awardeeName} (${amountText(total)})`))}`
  return [...sums, { text, sources: getSources(shown.flatMap(({ own }) => own)) }]
}

/** The organizations with the highest or lowest total. */
export function recipientsByTotal(question: Question, rows: readonly Award[]): Statement[] {
  const known = groupByAwardee(rows)
    .flatMap((own) => {
      const total = getTotal(own)
      return total === null ? [] : [{ own, total, name: own[0]?.awardeeName ?? '' }]
    })
    .sort((a, b) => (question.mentions('smallest') ? a.total - b.total : b.total - a.total) || compare(a.name, b.name))
  const shown = known.slice(0, question.number ?? 2)
  const [first] = shown
  if (!first) return []
  const phrases = ({ own, total, name }: (typeof known)[number]): string =>
    `${name}${question.states.length === 1 ? '' : `, ${own[0]?.stateName},`} with ${formatDollars(total)} in ${counted(own.length, 'award')}`
  const where = question.states.length === 1 ? ` of ${first.own[0]?.stateName}` : ''
  const text = `The ${question.mentions('smallest') ? 'smallest' : 'largest'} recipients${where} are ${joined(shown.map(phrases))}, of ${counted(known.length, 'organization')} with known amounts`
  return [{ text, sources: getSources(shown.flatMap(({ own }) => own)) }]
}

/** The largest or smallest single awards. */
export function extremes(question: Question, rows: readonly Award[], subject: readonly string[]): Statement[] {
  const known = bySize(rows.filter(({ federalAmount }) => federalAmount !== null))
  if (question.mentions('smallest')) known.reverse()
  const shown = known.slice(0, question.number ?? 1)
  const [first] = shown
  if (!first) return []
  const kind = `${question.mentions('smallest') ? 'smallest' : 'largest'} published ${shown.length === 1 ? 'award' : 'awards'}`
  const where = question.states.length === 1 ? ` of ${first.stateName}` : ' by a state to an organization'
  const matching = matchText(shown.length, subject)
  const phrases = shown.map(
    (row) =>
      `${formatDollars(row.federalAmount as number)} to ${row.awardeeName}${question.states.length === 1 ? '' : `, ${row.stateName}`}${projectText(row)}`,
  )
  const text = `The ${kind}${where}${matching} ${shown.length === 1 ? 'is' : 'are'} ${phrases.join('; ')}, of ${counted(known.length, 'award')} with known amounts`
  return [{ text, sources: getSources(shown) }]
}

/** The average of the known amounts. */
export function averageAward(question: Question, rows: readonly Award[], subject: readonly string[]): Statement[] {
  const amounts = rows.flatMap(({ federalAmount }) => federalAmount ?? [])
  const total = getSum(amounts)
  if (total === null) return []
  const average = Math.round((total / amounts.length) * 100) / 100
  const text = `The average of ${counted(amounts.length, 'award')} with a published amount is ${formatDollars(average)}, and the median ${formatDollars(getMedian(amounts))}`
  return [{ text, sources: getSources(rows) }, ...awardSums(question, rows, subject)]
}

/** The states with the most awards, by number or by sum. */
export function rankedStates(question: Question, rows: readonly Award[], isByMoney: boolean): Statement[] {
  const groups = [...Map.groupBy(rows, ({ stateName }) => stateName)].map(([name, own]) => ({
    name,
    own,
    figure: isByMoney ? getTotal(own) : own.length,
  }))
  const known = groups.flatMap((group) => (group.figure === null ? [] : [{ ...group, figure: group.figure }]))
  const direction = question.mentions('smallest') ? -1 : 1
  known.sort((a, b) => (b.figure - a.figure) * direction || compare(a.name, b.name))
  const shown = known.slice(0, question.number ?? 1)
  const [first] = shown
  if (!first) return []
  const phrases = shown.map(({ name, own }) => `${name} with ${counted(own.length, 'award')} (${worthText(own)})`)
  const text = `Of ${counted(known.length, 'state')} with published ${isByMoney ? 'amounts' : 'awards'}, ${joined(phrases)} ${shown.length === 1 ? 'has' : 'have'} the ${direction === 1 ? 'most' : 'least'} ${isByMoney ? 'money awarded to organizations' : 'awards to organizations'}`
  return [{ text, sources: getSources(first.own) }]
}

/** The awards of an organization. */
export function awardsTo({ name, stateName, rows }: Awardee): Statement[] {
  const [first] = rows as [Award]
  if (rows.length === 1) {
    const when = first.awardDate === null ? '' : `, announced on ${dateText(first.awardDate)}`
    const text = `${name} (${stateName}) was awarded ${amountText(first.federalAmount)}${projectText(first)}${when}${stageText(rows)}`
    return [{ text, sources: getSources(rows) }]
  }
  const [largest] = bySize(rows)
  const more =
    largest && largest.federalAmount !== null
      ? `; the largest is ${formatDollars(largest.federalAmount)}${projectText(largest)}`
      : ''
  const text = `${name} (${stateName}) received ${counted(rows.length, 'award')}, ${worthText(rows)}${more}${stageText(rows)}`
  return [{ text, sources: getSources(rows) }]
}

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
  return `of which ${amounts.length} have a published amount, worth ${formatDollars(total)} in total`
}

function stageText(rows: readonly Award[]): string {
  const intents = rows.filter(({ awardStage }) => awardStage === 'INTENT').length
  if (intents === 0) return ''
  return intents === rows.length
    ? ', announced as intents to award'
    : `, ${intents} of them announced as ${intents === 1 ? 'an intent' : 'intents'} to award`
}

/** The documents that list these rows, those with the most rows first. */
const getSources = (rows: readonly Award[]): FigureSource[] =>
  [...Map.groupBy(rows, ({ sourceDocument }) => sourceDocument.id).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, SOURCES_MAX)
    .flatMap(([row]) => (row ? toSource(row.sourceDocument) : []))
