import { Command, InvalidArgumentError } from 'commander'
import { openNetwork } from '../src/ingest/net/network.ts'
import { formatResults, ingest } from '../src/ingest/run.ts'
import { readIngestSettings, refuseAnonymous } from '../src/ingest/settings.ts'
import type { Source } from '../src/ingest/source.ts'
import { SOURCES } from '../src/ingest/sources.ts'

const names = SOURCES.map(({ name }) => name).join(', ')

function addSource(name: string, chosen: readonly Source[] = []): Source[] {
  const source = SOURCES.find((candidate) => candidate.name === name)
  if (!source) throw new InvalidArgumentError(`The sources are ${names}.`)
  return [...chosen.filter((other) => other !== source), source]
}

const command = new Command('ingest')
  .description(
    'Reads the public sources and merges changes into the records, without the checks of the nightly run (npm run nightly). Only files with new content are written.',
  )
  .option('--source <name>', `query only this source; may be repeated (${names})`, addSource)
  .option('--data <dir>', 'dataset folder, with records/ and history/', 'data')
  .option('--dry-run', 'read and merge, but write nothing')
  .option('--ungated', 'write into the records without the checks of the nightly run')
  .option('--json', 'print the results as JSON')
  .addHelpText('after', '\nThe exit code is 0 if at least one source succeeded, 1 if all failed.')
  .parse()
const options = command.opts<{
  source?: Source[]
  data: string
  dryRun?: boolean
  ungated?: boolean
  json?: boolean
}>()

/** Shows progress on stderr: one line that is overwritten on a terminal, one line per step elsewhere. */
const progress = new Map<string, string>()
function say(source: string, text: string): void {
  if (!process.stderr.isTTY) return void process.stderr.write(`${source}: ${text}\n`)
  progress.set(source, text)
  const line = [...progress].map(([name, step]) => `${name}: ${step}`).join('  ')
  process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`)
}

async function main(): Promise<void> {
  const { source = SOURCES, data, dryRun = false, ungated = false, json } = options
  if (!dryRun && !ungated) {
    throw new Error(
      'use "npm run nightly", which checks what it publishes; to write into the records without checks, add --ungated; to see what would change, add --dry-run',
    )
  }
  refuseAnonymous(process.env)
  const settings = readIngestSettings(process.env)
  const network = openNetwork({ settings })
  try {
    const sources = SOURCES.filter((candidate) => source.includes(candidate))
    const results = await ingest({ sources, data, network, settings, now: new Date(), dryRun, say })
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    process.stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : formatResults(results))
    if (results.every(({ failed }) => failed !== null)) process.exitCode = 1
  } finally {
    await network.close()
  }
}

await main().catch((error: Error) => {
  process.stderr.write(`ingest: ${error.message}\n`)
  process.exitCode = 1
})
