import { resultRows, resultTable } from '../ingest/report.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { Report } from './report.ts'

export function headline(report: Report): string {
  const { sources } = report
  const failed = sources.filter((source) => source.failed !== null).map(({ source }) => source)
  const quarantined = sources.filter(({ quarantined }) => quarantined.length > 0).map(({ source }) => source)
  return [
    verdict(report),
    failed.length > 0 ? `Failed sources: ${failed.join(', ')}.` : '',
    quarantined.length > 0 ? `In quarantine: ${quarantined.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function verdict({ outcome, reasons, changes, datasetVersion }: Report): string {
  const live = datasetVersion ?? 'nothing'
  switch (outcome) {
    case 'published':
      return `Published ${datasetVersion} with ${counted(changes) || 'no new change events'}.`
    case 'unchanged':
      return `Nothing changed; ${datasetVersion} stays live.`
    case 'refused':
      return `Refused for ${reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`}; ${live} stays live.`
    case 'silent':
      return `No source responded; nothing was published and ${live} stays live.`
    case 'failed':
      return `The run failed; ${live} stays live.`
    default:
      return outcome satisfies never
  }
}

const NOUNS = {
  NEW_OPPORTUNITY: ['opportunity', 'opportunities'],
  OPPORTUNITY_UPDATED: ['updated opportunity', 'updated opportunities'],
  OPPORTUNITY_REMOVED: ['removed opportunity', 'removed opportunities'],
  NEW_DOCUMENT: ['document', 'documents'],
  NEW_AWARD: ['award', 'awards'],
  AWARD_UPDATED: ['updated award', 'updated awards'],
  EVENT_ANNOUNCED: ['event', 'events'],
  EVENT_CHANGED: ['changed event', 'changed events'],
  PAGE_UPDATED: ['updated page', 'updated pages'],
  SITE_DOWN: ['site down', 'sites down'],
  SITE_RESTORED: ['site restored', 'sites restored'],
} as const satisfies Record<ChangeEvent['type'], readonly [string, string]>

/** The number of changes by type: "3 opportunities, 1 document". */
export function counted(changes: readonly ChangeEvent[]): string {
  return [...Map.groupBy(changes, ({ type }) => type)]
    .map(([type, own]) => `${own.length} ${NOUNS[type][own.length === 1 ? 0 : 1]}`)
    .join(', ')
}

export const getNotes = ({ siteFault, rollback }: Report): string[] => [
  ...(siteFault ? [`The site could not be built and still shows the previous version: ${siteFault}`] : []),
  ...(rollback ? [rollback] : []),
]

export const reportText = (report: Report): string =>
  [
    ...(report.sources.length > 0 ? [resultTable(report.sources)] : []),
    ...report.reasons.map(({ check, reason }) => `${report.outcome} (${check}): ${reason}`),
    ...report.allowed.map(({ check, reason }) => `allowed (${check}): ${reason}`),
    ...getNotes(report),
    headline(report),
    '',
  ].join('\n')

/** The whole report as Markdown, for the summary of a workflow run. */
export function reportMarkdown(report: Report): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const [heading = [], ...rows] = resultRows(report.sources)
  const sources = rows.map((cells, index) => {
    const { quarantined = [] } = report.sources[index] ?? {}
    const reasons = quarantined.map(({ check, reason }) => `${check}: ${reason}`).join('; ')
    return row(cells.with(-1, `${cells.at(-1)}${reasons && ` (${reasons})`}`))
  })
  const table = sources.length > 0 ? [row(heading), row(heading.map(() => '---')), ...sources, ''] : []
  return [
    `## Nightly run of ${report.date}: ${report.outcome}`,
    '',
    headline(report),
    '',
    ...(report.rollback ? [`- ${report.rollback}`] : []),
    ...report.reasons.map(({ check, reason }) => `- ${report.outcome} by \`${check}\`: ${reason}`),
    ...report.allowed.map(({ check, reason }) => `- allowed \`${check}\`: ${reason}`),
    '',
    ...table,
    ...report.changes.map(({ state, type, summary }) => `- ${state ?? 'national'} ${type}: ${summary}`),
    '',
  ].join('\n')
}

/**
 * Neutralizes text from a source, so that GitHub and similar services find no commands in it: no mentions, no
 * references that close issues, and no brackets that skip a check.
 */
export const neutral = (text: string): string =>
  text
    .replace(/@(?=\w)/g, '(at) ')
    .replace(/#(?=\d)/g, 'no. ')
    .replace(/\bGH-(?=\d)/gi, 'GH ')
    .replace(/\bhttps?:\/\/(?=[\w.]*git(?:hub|lab)\.com\/)/gi, '')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/\*\*\*/g, '')
    .replace(/[<>`]/g, ' ')
