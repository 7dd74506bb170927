import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { type Instant, isoOf } from '../rules/moments.ts'
import { writeDatabase } from './database.ts'
import { DERIVED_FILES, type DerivedFiles, derivingCode, openDerived } from './derived.ts'
import { openExports } from './exports.ts'
import { packOf } from './exports-pack.ts'
import { fileHash } from './file-hash.ts'
import { flush } from './flush.ts'
import { type Allowed, MANIFEST_FILE, type Manifest, sealed } from './manifest.ts'
import type { Publication } from './publish.ts'
import { openSearcher } from './searcher.ts'
import { fileStamp, writeVerdict } from './verdict.ts'

/**
 * Writes a whole bake, the database, its pack and its manifest, into a separate empty folder. Values that the last bake in the
 * parent folder derived from the same inputs are reused; the bytes are the same without them.
 */
export function bake(publication: Publication, folder: string, now: Instant, progress: Progress): Manifest {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const temporary = path.join(folder, 'service.sqlite')
  const temporaryPack = path.join(folder, 'exports')
  const code = derivingCode()
  const derivedFiles = (name: string): DerivedFiles => ({
    last: path.join(path.dirname(folder), name),
    next: path.join(folder, name),
    code,
  })
  const derived = openDerived(derivedFiles(DERIVED_FILES.history))
  const exports = openExports(publication, temporaryPack)
  const searcher = openSearcher(publication, path.join(folder, 'search'), derivedFiles(DERIVED_FILES.passages))
  try {
    writeDatabase(temporary, publication, { derived, exports, searcher }, progress)
    derived.finish()
  } finally {
    searcher.close()
    exports.close()
    derived.close()
  }
  const state = fileStamp(temporary)
  const sha256 = fileHash(temporary)
  const datasetVersion = publication.step.ledger.publications.at(-1)?.version ?? ''
  const manifest = sealed({
    datasetVersion,
    database: `service-${sha256.slice(0, 16)}.sqlite`,
    sha256,
    builtAt: isoOf(now),
    counts: Object.fromEntries(RESOURCE_NAMES.map((name) => [name, publication[name].length])),
    texts: publication.documents.filter(({ record }) => record.text ?? publication.texts.ids.has(record.id)).length,
    allowed: [],
  })
  renameSync(temporary, path.join(folder, manifest.database))
  renameSync(temporaryPack, path.join(folder, packOf(manifest.database)))
  writeVerdict(folder, manifest, state)
  writeManifest(folder, manifest)
  return manifest
}

/** Records in the manifest of a bake which checks were overridden for it. */
export const noteAllowed = (folder: string, manifest: Manifest, allowed: readonly Allowed[]): void =>
  writeManifest(folder, sealed({ ...manifest, allowed: [...allowed] }))

function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, MANIFEST_FILE)
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  flush(file)
}
