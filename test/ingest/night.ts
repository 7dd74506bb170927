import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type Network, type NetworkOptions, openNetwork } from '../../src/ingest/net/network.ts'
import { ingest, type Judge } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import type { Run, Source, SourceResult } from '../../src/ingest/source.ts'
import { RECORDS, type RecordKind, type Records } from '../../src/schema/records.ts'
import { NO_RECORDS } from './records.ts'

export const NIGHT = '2026-11-20T07:00:00.000Z'
export const NEXT_NIGHT = '2026-11-21T07:00:00.000Z'

const KINDS = Object.keys(RECORDS) as RecordKind[]

/** A separate dataset folder for a test, with the given records. */
export async function dataset(records: Partial<{ [K in RecordKind]: unknown[] }> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ingest-'))
  await mkdir(path.join(folder, 'records'))
  for (const kind of KINDS) {
    const text = (records[kind] ?? []).map((row) => `${JSON.stringify(row)}\n`).join('')
    await writeFile(path.join(folder, 'records', `${kind}.ndjson`), text)
  }
  return folder
}

/** The text of every file of a dataset, by path. */
export async function readFiles(data: string): Promise<Record<string, string>> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.sort().map(async (file) => [path.relative(data, file), await readFile(file, 'utf8')]),
  )
  return Object.fromEntries(texts)
}

/** The records of a kind in a dataset. */
export async function readRows<K extends RecordKind>(data: string, kind: K): Promise<Records[K]> {
  return (await readLines(data, `records/${kind}.ndjson`)) as Records[K]
}

/** The rows of an NDJSON file of a dataset. */
// biome-ignore lint/suspicious/noExplicitAny: rows of all shapes are looked into
export async function readLines(data: string, file: string): Promise<any[]> {
  const text = await readFile(path.join(data, file), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** A network for tests: short pauses, and only mapped or allowed origins. */
export function testNetwork(env: Record<string, string>, options: Partial<NetworkOptions> = {}): Network {
  const network = openNetwork({
    settings: readIngestSettings(env),
    resolve: async (host) => Promise.reject(new Error(`a test asked for ${host}`)),
    pauseMs: 1,
    pause: async () => {},
    timeoutMs: 1_000,
    ...options,
  })
  onTestFinished(() => network.close())
  return network
}

/** What a source gets in a run over an empty dataset, besides the network. */
export const NO_RUN: Omit<Run, 'network' | 'settings' | 'now'> = {
  present: NO_RECORDS,
  listKnown: () => [],
  history: async () => null,
  say: () => {},
  reject: () => {},
}

/** One run of the ingest. */
export async function night(
  data: string,
  sources: readonly Source[],
  env: Record<string, string>,
  { now = NIGHT, ...more }: { now?: string; dryRun?: boolean; timeoutMs?: number; judge?: Judge } = {},
): Promise<SourceResult[]> {
  const { timeoutMs, ...rest } = more
  const network = testNetwork(env, timeoutMs ? { timeoutMs } : {})
  return ingest({
    sources,
    data,
    network,
    settings: readIngestSettings(env),
    now: new Date(now),
    clock: () => 0,
    ...rest,
  })
}
