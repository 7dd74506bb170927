import type { ColdResult } from './cold.ts'
import type { InProcess } from './in-process.ts'
import type { BakeFigures } from './material.ts'
import type { Figures } from './measure.ts'
import { PAGE_ROWS, type PageRows } from './questions.ts'
import type { Result } from './rounds.ts'
import { WORKLOAD_NAMES, WORKLOADS, type WorkloadName } from './workloads.ts'

/** One run of the bench, as printed by `--json`. */
export interface Report {
  conditions: Conditions
  results: readonly Result[]
  growth: readonly Growth[]
  cold: readonly ColdResult[]
}

/** The conditions of a measurement. */
export interface Conditions {
  date: string
  processor: string
  cores: number
  node: string
  sqlite: string
  load: string
  connections: number
  /** The load average of the minute before the run. */
  loadBefore: number
  rounds: number
  seconds: number
  bake: BakeFigures
  pageRows: PageRows
}

/** A dataset of another size, and the results on it. */
export interface Growth {
  scale: number
  bake: BakeFigures
  inProcess: InProcess
  results: readonly Result[]
}

const NONE = '–'
const BUSY = 1

const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** The conditions as text. */
function formatConditions({ bake, pageRows, ...of }: Conditions): string {
  const size = `${formatNumber(bake.records)} synthetic records (${formatNumber(bake.recordsMb)} MB)`
  return [
    `Measured on ${of.date} with \`npm run bench\` on ${of.processor} (${of.cores} cores), Node ${of.node}, SQLite ${of.sqlite}: ${size}, ${of.connections} connections, ${of.rounds} alternating rounds of ${of.seconds} s, each server on one core and the load generator (${of.load}) on another. Figures are medians of the rounds, except the longest response, which is the maximum.`,
    of.loadBefore >= BUSY &&
      `The machine was also busy with other work (load average ${of.loadBefore.toFixed(1)}), which lengthens response times, so compare CPU time.`,
    pageRows.awards < PAGE_ROWS.awards &&
      `The dataset is small: the pages of **b** have about ${pageRows.awards} rows, those of **c** about ${pageRows.opportunities}.`,
    `This service checks the key, meters and logs each request; the others do none of that. Compare only figures from the same run.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The CPU time of each contender per request of each workload. */
function formatContenderTable(results: readonly Result[]): string {
  const head = ['CPU time per request, µs', ...WORKLOAD_NAMES.map((name) => `**${name}**`), 'memory, MB']
  return formatTable(
    head,
    results
      .filter(({ missing }) => missing === null)
      .map(({ label, figures, memoryMb }) => [
        label,
        ...WORKLOAD_NAMES.map((name) => formatMicroseconds(figures[name])),
        memoryMb === null ? NONE : formatNumber(memoryMb),
      ]),
  )
}

/** Response times of the service, and its CPU time relative to the baseline. */
function formatServiceTable(results: readonly Result[]): string {
  const [service, baseline] = ['ours', 'bare'].map((name) => results.find(({ contender }) => contender === name))
  const head = ['this service', 'requests/s', 'median, ms', 'p99, ms', 'longest, ms', 'failed', 'relative to baseline']
  return formatTable(
    head,
    WORKLOAD_NAMES.flatMap((name) => {
      const figures = service?.figures[name]
      if (!figures) return []
      const share = getShare(figures, baseline?.figures[name === '304' ? 'a' : name])
      return [
        [
          `**${name}** ${WORKLOADS[name]}`,
          formatNumber(figures.rate),
          ...[figures.p50, figures.p99, figures.longest].map((ms) => ms.toFixed(1)),
          formatNumber(figures.failed),
          share === null ? NONE : share.toFixed(2),
        ],
      ]
    }),
  )
}

/** The baseline's CPU time per request divided by the service's. */
const getShare = (service: Figures, baseline: Figures | undefined): number | null =>
  service.processorUs && baseline?.processorUs ? baseline.processorUs / service.processorUs : null

/** The contenders that could not run. */
const formatMissing = (results: readonly Result[]): string =>
  results
    .filter(({ missing }) => missing !== null && missing !== ELSEWHERE)
    .map(({ label, missing }) => `${label} was not measured: ${missing}.`)
    .join(' ')
const ELSEWHERE = 'PostgREST is measured'

/** The growth of p99 that 50 times the data may cause at most; null where nothing is promised. */
const GROWTH_GOALS = { b: 1.5, c: 2.5, d: 10, x: null, e: 1.5 } as const satisfies {
  [Name in WorkloadName]?: number | null
}
const GROWING = Object.keys(GROWTH_GOALS) as (keyof typeof GROWTH_GOALS)[]
/** The last page may take this many times as long as the first. */
const LAST_PAGE_GOAL = 3

/** Response times and memory by dataset size. */
function formatGrowthTable(growth: readonly Growth[]): string {
  const head = ['p99, ms (relative to the first)', 'goal at 50x', ...growth.map(({ scale }) => `${scale}x`)]
  const ours = growth.map(({ results }) => results.find(({ contender }) => contender === 'ours'))
  const rows = GROWING.map((name) => {
    const goal = GROWTH_GOALS[name]
    const times = ours.map((result) => result?.figures[name]?.p99)
    return [`**${name}** ${WORKLOADS[name]}`, goal === null ? NONE : formatAtMost(goal), ...formatRelative(times, 1)]
  })
  const inProcess = GROWING.map((name) => {
    const times = growth.map((at) => at.inProcess.p99[name])
    return [`**${name}** in process, without HTTP`, NONE, ...formatRelative(times, 3)]
  })
  return formatTable(head, [
    ...rows,
    ...inProcess,
    [
      'last page of all awards, ms (relative to the first page)',
      formatAtMost(LAST_PAGE_GOAL),
      ...growth.map(
        ({ inProcess: { firstPage, lastPage } }) => `${lastPage.toFixed(2)} (${(lastPage / firstPage).toFixed(1)})`,
      ),
    ],
    ['memory, MB', NONE, ...ours.map((result) => (result?.memoryMb ? formatNumber(result.memoryMb) : NONE))],
    ['database, MB', NONE, ...growth.map(({ bake }) => formatNumber(bake.databaseMb))],
    ['records', NONE, ...growth.map(({ bake }) => formatNumber(bake.records))],
    ['records baked per second', NONE, ...growth.map(({ bake }) => formatNumber(bake.recordsPerSecond))],
    [
      'peak memory of the bake, MB',
      NONE,
      ...growth.map(({ bake }) => (bake.peakMemoryMb ? formatNumber(bake.peakMemoryMb) : NONE)),
    ],
  ])
}

/** Times in milliseconds, each relative to the first. */
const formatRelative = (times: readonly (number | undefined)[], digits: number): string[] =>
  times.map((ms) => (ms && times[0] ? `${ms.toFixed(digits)} (${(ms / times[0]).toFixed(1)})` : NONE))

const formatAtMost = (goal: number): string => `at most ${goal}`

/** Time from start to the first response. */
function formatColdTable(cold: readonly ColdResult[]): string {
  const plain = cold.find(({ name }) => name === 'plain')
  const formatTimes = (ms: number | null, limit: number | null | undefined): string =>
    ms !== null && limit ? `${ms.toFixed(0)} (${(ms / limit).toFixed(2)})` : NONE
  return formatTable(
    ['First response after a cold start', 'median, ms (relative)', 'fastest, ms', 'CPU time, ms'],
    cold.map(({ label, medianMs, fastestMs, processorMs }) => [
      label,
      formatTimes(medianMs, plain?.medianMs),
      formatTimes(fastestMs, plain?.fastestMs),
      formatTimes(processorMs, plain?.processorMs),
    ]),
  )
}

const formatBake = ({ records, seconds, recordsPerSecond, peakMemoryMb, recordsMb, databaseMb }: BakeFigures): string =>
  `The bake read, checked and published ${formatNumber(records)} records in ${seconds.toFixed(1)} s (${formatNumber(recordsPerSecond)} per second, ${peakMemoryMb === null ? 'peak memory unknown' : `peak memory ${formatNumber(peakMemoryMb)} MB`}) and wrote a database of ${formatNumber(databaseMb)} MB from ${formatNumber(recordsMb)} MB of records.`

/** A whole run as Markdown, for the terminal and docs/speed.md. */
export const formatReport = ({ conditions, results, growth, cold }: Report): string =>
  [
    results.length > 0 && formatContenderTable(results),
    results.length > 0 && WORKLOAD_NAMES.map((name) => `**${name}** ${WORKLOADS[name]}`).join(', '),
    results.length > 0 && formatServiceTable(results),
    growth.length > 1 && formatGrowthTable(growth),
    cold.length > 0 && formatColdTable(cold),
    [formatConditions(conditions), formatBake(conditions.bake), formatMissing(results)].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n')

const formatNumber = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Three digits are enough, in microseconds for every request. */
const formatMicroseconds = (figures: Figures | undefined): string => {
  const us = figures?.processorUs
  if (us === undefined || us === null) return NONE
  return us < 10 ? us.toFixed(1) : formatNumber(us)
}
