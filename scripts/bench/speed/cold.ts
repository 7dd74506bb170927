import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { layOutFunction } from '../../../src/platform/output.ts'
import { getMedian } from '../../../src/rules/awards/totals.ts'
import { createKey, NODE_FLAGS } from './contenders/ours.ts'
import type { Material } from './material.ts'
import { readProcessorTime } from './processes.ts'
import type { Questions } from './workloads.ts'

/** From process start to the first response. */
export interface ColdResult {
  name: string
  label: string
  medianMs: number
  fastestMs: number
  /** CPU time until then, the mean of all starts; null where the system does not report it. */
  processorMs: number | null
}

const CONTENDERS = path.join(import.meta.dirname, 'contenders')
const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const RETRY_MS = 2
const START_MS = 30_000

interface Start {
  name: string
  label: string
  args: readonly string[]
  cwd?: string
  env?: { [name: string]: string }
}

/**
 * Measures the first response (a document by id) of the function, the server, and plain node:http with better-sqlite3,
 * each in a new process, alternating. The server is started once before, so its compile cache is warm.
 */
export async function measureColdStarts(
  material: Material,
  { folder, firstPort, runs }: { folder: string; firstPort: number; runs: number },
): Promise<ColdResult[]> {
  mkdirSync(folder, { recursive: true })
  const built = path.join(folder, 'api.func')
  await layOutFunction({ root: ROOT, bake: material.baked, site: null }, built)
  const store = path.join(folder, 'store.sqlite')
  const secret = await createKey({ STORE_PATH: store })
  const documents = material.workloads.find(({ asks }) => asks === 'document')
  const { id } = (documents?.questions ?? [])[0] as Questions['document']
  const env = {
    STORE_PATH: store,
    DATASET_PATH: material.baked,
    SITE_PATH: path.join(folder, 'no-site'),
    DEMO_KEY: 'false',
    ACCESS_LOG: 'all',
  }
  const host = path.join(CONTENDERS, 'function-host.mjs')
  const cache = { NODE_COMPILE_CACHE: path.join(folder, 'compile-cache') }
  const starts: Start[] = [
    {
      name: 'plain',
      label: 'plain node:http with better-sqlite3',
      args: [path.join(CONTENDERS, 'bare-cold.mjs'), material.bare],
    },
    { name: 'function', label: 'the function', args: [host, built], cwd: built, env: { STORE_PATH: store } },
    {
      name: 'function cached',
      label: 'the function with a compile cache',
      args: [host, built],
      cwd: built,
      env: { STORE_PATH: store, ...cache },
    },
    {
      name: 'server',
      label: 'the server',
      args: [...NODE_FLAGS, path.join(ROOT, 'scripts', 'run.mjs'), path.join(ROOT, 'src', 'server.ts')],
      env,
    },
  ]
  const times = new Map<string, FirstAnswer[]>(starts.map(({ name }) => [name, []]))
  for (let run = -1; run < runs; run += 1) {
    for (const start of starts) {
      const answer = await firstAnswer(start, firstPort, `/api/v1/documents/${id}`, secret)
      if (run >= 0) times.get(start.name)?.push(answer)
    }
  }
  return starts.map(({ name, label }) => {
    const of = times.get(name) ?? []
    const waits = of.map(({ ms }) => ms)
    return {
      name,
      label,
      medianMs: getMedian(waits),
      fastestMs: Math.min(...waits),
      processorMs: of.some(({ processorMs }) => processorMs === null)
        ? null
        : of.reduce((sum, { processorMs }) => sum + (processorMs ?? 0), 0) / of.length,
    }
  })
}

interface FirstAnswer {
  ms: number
  processorMs: number | null
}

async function firstAnswer(
  { args, cwd, env, label }: Start,
  port: number,
  target: string,
  secret: string,
): Promise<FirstAnswer> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const status = await readStatus(port, target, secret)
      if (status === 200) {
        const spent = readProcessorTime([child.pid ?? 0])
        return { ms: performance.now() - began, processorMs: spent === null ? null : spent / 1_000 }
      }
      if (status !== null || child.exitCode !== null || performance.now() - began > START_MS) {
        throw new Error(`The cold start of ${label} returned ${status ?? 'no response'}: ${said}`)
      }
      await wait(RETRY_MS)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** The status of a response; null while nothing is listening. */
const readStatus = (port: number, target: string, secret: string): Promise<number | null> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: target, headers: { 'X-Api-Key': secret }, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', () => resolve(null))
  })
