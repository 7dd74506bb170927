import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { FORMAT } from '../bake/format.ts'
import { MANIFEST_FILE, type Manifest, Manifest as ManifestSchema } from '../bake/manifest.ts'

/** One opened bake: its manifest and its database, read-only. Its content never changes. */
export interface Dataset {
  manifest: Manifest
  db: Database.Database
  close: () => void
}

/** The bake in a folder cannot be served; says why, and what to do. */
export class DatasetUnavailable extends Error {
  override name = 'DatasetUnavailable'
}

/**
 * Opens the bake that a folder's manifest names, after comparing the file with its SHA-256.
 * @throws DatasetUnavailable when it is missing, of another format, or damaged
 */
export function openDataset(folder: string): Dataset {
  const manifest = manifestOf(folder)
  const file = path.join(folder, manifest.database)
  let sha256: string
  try {
    sha256 = hash('sha256', readFileSync(file))
  } catch {
    throw unreadable(file)
  }
  if (sha256 !== manifest.sha256) {
    throw new DatasetUnavailable(
      `The database ${file} is damaged: its SHA-256 is not the manifest's. Run "npm run bake".`,
    )
  }
  const db = openDatabase(file)
  const format = db.pragma('user_version', { simple: true })
  if (format !== FORMAT) {
    db.close()
    throw new DatasetUnavailable(
      `The database ${file} has format ${format}; this version reads ${FORMAT}. Run "npm run bake".`,
    )
  }
  return { manifest, db, close: () => db.close() }
}

function openDatabase(file: string): Database.Database {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    // No other process writes the file, so one lock held for good and a mapped file spare work on every query.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma(`mmap_size = ${2 ** 40}`)
    return db
  } catch {
    throw unreadable(file)
  }
}

const unreadable = (file: string): DatasetUnavailable =>
  new DatasetUnavailable(`The database ${file} cannot be read. Run "npm run bake".`)

function manifestOf(folder: string): Manifest {
  const file = path.join(folder, MANIFEST_FILE)
  try {
    return ManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DatasetUnavailable(
      `There is no bake in ${folder}: ${MANIFEST_FILE} is missing or unreadable. Run "npm run bake".`,
    )
  }
}
