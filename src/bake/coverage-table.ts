import { type AwardList, awardListsOf, holdingOf } from '../rules/award-lists.ts'
import { sumOf } from '../rules/totals.ts'
import { isVerified, type Verdict, verdictsOf } from '../rules/verification.ts'
import type { Records } from '../schema/records.ts'
import { STATE_CODES, type StateCode } from '../schema/vocabularies.ts'

/** What is held of the award lists of a state, and what their publishers state. Sums are US dollars. */
export interface StateHoldings {
  state: StateCode
  lists: number
  rows: number
  rowsPublished: number
  amountsKnown: number
  /** The known amounts of all rows; null when none is known. */
  sum: number | null
  /** Over the lists whose number of rows is stated; null when none is. */
  rowsStated: { held: number; stated: number } | null
  /** Over the lists whose total is stated; null when none is. */
  sumStated: { held: number | null; stated: number } | null
  /** Money that is told apart from the rows: pools, classes, totals. */
  apart: number | null
}

/** The holdings of all 50 states, by code. */
export function holdingsOf(records: Records): StateHoldings[] {
  const verdicts = verdictsOf(records)
  const lists = awardListsOf(records)
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
  const sumStated = lists.flatMap(({ statement, ...list }) =>
    statement?.statedTotal == null
      ? []
      : [{ held: holdingOf({ ...list, pools: [] }).sum, stated: statement.statedTotal }],
  )
  return {
    state,
    lists: lists.filter((list) => list.rows.length > 0).length,
    rows: rows.length,
    rowsPublished: rows.filter(({ id }) => isVerified(verdicts.get(id))).length,
    amountsKnown: rows.filter(({ federalAmount }) => federalAmount !== null).length,
    sum: sumOf(rows.map(({ federalAmount }) => federalAmount)),
    rowsStated:
      rowsStated.length === 0
        ? null
        : {
            held: rowsStated.reduce((count, { held }) => count + held, 0),
            stated: rowsStated.reduce((count, { stated }) => count + stated, 0),
          },
    sumStated:
      sumStated.length === 0
        ? null
        : {
            held: sumOf(sumStated.map(({ held }) => held)),
            stated: sumOf(sumStated.map(({ stated }) => stated)) ?? 0,
          },
    apart: sumOf(lists.flatMap(({ pools }) => pools.map(({ amount }) => amount))),
  }
}

const dollars = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollarText = (amount: number | null): string => (amount === null ? 'unknown' : `$${dollars.format(amount)}`)

const HEAD = [
  '| state | lists | rows held | of rows stated | published | amounts known | sum held | of sum stated | told apart |',
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

/** A README with the table between its two marks. @throws an error when it lacks the marks */
export function withTable(readme: string, table: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`data/README.md needs the lines "${START}" and "${END}"`)
  return `${readme.slice(0, start + START.length)}\n\n${table}\n\n${readme.slice(end)}`
}
