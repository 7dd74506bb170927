import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { circuit, type Stopwatch } from './circuit.ts'
import { type StoreSettings, storeKind } from './open.ts'
import { StoreUnavailable } from './port.ts'

/** Slows down who tries keys out: asked about each request whose key is missing, malformed or unknown. */
export interface AddressGuard {
  /**
   * Counts one such request of an address, and tells whether it is among the 20 a minute that are answered 401 or 403.
   * Never throws and never waits long: without its store it counts in this process.
   * `now` is in milliseconds since 1970.
   */
  allow(address: string, now: number): Promise<Allowed>
  close(): Promise<void>
}

interface Allowed {
  allowed: boolean
  /** Whole seconds after which the address is allowed again; 0 when it is. */
  retryAfterSeconds: number
}

export const ATTEMPTS_PER_MINUTE = 20
const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000
// On top of an unknown key's admission, and both together within 600 ms.
const ANSWER_WITHIN_MS = 180

/** Opens the guard that goes with the store of the settings: shared over Redis, else in this process. */
export async function openAddressGuard(settings: StoreSettings, stopwatch: Stopwatch): Promise<AddressGuard> {
  const kind = storeKind(settings)
  if (kind === 'embedded') return addressGuard(null, stopwatch)
  const { sharedLimit } = await import('./redis/shared-limit.ts')
  return addressGuard(await sharedLimit(settings, ANSWER_WITHIN_MS), stopwatch)
}

/** A limit that several instances share. */
export interface SharedLimit {
  /** @throws when it cannot tell. */
  allow(address: string, now: number): Promise<Allowed>
  close(): Promise<void>
}

/** A guard in this process, with a shared limit behind it if there is one. */
export function addressGuard(shared: SharedLimit | null, stopwatch: Stopwatch): AddressGuard {
  const attempts = new LRUCache<string, number[]>({ max: ADDRESSES_MAX })
  const { ask } = circuit(stopwatch)
  // An attempt that all instances together refuse is none here; while it was asked about, others may have come in.
  const takeBack = (network: string, at: number): void => {
    const recent = attempts.get(network) ?? []
    const place = recent.indexOf(at)
    if (place >= 0) attempts.set(network, recent.toSpliced(place, 1))
  }

  return {
    async allow(address, now) {
      const network = networkOf(address)
      const recent = (attempts.get(network) ?? []).filter((at) => at > now - WINDOW_MS)
      const oldest = recent[0]
      if (oldest !== undefined && recent.length >= ATTEMPTS_PER_MINUTE) {
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)) }
      }
      recent.push(now)
      attempts.set(network, recent)
      if (!shared) return ALLOWED
      try {
        const answer = await ask(() => shared.allow(network, now).catch(asUnavailable), ANSWER_WITHIN_MS)
        if (!answer.allowed) takeBack(network, now)
        return answer
      } catch {
        return ALLOWED
      }
    },
    close: async () => shared?.close(),
  }
}

const ALLOWED: Allowed = { allowed: true, retryAfterSeconds: 0 }

const asUnavailable = (): never => {
  throw new StoreUnavailable('The shared limit failed.')
}

/** What counts as one address: an IPv4 address; of an IPv6 address the /64 network, which one subscriber has whole. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
