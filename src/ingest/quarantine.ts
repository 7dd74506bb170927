import { readdir, rm } from 'node:fs/promises'
import { z } from 'zod'
import { historyFile, readHistory, writeHistory } from '../records/folder.ts'
import { type Collected, type Finding, INGEST_KINDS } from './source.ts'

/** Parts of nights that wait for a person: `history/quarantine/SOURCE.json`, at most one for each source. */
const FOLDER = 'quarantine'
const fileOf = (source: string): string => `${FOLDER}/${source}.json`

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
  /** When the part was read from the source. */
  readAt: z.iso.datetime(),
  findings: z.array(z.strictObject({ check: z.string(), reason: z.string() })),
  /** Whether a person has decided that the next night takes it. */
  isReleased: z.boolean(),
  // Its fields are checked when it is merged: they are what the source said.
  part: z.looseObject({ drafts: z.array(Draft) }),
})

/** What a source said, as far as it would change something. */
export interface Part extends Pick<Collected, 'fetched' | 'drafts' | 'removes' | 'confirmed' | 'changes' | 'tally'> {
  /** Names of rows that the source no longer lists. */
  gone: readonly string[]
  /** Files of `data/history`, by name. */
  history: Readonly<Record<string, string>>
}

/** A part that is held back, and why. */
export interface Quarantined {
  source: string
  since: string
  readAt: string
  findings: readonly Finding[]
  isReleased: boolean
  part: Part
}

/** What waits of a source; null when nothing does. @throws Error when the file cannot be read */
export async function readQuarantined(data: string, source: string): Promise<Quarantined | null> {
  const text = await readHistory(data, fileOf(source))
  if (text === null) return null
  const parsed = Quarantined.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data as unknown as Quarantined
  const [issue] = parsed.error.issues
  throw new Error(`${historyFile(data, fileOf(source))}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** Everything that waits, by source. */
export async function readQuarantine(data: string): Promise<Quarantined[]> {
  const names = await readdir(historyFile(data, FOLDER)).catch(() => [])
  const sources = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const parts = await Promise.all(sources.sort().map((source) => readQuarantined(data, source)))
  return parts.flatMap((part) => part ?? [])
}

/** Holds a part back. The same part as before keeps its file to the byte. */
export async function quarantine(data: string, held: Omit<Quarantined, 'since' | 'isReleased'>): Promise<void> {
  const before = await readQuarantined(data, held.source)
  const since = before?.since ?? held.readAt.slice(0, 10)
  const isSame = before && JSON.stringify([before.findings, before.part]) === JSON.stringify([held.findings, held.part])
  const { source, readAt, findings, part } = { ...held, ...(isSame && { readAt: before.readAt }) }
  await write(data, { source, since, readAt, findings, isReleased: false, part })
}

/** Lets the next night take a part as it is. */
export async function markReleased(data: string, source: string): Promise<void> {
  const held = await readQuarantined(data, source)
  if (held) await write(data, { ...held, isReleased: true })
}

const write = (data: string, held: Quarantined): Promise<void> =>
  writeHistory(data, fileOf(held.source), `${JSON.stringify(held, null, 1)}\n`)

/** Ends the quarantine of a source. */
export const dismiss = (data: string, source: string): Promise<void> =>
  rm(historyFile(data, fileOf(source)), { force: true })
