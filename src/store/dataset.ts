import { hash, randomUUID } from 'node:crypto'
import { accessSync, constants, copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { FORMAT } from '../bake/format.ts'
import { MANIFEST_FILE, type Manifest, Manifest as ManifestSchema } from '../bake/manifest.ts'
import { isRunning } from '../bake/running.ts'

/** One opened bake: its manifest and its database, read-only. */
export interface Dataset {
  manifest: Manifest
  db: Database.Database
  /** Whether nobody else can change the opened file. */
  isOwn: boolean
  close: () => void
}

/** The bake in a folder cannot be served; says why, and what to do. */
export class DatasetUnavailable extends Error {
  override name = 'DatasetUnavailable'
}

/**
 * Opens the bake that a folder's manifest names, after comparing the file with its SHA-256. Mapping a file into memory is
 * fast, and truncating a mapped file ends the process; so what is opened is a copy of our own, which has no name, or the
 * file itself where the disk cannot be written. Where neither can be had, the file is opened without being mapped.
 * @throws DatasetUnavailable when it is missing, of another format, or damaged
 */
export function openDataset(folder: string): Dataset {
  const manifest = manifestOf(folder)
  const file = path.join(folder, manifest.database)
  const { db, isOwn } = hasReadOnlyDisk(file)
    ? { db: opened(file, file, manifest, MAPPED), isOwn: true }
    : (openCopy(file, manifest) ?? { db: opened(file, file, manifest, UNMAPPED), isOwn: false })
  const format = db.pragma('user_version', { simple: true })
  if (format !== FORMAT) {
    db.close()
    throw new DatasetUnavailable(
      `The database ${file} has format ${format}; this version reads ${FORMAT}. Run "npm run bake".`,
    )
  }
  return { manifest, db, isOwn, close: () => db.close() }
}

/** Names the state of a bake's database, which differs when the file was changed or replaced; empty when there is none. */
export function databaseStamp(folder: string): string {
  try {
    return fileStamp(path.join(folder, manifestOf(folder).database))
  } catch {
    return ''
  }
}

/** Names the state of a file; empty when there is none. */
export function fileStamp(file: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(file)
    return `${mtimeMs} ${ino} ${size}`
  } catch {
    return ''
  }
}

const MAPPED = 2 ** 40
const UNMAPPED = 0
const COPY = /^\.served-(\d+)-/

function hasReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}

/** A copy without a name, beside the file or among the temporary ones; null where there is no place for it. */
function openCopy(file: string, manifest: Manifest): { db: Database.Database; isOwn: true } | null {
  for (const place of [path.dirname(file), tmpdir()]) {
    const copy = path.join(place, `.served-${process.pid}-${randomUUID()}`)
    try {
      removeLeftOver(place)
      // A file system that can share the bytes until one side changes does.
      copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    } catch {
      rmSync(copy, { force: true })
      continue
    }
    try {
      return { db: opened(copy, file, manifest, MAPPED), isOwn: true }
    } finally {
      rmSync(copy, { force: true })
    }
  }
  return null
}

/** Removes the copies of processes that died before they could. */
function removeLeftOver(place: string): void {
  for (const name of readdirSync(place)) {
    const [, owner] = COPY.exec(name) ?? []
    if (owner && !isRunning(Number(owner))) rmSync(path.join(place, name), { force: true })
  }
}

/** @param named the file that messages name */
function opened(file: string, named: string, { sha256 }: Manifest, mapped: number): Database.Database {
  if (sha256Of(file, named) !== sha256) {
    throw new DatasetUnavailable(
      `The database ${named} is damaged: its SHA-256 is not the manifest's. Run "npm run bake".`,
    )
  }
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    // One lock held for good spares work on every query.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma(`mmap_size = ${mapped}`)
    // The lock is taken, and the file is mapped, by the first read.
    db.pragma('schema_version')
    return db
  } catch {
    throw unreadable(named)
  }
}

function sha256Of(file: string, named: string): string {
  try {
    return hash('sha256', readFileSync(file))
  } catch {
    throw unreadable(named)
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
