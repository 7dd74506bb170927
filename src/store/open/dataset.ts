import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { MANIFEST_FILE, type Manifest, unseal } from '../../bake/folder/manifest.ts'
import { FORMAT, readPackedLines } from '../../bake/tables/format.ts'
import { hashFile } from '../../files/files.ts'
import { orNull } from '../../rules/once.ts'

/** One opened bake: its manifest and its database, read-only. */
export interface Dataset {
  manifest: Manifest
  db: Database.Database
  /** A statement over the database, prepared once. */
  prepare: (sql: string) => Database.Statement
  /** Whether the opened file was changed since. A file that was replaced by another one is not. */
  isChanged: () => boolean
  close: () => void
}

/** The bake in a folder cannot be served. The message says why and what to do. */
export class DatasetUnavailable extends Error {
  override name = 'DatasetUnavailable'
}

const CACHE_KIB = 256 * 1024
/** Filters can be combined in many ways, few of which are frequent. */
const STATEMENTS_MAX = 500

/**
 * Opens the bake named in a folder's manifest, after reading its whole file once. The file is never mapped into memory,
 * so that one that is damaged later causes errors but does not end the process.
 * @param isVerified whether the file's hash was checked before
 * @throws DatasetUnavailable when it is missing, of another format, or damaged
 */
export function openDataset(folder: string, isVerified = false): Dataset {
  const manifest = readManifest(folder)
  const file = path.join(folder, manifest.database)
  const opened = getFileStamp(file)
  if (!isVerified) assertIntact(file, manifest)
  const db = openDatabase(file)
  const statements = new LRUCache<string, Database.Statement>({
    max: STATEMENTS_MAX,
    memoMethod: (sql) => db.prepare(sql),
  })
  return {
    manifest,
    db,
    prepare: (sql) => statements.memo(sql),
    isChanged() {
      const current = getFileStamp(file)
      return current !== opened && current.split(' ')[0] === opened.split(' ')[0]
    },
    close: () => db.close(),
  }
}

function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    db.pragma('mmap_size = 0')
    db.pragma(`cache_size = -${CACHE_KIB}`)
    const format = db.pragma('user_version', { simple: true })
    readPackedLines(db)
    // The file never changes, so all reads are one transaction: each of its own would lock the file and look for a journal.
    db.exec('BEGIN')
    if (format === FORMAT) return db
    throw new DatasetUnavailable(
      `The database ${file} has format ${format}; this version reads ${FORMAT}. Run "npm run bake".`,
    )
  } catch (error) {
    db?.close()
    throw error instanceof DatasetUnavailable ? error : unreadable(file)
  }
}

/** @throws DatasetUnavailable */
function assertIntact(file: string, { sha256 }: Manifest): void {
  const actual = orNull(() => hashFile(file))
  if (actual === null) throw unreadable(file)
  if (actual === sha256) return
  throw new DatasetUnavailable(
    `The database ${file} is damaged: its SHA-256 does not match the manifest. Run "npm run bake".`,
  )
}

/** @throws DatasetUnavailable */
function readManifest(folder: string): Manifest {
  const manifest = orNull(() => unseal(JSON.parse(readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'))))
  if (manifest) return manifest
  throw new DatasetUnavailable(
    `There is no bake in ${folder}: ${MANIFEST_FILE} is missing or unreadable. Run "npm run bake".`,
  )
}

/** Identifies the state of a bake's database: differs if it was changed or replaced; empty if there is none. */
export function getDatabaseStamp(folder: string): string {
  return orNull(() => getFileStamp(path.join(folder, readManifest(folder).database))) ?? ''
}

/** Identifies the state of a file, beginning with its inode; empty if there is none. */
export function getFileStamp(file: string): string {
  const { ino, mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return ino === undefined ? '' : `${ino} ${mtimeMs} ${size}`
}

const unreadable = (file: string): DatasetUnavailable =>
  new DatasetUnavailable(`The database ${file} cannot be read. Run "npm run bake".`)

/** The number of published rows by resource; those that are only on file are left out. */
export const getPublishedCounts = ({
  counts,
  held,
}: Pick<Manifest, 'counts' | 'held'>): { [resource: string]: number } =>
  Object.fromEntries(Object.entries(counts).map(([name, rows]) => [name, rows - (held[name] ?? 0)]))

const oneAtATime = pLimit(1)

/** Runs expensive work in its own turn of the event loop, in the order of arrival, so that other requests are served in between. */
export type InTurn = <Result>(work: () => Result) => Promise<Result>

export const inTurn: InTurn = (work) =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
