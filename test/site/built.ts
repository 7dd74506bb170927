import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { scratch } from '../api.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '..', '..')
const PARTS = [
  'src',
  'public',
  'scripts',
  'data/records',
  'data/history',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
]
const WAIT_MS = 200
/** All that a command gets of the environment of the tests. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE }

/** What the tests' site says of itself: two hosts, as a deployment has them. */
export const BASE_URL = 'https://api.example.org'
export const ALT_BASE_URL = 'https://old.example.org'

/** A copy of the project with its dataset baked and its site built, made once for all test files of a run. */
export async function builtProject(): Promise<string> {
  const folder = path.join(tmpdir(), `rural-health-site-${runName()}`)
  const outcome = path.join(folder, 'outcome')
  try {
    mkdirSync(folder)
  } catch {
    while (!existsSync(outcome)) await new Promise((resume) => setTimeout(resume, WAIT_MS))
    const failure = readFileSync(outcome, 'utf8')
    if (failure) throw new Error(failure)
    return folder
  }
  try {
    await buildIn(folder)
    writeFileSync(outcome, '')
    return folder
  } catch (error) {
    writeFileSync(outcome, String(error))
    throw error
  }
}

/** The workers of one run have one parent; its start tells it from an earlier one with the same number. */
function runName(): string {
  const parent = `/proc/${process.ppid}`
  return `${process.ppid}-${existsSync(parent) ? Math.floor(statSync(parent).ctimeMs) : 0}`
}

async function buildIn(folder: string): Promise<void> {
  for (const part of PARTS) {
    const from = path.join(ROOT, part)
    if (existsSync(from)) cpSync(from, path.join(folder, part), { recursive: true })
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  await run(process.execPath, ['scripts/bake.ts'], { cwd: folder })
  await run(path.join(ROOT, 'node_modules', '.bin', 'astro'), ['build'], {
    cwd: folder,
    env: { ...ENVIRONMENT, HOME: process.env.HOME, BASE_URL, ALT_BASE_URL, ASTRO_TELEMETRY_DISABLED: '1' },
  })
}

/** The self-hosted server of a project, on a free port, with the demo key that it made; null where it makes none. */
export interface Running {
  address: string
  key: string | null
  stop: () => void
}

/** @param environment settings beside the port and the store */
export function runServer(folder: string, environment: Record<string, string> = {}): Promise<Running> {
  const server: ChildProcess = spawn(process.execPath, ['src/server.ts'], {
    cwd: folder,
    env: { ...ENVIRONMENT, PORT: '0', STORE_PATH: path.join(scratch(), 'store.sqlite'), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  return new Promise((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
    server.stdout?.on('data', (chunk) => {
      said += chunk
      const address = /listens on (http:\S+)/.exec(said)?.[1]
      const key = /(rhp_live_\w+) \(shown once\)/.exec(said)?.[1]
      if (address && /^Try /m.test(said)) resolve({ address, key: key ?? null, stop: () => server.kill() })
    })
  })
}
