import { Redis } from '@upstash/redis'
import { onceEach } from '../../rules/once.ts'
import { isUnknownScript, type Script, script, unavailable, type Wire } from './wire.ts'

// Upstash locks: a script with this flag locks only its keys, not the whole database.
const LOCKS_KEYS_ALONE = '#!lua flags=allow-key-locking\n'

// A larger request would keep its first calls waiting for its last.
const CALLS_PER_REQUEST = 100

/** The client for Upstash over REST: one attempt, within `timeoutMs`, and no telemetry. */
export function upstashClient(url: string, token: string, timeoutMs: number): Redis {
  return new Redis({
    url,
    token,
    // A second attempt after a lost reply would count twice.
    retry: { retries: 0 },
    // A signal can be used only once, so each request makes its own.
    signal: () => AbortSignal.timeout(timeoutMs),
    enableTelemetry: false,
    // Its pipelines hide which of their calls failed.
    enableAutoPipelining: false,
    automaticDeserialization: false,
  })
}

/** A script call that waits for the request at the end of this turn of the event loop. */
interface Call {
  script: Script
  keys: string[]
  args: string[]
  resolve(reply: unknown): void
  reject(error: unknown): void
}

/** Upstash over REST: for serverless functions, which keep no connection. Calls within one turn share a request. */
export function upstashWire(url: string, token: string, timeoutMs: number): Wire {
  const redis = upstashClient(url, token, timeoutMs)
  const lockingKeys = onceEach((plain: Script) => script(LOCKS_KEYS_ALONE + plain.text))

  /** The reply of each call, or its error. */
  async function send(calls: Call[], by: 'evalsha' | 'eval'): Promise<unknown[]> {
    const pipeline = redis.pipeline()
    for (const { script: each, keys, args } of calls) pipeline[by](by === 'eval' ? each.text : each.sha, keys, args)
    const replies = await pipeline.exec({ keepErrors: true })
    return replies.map(({ result, error }) => (error === undefined ? result : new Error(error)))
  }

  async function settle(calls: Call[]): Promise<void> {
    try {
      const replies = await send(calls, 'evalsha')
      const unknown = calls.filter((_, place) => isUnknownScript(replies[place]))
      const again = unknown.length > 0 ? await send(unknown, 'eval') : []
      for (const [place, call] of calls.entries()) {
        const reply = isUnknownScript(replies[place]) ? again.shift() : replies[place]
        if (reply instanceof Error) call.reject(unavailable('Upstash', reply))
        else call.resolve(reply)
      }
    } catch (error) {
      for (const { reject } of calls) reject(unavailable('Upstash', error))
    }
  }

  let waiting: Call[] = []
  const flush = (): void => {
    const calls = waiting
    waiting = []
    for (let first = 0; first < calls.length; first += CALLS_PER_REQUEST) {
      void settle(calls.slice(first, first + CALLS_PER_REQUEST))
    }
  }

  return {
    run: (plain, keys, args, declared = false) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ script: declared ? lockingKeys(plain) : plain, keys, args, resolve, reject })
      }),
    close: async () => {},
  }
}
