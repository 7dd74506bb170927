import path from 'node:path'
import { Command } from 'commander'
import { type SyncProgress, type SyncResult, sync } from '../sync/index.ts'
import { formatCell } from './cells.ts'
import { type Column, table } from './table.ts'
import { openClient, type Terminal } from './terminal.ts'

const HELP = `
The folder has <list>.ndjson for each list, identical to the service's snapshot, and sync.json with the dataset version.
The first run downloads the snapshot, with one request per list. Later runs only read changes, and cost nothing if there
are none. After an interruption, run it again: it continues where it stopped.
`

/** `rhp sync`. */
export function syncCommand(terminal: Terminal): Command {
  return new Command('sync')
    .summary('keep a copy of the whole dataset in a folder')
    .description('Keeps a copy of the whole dataset in a folder up to date, verified by hash.')
    .argument('<folder>', 'Folder of the copy. Created if it does not exist.')
    .option('--wait', 'if the monthly requests are used up, wait for the next month')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async (folder: string, { json, wait }: { json?: true; wait?: true }) => {
      const result = await sync(openClient(terminal), folder, {
        waitForMonth: wait,
        signal: terminal.signal,
        onProgress: (progress) => terminal.log(progressText(progress)),
      }).catch((error: unknown) => {
        terminal.log(`Run "rhp sync ${folder}" again to continue.\n`)
        throw error
      })
      terminal.out(
        json ? `${JSON.stringify({ folder: path.resolve(folder), ...result }, null, 2)}\n` : doneText(result),
      )
    })
}

/** A line for a completed step; empty for one in progress. */
function progressText(progress: SyncProgress): string {
  switch (progress.step) {
    case 'DOWNLOAD':
      return ''
    case 'COPIED':
      return `Downloaded ${progress.list}: ${counted(progress.records, 'record')}.\n`
    case 'CHANGED':
      return `Applied ${counted(progress.changes, 'change')}.\n`
    case 'WAIT': {
      const until = new Date(Date.now() + progress.seconds * 1000).toISOString()
      return `The monthly requests are used up. Waiting until ${formatCell('until', until)}.\n`
    }
    default:
      return progress satisfies never
  }
}

const text: Omit<Column, 'title'> = { isNumber: false, isOptional: false }
const number: Omit<Column, 'title'> = { isNumber: true, isOptional: false }

function doneText({ version, previous, publishedAt, requests, lists }: SyncResult): string {
  const rows = Object.entries(lists).map(([list, { records, written, removed }]) => [
    list,
    ...[records, written, removed].map((figure) => formatCell('figure', figure)),
  ])
  const columns = [
    { title: 'List', ...text },
    ...['Records', 'Written', 'Removed'].map((title) => ({ title, ...number })),
  ]
  const isSame = version === previous && rows.length === 0
  const place = `version ${version} of ${formatCell('publishedAt', publishedAt)}`
  const cost = `${counted(requests, 'request')} spent`
  return isSame ? `Up to date: ${place}; ${cost}.\n` : `${table(columns, rows, null)}Now at ${place}; ${cost}.\n`
}

const counted = (figure: number, unit: string): string =>
  `${figure.toLocaleString('en-US')} ${unit}${figure === 1 ? '' : 's'}`
