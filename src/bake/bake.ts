import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { flush } from '../records/file-bytes.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import type { AnyRow } from '../resources/row.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import { fileHash } from './file-hash.ts'
import { type Allowed, MANIFEST_FILE, type Manifest, sealed } from './folder/manifest.ts'
import type { Publication } from './publish/publish.ts'
import { writeSnapshot } from './snapshot/snapshot.ts'
import { writeDatabase } from './tables/database.ts'

/**
 * Writes a whole bake into a folder of its own: the database, the snapshot files, and the manifest that names and hashes
 * them. `prepare` makes the publication from the records, and `release` puts a bake in place.
 * @param folder emptied first, and removed when the bake fails
 */
export async function bake(
  publication: Publication,
  folder: string,
  now: Instant,
  progress: Progress,
): Promise<Manifest> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    const database = path.join(folder, 'service.sqlite')
    writeDatabase(database, publication, progress)
    const snapshot = await writeSnapshot(publication, folder)
    progress('write snapshot', snapshot.length)
    const sha256 = fileHash(database)
    const manifest = sealed({
      datasetVersion: publication.step.ledger.publications.at(-1)?.version ?? '',
      database: `service-${sha256.slice(0, 16)}.sqlite`,
      sha256,
      builtAt: toIso(now),
      counts: Object.fromEntries(RESOURCE_NAMES.map((name) => [name, publication[name].length])),
      held: Object.fromEntries(
        RESOURCE_NAMES.map((name) => [name, (publication[name] as AnyRow[]).filter(({ isHeld }) => isHeld).length]),
      ),
      texts: publication.documents.filter(({ record }) => record.text ?? publication.texts.ids.has(record.id)).length,
      snapshot,
      allowed: [],
    })
    renameSync(database, path.join(folder, manifest.database))
    writeManifest(folder, manifest)
    return manifest
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Records in the manifest of a bake which checks were overridden for it. */
export const noteAllowed = (folder: string, manifest: Manifest, allowed: readonly Allowed[]): void =>
  writeManifest(folder, sealed({ ...manifest, allowed: [...allowed] }))

function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, MANIFEST_FILE)
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  flush(file)
}
