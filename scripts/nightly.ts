import { appendFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Allowed } from '../src/bake/folder/manifest.ts'
import { readSettings, SETTINGS } from '../src/http/settings/settings.ts'
import { openNetwork } from '../src/ingest/net/network.ts'
import { type Recording, recordTo, replayFrom, type Tape } from '../src/ingest/net/recording.ts'
import { ingest, type Judge } from '../src/ingest/run.ts'
import { readIngestSettings, refuseAnonymous } from '../src/ingest/settings.ts'
import { SOURCES } from '../src/ingest/sources.ts'
import { commit, deploy, isTracked, push } from '../src/nightly/deploy.ts'
import { CHECK_NAMES, type CheckName, getSummary } from '../src/nightly/gate/checks.ts'
import { formatRehearsal, rehearse } from '../src/nightly/rehearsal.ts'
import {
  alertOperator,
  getAttention,
  getExitCode,
  isGood,
  neutralize,
  type Report,
  type RunOptions,
  reportMarkdown,
  reportText,
} from '../src/nightly/report.ts'
import { runNight } from '../src/nightly/run.ts'
import { createAstroBuild } from '../src/nightly/site.ts'
import { createProgressLine } from './terminal.ts'

interface Options {
  data: string
  out: string
  source: string[]
  release: string[]
  ingest: boolean
  dryRun: boolean
  record?: string
  replay?: string
  allow: Allowed[]
  commit: boolean
  push: boolean
  deploy: boolean
  deliver: boolean
  site: boolean
  json: boolean
}

const sourceNames = SOURCES.map(({ name }) => name)

function addSource(name: string, chosen: string[]): string[] {
  if (!sourceNames.includes(name)) throw new InvalidArgumentError(`The sources are ${sourceNames.join(', ')}.`)
  return [...chosen, name]
}

function addAllowed(text: string, allowed: Allowed[]): Allowed[] {
  const [check = '', reason = ''] = text.split(/:(.*)/s).map((part) => part.trim())
  if (!CHECK_NAMES.includes(check as CheckName) || reason === '') {
    throw new InvalidArgumentError(`Use "CHECK: why", where CHECK is one of ${CHECK_NAMES.join(', ')}.`)
  }
  return [...allowed, { check, reason }]
}

const checks = CHECK_NAMES.map((name) => `  ${name.padEnd(8)} ${getSummary(name)}`).join('\n')

const program = new Command('nightly')
  .description(
    'Performs one nightly run: queries the sources, finds what changed, bakes, checks and publishes. A failed run changes nothing.',
  )
  .option('--data <dir>', 'dataset folder, with records/ and history/', 'data')
  .option('--out <dir>', 'folder of the live bake', 'data/baked')
  .option('--source <name>', `query only this source; may be repeated (${sourceNames.join(', ')})`, addSource, [])
  .option(
    '--release <name>',
    'publish the quarantined data of this source without querying it; may be repeated',
    addSource,
    [],
  )
  .option('--no-ingest', 'query no sources: publish the records as they are')
  .option('--dry-run', 'do everything except publish, commit, deploy and send, and print what would change', false)
  .option('--record <dir>', 'keep every response of the sources in this new folder')
  .option('--replay <dir>', 'use the responses in this folder instead of the sources, at the time they were recorded')
  .option('--allow <check: why>', 'override one check for this run; may be repeated', addAllowed, [])
  .option('--no-commit', 'do not commit the records and the history to git')
  .option('--push', 'push the commit; if someone else pushed first, rebase and retry', false)
  .option('--deploy', 'deploy the result (VERCEL_TOKEN or DEPLOY_HOOK_URL)', false)
  .option(
    '--deliver',
    'send webhooks and email alerts for what was published; not needed while a server is running',
    false,
  )
  .option('--no-site', 'do not rebuild the site; by default it is rebuilt if `npm run build` created one')
  .option('--json', 'print the report as JSON', false)
  .addHelpText(
    'after',
    `\nThe checks:\n${checks}\n\nThe exit code is 0 on success, 1 if nothing was published (refused, no source responded, failed), and\n2 if something needs attention: quarantined data, or a source that failed three nights in a row.`,
  )
  .action(run)

const PUSHES_MAX = 5

async function run(options: Options): Promise<void> {
  if (options.record && options.replay) throw new Error('Use either --record or --replay.')
  readSettings({ ...process.env, DATASET_PATH: options.out })
  if (options.ingest && !options.replay) refuseAnonymous(process.env)
  refuseNowhere(options)
  if (options.dryRun) return rehearseOnce(options)
  let report = await runOnce(options)
  const isCommitted = options.commit && isTracked(options.data) && commit(options.data, report)
  if (isCommitted) console.error('Committed.')
  let failure: unknown
  try {
    if (isCommitted && options.push) report = await pushCommits(options, report)
  } catch (error) {
    failure = error
  }
  // The error of git may contain the address of the repository with its token, so it is only printed.
  const faults = failure ? ['The commits of the run could not be pushed; its log says why.'] : []
  const sentences = [...getAttention(report), ...faults]
  await alertOperator(report.date, sentences, process.env, (line) => console.error(JSON.stringify(line)))
  if (failure) throw failure
  process.exitCode = getExitCode(report)
  if (options.deploy && isGood(report)) {
    console.error(await deploy(process.env))
  }
  if (options.deliver) console.error(await deliver(options))
}

/**
 * Pushes the commits of a run. If someone else pushed first, another run checks the combined records before it is tried
 * again.
 * @returns the report of the last run
 */
