import { type AwardList, getAwardLists, getHolding, wholeLists } from '../../rules/awards/award-lists.ts'
import { getSum } from '../../rules/awards/totals.ts'
import { getVerdicts, isVerified, type Verdict } from '../../rules/awards/verification.ts'
import type { Records } from '../../schema/records.ts'
import { STATE_CODES, type StateCode } from '../../schema/vocabularies.ts'

/** The stored award rows of a state, and the officially stated numbers. Sums are US dollars. */
export interface StateHoldings {
  state: StateCode
  lists: number
  rows: number
  rowsPublished: number
  amountsKnown: number
  /** The known amounts of all rows; null if none is known. */
  sum: number | null
  /** Over the lists whose number of rows is stated; null if there are none. */
  rowsStated: Held | null
  /** Over the lists whose total is stated; null if there are none. */
  sumStated: Held | null
  /** Money in `pools`; null when unknown or none. */
  apart: number | null
}

/** The holdings of all 50 states, by code. */
export function readHoldings(records: Records): StateHoldings[] {
  const verdicts = getVerdicts(records)
  const lists = getAwardLists(records)
  return STATE_CODES.map((state) =>
    holdingsOfState(
      state,
      lists.filter(({ document }) => document.state === state),
      verdicts,
    ),
  )
}

function holdingsOfState(
  state: StateCode,
  lists: readonly AwardList[],
  verdicts: ReadonlyMap<string, Verdict>,
): StateHoldings {
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
    sum: getSum(rows.map(({ federalAmount }) => federalAmount)),
    rowsStated: getTotal(rowsStated),
    sumStated: getTotal(sumStated),
    apart: getSum(lists.flatMap(({ pools }) => pools.map(({ amount }) => amount))),
  }
}

interface Held {
  held: number | null
  stated: number
}

const getTotal = (lists: readonly Held[]): Held | null =>
  lists.length === 0
    ? null
    : { held: getSum(lists.map(({ held }) => held)), stated: getSum(lists.map(({ stated }) => stated)) ?? 0 }

const dollars = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})
const dollarText = (amount: number | null): string => (amount === null ? 'unknown' : `$${dollars.format(amount)}`)

const HEAD = [
  '| State | Lists | Rows stored | Of rows stated | Published | Amounts known | Sum stored | Of sum stated | In pools |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
]

/** The holdings as a Markdown table. */
export const holdingsTable = (holdings: readonly StateHoldings[]): string =>
  [
    ...HEAD,
    ...holdings.map((one) => {
      const cells = [
        one.state,
        one.lists,
        one.rows,
        one.rowsStated ? `${one.rowsStated.held} of ${one.rowsStated.stated}` : '',
        one.rowsPublished,
        one.amountsKnown,
        one.rows === 0 ? '' : dollarText(one.sum),
        one.sumStated ? `${dollarText(one.sumStated.held)} of ${dollarText(one.sumStated.stated)}` : '',
        one.apart === null ? '' : dollarText(one.apart),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')

const START = '<!-- coverage table: npm run coverage-table -- --write -->'
const END = '<!-- end of the coverage table -->'

/** Replaces the table between the two markers of a README. @throws Error when it lacks the markers */
export function withTable(readme: string, table: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`data/README.md must contain the lines "${START}" and "${END}"`)
  return `${readme.slice(0, start + START.length)}\n\n${table}\n\n${readme.slice(end)}`
}
