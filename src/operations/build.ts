import { spawn } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { readRollback } from '../bake/folder/kept.ts'
import { FRESHNESS_FILE, MANIFEST_FILE, readJson, readManifest } from '../bake/folder/manifest.ts'

/** What build steps need from their environment. */
export interface Surroundings {
  root: string
  env: Readonly<Record<string, string | undefined>>
  now: number
  isForced: boolean
  isVerbose: boolean
}

/** The result of a build step, with a sentence for the terminal and details. */
export interface Step {
  isGood: boolean
  /** Whether there is something to serve, from this build or an earlier one. */
  canServe: boolean
  text: string
  errors: readonly string[]
}

const toSucceeded = (text: string): Step => ({ isGood: true, canServe: true, text, errors: [] })
const formatSecondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

/** The folders of `src` that determine the content of a bake. */
export const BAKE_ROOMS = ['schema', 'rules', 'files', 'records', 'resources', 'ledger', 'formats', 'bake'] as const

const BAKE_INPUTS = ['data/records', 'data/texts', 'vocabulary', ...BAKE_ROOMS.map((room) => `src/${room}`)]
// Written every night, but never read by a bake.
const REPORTS = 'data/history/reports'

/** Bakes the dataset into a folder unless it is already baked. If the records have errors, the last good bake stays. */
export async function bakeDataset(around: Surroundings, out: string): Promise<Step> {
  const { root, isForced } = around
  const digest = readDigest(root, BAKE_INPUTS)
  // A bake may add to the history, which is one of its own inputs.
  const readInputs = () => `${digest} ${readDigest(root, ['data/history'], [REPORTS])}`
  const folder = path.resolve(root, out)
  const live = readManifest(folder)
  const liveText = live && `${live.datasetVersion} of ${live.builtAt.slice(0, 16).replace('T', ' ')} UTC`
  const stamp = readStamp(folder)
  if (!isForced && live && stamp?.inputs === readInputs() && stamp.made === live.datasetVersion) {
    return toSucceeded(`unchanged, ${liveText}`)
  }
  const rollback = isForced ? null : readRollback(folder)
  if (rollback) {
    return toSucceeded(`${rollback.version}, manually rolled back from ${rollback.from}; "npm run bake" undoes this`)
  }
  const started = performance.now()
  const ended = await runTool(['scripts/bake.ts', '--json', '--out', out], around)
  const made = ended.code === 0 ? readManifest(folder) : null
  if (made) {
    writeStamp(folder, { inputs: readInputs(), made: made.datasetVersion })
    const records = Object.values(made.counts).reduce((sum, count) => sum + count, 0)
    const took = formatSecondsSince(started)
    return toSucceeded(`${made.datasetVersion}, ${records.toLocaleString('en-US')} records in ${took} s`)
  }
  const errors = ended.err.split('\n').filter((line) => line.trim() && !PROGRESS.test(line))
  const what = errors.at(-1) ?? `the bake ended with ${ended.code}`
  const text = live
    ? `FAILED; serving the last good bake, ${liveText}`
    : `FAILED, and there is no earlier bake to serve: ${what}`
  return { isGood: false, canServe: live !== null, text, errors }
}

// Progress lines of the bake, which are not errors.
const PROGRESS = /^[a-z ]+$/i
const BUILDER = 'node_modules/astro/bin/astro.mjs'
const SITE = 'dist'
// Built next to the current site, so that a failed build leaves that one unchanged.
const NEXT_SITE = '.astro/next'
// biome-ignore format: word lists read better as running lines
const SITE_INPUTS = [
  'src', 'vocabulary', 'content', 'public', 'CHANGELOG.md', 'CITATION.cff', 'astro.config.mjs', 'package-lock.json',
]
/** The settings that pages show. */
const SHOWN = ['BASE_URL', 'ALT_BASE_URL', 'CONTACT_EMAIL', 'PLANS_URL', 'PORT', 'DATASET_PATH', 'PUBLIC_DEMO_KEY']

/** Builds the site unless it was already built from the same files and the same bake on the same day. */
export async function buildSite(around: Surroundings, dataset: string): Promise<Step> {
  const { root, isForced, env, now } = around
  const out = path.join(root, SITE)
  const isBuilt = existsSync(path.join(out, 'client'))
  const instead = isBuilt ? 'serving the last one' : 'serving only the API'
  if (!existsSync(path.join(root, BUILDER))) {
    const text = `not built, because its tools are not installed (run npm ci without --omit=dev); ${instead}`
    return { isGood: !isForced, canServe: true, text, errors: [] }
  }
  const bake = [MANIFEST_FILE, FRESHNESS_FILE].map((name) => path.resolve(root, dataset, name))
  const read = [
    readDigest(root, SITE_INPUTS),
    ...bake.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')),
    ...SHOWN.map((name) => env[name] ?? ''),
    // Pages show the statuses of the day.
    new Date(now).toISOString().slice(0, 10),
  ]
  const inputs = hash('sha256', read.join('\n'))
  if (!isForced && isBuilt && readStamp(out)?.inputs === inputs) return toSucceeded('unchanged')
  const started = performance.now()
  const ended = await runTool([BUILDER, 'build', '--outDir', NEXT_SITE], around)
  if (ended.code !== 0) {
    const lines = `${ended.out}\n${ended.err}`.split('\n').filter((line) => line.trim() !== '')
    return { isGood: false, canServe: true, text: `FAILED; ${instead}`, errors: lines.slice(-8) }
  }
  rmSync(out, { recursive: true, force: true })
  renameSync(path.join(root, NEXT_SITE), out)
  writeStamp(out, { inputs, made: SITE })
  return toSucceeded(`built in ${formatSecondsSince(started)} s`)
}

/** Runs a Node program of the project until it exits; stops it when this process stops. */
async function runTool(args: readonly string[], { root, env, isVerbose }: Surroundings) {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = { code: 1, out: '', err: '' }
  for (const [stream, name] of [[child.stdout, 'out'] as const, [child.stderr, 'err'] as const]) {
    stream.on('data', (chunk) => {
      ended[name] += chunk
      if (isVerbose) process.stderr.write(chunk)
    })
  }
  const interrupt = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  ended.code = await new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1))
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  return ended
}

// Reading larger files would slow down startup, so size and modification time represent them.
const READ_MAX = 16 * 1024 * 1024

/**
 * A digest of the paths and contents of files and folders.
 * @param parts paths below `root`; a missing one counts as empty
 * @param ignored path parts to leave out
 */
export function readDigest(root: string, parts: readonly string[], ignored: readonly string[] = []): string {
  const digest = createHash('sha256')
  for (const file of parts.flatMap((part) => readFileNames(root, part)).sort()) {
    if (ignored.some((part) => file.startsWith(part))) continue
    const place = path.join(root, file)
    const { size, mtimeMs } = statSync(place)
    digest.update(`\n${file}\n${size}\n`).update(size > READ_MAX ? String(mtimeMs) : readFileSync(place))
  }
  return digest.digest('hex')
}

function readFileNames(root: string, part: string): string[] {
  const place = path.join(root, part)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [part]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** Records what an output was built from, so that it is not rebuilt from the same inputs. */
const Stamp = z.object({ inputs: z.string(), made: z.string() })
const STAMP_FILE = 'made-from.json'
const readStamp = (folder: string) => readJson(Stamp, path.join(folder, STAMP_FILE))
const writeStamp = (folder: string, stamp: z.infer<typeof Stamp>): void =>
  writeFileSync(path.join(folder, STAMP_FILE), `${JSON.stringify(stamp)}\n`)
