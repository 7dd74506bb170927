import { type Store, StoreUnavailable } from './port.ts'

/** Where the store is. The first that is set holds: Upstash, Redis, else a file. */
export interface StoreSettings {
  UPSTASH_REDIS_REST_URL?: string | undefined
  UPSTASH_REDIS_REST_TOKEN?: string | undefined
  REDIS_URL?: string | undefined
  /** The embedded store's file. */
  STORE_PATH?: string | undefined
}

export const STORE_PATH_DEFAULT = 'var/store.sqlite'
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

/** Opens the store that the settings choose; only its adapter is loaded. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const kind = storeKind(settings)
  switch (kind) {
    case 'embedded':
      return (await import('./embedded.ts')).openEmbedded(settings.STORE_PATH || STORE_PATH_DEFAULT)
    case 'upstash':
    case 'redis':
      throw new StoreUnavailable(`The ${kind} store is not there yet.`)
    default:
      return kind satisfies never
  }
}
