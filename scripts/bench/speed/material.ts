import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { readManifest } from '../../../src/bake/folder/manifest.ts'
import { readRecords } from '../../../src/records/dataset.ts'
import { writeBare } from './bare.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { readPeakMemory } from './processes.ts'
import { createWorkloads, type PageRows, readPageRows } from './questions.ts'
import { createRandom } from './random.ts'
import { type Size, writeSynthetic } from './synthetic.ts'
import type { Workload } from './workloads.ts'

/** What all contenders serve, made from one dataset. */
export interface Material {
  /** The bake. */
  baked: string
  /** A SQLite file with the same bodies and nothing else. */
  bare: string
  workloads: readonly Workload[]
  pageRows: PageRows
  inProcess: InProcess
  bake: BakeFigures
}

/** Figures of the bake. */
export interface BakeFigures {
  records: number
  seconds: number
  recordsPerSecond: number
  /** Of the process; null where the system does not report it. */
  peakMemoryMb: number | null
  recordsMb: number
  databaseMb: number
}

const SEED = 7
const MB = 1e6
const POLL_MS = 100

/** A dataset folder of a given size, in the format of the records, modeled on another one. */
export async function createSynthetic(folder: string, size: Size, model: string, now: number): Promise<string> {
  await writeSynthetic(folder, size, await readRecords(model), now)
  return folder
}

/**
 * Bakes a dataset like `npm run bake`, and prepares what the other contenders serve.
 * @param like the page rows of a dataset that it is compared with
 */
export async function createMaterial(data: string, folder: string, now: number, like?: PageRows): Promise<Material> {
  const baked = path.join(folder, 'baked')
  const bare = path.join(folder, 'bare.sqlite')
  const bake = await runBake(data, baked)
  const records = await readRecords(data)
  writeBare(bare, baked, records.documents, now)
  const db = new Database(bare, { readonly: true })
  const pageRows = like ?? readPageRows(db)
  const workloads = createWorkloads(db, createRandom(SEED), pageRows)
  db.close()
  const files = Object.keys(records).map((kind) => path.join(data, 'records', `${kind}.ndjson`))
  const inRecords = Object.values(records).reduce((sum, rows) => sum + rows.length, 0)
  return {
    baked,
    bare,
    workloads,
    pageRows,
    inProcess: await inProcess(baked, { workloads, rows: pageRows.awards, now }),
    bake: {
      ...bake,
      records: inRecords,
      recordsPerSecond: Math.round(inRecords / bake.seconds),
      recordsMb: round(files.reduce((sum, file) => sum + statSync(file).size, 0) / MB),
    },
  }
}

async function runBake(data: string, out: string) {
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/bake.ts', '--json', '--data', data, '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  let peak: number | null = null
  const poll = setInterval(() => {
    peak = readPeakMemory(child.pid ?? 0) ?? peak
  }, POLL_MS)
  const [code] = await once(child, 'close')
  clearInterval(poll)
  const manifest = readManifest(out)
  if (code !== 0 || !manifest) throw new Error(`The bake of ${data} failed:\n${said}`)
  return {
    seconds: round((performance.now() - began) / 1000),
    peakMemoryMb: peak,
    databaseMb: round(statSync(path.join(out, manifest.database)).size / MB),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
