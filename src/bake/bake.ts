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
import { RESOURCE_NAMES } from '../resources/index.ts'
import { type Instant, isoOf } from '../rules/moments.ts'
import { writeDatabase } from './database.ts'
import { crossFaults } from './faults.ts'
import { MANIFEST_FILE, Manifest } from './manifest.ts'
import { type Publication, publish } from './publish/index.ts'
import { type Dataset, type Fault, faultText, type Progress, readDataset } from './read.ts'

/** The dataset cannot be published; carries every reason. */
export class DatasetFault extends Error {
  override name = 'DatasetFault'
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'))
    this.faults = faults
  }
}

/** Reads a dataset folder and turns it into what is published. @throws DatasetFault with every bad line */
export async function prepare(
  folder: string,
  progress: Progress,
): Promise<{ dataset: Dataset; publication: Publication }> {
  const dataset = await readDataset(folder, progress)
  const faults = [...dataset.faults, ...crossFaults(dataset)]
  if (faults.length > 0) throw new DatasetFault(faults)
  return { dataset, publication: publish(dataset.records, dataset.changes) }
}

/**
 * Publishes a publication into `out`, atomically: a temporary database is written, flushed and hashed, then renamed,
 * and `manifest.json`, which names it, is renamed last. What it replaces stays readable until then.
 * When nothing changed, the manifest in place stays as it is.
 */
export function release(publication: Publication, out: string, now: Instant, progress: Progress): Manifest {
  mkdirSync(out, { recursive: true })
  const temporary = path.join(out, `.building-${process.pid}.sqlite`)
  try {
    rmSync(temporary, { force: true })
    writeDatabase(temporary, publication, progress)
    const sha256 = hash('sha256', readFileSync(temporary))
    const datasetVersion = sha256.slice(0, 16)
    const last = readManifest(out)
    const database = `service-${datasetVersion}.sqlite`
    const manifest: Manifest = {
      datasetVersion,
      database,
      sha256,
      builtAt: isoOf(now),
      counts: Object.fromEntries(RESOURCE_NAMES.map((name) => [name, publication[name].length])),
    }
    renameSync(temporary, path.join(out, database))
    replaceFile(path.join(out, 'stats.json'), JSON.stringify(publication.stats))
    if (last?.sha256 === sha256) return last
    replaceFile(path.join(out, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
    removeOld(out, [database, last?.database])
    return manifest
  } finally {
    rmSync(temporary, { force: true })
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

function replaceFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, content)
  const handle = openSync(temporary, 'r')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(temporary, file)
}

const DATABASE = /^service-[0-9a-f]{16}\.sqlite$/
const UNFINISHED = /^\.building-(\d+)\.sqlite/

// The database before this one stays: a server may have read the old manifest a moment ago.
function removeOld(out: string, keep: (string | undefined)[]): void {
  for (const name of readdirSync(out)) {
    const builder = UNFINISHED.exec(name)?.[1]
    const isLeftOver = builder ? !isRunning(Number(builder)) : DATABASE.test(name) && !keep.includes(name)
    if (isLeftOver) rmSync(path.join(out, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
