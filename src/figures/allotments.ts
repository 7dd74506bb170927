import type { Allotment } from '../resources/allotments.ts'
import { findNewest, getMedian, getSum } from '../rules/awards/totals.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import type { Lists } from './lists.ts'
import type { Question } from './question.ts'
import { counted, type FigureSource, joined, type Statement, toSource } from './statement.ts'

const LISTED_MAX = 10

/** The federal awards to the states in a question, and how they compare. */
export async function allotmentsOfStates(question: Question, lists: Lists): Promise<Statement[]> {
  const { rows, source } = await readAllotments(question, lists)
  const own = question.states.flatMap((state) => rows.find((row) => row.state === state) ?? [])
  if (own.length < question.states.length) return []
  const statements = own.map((row) => ({
    text: `${row.stateName} was awarded ${formatDollars(row.amount)} by the federal program for ${row.fiscalYear}, ${getPlace(row, rows)}${perResident(row)}`,
    sources: [source(row)],
  }))
  const [first, second, ...more] = own.toSorted((a, b) => b.amount - a.amount)
  if (!first || !second || more.length > 0) return statements
  const text = `${first.stateName} was awarded ${formatDollars(first.amount - second.amount)} more than ${second.stateName}`
  return [{ text, sources: [source(first)] }, ...statements]
}

const perResident = ({ amountPerRuralResident }: Allotment): string =>
  amountPerRuralResident === null ? '' : ` and ${formatDollars(amountPerRuralResident)} per rural resident`

/** The states with the largest or smallest allotment, in total or per rural resident. */
export async function rankedAllotments(question: Question, lists: Lists): Promise<Statement[]> {
  const isPerResident = question.mentions('resident')
  const getAmount = (row: Allotment): number | null => (isPerResident ? row.amountPerRuralResident : row.amount)
  const { rows: all, source } = await readAllotments(question, lists)
  const rows = all.filter((row) => getAmount(row) !== null)
  const isSmallest = question.mentions('smallest')
  const ranked = rows.toSorted(
    (a, b) =>
      ((getAmount(b) as number) - (getAmount(a) as number)) * (isSmallest ? -1 : 1) || compare(a.state, b.state),
  )
  const most = Math.min(question.number ?? 1, LISTED_MAX)
  const [first, next] = ranked
  if (!first || !next) return []
  const unit = isPerResident ? ' per rural resident' : ''
  const allotmentText = (row: Allotment): string =>
    `${row.stateName} (${formatDollars(getAmount(row) as number)}${unit})`
  const kind = `${isSmallest ? 'smallest' : 'largest'} federal ${most === 1 ? 'award' : 'awards'}${isPerResident ? ' per rural resident' : ''} for ${first.fiscalYear}`
  const text =
    most === 1
      ? `Of ${counted(rows.length, 'state')}, ${first.stateName} received the ${kind}, ${formatDollars(getAmount(first) as number)}${unit}; next is ${allotmentText(next)}`
      : `The ${most} ${kind} went to ${joined(ranked.slice(0, most).map(allotmentText))}`
  return [{ text, sources: [source(first)] }]
}

/** How many states were awarded more or less than the amount in a question. */
export async function allotmentsBeyond(question: Question, lists: Lists): Promise<Statement[]> {
  const { rows, source } = await readAllotments(question, lists)
  const [first] = rows
  if (!first || !question.bound) return []
  const { side, amount } = question.bound
  const found = rows.filter((row) => (side === 'more' ? row.amount > amount : row.amount < amount))
  const names = found
    .toSorted((a, b) => (side === 'more' ? b.amount - a.amount : a.amount - b.amount))
    .map(({ stateName }) => stateName)
  const named = names.length === 0 || names.length > LISTED_MAX * 2 ? '' : `: ${joined(names)}`
  const text = `${counted(found.length, 'state')} of ${rows.length} ${found.length === 1 ? 'was' : 'were'} awarded ${side} than ${formatDollars(amount)} for ${first.fiscalYear}${named}`
  return [{ text: text.charAt(0).toUpperCase() + text.slice(1), sources: [source(first)] }]
}

/** The total of all states, and the average per state. */
export async function allAllotments(question: Question, lists: Lists): Promise<Statement[]> {
  const { rows, source } = await readAllotments(question, lists)
  const [first] = rows
  const amounts = rows.map(({ amount }) => amount)
  const total = getSum(amounts)
  if (!first || total === null) return []
  const average = Math.round(total / rows.length)
  const texts = {
    total: `The federal program awarded ${formatDollars(total)} to ${counted(rows.length, 'state')} for ${first.fiscalYear}`,
    average: `The average federal award to a state for ${first.fiscalYear} is ${formatDollars(average)}, and the median ${formatDollars(getMedian(amounts))}, over ${counted(rows.length, 'state')}`,
  }
  const chosen = question.mentions('average', 'median') ? [texts.average, texts.total] : [texts.total]
  return chosen.map((text) => ({ text, sources: [source(first)] }))
}

/** The allotments of the year in the question, or of the latest year, and the document that each comes from. */
async function readAllotments({ fiscalYear }: Question, lists: Lists) {
  const all = await lists.find('allotments')
  const newest = findNewest(all.map((row) => row.fiscalYear))
  const documents = await lists.find('documents', { state: ['NONE'] })
  return {
    rows: all.filter((row) => row.fiscalYear === (fiscalYear ?? newest)),
    source({ id, sourceTitle, sourceUrl }: Allotment): FigureSource {
      const document = documents.find(({ url }) => url === sourceUrl)
      return document ? toSource(document) : { id, list: 'allotments', title: sourceTitle, url: sourceUrl }
    },
  }
}

function getPlace(row: Allotment, rows: readonly Allotment[]): string {
  const place = rows.filter(({ amount }) => amount > row.amount).length + 1
  return `number ${place} of ${counted(rows.length, 'state')}`
}
