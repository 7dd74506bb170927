import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { flush } from '../records/file-bytes.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { type Instant, isoOf } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import { writeDatabase } from './database.ts'
import { DERIVED_FILES, type DerivedFiles, derivingCode, openDerived } from './derived.ts'
import { startExports } from './exports.ts'
import { packOf } from './exports-pack.ts'
import { fileHash } from './file-hash.ts'
import { type Allowed, MANIFEST_FILE, type Manifest, sealed } from './manifest.ts'
import type { Publication } from './publish.ts'
import type { Searched } from './search-draft.ts'
import { type Searcher, startSearcher } from './searcher.ts'
import { fileStamp, writeVerdict } from './verdict.ts'

export type Baking = ReturnType<typeof openBake>

/**
 * Opens a bake in a separate folder.
 * @param folder emptied when the first file is written to it
 */
export function openBake(folder: string) {
  const code = once(derivingCode)
  const derivedFiles = (name: string): DerivedFiles => ({
    last: path.join(path.dirname(folder), name),
    next: path.join(folder, name),
    code: code(),
  })
  let searcher: Searcher | null = null
  let isFinished = false
  function startSearch(searched: Searched): Searcher {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    searcher = startSearcher(searched, path.join(folder, 'search'), derivedFiles(DERIVED_FILES.passages))
    return searcher
  }
  return {
    /** Starts on the search tables, which may happen before the other lists are published. */
    startSearch,
    /**
     * Writes the whole bake, the database, its pack and its manifest. Values that the last bake in the parent folder
     * derived from the same inputs are reused; the bytes are the same without them.
     */
    finish(publication: Publication, now: Instant, progress: Progress): Manifest {
      const begun = searcher ?? startSearch(publication)
      const exports = startExports(publication, path.join(folder, EXPORTS))
      const derived = openDerived(derivedFiles(DERIVED_FILES.history))
      try {
        writeDatabase(path.join(folder, DATABASE), publication, { derived, exports, searcher: begun }, progress)
        derived.finish()
      } finally {
        exports.close()
        derived.close()
      }
      const manifest = complete(folder, publication, now)
      isFinished = true
      return manifest
    },
    /** Stops the work and removes temporary files. A bake that was not finished is removed as a whole. */
    close() {
      if (!searcher) return
      searcher.close()
      if (!isFinished) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes a whole bake into a separate folder. */
export function bake(publication: Publication, folder: string, now: Instant, progress: Progress): Manifest {
  const baking = openBake(folder)
  try {
    return baking.finish(publication, now, progress)
  } finally {
    baking.close()
  }
}

/** The names of files until the manifest is written. */
const DATABASE = 'service.sqlite'
const EXPORTS = 'exports'

/** Writes the manifest of a bake, and gives its files the names in it. */
function complete(folder: string, publication: Publication, now: Instant): Manifest {
  const temporary = path.join(folder, DATABASE)
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
  renameSync(path.join(folder, EXPORTS), path.join(folder, packOf(manifest.database)))
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
