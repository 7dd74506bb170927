import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import { historyFile, readHistory, writeHistory } from './folder.ts'
import { ndjson } from './ndjson.ts'

/** The newest events of the change feed. Older ones are packed by year. */
const FEED_FILE = 'changes.ndjson'
const PACKED = /^changes-\d{4}\.ndjson\.gz$/
const packedFile = (year: string): string => `changes-${year}.ndjson.gz`

/** If the open file has more events than this, the oldest are packed until `KEPT` are left. */
const OPEN_MAX = 4_000
const KEPT = 1_000

/** The feed files of a dataset folder, oldest first; none before the first run. */
export function feedFiles(folder: string): string[] {
  const history = historyFile(folder, '')
  const packed = existsSync(history) ? readdirSync(history).filter((name) => PACKED.test(name)) : []
  const open = existsSync(historyFile(folder, FEED_FILE)) ? [FEED_FILE] : []
  return [...packed.sort(), ...open].map((name) => historyFile(folder, name))
}

/**
 * Appends events to the feed of a dataset folder. Packed files are also appended to, never rewritten, so a repository
 * that stores every version grows only by what is new.
 */
export async function appendFeed(folder: string, events: readonly ChangeEvent[]): Promise<void> {
  mkdirSync(path.dirname(historyFile(folder, FEED_FILE)), { recursive: true })
  appendFileSync(historyFile(folder, FEED_FILE), ndjson(events))
  const lines = ((await readHistory(folder, FEED_FILE)) ?? '').split('\n').filter(Boolean)
  if (lines.length <= OPEN_MAX) return
  const old = Map.groupBy(lines.slice(0, -KEPT), (line) => (JSON.parse(line) as ChangeEvent).occurredAt.slice(0, 4))
  for (const [year, own] of old) {
    // A gzip file may consist of several parts, one after the other.
    appendFileSync(historyFile(folder, packedFile(year)), gzipSync(`${own.join('\n')}\n`, { level: 9 }))
  }
  await writeHistory(folder, FEED_FILE, `${lines.slice(-KEPT).join('\n')}\n`)
}
