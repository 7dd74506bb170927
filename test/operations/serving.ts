import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { baked, scratch } from '../api.ts'

/** The self-hosted server as a process, for operations tests. */

const ROOT = path.join(import.meta.dirname, '..', '..')

/**
 * Starts a server on a free port, and waits until it has said its address and its key (empty on later starts).
 * @param whenOver gets what ends it; by default it ends with the test that asked for it
 */
export async function serveHere(
  environment: Record<string, string> = {},
  program = 'src/server.ts',
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
) {
  const { folder } = await baked()
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      STORE_PATH: path.join(scratch(), 'store.sqlite'),
      DATASET_PATH: folder,
      SITE_PATH: path.join(folder, 'no-site'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    out += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  whenOver(async () => {
    child.kill('SIGKILL')
    await ended
  })
  while (!/^Try .*\n/m.test(out)) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${out}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const [, address = ''] = /listens on (http:\S+)/.exec(out) ?? []
  const [, key = ''] = /(rhp_live_\w+) \(shown once\)/.exec(out) ?? []
  return { process: child, address, key, out: () => out, ended }
}
