import { StoreUnavailable } from '../metering/admission.ts'
import { createLimits, type Limits } from '../metering/limits.ts'
import { createCircuit, memory, newDeadline, STORE_TIMEOUT_MS, type Stopwatch } from '../metering/outage.ts'
import type { Store } from './port.ts'
import type { Wire } from './redis/wire.ts'
import { wrapVerbs } from './verbs.ts'

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
  if (kind === 'upstash') return (await import('./redis/upstash.ts')).upstashWire(url, token, timeoutMs)
  return kind === 'redis' ? (await import('./redis/tcp.ts')).tcpWire(REDIS_URL, timeoutMs) : null
}

/**
 * Opens the store that the settings select; only its modules are loaded. An unavailable one is opened too: its verbs throw
 * StoreUnavailable until it is back.
 * @param timeoutMs the time limit of one call over the network
 * @param timeOf whose clock decides in Redis; the service uses the server's, tests and commands pass their own
 * @throws Error when the settings are incomplete, or a later release wrote the file of the embedded store
 */
export async function openStore(
  settings: StoreSettings,
  timeoutMs = STORE_TIMEOUT_MS,
  timeOf: 'server' | 'callers' = 'callers',
): Promise<Store> {
  const wire = await openWire(settings, timeoutMs)
  if (wire) return (await import('./redis/store.ts')).redisStore(wire, timeOf)
  return (await import('./embedded/store.ts')).openEmbedded(storeFile(settings))
}

/** Opens the limits that go with the store of the settings: shared over Redis, otherwise in this process. */
export async function openLimits(settings: StoreSettings, stopwatch: Stopwatch): Promise<Limits> {
  const wire = await openWire(settings, STORE_TIMEOUT_MS)
  return createLimits(wire && (await import('./redis/store.ts')).redisLimits(wire), stopwatch)
}

// Anyone may request the health of the service, and a store may charge for each call.
const PING_EVERY_MS = 1_000

/**
 * The store as the service uses it: every verb returns before its deadline, whatever happens to the store. While it is
 * unavailable, a key that was verified on this instance can still read (`degraded`, see Admission); every other call throws
 * StoreUnavailable. Nothing is sent twice, so a lost reply costs at most one unit. Pings within one second share a result.
 *
 * Admissions, refunds and pings have a separate circuit breaker, because reading may succeed where writing fails.
 * @param stopwatch for durations, such as `performance.now`
 * @param report called once when admissions begin to fail, and with null when they succeed again
 */
export function guarded(
  store: Store,
  stopwatch: Stopwatch,
  report: (error: StoreUnavailable | null) => void = () => {},
): Store {
  const admissions = createCircuit(stopwatch, report)
  const others = createCircuit(stopwatch)
  const verifiedKeys = memory()
  let lastPing: { at: number; answer: Promise<number> } | null = null

  return {
    ...wrapVerbs(store, (call) => others.ask(call, newDeadline())),
    judge: (key, windows, deadline = newDeadline()) => others.ask(() => store.judge(key, windows), deadline),
    async admit(key, cost, windows, deadline = newDeadline()) {
      // While replies may be lost, no AI answer is requested, because each would cost a unit.
      const allowedCost = admissions.failingSince() === null ? cost : { ...cost, answer: 0 as const }
      try {
        const admission = await admissions.ask(() => store.admit(key, allowedCost, windows), deadline)
        verifiedKeys.learn(key, admission, stopwatch())
        return admission
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const decided = verifiedKeys.decide(key, windows, admissions.failingSince() ?? stopwatch(), stopwatch())
        if (decided) return decided
        throw error
      }
    },
    refund: (usage, cost, deadline = newDeadline()) => admissions.ask(() => store.refund(usage, cost), deadline),
    ping() {
      const now = stopwatch()
      if (lastPing === null || now - lastPing.at >= PING_EVERY_MS) {
        lastPing = { at: now, answer: admissions.ask(store.ping, newDeadline()) }
      }
      return lastPing.answer
    },
    close: () => store.close(),
  }
}
