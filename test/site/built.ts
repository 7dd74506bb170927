import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { keptBuild } from '../kept-build.ts'
import { madeOnce } from '../made-once.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '..', '..')
const NODE_MODULES = path.join(ROOT, 'node_modules')
const PARTS = [
  ...['src', 'vocabulary', 'content', 'public', 'scripts', 'data/records', 'data/history'],
  ...['CHANGELOG.md', 'CITATION.cff', 'astro.config.mjs', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'vercel.json'],
]
/** The part of the tests' environment that a command gets. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE }
const NO_TELEMETRY = { ASTRO_TELEMETRY_DISABLED: '1', VERCEL_TELEMETRY_DISABLED: '1' }
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** What the tests' site says of itself: two hosts, as a deployment has them. */
export const BASE_URL = 'https://api.example.org'
export const ALT_BASE_URL = 'https://old.example.org'

/**
 * A copy of the project with its dataset baked and its site built, as the serverless platform does: the pages are in
 * `dist/client`, and the deployment is in `.vercel/output`.
 */
export const builtProject = (): Promise<string> =>
  madeOnce('built-project', async (folder) => {
    // Pages show the statuses of their day.
    const also = new Date().toISOString().slice(0, 10)
    const inputs = { name: 'built-project', parts: [...PARTS, 'test/site/built.ts'], also }
    await keptBuild(folder, inputs, () => buildIn(folder))
    symlinkSync(NODE_MODULES, path.join(folder, 'node_modules'))
  })

async function buildIn(folder: string): Promise<void> {
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  symlinkSync(NODE_MODULES, path.join(folder, 'node_modules'))
  // What a linked project says; with it the build needs no account and no network.
  const settings = { framework: 'astro', installCommand: 'true' }
  mkdirSync(path.join(folder, '.vercel'))
  writeFileSync(path.join(folder, '.vercel', 'project.json'), JSON.stringify({ projectId: '_', orgId: '_', settings }))
  await run(path.join(NODE_MODULES, '.bin', 'vercel'), ['build', '--yes'], {
    cwd: folder,
    env: { ...ENVIRONMENT, HOME: process.env.HOME, BASE_URL, ALT_BASE_URL, ...NO_TELEMETRY },
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  unlinkSync(path.join(folder, 'node_modules'))
}

/** The self-hosted server of a project, on a free port, with the demo key that it made; null where it makes none. */
export interface Running {
  address: string
  key: string | null
  stop: () => void
}

/** @param environment settings besides the port and the store */
export function runServer(folder: string, environment: Record<string, string> = {}): Promise<Running> {
  const server: ChildProcess = spawn(process.execPath, ['src/server.ts'], {
    cwd: folder,
    env: {
      ...ENVIRONMENT,
      PORT: '0',
      STORE_PATH: path.join(mkdtempSync(path.join(tmpdir(), 'rural-health-')), 'store.sqlite'),
      ...environment,
    },
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
