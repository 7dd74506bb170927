import { createLimits, type Limits } from '../metering/limits.ts'
import { STORE_TIMEOUT_MS, type Stopwatch } from '../metering/outage.ts'
import type { Store } from './port.ts'
import type { Wire } from './redis/wire.ts'

/** Where the store is. The first one set is used: Upstash, Redis, otherwise a file. */
export interface StoreSettings {
  UPSTASH_REDIS_REST_URL?: string | undefined
  UPSTASH_REDIS_REST_TOKEN?: string | undefined
  REDIS_URL?: string | undefined
  STORE_PATH?: string | undefined
}

/** The kind of store that the settings select. @throws Error when they name Upstash without its token */
export function storeKind(settings: StoreSettings): 'embedded' | 'upstash' | 'redis' {
  if (settings.UPSTASH_REDIS_REST_URL) {
    if (settings.UPSTASH_REDIS_REST_TOKEN) return 'upstash'
    throw new Error('UPSTASH_REDIS_REST_URL is set, UPSTASH_REDIS_REST_TOKEN is not.')
  }
  return settings.REDIS_URL ? 'redis' : 'embedded'
}

/** The file of the embedded store. @throws Error when the settings select another kind of store */
export function storeFile(settings: StoreSettings): string {
  const kind = storeKind(settings)
  if (kind === 'embedded') return settings.STORE_PATH || 'var/store.sqlite'
  const name = kind === 'redis' ? 'Redis' : 'Upstash'
  throw new Error(
    `The settings select ${name}, which has its own backups; "export FILE" writes its accounts to a file.`,
  )
}

/** The connection to the server that the settings select; null for the embedded store. */
async function openWire(settings: StoreSettings, timeoutMs: number): Promise<Wire | null> {
  const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '', REDIS_URL = '' } = settings
  const kind = storeKind(settings)
  if (kind === 'upstash') return (await import('./redis/upstash.ts')).openUpstashWire(url, token, timeoutMs)
  return kind === 'redis' ? (await import('./redis/tcp.ts')).openTcpWire(REDIS_URL, timeoutMs) : null
}

/**
 * Opens the store that the settings select; only its modules are loaded. An unavailable one is opened too: its verbs throw
 * StoreUnavailable until it is back.
 * @param timeoutMs the time limit of one call over the network
 * @param clockSource whose clock decides in Redis; the service uses the server's, tests and commands pass their own
 * @throws Error when the settings are incomplete, or a later release wrote the file of the embedded store
 */
export async function openStore(
  settings: StoreSettings,
  timeoutMs = STORE_TIMEOUT_MS,
  clockSource: 'server' | 'callers' = 'callers',
): Promise<Store> {
  const wire = await openWire(settings, timeoutMs)
  if (wire) return (await import('./redis/store.ts')).openRedisStore(wire, clockSource)
  return (await import('./embedded/store.ts')).openEmbedded(storeFile(settings))
}

/** Opens the limits that go with the store of the settings: shared over Redis, otherwise in this process. */
export async function openLimits(settings: StoreSettings, stopwatch: Stopwatch): Promise<Limits> {
  const wire = await openWire(settings, STORE_TIMEOUT_MS)
  return createLimits(wire && (await import('./redis/store.ts')).openRedisLimits(wire), stopwatch)
}
