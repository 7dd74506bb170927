import { getAwardCoverage } from '../../rules/awards/award-coverage.ts'
import { getAwardLists } from '../../rules/awards/award-lists.ts'
import { getVerdicts } from '../../rules/awards/verification.ts'
import type { Records } from '../../schema/records.ts'
import { STATE_CODES } from '../../schema/vocabularies.ts'

/** What is stored, published and officially stated of the awards of all 50 states, as the coverage of the API has it. */
export function readHoldings(records: Records) {
  const lists = getAwardLists(records)
  const verdicts = getVerdicts(records)
  return STATE_CODES.map((state) => ({ state, ...getAwardCoverage(lists, verdicts, state, null) }))
}

export type StateHoldings = ReturnType<typeof readHoldings>[number]

const dollars = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})
const formatDollarCell = (amount: number | null): string => (amount === null ? 'unknown' : `$${dollars.format(amount)}`)

const COLUMNS: { [heading: string]: (one: StateHoldings) => string | number } = {
  State: ({ state }) => state,
  'Rows stored': ({ held }) => held,
  Published: ({ published }) => published,
  'Of rows stated': ({ rowsOfStated: of }) => (of ? `${of.published} of ${of.stated}` : ''),
  'Sum stored': ({ held, sumHeld }) => (held === 0 ? '' : formatDollarCell(sumHeld)),
  'Of sum stated': ({ sumOfStated: of }) =>
    of ? `${formatDollarCell(of.published)} of ${formatDollarCell(of.stated)}` : '',
}

/** The holdings as a Markdown table. */
export const formatHoldings = (holdings: readonly StateHoldings[]): string =>
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
export function replaceTable(readme: string, table: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`data/README.md must contain the lines "${START}" and "${END}"`)
  return `${readme.slice(0, start + START.length)}\n\n${table}\n\n${readme.slice(end)}`
}
