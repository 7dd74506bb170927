import { Redis } from '@upstash/redis'
import { isUnknownScript, type Script, script, unavailable, type Wire } from './wire.ts'

// Its own locks: a script that says so locks only its keys, not the whole database.
const LOCKS_KEYS_ALONE = '#!lua flags=allow-key-locking\n'

/** The client for Upstash over REST: one attempt, within `timeoutMs`, and no word about it to anybody. */
export function upstashClient(url: string, token: string, timeoutMs: number): Redis {
  return new Redis({
    url,
    token,
    // A second attempt after a lost reply would count twice.
    retry: { retries: 0 },
    // A signal is spent after its first use, so each request makes its own.
    signal: () => AbortSignal.timeout(timeoutMs),
    enableTelemetry: false,
    // Joined requests would fail together.
    enableAutoPipelining: false,
    automaticDeserialization: false,
  })
}

/** Upstash over REST: for serverless functions, which keep no connection. */
export function upstashWire(url: string, token: string, timeoutMs: number): Wire {
  const redis = upstashClient(url, token, timeoutMs)
  const locking = new Map<Script, Script>()
  const lockingKeys = (plain: Script): Script => {
    const known = locking.get(plain) ?? script(LOCKS_KEYS_ALONE + plain.text)
    locking.set(plain, known)
    return known
  }
  return {
    async run(plain, keys, args, declared = false) {
      const { sha, text } = declared ? lockingKeys(plain) : plain
      try {
        return await redis.evalsha(sha, keys, args)
      } catch (error) {
        if (!isUnknownScript(error)) throw unavailable('Upstash', error)
      }
      try {
        return await redis.eval(text, keys, args)
      } catch (error) {
        throw unavailable('Upstash', error)
      }
    },
    async ping() {
      try {
        await redis.ping()
      } catch (error) {
        throw unavailable('Upstash', error)
      }
    },
    close: async () => {},
  }
}
