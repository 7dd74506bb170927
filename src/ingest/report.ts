import type { Finding, SourceResult } from './source.ts'

const COLUMNS = {
  source: ({ source }) => source,
  fetched: ({ fetched }) => fetched,
  new: (result) => result.new,
  changed: ({ changed }) => changed,
  unchanged: ({ unchanged }) => unchanged,
  rejected: ({ rejected }) => rejected.length,
  seconds: ({ ms }) => (ms / 1_000).toFixed(1),
  result: ({ failed, quarantined, isHeldBack }) => {
    if (failed !== null) return `FAILED: ${failed}`
    return isHeldBack ? 'quarantined' : quarantined.length > 0 ? `ok, ${quarantined.length} quarantined` : 'ok'
  },
} as const satisfies Record<string, (result: SourceResult) => string | number>

const LISTED_MAX = 20

export const formatFinding = ({ check, reason }: Finding): string => `${check}: ${reason}`

export const resultRows = (results: readonly SourceResult[]): string[][] => [
  Object.keys(COLUMNS),
  ...results.map((result) => Object.values(COLUMNS).map((cell) => String(cell(result)))),
]

/** The results as a table for a terminal, followed by details that may need attention. Ends with a line break. */
export function resultTable(results: readonly SourceResult[]): string {
  const rows = resultRows(results)
  const widths = Object.keys(COLUMNS).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 || column === widths.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const table = rows.map((row) => row.map(pad).join('  ').trimEnd())
  return `${[...table, ...results.flatMap(toRemarks)].join('\n')}\n`
}

function toRemarks({ source, notes, rejected, conflicts, quarantined, gone, removed, changes }: SourceResult) {
  const lists: [string, string[]][] = [
    ['notes', notes],
    ['skipped', rejected.map(({ ref, reason }) => `${ref}: ${reason}`)],
    [`in quarantine (npm run nightly -- --release ${source})`, quarantined.map(formatFinding)],
    [
      'conflicts with the records, which are kept (npm run review)',
      conflicts.map(({ ref, field }) => `${ref}: ${field}`),
    ],
    ['pages', changes.map(({ summary }) => summary)],
  ]
  return [
    ...lists.flatMap(([title, lines]) => (lines.length > 0 ? ['', `${source}: ${title}`, ...toShortList(lines)] : [])),
    ...(removed > 0 ? ['', `${source}: ${removed} removed, because the source no longer lists them`] : []),
    ...(gone > 0 ? ['', `${source}: ${gone} no longer listed by the source; their records are kept`] : []),
  ]
}

function toShortList(lines: readonly string[]): string[] {
  const more = lines.length - LISTED_MAX
  return [...lines.slice(0, LISTED_MAX).map((line) => `  ${line}`), ...(more > 0 ? [`  and ${more} more`] : [])]
}
