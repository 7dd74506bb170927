import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import nouns from '../../vocabulary/change-types.json' with { type: 'json' }
import { type Allowed, readFreshness } from '../bake/folder/manifest.ts'
import { PAGES_FILE, parsePages } from '../ingest/pages/source.ts'
import { formatFinding, formatResults, type Judge } from '../ingest/run.ts'
import type { Finding, SourceResult } from '../ingest/source.ts'
import { createNightMail, type MailLine, type MailSettings, openMailer } from '../notify/mail.ts'
import type { History, Progress } from '../records/dataset.ts'
import { getHistoryPath, readHistory, writeHistory } from '../records/folder.ts'
import { formatNdjson } from '../records/ndjson.ts'
import { formatCount } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { pickLatestFreshness } from '../rules/time/freshness.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import { type Freshness, HISTORY, NATIONAL, SILENT_AFTER_RUNS, type SourceState } from '../schema/history.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'

/** How a run can end: whether that is good, the verdict, and the subject of its commit. */
type End = [isGood: boolean, verdict: (report: Report, live: string) => string, subject: (changes: string) => string]
const OUTCOMES: { [Outcome in Report['outcome']]: End } = {
  published: [
    true,
    ({ datasetVersion, changes }) =>
      `Published ${datasetVersion} with ${formatCounted(changes) || 'no new change events'}.`,
    (changes) => changes || 'records updated',
  ],
  unchanged: [true, (_, live) => `Nothing changed; ${live}.`, () => 'history updated'],
  refused: [
    false,
    ({ reasons }, live) => `Refused for ${formatCount(reasons.length, 'reason')}; ${live}.`,
    () => 'refused',
  ],
  silent: [false, (_, live) => `No source responded; nothing was published and ${live}.`, () => 'no source responded'],
  failed: [false, (_, live) => `The run failed; ${live}.`, () => 'failed'],
}

export const isGood = ({ outcome }: Report): boolean => OUTCOMES[outcome][0]

/** The subject of the commit of a run: "2 opportunities, 1 document". */
export const getSubject = ({ outcome, changes }: Report): string => OUTCOMES[outcome][2](formatCounted(changes))

/** The report of one run, stored in `history/reports`. */
export interface Report {
  date: string
  startedAt: string
  /** After `refused`, `silent` (no source responded) and `failed` (it ended with an error), the last version stays live. */
  outcome: 'published' | 'unchanged' | 'refused' | 'silent' | 'failed'
  reasons: Finding[]
  allowed: Allowed[]
  sources: SourceResult[]
  silent: SourceState[]
  changes: ChangeEvent[]
  /** Why the site could not be built and still shows the previous version; null if it was built or there is none. */
  siteFault: string | null
  rollback: string | null
  datasetVersion: string | null
  ms: number
}

export type Ended = Omit<Report, 'date' | 'startedAt' | 'datasetVersion' | 'ms'>

const REPORTS = 'reports'

/** Writes a report into a dataset folder: `DATE.json`, then `DATE-2.json`, … for more runs on the same day. */
export async function writeReport(data: string, report: Report): Promise<void> {
  // The feed has the events themselves, the ledger the edits.
  const sources = report.sources.map(({ edits: _, ...source }) => source)
  const kept = { ...report, sources, changes: report.changes.map(({ id }) => id) }
  for (let number = 1; ; number += 1) {
    const file = `${REPORTS}/${report.date}${number > 1 ? `-${number}` : ''}.json`
    if (!existsSync(getHistoryPath(data, file))) return writeHistory(data, file, `${JSON.stringify(kept, null, 2)}\n`)
  }
}

/** Removes the reports of a dataset folder that are older than 90 days. */
export function pruneReports(data: string, now: Date): void {
  const oldest = new Date(now.getTime() - 90 * DAY_MS).toISOString().slice(0, 10)
  const folder = getHistoryPath(data, REPORTS)
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) if (/^\d{4}-/.test(name) && name < oldest) rmSync(path.join(folder, name))
}

export interface RunOptions {
  data: string
  out: string
  now: Date
  /**
   * Updates the staged dataset and holds back what the judge rejects. `skewMs` is how far the sources' clocks are ahead of
   * this machine's, in milliseconds; null if unknown.
   */
  ingest: (staged: string, judge: Judge) => Promise<{ results: SourceResult[]; skewMs: number | null }>
  /** Builds the site of a bake folder into a separate folder; null if this machine does not serve a site. */
  buildSite?: ((bake: string, target: string) => Promise<void>) | null
  allowed: readonly Allowed[]
  progress: Progress
}

function toStateAfter(before: SourceState | undefined, result: SourceResult, now: Date, isTaken: boolean): SourceState {
  const checkedAt = now.toISOString()
  const failedOn = [...new Set([...(before?.failedOn ?? []), checkedAt.slice(0, 10)])].slice(-SILENT_AFTER_RUNS)
  const hasChanged = isTaken && result.new + result.changed + result.removed > 0
  const confirmed: Record<string, string> = { ...before?.confirmed }
  if (isTaken) for (const state of result.confirmed) confirmed[state ?? NATIONAL] = checkedAt
  return {
    source: result.source,
    checkedAt,
    succeededAt: result.failed === null ? checkedAt : (before?.succeededAt ?? null),
    changedAt: hasChanged ? checkedAt : (before?.changedAt ?? null),
    failure: result.failed,
    failedOn: result.failed === null ? [] : failedOn,
    confirmed: Object.fromEntries(Object.entries(confirmed).sort(([a], [b]) => compare(a, b))),
  }
}

