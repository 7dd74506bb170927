import { appendFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import type { Allowed } from '../src/bake/manifest.ts'
import { openNetwork } from '../src/ingest/net/network.ts'
import { ingest } from '../src/ingest/run.ts'
import { settingsOf } from '../src/ingest/settings.ts'
import type { SourceResult } from '../src/ingest/source.ts'
import { SOURCES } from '../src/ingest/sources.ts'
import { commit, isTracked } from '../src/night/commit.ts'
import { deploy } from '../src/night/deploy.ts'
import { CHECK_NAMES, CHECKS, type CheckName } from '../src/night/gate.ts'
import { night } from '../src/night/night.ts'
import { reportMarkdown, reportText } from '../src/night/report.ts'
import { progressLine } from './terminal.ts'

interface Options {
  data: string
  out: string
  source: string[]
  since?: string
  ingest: boolean
  allow: Allowed[]
  commit: boolean
  deploy: boolean
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
    throw new InvalidArgumentError(`Write "CHECK: why", where CHECK is one of ${CHECK_NAMES.join(', ')}.`)
  }
  return [...allowed, { check, reason }]
}

const checks = CHECK_NAMES.map((name) => `  ${name.padEnd(8)} ${CHECKS[name].summary}`).join('\n')

const program = new Command('nightly')
  .description(
    'One night: asks the sources, finds what changed, builds, checks, and publishes. A bad night changes nothing.',
  )
  .option('--data <dir>', 'the dataset folder, with records/ and history/', 'data')
  .option('--out <dir>', 'the folder of the bake that is live', 'data/baked')
  .option('--source <name>', `ask only this source; may be repeated (${sourceNames.join(', ')})`, addSource, [])
  .option('--since <date>', 'leave out what the sources date before this day (YYYY-MM-DD)')
  .option('--no-ingest', 'ask no source: publish the records as they stand')
  .option('--allow <check: why>', 'override one check of the gate for this night; may be repeated', addAllowed, [])
  .option('--no-commit', 'do not commit the records and the history to git')
  .option('--deploy', 'send the result to the platform (VERCEL_TOKEN or DEPLOY_HOOK_URL)', false)
  .option('--json', 'print the report as JSON', false)
  .addHelpText(
    'after',
    `\nThe gate:\n${checks}\n\nExits with 0 when the night is good, with 1 when it was refused or every source failed.`,
  )
  .action(run)

async function run(options: Options): Promise<void> {
  const progress = progressLine()
  const now = new Date()
  const report = await night({
    data: options.data,
    out: options.out,
    now,
    allowed: options.allow,
    progress: progress.show,
    ingest: options.ingest ? (staged) => askSources(staged, options, now, progress.show) : async () => [],
  }).finally(progress.end)
  console.log(options.json ? JSON.stringify(report, null, 2) : reportText(report))
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) appendFileSync(summary, reportMarkdown(report))

  const haveAllFailed = report.sources.length > 0 && report.sources.every(({ failed }) => failed !== null)
  if (report.outcome === 'refused' || haveAllFailed) process.exitCode = 1
  if (report.outcome === 'refused') return
  if (options.commit && isTracked(options.data) && commit(options.data, report)) console.error('Committed the night.')
  if (options.deploy) console.error(await deploy(process.env))
}

async function askSources(
  staged: string,
  { source, since = undefined }: Options,
  now: Date,
  show: (step: string, done: number) => void,
): Promise<SourceResult[]> {
  const settings = settingsOf(process.env)
  const network = openNetwork({ settings })
  const sources = SOURCES.filter(({ name }) => source.length === 0 || source.includes(name))
  let steps = 0
  const say = (name: string, text: string) => {
    steps += 1
    show(`${name}: ${text}`, steps)
  }
  try {
    return await ingest({ sources, data: staged, network, settings, now, since: since ?? null, say })
  } finally {
    await network.close()
  }
}

await program.parseAsync().catch((error: Error) => {
  console.error(`nightly: ${error.message}`)
  process.exitCode = 1
})
