import { formatFinding, resultRows, resultTable } from '../ingest/run.ts'
import { type MailLine, type MailSettings, openMailer } from '../notify/mail.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import type { Report } from './report.ts'

/** A run's result in a sentence or two. */
export function headline(report: Report): string {
  const { outcome, reasons, changes, datasetVersion, sources } = report
  const failed = sources.filter((source) => source.failed !== null)
  const held = sources.filter(({ quarantined }) => quarantined.length > 0)
  const named = (title: string, some: Report['sources']) =>
    some.length > 0 ? ` ${title}: ${some.map(({ source }) => source).join(', ')}.` : ''
  const live = `${datasetVersion ?? 'nothing'} stays live`
  const verdicts: Record<Report['outcome'], string> = {
    published: `Published ${datasetVersion} with ${counted(changes) || 'no new change events'}.`,
    unchanged: `Nothing changed; ${live}.`,
    refused: `Refused for ${reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`}; ${live}.`,
    silent: `No source responded; nothing was published and ${live}.`,
    failed: `The run failed; ${live}.`,
  }
  return `${verdicts[outcome]}${named('Failed sources', failed)}${named('In quarantine', held)}`
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
export const counted = (changes: readonly ChangeEvent[]): string =>
  [...Map.groupBy(changes, ({ type }) => type)]
    .map(([type, own]) => `${own.length} ${NOUNS[type][own.length === 1 ? 0 : 1]}`)
    .join(', ')

export const formatEvent = ({ state, type, summary }: ChangeEvent): string =>
  `${state ?? 'national'} ${type}: ${summary}`

const getNotes = ({ siteFault, rollback }: Report): string[] => [
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
    const reasons = report.sources[index]?.quarantined.map(formatFinding).join('; ')
    return row(cells.with(-1, `${cells.at(-1)}${reasons && ` (${reasons})`}`))
  })
  return [
    `## Nightly run of ${report.date}: ${report.outcome}`,
    '',
    headline(report),
    '',
    ...(report.rollback ? [`- ${report.rollback}`] : []),
    ...report.reasons.map(({ check, reason }) => `- ${report.outcome} by \`${check}\`: ${reason}`),
    ...report.allowed.map(({ check, reason }) => `- allowed \`${check}\`: ${reason}`),
    '',
    ...(sources.length > 0 ? [row(heading), row(heading.map(() => '---')), ...sources, ''] : []),
    ...report.changes.map((change) => `- ${formatEvent(change)}`),
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

/** What needs attention, one sentence each; empty if nothing does. */
export function getAttention(report: Report): string[] {
  return [
    ...(isBad(report) ? [headline(report), ...report.reasons.map(formatFinding)] : []),
    ...getNotes(report),
    ...report.silent.map(
      ({ source, failure, succeededAt, failedOn }) =>
        `${source} has failed for at least ${failedOn.length} nights (${failure}). It last succeeded: ${succeededAt ?? 'never'}.`,
    ),
    ...report.sources.flatMap(({ source, notes }) => notes.map((note) => `${source}: ${note}.`)),
    ...report.sources.flatMap(({ source, quarantined }) =>
      quarantined.length === 0
        ? []
        : `${source} is in quarantine: ${quarantined.map(formatFinding).join('; ')}. View it with "npm run review", then release it with "npm run nightly -- --release ${source}" or fix the records.`,
    ),
  ]
}

/** 0: good. 1: nothing was published. 2: published with something that needs attention. */
export function getExitCode(report: Report): number {
  if (isBad(report)) return 1
  return getAttention(report).length > 0 ? 2 : 0
}

const isBad = ({ outcome }: Report): boolean => ['refused', 'silent', 'failed'].includes(outcome)

/** Emails what needs attention to the addresses in OPERATOR_MAIL, separated by commas; nothing if there are none. */
export async function alertOperator(
  report: Report,
  settings: MailSettings & { OPERATOR_MAIL?: string | undefined },
  log: (line: MailLine) => void,
): Promise<void> {
  const to = (settings.OPERATOR_MAIL ?? '').split(',').flatMap((address) => address.trim() || [])
  const sentences = getAttention(report)
  if (to.length === 0 || sentences.length === 0) return
  const mailer = await openMailer(settings, log)
  await mailer.send({ kind: 'night_attention', to, date: report.date, sentences })
}
