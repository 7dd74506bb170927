import { Command } from 'commander'
import { bake, checkLedger, prepare } from '../src/bake/bake.ts'
import { checkItems } from '../src/bake/checks/cross-checks.ts'
import { RollbackRefused, readKeptBakes, readRollback, rollBack } from '../src/bake/folder/kept.ts'
import { RunRefused } from '../src/bake/folder/lock.ts'
import { isFounded } from '../src/ledger/files.ts'
import type { Progress } from '../src/records/dataset.ts'
import { DatasetError, formatRecordError } from '../src/records/ndjson.ts'
import { getPublishedCounts } from '../src/store/open/dataset.ts'
import { createProgressLine } from './terminal.ts'

interface Options {
  data: string
  out: string
  check: boolean
  found: boolean
  rollback?: string | true
  json: boolean
}

const program = new Command('bake')
  .description('Compiles the dataset into a SQLite file, snapshot files and a manifest, and publishes them atomically.')
  .option('--data <dir>', 'folder with records/ and history/, or with the record files', 'data')
  .option('--out <dir>', 'folder to publish into', 'data/baked')
  .option('--check', 'only check: read, validate and compute, but write nothing', false)
  .option('--found', 'start the ledger of a dataset that has none, as its first nightly run would', false)
  .option('--rollback [version]', 'restore one of the last three bakes immediately; without a version, list them')
  .option('--json', 'print the result as JSON', false)
  .addHelpText(
    'after',
    '\nChanges since the last publication in history/ledger are added to the ledger.\nInvalid lines are reported as file:line: field: reason; then nothing is published and the exit code is 1.',
  )
  .action((options: Options) => (options.rollback === undefined ? run(options) : rollback(options, options.rollback)))

function rollback(options: Options, version: string | true): void {
  if (version === true) {
    const kept = readKeptBakes(options.out)
    const held = readRollback(options.out)
    const lines = kept.map(({ datasetVersion, builtAt }) => `${datasetVersion}  baked ${builtAt}`)
    const state = held ? [`Rolled back from ${held.from} to ${held.version} at ${held.at}.`] : []
    print(options, { kept, rollback: held }, [...lines, ...state].join('\n') || `No bakes are kept in ${options.out}.`)
    return
  }
  try {
    const put = rollBack(options.out, version, Date.now())
    const rest = 'A running server picks it up within seconds. "npm run bake" ends the rollback.'
    print(options, put, `Replaced ${put.from} with ${put.version}. ${rest}`)
  } catch (error) {
    if (!(error instanceof RollbackRefused)) throw error
    process.exitCode = 1
    console.error(error.message)
  }
}

async function run(options: Options): Promise<void> {
  const progress = createProgressLine()
  const started = performance.now()
  try {
    if (options.check) {
      await check(options, progress.show)
      progress.end()
      print(options, { ok: true }, `The dataset in ${options.data} is valid.`)
      return
    }
    const { data, out, found: isFounding } = options
    const { manifest, added } = await bake(data, out, Date.now(), isFounding, progress.show)
    progress.end()
    if (added && !options.json) console.log(added)
    const seconds = ((performance.now() - started) / 1000).toFixed(2)
    const counts = Object.entries(getPublishedCounts(manifest)).map(
      ([name, count]) => `${count.toLocaleString('en-US')} ${name}`,
    )
    print(
      options,
      manifest,
      `Baked ${counts.join(', ')} into ${options.out} as ${manifest.datasetVersion} in ${seconds} s.`,
    )
  } catch (error) {
    progress.end()
    process.exitCode = 1
    if (isOfTheDisk(error)) {
      console.error(`Cannot write to ${options.out}: ${error.message}. The last bake is unchanged.`)
      return
    }
    if (error instanceof RunRefused) {
      console.error(`bake: ${error.message}`)
      return
    }
    if (!(error instanceof DatasetError)) throw error
    if (options.json) console.log(JSON.stringify({ ok: false, faults: error.errors }))
    for (const line of error.errors) console.error(formatRecordError(line))
    const lines = error.errors.length === 1 ? '1 error' : `${error.errors.length} errors`
    console.error(
      `${lines} in ${options.data}: nothing was published, and the last bake is unchanged. Fix the lines above and try again.`,
    )
  }
}

/** Computes everything that a bake would, and writes nothing. */
async function check({ data, found }: Options, show: Progress): Promise<void> {
  const isKept = found || isFounded(data)
  const { publication } = await prepare(data, show, isKept ? { pages: [], now: Date.now() } : null)
  checkItems(publication)
  if (isKept) checkLedger(publication)
}

const DISK_CODES = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/

/** Whether the operating system or SQLite refused to write: a problem with the disk, not the dataset. */
const isOfTheDisk = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || ('code' in error && DISK_CODES.test(String(error.code))))

const print = (options: Options, value: object, sentence: string): void =>
  console.log(options.json ? JSON.stringify(value) : sentence)

await program.parseAsync()
