import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { replaceFile } from '../../files/files.ts'
import { orNull } from '../../rules/once.ts'
import { pickLatestFreshness } from '../../rules/time/freshness.ts'
import { timestamp } from '../../schema/fields.ts'
import { Freshness } from '../../schema/history.ts'
import { getSnapshotPath, SnapshotFile } from '../snapshot/snapshot-list.ts'

/** A check that was overridden. */
export const Allowed = z.strictObject({ check: z.string(), reason: z.string() })
export type Allowed = z.infer<typeof Allowed>

/** The name of a bake's database: the first 16 digits of its SHA-256. */
export const DATABASE_FILE = /^service-[0-9a-f]{16}\.sqlite$/

const Fields = z.strictObject({
  datasetVersion: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('The version of the publication it contains.'),
  database: z.string().regex(DATABASE_FILE).describe('Name of the database file beside the manifest.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  builtAt: timestamp,
  counts: z.record(z.string(), z.int().min(0)).describe('Rows by resource, with those that are only on file.'),
  held: z.record(z.string(), z.int().min(0)).describe('Rows by resource that are only on file.'),
  texts: z.int().min(0).describe('Documents whose full text is indexed.'),
  snapshot: z.array(SnapshotFile).describe('The snapshot files, in the folder `snapshot` beside the manifest.'),
  allowed: z.array(Allowed).describe('Checks that were overridden for this bake, and why.'),
})
type Fields = z.infer<typeof Fields>

function getSeal(fields: Fields): string {
  const { datasetVersion, database, sha256, builtAt, counts, held, texts, snapshot, allowed } = fields
  const files = snapshot.map((file) => Object.entries(file).sort(([one], [other]) => (one < other ? -1 : 1)))
  const reasons = allowed.map(({ check, reason }) => [check, reason])
  return hash(
    'sha256',
    JSON.stringify([datasetVersion, database, sha256, builtAt, counts, held, texts, files, reasons]),
  )
}

/**
 * The description of one bake, in `manifest.json`. It names its files and is written last, so a reader that starts from it
 * sees the old bake or the new one, never a mixture.
 *
 * Its seal detects modification: a flipped bit in a count would change responses.
 */
export const Manifest = Fields.extend({ seal: z.string().describe('SHA-256 of the other fields.') }).refine(
  ({ seal, ...fields }) => seal === getSeal(fields),
  'The seal does not match: the file was modified.',
)
export type Manifest = z.infer<typeof Manifest>

/** A manifest that was read. The seal proves its form too, as only a bake writes one. @throws when it was modified */
export function unseal(manifest: Manifest): Manifest {
  const { seal, ...fields } = manifest
  if (seal !== getSeal(fields) || !DATABASE_FILE.test(fields.database)) throw new Error('The manifest was modified.')
  return manifest
}

export const addSeal = (fields: Fields): Manifest => ({ ...fields, seal: getSeal(fields) })

export const MANIFEST_FILE = 'manifest.json'

/** The manifest of the bake in a folder; null if there is none that can be read. */
export const readManifest = (folder: string): Manifest | null => readJson(Manifest, path.join(folder, MANIFEST_FILE))

/** The files of a bake besides its manifest, relative to its folder. */
export const bakeFiles = ({ database, snapshot }: Pick<Manifest, 'database' | 'snapshot'>): string[] => [
  database,
  ...snapshot.map(getSnapshotPath),
]

/** The content of a JSON file; null if there is none that can be read. */
export const readJson = <Schema extends z.ZodType>(schema: Schema, file: string): z.infer<Schema> | null =>
  orNull(() => schema.parse(JSON.parse(readFileSync(file, 'utf8'))))

/**
 * The last reported state of the sources, beside the manifest. It is not part of the dataset version: a run without
 * changes updates only this file.
 */
export const FRESHNESS_FILE = 'freshness.json'

/** The freshness in a folder; empty if it has none that can be read. */
export const readFreshness = (folder: string): Freshness =>
  readJson(Freshness, path.join(folder, FRESHNESS_FILE)) ?? { sources: [], pages: [] }

/** Merges new information into the freshness of a folder; information from a later check is kept. */
export function renewFreshness(folder: string, { sources, pages }: Freshness): void {
  const renewed = pickLatestFreshness(readFreshness(folder), { sources: [...sources], pages: [...pages] })
  replaceFile(path.join(folder, FRESHNESS_FILE), `${JSON.stringify(renewed)}\n`)
}
