import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { flush, hashFile } from '../files/files.ts'
import type { Progress } from '../records/dataset.ts'
import { getResource, RESOURCE_NAMES } from '../resources/index.ts'
import type { AnyRow } from '../resources/publishing.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import { getStagedSite, isRunning, keep, placeSite, removeOldSites } from './folder/kept.ts'
import {
  type Allowed,
  addSeal,
  bakeFiles,
  DATABASE_FILE,
  MANIFEST_FILE,
  type Manifest,
  readManifest,
} from './folder/manifest.ts'
import type { PublishedLists } from './publication.ts'
import { writeSearch } from './search/search.ts'
import { writeSnapshot } from './snapshot/snapshot.ts'
import { SNAPSHOT } from './snapshot/snapshot-list.ts'
import { writeChanges } from './tables/changes-table.ts'
import { createTable } from './tables/create.ts'
import { FORMAT, getHeldList } from './tables/format.ts'
import { createRemoved, sortRows, writeList } from './tables/tables.ts'

/** Writes a publication into a new SQLite file, readable on a read-only disk: the same one always gives the same bytes. */
function writeDatabase(file: string, publication: PublishedLists, progress: Progress): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -16384')
    db.pragma('temp_store = MEMORY')
    db.pragma(`user_version = ${FORMAT}`)
    db.exec('BEGIN')
    writeChanges(
      db,
      publication.history,
      publication.activity.map(({ item }) => item),
    )
    const writeRemoved = createRemoved(db, publication.step.ledger)
    for (const name of RESOURCE_NAMES) {
      const rows = sortRows<AnyRow>(getResource(name), publication[name])
      writeList(db, getResource(name), rows)
      writeRemoved(name, rows.length)
      writeRemoved(getHeldList(name), rows.length)
      progress(`write ${name}`, rows.length)
    }
    const insertSingle = createTable(db, 'singles', ['name TEXT', 'body TEXT NOT NULL'], 'name')
    insertSingle.run('stats', JSON.stringify(publication.stats))
    writeSearch(db, publication)
    progress('write search', publication.documents.length)
    db.exec('COMMIT')
    db.exec('ANALYZE')
    // With samples of values, SQLite would plan every statement anew for each value that is bound to it.
    db.exec('DROP TABLE IF EXISTS sqlite_stat4')
    // WAL files cannot be opened on a read-only disk.
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
  flush(file)
}

/** Where a process bakes its candidate: next to the bake that it may replace, so it can be renamed into place. */
export const getCandidateFolder = (out: string): string => path.join(out, `.candidate-${process.pid}`)

/**
 * Replaces the bake in `out` atomically: its files are renamed, `manifest.json`, which names the others, last. The old bake
 * stays readable until then. If all files are the same, the manifest is unchanged.
 */
export function adopt(folder: string, out: string): Manifest {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error(`There is no bake in ${folder}.`)
  const last = readManifest(out)
  placeSite(getStagedSite(folder), out, manifest.datasetVersion)
  mkdirSync(path.join(out, SNAPSHOT), { recursive: true })
  const files = bakeFiles(manifest)
  // Even the same files are put in place: the existing ones may be damaged or missing.
  for (const name of files) renameSync(path.join(folder, name), path.join(out, name))
  flush(path.join(out, SNAPSHOT))
  if (last === null || bakeFiles(last).join() !== files.join())
    renameSync(path.join(folder, MANIFEST_FILE), path.join(out, MANIFEST_FILE))
  flush(out)
  rmSync(folder, { recursive: true, force: true })
  const live = readManifest(out) ?? manifest
  removeOld(out, keep(out, live, last))
  removeOldSites(out)
  return live
}

/** Writes the bake of a publication and puts it in place. */
export async function release(publication: PublishedLists, out: string, now: Instant, progress: Progress) {
  const folder = getCandidateFolder(out)
  try {
    await writeBake(publication, folder, now, progress)
    return adopt(folder, out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes what processes that died left behind, and the files of bakes that are not kept. */
function removeOld(out: string, kept: readonly Manifest[]): void {
  const files = new Set(kept.flatMap(bakeFiles))
  const snapshot = readdirSync(path.join(out, SNAPSHOT)).map((name) => path.join(SNAPSHOT, name))
  for (const name of [...readdirSync(out), ...snapshot]) {
    const builder = /^\.candidate-(\d+)$/.exec(name)?.[1]
    const isOfBake = DATABASE_FILE.test(name) || path.dirname(name) === SNAPSHOT
    const isLeftOver = builder ? !isRunning(Number(builder)) : isOfBake && !files.has(name)
    if (isLeftOver) rmSync(path.join(out, name), { recursive: true, force: true })
  }
}

/**
 * Writes a whole bake into a folder of its own: the database, the snapshot files, and the manifest with their hashes.
 * @param folder emptied first, and removed when the bake fails
 */
export async function writeBake(
  publication: PublishedLists,
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
    const countRows = (isCounted: (row: AnyRow) => boolean) =>
      Object.fromEntries(RESOURCE_NAMES.map((name) => [name, (publication[name] as AnyRow[]).filter(isCounted).length]))
    const sha256 = hashFile(database)
    const manifest = addSeal({
      datasetVersion: publication.step.ledger.publications.at(-1)?.version ?? '',
      database: `service-${sha256.slice(0, 16)}.sqlite`,
      sha256,
      builtAt: toIso(now),
      counts: countRows(() => true),
      held: countRows(({ isHeld }) => isHeld === true),
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
  writeManifest(folder, addSeal({ ...manifest, allowed: [...allowed] }))

function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, MANIFEST_FILE)
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  flush(file)
}
