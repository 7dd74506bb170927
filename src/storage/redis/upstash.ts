import { Redis } from '@upstash/redis'
import { isUnknownScript, unavailable, type Wire } from './wire.ts'

/** Upstash over REST: for serverless functions, which keep no connection. One attempt, within `timeoutMs`. */
export function upstashWire(url: string, token: string, timeoutMs: number): Wire {
  const redis = new Redis({
    url,
    token,
    // A second attempt after a lost reply would count twice.
    retry: { retries: 0 },
    // A signal can be used only once, so each request makes its own.
    signal: () => AbortSignal.timeout(timeoutMs),
    enableTelemetry: false,
    // Auto-pipelines hide which of their calls failed.
    enableAutoPipelining: false,
    automaticDeserialization: false,
  })
  return {
    async run({ sha, text }, keys, args) {
      try {
        return await redis.evalsha(sha, keys, args).catch((error: unknown) => {
          if (isUnknownScript(error)) return redis.eval(text, keys, args)
          throw error
        })
      } catch (error) {
        throw unavailable('Upstash', error)
      }
    },
    close: async () => {},
  }
}
