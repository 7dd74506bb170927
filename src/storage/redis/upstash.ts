import { Redis } from '@upstash/redis'
import { createWire, type Wire } from './wire.ts'

/** Upstash over REST: for serverless functions, which keep no connection. One attempt, within `timeoutMs`. */
export function openUpstashWire(url: string, token: string, timeoutMs: number): Wire {
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
  return createWire(
    'Upstash',
    (command, ...script) => (command === 'EVAL' ? redis.eval(...script) : redis.evalsha(...script)),
    async () => {},
  )
}