/**
 * Records in the history of a dataset folder how the sources responded.
 * @param isTaken whether their data is part of the dataset now, and confirms it
 * @returns the current state of the sources, for `renewFreshness`
 */
export async function noteSources(
  data: string,
  history: History,
  results: readonly SourceResult[],
  { out, now }: Pick<RunOptions, 'out' | 'now'>,
  isTaken: boolean,
): Promise<Freshness> {
  const before = pickLatestFreshness(history, readFreshness(out))
  const states = new Map(before.sources.map((state) => [state.source, state]))
  for (const result of results) states.set(result.source, toStateAfter(states.get(result.source), result, now, isTaken))
  const sources = [...states.values()].sort((a, b) => compare(a.source, b.source))
  // A state that differs only in its times is written once a week, so a run without changes leaves the history as it is.
  const noted = sources.map((state) => {
    const last = history.sources.find(({ source }) => source === state.source)
    const isRecent = last && Date.parse(state.checkedAt) - Date.parse(last.checkedAt) < 7 * DAY_MS
    return isRecent && formatFacts(last) === formatFacts(state) ? last : state
  })
  if (results.length > 0) await writeHistory(data, HISTORY.sources.file, formatNdjson(noted))
  return { sources, pages: parsePages(await readHistory(data, PAGES_FILE)) }
}

/** The sources that have failed so many nights in a row that they need attention. */
export const findSilentSources = ({ sources }: Freshness): SourceState[] =>
  sources.filter(({ failedOn }) => failedOn.length >= SILENT_AFTER_RUNS)

const formatFacts = ({ failure, failedOn, changedAt, confirmed }: SourceState): string =>
  JSON.stringify([failure, failedOn, changedAt, Object.keys(confirmed)])

/** A run's result in a sentence or two. */
export function formatHeadline(report: Report): string {
  const { outcome, datasetVersion, sources } = report
  const formatNamed = (title: string, some: Report['sources']) =>
    some.length > 0 ? ` ${title}: ${some.map(({ source }) => source).join(', ')}.` : ''
  const verdict = OUTCOMES[outcome][1](report, `${datasetVersion ?? 'nothing'} stays live`)
  const failed = sources.filter((source) => source.failed !== null)
  const held = sources.filter(({ quarantined }) => quarantined.length > 0)
  return `${verdict}${formatNamed('Failed sources', failed)}${formatNamed('In quarantine', held)}`
}

/** The number of changes by type: "3 opportunities, 1 document". */
const formatCounted = (changes: readonly ChangeEvent[]): string =>
  [...Map.groupBy(changes, ({ type }) => type)]
    .map(([type, typeChanges]) => `${typeChanges.length} ${nouns[type][typeChanges.length === 1 ? 0 : 1]}`)
    .join(', ')

export const formatEvent = ({ state, type, summary }: ChangeEvent): string =>
  `${state ?? 'national'} ${type}: ${summary}`

const getNotes = ({ siteFault, rollback }: Report): string[] => [
  ...(siteFault ? [`The site could not be built and still shows the previous version: ${siteFault}`] : []),
  ...(rollback ? [rollback] : []),
]

const getRemarks = (report: Report): string[] => [
  ...report.reasons.map(({ check, reason }) => `${report.outcome} (${check}): ${reason}`),
  ...report.allowed.map(({ check, reason }) => `allowed (${check}): ${reason}`),
  ...getNotes(report),
]

const toTable = ({ sources }: Report): string[] => (sources.length > 0 ? [formatResults(sources)] : [])

export const reportText = (report: Report): string =>
  [...toTable(report), ...getRemarks(report), formatHeadline(report), ''].join('\n')

/** The whole report as Markdown, for the summary of a workflow run. */
export const reportMarkdown = (report: Report): string =>
  [
    `## Nightly run of ${report.date}: ${report.outcome}`,
    '',
    formatHeadline(report),
    '',
    ...getRemarks(report).map((remark) => `- ${remark}`),
    '',
    // Indented, it is shown as it is.
    ...toTable(report).map((table) => table.replace(/^/gm, '    ')),
    '',
    ...report.changes.map((change) => `- ${formatEvent(change)}`),
    '',
  ].join('\n')

/**
 * Neutralizes text from a source, so that GitHub and similar services find no commands in it: no mentions, no
 * references that close issues, and no brackets that skip a check.
 */
export const neutralize = (text: string): string =>
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
    ...(isGood(report) ? [] : [formatHeadline(report), ...report.reasons.map(formatFinding)]),
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
export const getExitCode = (report: Report): number => (!isGood(report) ? 1 : getAttention(report).length > 0 ? 2 : 0)

/** Emails sentences about the night of a day to the addresses in OPERATOR_MAIL, separated by commas, if there are both. */
export async function alertOperator(
  date: string,
  sentences: readonly string[],
  settings: MailSettings & { OPERATOR_MAIL?: string | undefined },
  log: (line: MailLine) => void,
): Promise<void> {
  const to = (settings.OPERATOR_MAIL ?? '').split(',').flatMap((address) => address.trim() || [])
  if (to.length === 0 || sentences.length === 0) return
  const mailer = await openMailer(settings, log)
  await mailer.send(createNightMail(to, date, sentences))
}
