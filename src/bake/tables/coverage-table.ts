import { type AwardList, getAwardLists, getHolding, wholeLists } from '../../rules/awards/award-lists.ts'
import { getSum } from '../../rules/awards/totals.ts'
import { getVerdicts, isVerified, type Verdict } from '../../rules/awards/verification.ts'
import type { Records } from '../../schema/records.ts'
import { STATE_CODES, type StateCode } from '../../schema/vocabularies.ts'

/** The holdings of all 50 states, by code: the stored award rows, and the officially stated numbers. Sums are US dollars. */
export function readHoldings(records: Records) {
  const verdicts = getVerdicts(records)
  const lists = Map.groupBy(getAwardLists(records), ({ document }) => document.state)
  return STATE_CODES.map((state) => getHoldings(state, lists.get(state) ?? [], verdicts))
}

export type StateHoldings = ReturnType<typeof getHoldings>

function getHoldings(state: StateCode, lists: readonly AwardList[], verdicts: ReadonlyMap<string, Verdict>) {
  const rows = lists.flatMap((list) => list.rows)
  const rowsStated = lists.flatMap(({ statement, ...list }) =>
    statement?.statedRows == null ? [] : [{ held: list.rows.length, stated: statement.statedRows }],
  )
  const sumStated = wholeLists(lists).flatMap(({ statement, rows }) =>
    statement?.statedTotal == null
      ? []
      : [{ held: getHolding({ rows, pools: [] }).sum, stated: statement.statedTotal }],
  )
  return {
    state,
    lists: lists.filter((list) => list.rows.length > 0).length,
    rows: rows.length,
    rowsPublished: rows.filter(({ id }) => isVerified(verdicts.get(id))).length,
    amountsKnown: rows.filter(({ federalAmount }) => federalAmount !== null).length,
    /** The known amounts of all rows; null if none is known. */
    sum: getSum(rows.map(({ federalAmount }) => federalAmount)),
    /** Over the lists whose number of rows is stated; null if there are none. */
    rowsStated: getTotal(rowsStated),
    /** Over the lists whose total is stated; null if there are none. */
    sumStated: getTotal(sumStated),
    /** Money in `pools`; null when unknown or none. */
    apart: getSum(lists.flatMap(({ pools }) => pools.map(({ amount }) => amount))),
  }
}

const getTotal = (lists: readonly { held: number | null; stated: number }[]) =>
  lists.length === 0
    ? null
    : { held: getSum(lists.map(({ held }) => held)), stated: getSum(lists.map(({ stated }) => stated)) ?? 0 }

const dollars = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})
const dollarText = (amount: number | null): string => (amount === null ? 'unknown' : `$${dollars.format(amount)}`)

const COLUMNS: { [heading: string]: (one: StateHoldings) => string | number } = {
  State: ({ state }) => state,
  Lists: ({ lists }) => lists,
  'Rows stored': ({ rows }) => rows,
  'Of rows stated': ({ rowsStated }) => (rowsStated ? `${rowsStated.held} of ${rowsStated.stated}` : ''),
  Published: ({ rowsPublished }) => rowsPublished,
  'Amounts known': ({ amountsKnown }) => amountsKnown,
  'Sum stored': ({ rows, sum }) => (rows === 0 ? '' : dollarText(sum)),
  'Of sum stated': ({ sumStated }) =>
    sumStated ? `${dollarText(sumStated.held)} of ${dollarText(sumStated.stated)}` : '',
  'In pools': ({ apart }) => (apart === null ? '' : dollarText(apart)),
}

/** The holdings as a Markdown table. */
export const holdingsTable = (holdings: readonly StateHoldings[]): string =>
  [
    `| ${Object.keys(COLUMNS).join(' | ')} |`,
    `|---|${'---:|'.repeat(Object.keys(COLUMNS).length - 1)}`,
    ...holdings.map(
      (one) =>
        `| ${Object.values(COLUMNS)
          .map((read) => read(one))
          .join(' | ')} |`,
    ),
  ].join('\n')

const START = '<!-- coverage table: npm run coverage-table -- --write -->'
const END = '<!-- end of the coverage table -->'

/** Replaces the table between the two markers of a README. @throws Error when it lacks the markers */
export function withTable(readme: string, table: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`data/README.md must contain the lines "${START}" and "${END}"`)
  return `${readme.slice(0, start + START.length)}\n\n${table}\n\n${readme.slice(end)}`
}
