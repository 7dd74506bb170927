import type { Stopwatch } from '../metering/circuit.ts'
import { LIMIT_TIMEOUT_MS, type Limits, limitsOf } from '../metering/limits.ts'
import type { Store } from './port.ts'

/** Where the store is. The first that is set holds: Upstash, Redis, else a file. */
export interface StoreSettings {
  UPSTASH_REDIS_REST_URL?: string | undefined
  UPSTASH_REDIS_REST_TOKEN?: string | undefined
  REDIS_URL?: string | undefined
  /** The embedded store's file. */
  STORE_PATH?: string | undefined
}

const STORE_PATH_DEFAULT = 'var/store.sqlite'
/** Within this time the store must answer a request. */
export const STORE_TIMEOUT_MS = 400
export type StoreKind = 'upstash' | 'redis' | 'embedded'

/** Which adapter the settings choose. @throws Error when they name Upstash without its token. */
export function storeKind(settings: StoreSettings): StoreKind {
  if (settings.UPSTASH_REDIS_REST_URL) {
    if (!settings.UPSTASH_REDIS_REST_TOKEN)
      throw new Error('UPSTASH_REDIS_REST_URL is set, UPSTASH_REDIS_REST_TOKEN is not.')
    return 'upstash'
  }
  return settings.REDIS_URL ? 'redis' : 'embedded'
}

/**
 * Opens the store that the settings choose; only its adapter is loaded.
 * @param timeoutMs how long one call over the network may take; for the embedded store a fifth of it.
 */
export async function openStore(settings: StoreSettings, timeoutMs = STORE_TIMEOUT_MS): Promise<Store> {
  const kind = storeKind(settings)
  switch (kind) {
    case 'embedded':
      return (await import('./embedded/store.ts')).openEmbedded(
        settings.STORE_PATH || STORE_PATH_DEFAULT,
        Math.round(timeoutMs / 5),
      )
    case 'upstash': {
      const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' } = settings
      const [{ redisStore }, { upstashWire }] = await Promise.all([
        import('./redis/store.ts'),
        import('./redis/upstash.ts'),
      ])
      return redisStore(upstashWire(url, token, timeoutMs))
    }
    case 'redis': {
      const [{ redisStore }, { tcpWire }] = await Promise.all([import('./redis/store.ts'), import('./redis/tcp.ts')])
      return redisStore(tcpWire(settings.REDIS_URL ?? '', timeoutMs))
    }
    default:
      return kind satisfies never
  }
}

/** Opens the limits that go with the store of the settings: shared over Redis, else in this process. */
export async function openLimits(settings: StoreSettings, stopwatch: Stopwatch): Promise<Limits> {
  if (storeKind(settings) === 'embedded') return limitsOf(null, stopwatch)
  const { sharedLimits } = await import('../storage/redis/shared-limits.ts')
  return limitsOf(await sharedLimits(settings, LIMIT_TIMEOUT_MS), stopwatch)
}
