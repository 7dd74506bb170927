import { readdir, rm } from 'node:fs/promises'
import * as z from 'zod'
import { historyFile, readHistory, writeHistory } from '../records/folder.ts'
import { firstIssue } from './drafts.ts'
import { type Collected, type Finding, INGEST_KINDS } from './source.ts'

/** Data held back for review: `history/quarantine/SOURCE.json`, at most one file per source. */
const FOLDER = 'quarantine'
const getFileName = (source: string): string => `${FOLDER}/${source}.json`

const Draft = z.looseObject({
  kind: z.enum(INGEST_KINDS),
  ref: z.string(),
  key: z.array(z.string().nullable()),
  given: z.record(z.string(), z.unknown()),
})

const Quarantined = z.strictObject({
  source: z.string(),
  /** The UTC day on which the source was first held back. */
  since: z.iso.date(),
  readAt: z.iso.datetime(),
  findings: z.array(z.strictObject({ check: z.string(), reason: z.string() })),
  /** Whether a person decided that the next run publishes it. */
  isReleased: z.boolean(),
  // These are the source's values; its fields are checked when it is merged.
  part: z.looseObject({ drafts: z.array(Draft) }),
})

export interface Part
  extends Pick<Collected, 'fetched' | 'drafts' | 'removes' | 'confirmed' | 'changes' | 'candidates' | 'tally'> {
  gone: readonly string[]
  history: Readonly<Record<string, string>>
}

export interface Quarantined extends Omit<z.infer<typeof Quarantined>, 'findings' | 'part'> {
  findings: readonly Finding[]
  part: Part
}

export async function readQuarantined(data: string, source: string): Promise<Quarantined | null> {
  const text = await readHistory(data, getFileName(source))
  if (text === null) return null
  const parsed = Quarantined.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data as unknown as Quarantined
  throw new Error(`${historyFile(data, getFileName(source))}: ${firstIssue(parsed.error, 'file')}`)
}

export async function readQuarantine(data: string): Promise<Quarantined[]> {
  const names = await readdir(historyFile(data, FOLDER)).catch(() => [])
  const sources = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const parts = await Promise.all(sources.sort().map((source) => readQuarantined(data, source)))
  return parts.flatMap((part) => part ?? [])
}

/** Quarantines data. If the data is the same as before, its file is unchanged, byte for byte. */
export async function quarantine(data: string, quarantined: Omit<Quarantined, 'since' | 'isReleased'>): Promise<void> {
  const before = await readQuarantined(data, quarantined.source)
  const since = before?.since ?? quarantined.readAt.slice(0, 10)
  const isSame =
    before &&
    JSON.stringify([before.findings, before.part]) === JSON.stringify([quarantined.findings, quarantined.part])
  const { source, readAt, findings, part } = { ...quarantined, ...(isSame && { readAt: before.readAt }) }
  await writeQuarantined(data, { source, since, readAt, findings, isReleased: false, part })
}

export async function markReleased(data: string, source: string): Promise<void> {
  const quarantined = await readQuarantined(data, source)
  if (quarantined) await writeQuarantined(data, { ...quarantined, isReleased: true })
}

const writeQuarantined = (data: string, quarantined: Quarantined): Promise<void> =>
  writeHistory(data, getFileName(quarantined.source), `${JSON.stringify(quarantined, null, 1)}\n`)

export const dismiss = (data: string, source: string): Promise<void> =>
  rm(historyFile(data, getFileName(source)), { force: true })
