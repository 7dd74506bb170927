import path from 'node:path'
import { ACTORS } from '../../../../src/account/actions.ts'
import { generateId, generateKey } from '../../../../src/metering/keys.ts'
import { openStore, type StoreSettings } from '../../../../src/storage/open.ts'
import { findProgram } from '../tools.ts'
import { type Contender, createCalls, type Place, SERVICE_CALLS, startServer, stopAll } from './contender.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..')
const STORE_WAIT_MS = 10_000
/** The flags of Node in `npm run serve`. */
export const NODE_FLAGS = ['--min-semi-space-size=16']

/** The server as started by `npm run serve`, with key checks, metering and access log. */
export const ours: Contender = {
  label: 'this service',
  start: (place) => startService(place, { STORE_PATH: path.join(place.folder, 'store.sqlite') }),
}

/** The same with its keys in a local Redis, whose CPU time is included. */
export const oursOnRedis: Contender = {
  label: 'this service on Redis',
  async start(place) {
    const program = findProgram('redis-server')
    if (!program) return { missing: 'redis-server is not installed' }
    const port = place.port + 1
    const command = [...place.pin, program, '--port', String(port), '--save', '', '--dir', place.folder]
    const redis = await startServer({ command, port })
    const running = await startService(place, { REDIS_URL: `redis://127.0.0.1:${port}` })
    const stop = async (): Promise<void> => {
      await running.stop()
      await stopAll(redis)
    }
    return { ...running, roots: [...running.roots, redis.pid], stop }
  },
}

async function startService({ material, folder, port, pin }: Place, store: StoreSettings) {
  const secret = await createKey(store)
  const server = await startServer({
    command: [
      ...pin,
      process.execPath,
      ...NODE_FLAGS,
      '--import',
      path.join(import.meta.dirname, 'unlimited.ts'),
      path.join(ROOT, 'src', 'server.ts'),
    ],
    port,
    // Do not inherit the caller's settings.
    env: { ...(store as { [name: string]: string }), ...createSettings(material.baked, folder, port) },
  })
  return {
    roots: [server.pid],
    headers: { 'X-Api-Key': secret, 'Content-Type': 'application/json' },
    findCalls: createCalls(SERVICE_CALLS),
    stop: () => stopAll(server),
  }
}

const createSettings = (baked: string, folder: string, port: number) => ({
  PORT: String(port),
  DATASET_PATH: baked,
  SITE_PATH: path.join(folder, 'no-site'),
  DEMO_KEY: 'false',
  ACCESS_LOG: 'all',
  LOG_LEVEL: 'info',
})

/** Creates an account in a store. Returns the secret of its key. */
export async function createKey(settings: StoreSettings): Promise<string> {
  const store = await openStore(settings, STORE_WAIT_MS)
  const now = Date.now()
  const draft = {
    id: generateId('acct'),
    name: 'Bench',
    plan: 'FEATURED_VENDOR',
    ownerEmail: 'bench@example.org',
  } as const
  const account = await store.createAccount(draft, now, ACTORS.maintainer)
  const { secret, ...key } = generateKey()
  await store.createKey(account.id, { id: generateId('key'), name: 'Bench', ...key }, now, ACTORS.maintainer)
  await store.close()
  return secret
}
