import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { fileHash } from '../bake/file-hash.ts'
import { FORMAT } from '../bake/format.ts'
import { MANIFEST_FILE, type Manifest, unsealed } from '../bake/manifest.ts'
import { fileStamp, holdsVerdict } from '../bake/verdict.ts'
import { type Expand, openPieces } from './pieces.ts'

/** One opened bake: its manifest and its database, read-only. */
export interface Dataset {
  manifest: Manifest
  db: Database.Database
  /** Expands the stored JSON of records. */
  expand: Expand
  /** Whether no other process can change the opened file. */
  isOwn: boolean
  close: () => void
}

/** The bake in a folder cannot be served. The message says why and what to do. */
export class DatasetUnavailable extends Error {
  override name = 'DatasetUnavailable'
}

/** Mapped files are faster to read, but truncating one crashes the process, so no other may be able to change it. */
const MAPPED = 2 ** 40
const UNMAPPED = 0

/**
 * Opens the bake named in a folder's manifest, after its file was found intact, now or earlier.
 * @throws DatasetUnavailable when it is missing, of another format, or damaged
 */
export function openDataset(folder: string): Dataset {
  const manifest = manifestOf(folder)
  const file = path.join(folder, manifest.database)
  if (!holdsVerdict(folder, manifest) && sha256Of(file) !== manifest.sha256) throw damaged(file)
  return openFile(file, { manifest, named: file, isOwn: false })
}

/** Opens the bake of a folder if its verdict says that the file is intact; null if the file must be read first. */
export function openVouched(folder: string): Dataset | null {
  const manifest = manifestOf(folder)
  return holdsVerdict(folder, manifest) ? openDataset(folder) : null
}

interface Opening {
  manifest: Manifest
  /** The file name for messages. */
  named: string
  isOwn: boolean
}

/** Opens a file that was found intact. @throws DatasetUnavailable */
export function openFile(file: string, { manifest, named, isOwn }: Opening): Dataset {
  const db = openDatabase(file, named, isOwn)
  const format = db.pragma('user_version', { simple: true })
  if (format !== FORMAT) {
    db.close()
    throw new DatasetUnavailable(
      `The database ${named} has format ${format}; this version reads ${FORMAT}. Run "npm run bake".`,
    )
  }
  return { manifest, db, expand: openPieces(db), isOwn, close: () => db.close() }
}

function openDatabase(file: string, named: string, isOwn: boolean): Database.Database {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    // Holding one lock permanently saves work on every query.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma(`mmap_size = ${isOwn ? MAPPED : UNMAPPED}`)
    // The first read takes the lock and maps the file.
    db.pragma('schema_version')
    return db
  } catch {
    throw unreadable(named)
  }
}

/** Identifies the state of a bake's database: differs if it was changed or replaced; empty if there is none. */
export function databaseStamp(folder: string): string {
  try {
    return fileStamp(path.join(folder, manifestOf(folder).database))
  } catch {
    return ''
  }
}

/** @throws DatasetUnavailable */
export function manifestOf(folder: string): Manifest {
  const file = path.join(folder, MANIFEST_FILE)
  try {
    return unsealed(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DatasetUnavailable(
      `There is no bake in ${folder}: ${MANIFEST_FILE} is missing or unreadable. Run "npm run bake".`,
    )
  }
}

export const unreadable = (file: string): DatasetUnavailable =>
  new DatasetUnavailable(`The database ${file} cannot be read. Run "npm run bake".`)

export const damaged = (file: string): DatasetUnavailable =>
  new DatasetUnavailable(
    `The database ${file} is damaged: its SHA-256 does not match the manifest. Run "npm run bake".`,
  )

/** @throws DatasetUnavailable */
function sha256Of(file: string): string {
  try {
    return fileHash(file)
  } catch {
    throw unreadable(file)
  }
}
