import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { FRESHNESS_FILE, MANIFEST_FILE } from '../bake/folder/manifest.ts'
import { type Step, secondsSince, succeeded } from './dataset.ts'
import { readDigest, readStamp, runTool, type Surroundings, writeStamp } from './tool.ts'

const BUILDER = 'node_modules/astro/bin/astro.mjs'
const OUT = 'dist'
// Built next to the current site, so that a failed build leaves that one unchanged.
const NEXT = '.astro/next'
const INPUTS = ['src', 'public', 'CITATION.cff', 'astro.config.mjs', 'package-lock.json']
/** The settings that pages show. */
const SHOWN = [
  'BASE_URL',
  'ALT_BASE_URL',
  'CONTACT_EMAIL',
  'PLANS_URL',
  'PORT',
  'DATASET_PATH',
  'PUBLIC_DEMO_KEY',
] as const

/** Builds the site unless it was already built from the same files and the same bake on the same day. */
export async function buildSite(around: Surroundings, dataset: string): Promise<Step> {
  const { root, isForced } = around
  const out = path.join(root, OUT)
  const isBuilt = existsSync(path.join(out, 'client'))
  const instead = isBuilt ? 'serving the last one' : 'serving only the API'
  if (!existsSync(path.join(root, BUILDER))) {
    const text = `not built, because its tools are not installed (run npm ci without --omit=dev); ${instead}`
    return { isGood: !isForced, canServe: true, text, errors: [] }
  }
  const inputs = readInputs(around, dataset)
  if (!isForced && isBuilt && readStamp(out)?.inputs === inputs) {
    return succeeded('unchanged')
  }
  const started = performance.now()
  const next = path.join(root, NEXT)
  const ended = await runTool([BUILDER, 'build', '--outDir', NEXT], around)
  if (ended.code !== 0) {
    const lines = `${ended.out}\n${ended.err}`.split('\n').filter((line) => line.trim() !== '')
    return { isGood: false, canServe: true, text: `FAILED; ${instead}`, errors: lines.slice(-8) }
  }
  rmSync(out, { recursive: true, force: true })
  renameSync(next, out)
  writeStamp(out, { inputs, made: OUT })
  return succeeded(`built in ${secondsSince(started)} s`)
}

/** All inputs of the pages, including the day, because pages show that day's statuses. */
function readInputs({ root, env, now }: Surroundings, dataset: string): string {
  const day = new Date(now).toISOString().slice(0, 10)
  const settings = SHOWN.map((name) => env[name] ?? '').join('\n')
  const bake = [MANIFEST_FILE, FRESHNESS_FILE].map((name) => readText(path.resolve(root, dataset, name))).join('\n')
  return hash('sha256', [readDigest(root, INPUTS), bake, settings, day].join('\n'))
}

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
