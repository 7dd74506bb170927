import path from 'node:path'
import { readRollback } from '../bake/folder/kept.ts'
import { readManifest } from '../bake/folder/manifest.ts'
import { readDigest, readStamp, runTool, type Surroundings, writeStamp } from './tool.ts'

/** The result of a build step, with a sentence for the terminal and details. */
export interface Step {
  isGood: boolean
  /** Whether there is something to serve, from this build or an earlier one. */
  canServe: boolean
  text: string
  /** One line per error. */
  errors: readonly string[]
}

/** A successful step. */
export const succeeded = (text: string): Step => ({ isGood: true, canServe: true, text, errors: [] })

/** The seconds since an instant of `performance.now()`. */
export const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

/** The folders of `src` that determine the content of a bake. */
export const BAKE_ROOMS = ['schema', 'rules', 'files', 'records', 'resources', 'ledger', 'formats', 'bake'] as const

const INPUTS = ['data/records', 'data/texts', ...BAKE_ROOMS.map((room) => `src/${room}`)]
const HISTORY = 'data/history'
// Written every night, but never read by a bake.
const REPORTS = 'data/history/reports'

/**
 * Bakes the dataset into a folder unless it is already baked. If the records have errors, the last good bake is kept and
 * served.
 */
export async function bakeDataset(around: Surroundings, out: string): Promise<Step> {
  const given = readDigest(around.root, INPUTS)
  // A bake may add to the history, which is one of its own inputs.
  const inputs = () => `${given} ${readDigest(around.root, [HISTORY], [REPORTS])}`
  const folder = path.resolve(around.root, out)
  const live = readManifest(folder)
  const stamp = readStamp(folder)
  if (!around.isForced && live && stamp?.inputs === inputs() && stamp.made === live.datasetVersion) {
    return succeeded(`unchanged, ${live.datasetVersion} of ${getDay(live.builtAt)}`)
  }
  const rollback = around.isForced ? null : readRollback(folder)
  if (rollback) {
    return succeeded(`${rollback.version}, manually rolled back from ${rollback.from}; "npm run bake" undoes this`)
  }
  const started = performance.now()
  const ended = await runTool(['scripts/bake.ts', '--json', '--out', out], around)
  const made = ended.code === 0 ? readManifest(folder) : null
  if (made) {
    writeStamp(folder, { inputs: inputs(), made: made.datasetVersion })
    const records = Object.values(made.counts).reduce((sum, count) => sum + count, 0)
    const took = secondsSince(started)
    return succeeded(`${made.datasetVersion}, ${records.toLocaleString('en-US')} records in ${took} s`)
  }
  const errors = parseLines(ended.err)
  const what = errors.at(-1) ?? `the bake ended with ${ended.code}`
  return {
    isGood: false,
    canServe: live !== null,
    text: live
      ? `FAILED; serving the last good bake, ${live.datasetVersion} of ${getDay(live.builtAt)}`
      : `FAILED, and there is no earlier bake to serve: ${what}`,
    errors,
  }
}

const getDay = (timestamp: string): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

// Progress lines of the bake, which are not errors.
const PROGRESS = /^[a-z ]+$/i

const parseLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() && !PROGRESS.test(line))
