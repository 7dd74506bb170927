/** A cached response. */
export interface CachedResponse {
  etag: string
  /** The JSON text. */
  body: string
}

/**
 * Storage of responses for conditional requests. Keys consist of the URL and a fingerprint of the API key, never the key
 * itself. Both functions may be asynchronous. A cache that fails counts as empty.
 */
export interface ResponseCache {
  get(key: string): CachedResponse | null | undefined | Promise<CachedResponse | null | undefined>
  set(key: string, response: CachedResponse): unknown
}

/** An in-memory cache that drops the least recently used responses. @param charactersMax its capacity in characters */
export function memoryCache(charactersMax = 5_000_000): ResponseCache {
  // A map keeps the order in which its keys were set, so the first is the least recently used.
  const cached = new Map<string, CachedResponse>()
  let size = 0
  const take = (key: string): CachedResponse | undefined => {
    const response = cached.get(key)
    if (response && cached.delete(key)) size -= key.length + response.body.length
    return response
  }
  const put = (key: string, response: CachedResponse): void => {
    cached.set(key, response)
    size += key.length + response.body.length
  }
  return {
    get(key) {
      const response = take(key)
      if (response) put(key, response)
      return response
    },
    set(key, response) {
      take(key)
      put(key, response)
      for (const oldest of cached.keys()) {
        if (size <= charactersMax) return
        take(oldest)
      }
    },
  }
}

/** The cache key of a response. */
export function cacheKey(url: string, apiKey: string): string {
  // FNV-1a: 32 bits tell accounts apart and reveal nothing useful of a 142-bit secret.
  let fingerprint = 0x811c9dc5
  for (const character of apiKey) fingerprint = Math.imul(fingerprint ^ character.charCodeAt(0), 0x01000193)
  return `${(fingerprint >>> 0).toString(36)} ${url}`
}

/** A parsed cached response; null when there is none or it cannot be read. */
export async function cachedResponse(
  cache: ResponseCache,
  key: string,
): Promise<{ etag: string; body: unknown } | null> {
  try {
    const cached = await cache.get(key)
    return cached ? { etag: cached.etag, body: JSON.parse(cached.body) } : null
  } catch {
    return null
  }
}

export async function cacheResponse(cache: ResponseCache, key: string, etag: string, body: string): Promise<void> {
  try {
    await cache.set(key, { etag, body })
  } catch {
    // The response itself is still good.
  }
}
