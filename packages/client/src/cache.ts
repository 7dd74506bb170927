/** A cached response. */
export interface CachedAnswer {
  etag: string
  /** The JSON text. */
  body: string
}

/**
 * Storage of responses for conditional requests. Keys consist of the URL and a fingerprint of the API key, never the key
 * itself. Both functions may be asynchronous. A cache that fails counts as empty.
 */
export interface AnswerCache {
  get(key: string): CachedAnswer | null | undefined | Promise<CachedAnswer | null | undefined>
  set(key: string, answer: CachedAnswer): unknown
}

/** An in-memory cache that drops the least recently used responses. @param charactersMax its capacity in characters */
export function memoryCache(charactersMax = 5_000_000): AnswerCache {
  // A map keeps the order in which its keys were set, so the first is the least recently used.
  const held = new Map<string, CachedAnswer>()
  let size = 0
  const take = (key: string): CachedAnswer | undefined => {
    const answer = held.get(key)
    if (answer && held.delete(key)) size -= key.length + answer.body.length
    return answer
  }
  const put = (key: string, answer: CachedAnswer): void => {
    held.set(key, answer)
    size += key.length + answer.body.length
  }
  return {
    get(key) {
      const answer = take(key)
      if (answer) put(key, answer)
      return answer
    },
    set(key, answer) {
      take(key)
      put(key, answer)
      for (const oldest of held.keys()) {
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
export async function recall(cache: AnswerCache, key: string): Promise<{ etag: string; body: unknown } | null> {
  try {
    const held = await cache.get(key)
    return held ? { etag: held.etag, body: JSON.parse(held.body) } : null
  } catch {
    return null
  }
}

export async function keep(cache: AnswerCache, key: string, etag: string, body: string): Promise<void> {
  try {
    await cache.set(key, { etag, body })
  } catch {
    // The response itself is still good.
  }
}
