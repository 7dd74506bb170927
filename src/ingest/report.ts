import type { SourceResult } from './source.ts'

const COLUMNS = {
  source: ({ source }) => source,
  fetched: ({ fetched }) => String(fetched),
  new: (result) => String(result.new),
  changed: ({ changed }) => String(changed),
  unchanged: ({ unchanged }) => String(unchanged),
  rejected: ({ rejected }) => String(rejected.length),
  seconds: ({ ms }) => (ms / 1_000).toFixed(1),
  result: outcomeText,
} as const satisfies Record<string, (result: SourceResult) => string>

const LISTED_MAX = 20

function outcomeText({ failed, quarantined, isHeldBack }: SourceResult): string {
  if (failed !== null) return `FAILED: ${failed}`
  return isHeldBack ? 'quarantined' : quarantined.length > 0 ? `ok, ${quarantined.length} quarantined` : 'ok'
}

export const resultRows = (results: readonly SourceResult[]): string[][] => [
  Object.keys(COLUMNS),
  ...results.map((result) => Object.values(COLUMNS).map((cell) => cell(result))),
]

/** The results as a table for a terminal, followed by details that may need attention. Ends with a line break. */
export function resultTable(results: readonly SourceResult[]): string {
  const rows = resultRows(results)
  const last = Object.keys(COLUMNS).length - 1
  const widths = Object.keys(COLUMNS).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 || column === last ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const table = rows.map((row) => row.map(pad).join('  ').trimEnd())
  return `${[...table, ...results.flatMap(remarks)].join('\n')}\n`
}

function remarks({ source, notes, rejected, conflicts, quarantined, gone, removed, changes }: SourceResult): string[] {
  return [
    ...listed(`${source}: notes`, notes),
    ...listed(
      `${source}: skipped`,
      rejected.map(({ ref, reason }) => `${ref}: ${reason}`),
    ),
    ...listed(
      `${source}: in quarantine (npm run nightly -- --release ${source})`,
      quarantined.map(({ check, reason }) => `${check}: ${reason}`),
    ),
    ...listed(
      `${source}: conflicts with the records, which are kept (npm run review)`,
      conflicts.map(({ ref, field }) => `${ref}: ${field}`),
    ),
    ...listed(
      `${source}: pages`,
      changes.map(({ summary }) => summary),
    ),
    ...(removed > 0 ? ['', `${source}: ${removed} removed, because the source no longer lists them`] : []),
    ...(gone > 0 ? ['', `${source}: ${gone} no longer listed by the source; their records are kept`] : []),
  ]
}

function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - LISTED_MAX
  return [
    '',
    title,
    ...lines.slice(0, LISTED_MAX).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
