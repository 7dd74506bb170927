import { hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { type Instant, isoOf } from '../rules/moments.ts'
import { writeDatabase } from './database.ts'
import { type Allowed, DATABASE_FILE, MANIFEST_FILE, Manifest } from './manifest.ts'
import type { Publication } from './publish/index.ts'
import { isRunning } from './running.ts'

const STATS_FILE = 'stats.json'
const CANDIDATE = /^\.candidate-(\d+)$/

/** Where a process builds its candidate: beside the bake that it may replace, so that it can be renamed into place. */
export const candidateFolder = (out: string): string => path.join(out, `.candidate-${process.pid}`)

/**
 * Writes a whole bake (database, stats, manifest) into an empty folder of its own.
 * @param allowed checks that a person has overridden for it
 */
export function build(
  publication: Publication,
  folder: string,
  now: Instant,
  progress: Progress,
  allowed: readonly Allowed[] = [],
): Manifest {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const temporary = path.join(folder, 'service.sqlite')
  writeDatabase(temporary, publication, progress)
  const sha256 = hash('sha256', readFileSync(temporary))
  const datasetVersion = sha256.slice(0, 16)
  const manifest: Manifest = {
    datasetVersion,
    database: `service-${datasetVersion}.sqlite`,
    sha256,
    builtAt: isoOf(now),
    counts: Object.fromEntries(RESOURCE_NAMES.map((name) => [name, publication[name].length])),
    allowed: [...allowed],
  }
  renameSync(temporary, path.join(folder, manifest.database))
  writeFlushed(path.join(folder, STATS_FILE), JSON.stringify(publication.stats))
  writeFlushed(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Puts a built bake in the place of the one in `out`, atomically: its files are renamed, `manifest.json`, which names
 * the database, last. What it replaces stays readable until then. The same database again leaves the manifest as it is.
 */
export function adopt(folder: string, out: string): Manifest {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error(`There is no bake in ${folder}.`)
  const last = readManifest(out)
  // Even the same database is put in place: the one there may be damaged or gone.
  for (const name of [manifest.database, STATS_FILE, ...(last?.sha256 === manifest.sha256 ? [] : [MANIFEST_FILE])]) {
    renameSync(path.join(folder, name), path.join(out, name))
  }
  flush(out)
  rmSync(folder, { recursive: true, force: true })
  // The database before this one stays: a server may have read the old manifest a moment ago.
  removeOld(out, [manifest.database, last?.database])
  return readManifest(out) ?? manifest
}

/** Builds a publication and puts it in place. */
export function release(publication: Publication, out: string, now: Instant, progress: Progress): Manifest {
  const folder = candidateFolder(out)
  try {
    build(publication, folder, now, progress)
    return adopt(folder, out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The manifest of the bake in a folder; null when there is none that can be read. */
export function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, MANIFEST_FILE)
  if (!existsSync(file)) return null
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function writeFlushed(file: string, content: string): void {
  writeFileSync(file, content)
  flush(file)
}

function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function removeOld(out: string, keep: (string | undefined)[]): void {
  for (const name of readdirSync(out)) {
    const builder = CANDIDATE.exec(name)?.[1]
    const isLeftOver = builder ? !isRunning(Number(builder)) : DATABASE_FILE.test(name) && !keep.includes(name)
    if (isLeftOver) rmSync(path.join(out, name), { recursive: true, force: true })
  }
}