async function pushCommits(options: Options, first: Report): Promise<Report> {
  let report = first
  for (let pushes = 1; ; pushes += 1) {
    const pushed = push(options.data)
    if (pushed === 'pushed') return report
    if (pushes === PUSHES_MAX)
      throw new Error(`Someone else pushed first in each of ${PUSHES_MAX} attempts; start the run again.`)
    console.error(
      pushed === 'rebased'
        ? 'Someone else pushed first: checking the combined records.'
        : 'Someone else changed the same lines: starting over.',
    )
    const { record: _, replay: __, ...again } = options
    report = await runOnce(pushed === 'rebased' ? { ...again, ingest: false, release: [] } : again)
    commit(options.data, report)
  }
}

/** Performs a run on a copy of the dataset and prints what it would do. */
async function rehearseOnce(options: Options): Promise<void> {
  const progress = createProgressLine()
  const rehearsal = await rehearse(runOptions(options, progress.show)).finally(progress.end)
  console.log(options.json ? JSON.stringify(rehearsal, null, 2) : formatRehearsal(rehearsal))
  process.exitCode = getExitCode(rehearsal.report)
}

function runOptions(options: Options, show: RunOptions['progress']): RunOptions {
  const { data, out, allow, dryRun, record, replay } = options
  const replayed = replay === undefined ? null : replayFrom(replay)
  const now = replayed ? new Date(replayed.recording.now) : new Date()
  // An old recording may be rehearsed on a dataset that was published since.
  const allowed = replayed && dryRun ? [...allow, { check: 'clock', reason: 'rehearsal of a recording' }] : allow
  const ask = (staged: string, judge: Judge) => {
    if (replayed) return askSources(staged, judge, options, now, show, replayed.recording, replayed.tape)
    const recording = { now: now.toISOString(), sources: listSources(options) }
    return askSources(staged, judge, options, now, show, recording, record ? recordTo(record, recording) : undefined)
  }
  const buildSite = options.site && isServingSite(options) ? createAstroBuild(process.env) : null
  return { data, out, now, allowed, progress: show, buildSite, ingest: ask }
}

const listSources = ({ ingest: isAsking, source }: Options): string[] =>
  sourceNames.filter((name) => isAsking && (source.length === 0 || source.includes(name)))

async function runOnce(options: Options): Promise<Report> {
  const progress = createProgressLine()
  const report = await runNight(runOptions(options, progress.show)).finally(progress.end)
  console.log(options.json ? JSON.stringify(report, null, 2) : reportText(report))
  tellWorkflow(report)
  return report
}

/** Sent only after the deployment, so the data is available when the messages arrive. */
async function deliver({ out }: Options): Promise<string> {
  const { deliverPublished, formatTally: tallyText } = await import('../src/http/webhooks/deliver.ts')
  const settings = readSettings({ ...process.env, DATASET_PATH: out })
  return tallyText(await deliverPublished(settings, 0, Date.now, (line) => console.error(JSON.stringify(line))))
}

/** Whether this machine serves a site built from this run's bake. */
function isServingSite({ out }: Options): boolean {
  const { DATASET_PATH = SETTINGS.DATASET_PATH.def.defaultValue, SITE_PATH = SETTINGS.SITE_PATH.def.defaultValue } =
    process.env
  return path.resolve(out) === path.resolve(DATASET_PATH) && existsSync(path.join(SITE_PATH, 'index.html'))
}

/** @throws Error if the site would be rebuilt for no address: its links, feeds and mails would name none */
function refuseNowhere(options: Options): void {
  if (!options.site || !isServingSite(options) || process.env.BASE_URL) return
  throw new Error(
    'set BASE_URL to the public address under which the site is served, or leave the site as it is with --no-site.',
  )
}

/** Writes the summary of a workflow run and the outputs for its later steps. */
function tellWorkflow(report: Report): void {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env
  if (summary) appendFileSync(summary, reportMarkdown(report))
  if (!output) return
  const sentences = getAttention(report).map((sentence) => `- ${neutralize(sentence)}`)
  appendFileSync(
    output,
    `outcome=${report.outcome}\nattention<<END_OF_ATTENTION\n${sentences.join('\n')}\nEND_OF_ATTENTION\n`,
  )
}

async function askSources(
  staged: string,
  judge: Judge,
  { release, replay }: Options,
  now: Date,
  show: RunOptions['progress'],
  { sources: asked }: Recording,
  tape: Tape | undefined,
): ReturnType<RunOptions['ingest']> {
  const sources = SOURCES.filter(({ name }) => asked.includes(name) || release.includes(name))
  if (sources.length === 0) return { results: [], skewMs: null }
  // The key is not recorded; without one, the API that needs it would not be asked.
  const settings = readIngestSettings({ ...process.env, ...(replay && { SIMPLER_GRANTS_KEY: 'not-recorded' }) })
  const network = openNetwork({
    settings,
    ...(tape && { tape }),
    ...(replay && { pause: async () => {}, pauseMs: 0 }),
  })
  let steps = 0
  const say = (name: string, text: string) => {
    steps += 1
    show(`${name}: ${text}`, steps)
  }
  try {
    const released = new Set(release)
    const options = { sources, data: staged, network, settings, now, say, judge, released }
    return { results: await ingest(options), skewMs: network.skewMs() }
  } finally {
    await network.close()
  }
}

await program.parseAsync().catch((error: Error) => {
  console.error(`nightly: ${error.message}`)
  process.exitCode = 1
})
