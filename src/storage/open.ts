import type { Stopwatch } from '../metering/circuit.ts'
import { STORE_TIMEOUT_MS } from '../metering/deadline.ts'
import { type Limits, limitsOf, type SharedLimits } from '../metering/limits.ts'
import type { TimeOf } from '../metering/windows.ts'
import type { Store } from './port.ts'

/** Where the store is. The first one set is used: Upstash, Redis, otherwise a file. */
export interface StoreSettings {
  UPSTASH_REDIS_REST_URL?: string | undefined
  UPSTASH_REDIS_REST_TOKEN?: string | undefined
  REDIS_URL?: string | undefined
  /** The embedded store's file. */
  STORE_PATH?: string | undefined
}

const STORE_PATH_DEFAULT = 'var/store.sqlite'

interface Kind {
  open(settings: StoreSettings, timeoutMs: number, timeOf: TimeOf, stopwatch: Stopwatch): Promise<Store>
  /** Limits that the instances share; null if there is only one. */
  openLimits(settings: StoreSettings, timeoutMs: number): Promise<SharedLimits | null>
}

/** Every kind of store. Only the modules of the selected one are loaded. */
const KINDS = {
  embedded: {
    async open({ STORE_PATH }, _, timeOf, stopwatch) {
      const { lastingEmbedded } = await import('./embedded/lasting.ts')
      return lastingEmbedded(STORE_PATH || STORE_PATH_DEFAULT, timeOf, stopwatch)
    },
    openLimits: async () => null,
  },
  upstash: {
    async open({ UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' }, timeoutMs, timeOf) {
      const [store, upstash] = await Promise.all([import('./redis/store.ts'), import('./redis/upstash.ts')])
      return store.redisStore(upstash.upstashWire(url, token, timeoutMs), timeOf)
    },
    async openLimits({ UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' }, timeoutMs) {
      const [limits, upstash] = await Promise.all([import('./redis/limits.ts'), import('./redis/upstash.ts')])
      return limits.redisLimits(upstash.upstashWire(url, token, timeoutMs))
    },
  },
  redis: {
    async open({ REDIS_URL = '' }, timeoutMs, timeOf) {
      const [store, tcp] = await Promise.all([import('./redis/store.ts'), import('./redis/tcp.ts')])
      return store.redisStore(tcp.tcpWire(REDIS_URL, timeoutMs), timeOf)
    },
    async openLimits({ REDIS_URL = '' }, timeoutMs) {
      const [limits, tcp] = await Promise.all([import('./redis/limits.ts'), import('./redis/tcp.ts')])
      return limits.redisLimits(tcp.tcpWire(REDIS_URL, timeoutMs))
    },
  },
} as const satisfies Record<string, Kind>
export type StoreKind = keyof typeof KINDS

/** The kind of store that the settings select. @throws Error when they name Upstash without its token */
export function storeKind(settings: StoreSettings): StoreKind {
  if (settings.UPSTASH_REDIS_REST_URL) {
    if (settings.UPSTASH_REDIS_REST_TOKEN) return 'upstash'
    throw new Error('UPSTASH_REDIS_REST_URL is set, UPSTASH_REDIS_REST_TOKEN is not.')
  }
  return settings.REDIS_URL ? 'redis' : 'embedded'
}

/** The file of the embedded store. @throws Error when the settings select another kind of store */
export function storeFile(settings: StoreSettings): string {
  const kind = storeKind(settings)
  if (kind === 'embedded') return settings.STORE_PATH || STORE_PATH_DEFAULT
  const name = kind === 'redis' ? 'Redis' : 'Upstash'
  throw new Error(
    `The settings select ${name}, which has its own backups; "export FILE" writes its accounts to a file.`,
  )
}

/**
 * Opens the store that the settings select. An unavailable one is opened too: its verbs throw StoreUnavailable until it
 * is back.
 * @param timeoutMs the time limit of one call over the network
 * @param timeOf whose clock decides; the service uses the store's, tests and commands pass their own
 * @throws Error when the settings are incomplete, or a later release wrote the file of the embedded store
 */
export const openStore = async (
  settings: StoreSettings,
  timeoutMs = STORE_TIMEOUT_MS,
  timeOf: TimeOf = 'callers',
  stopwatch: Stopwatch = () => performance.now(),
): Promise<Store> => KINDS[storeKind(settings)].open(settings, timeoutMs, timeOf, stopwatch)

/** Opens the limits that go with the store of the settings: shared over Redis, otherwise in this process. */
export const openLimits = async (settings: StoreSettings, stopwatch: Stopwatch): Promise<Limits> =>
  limitsOf(await KINDS[storeKind(settings)].openLimits(settings, STORE_TIMEOUT_MS), stopwatch)
