import { type Cost, type KeyVerdict, StoreUnavailable } from '../metering/admission.ts'
import type { KeyHash } from '../metering/keys.ts'
import { subnetOf } from '../metering/subnet.ts'
import { windowsAt } from '../metering/windows.ts'
import type { Instant } from '../rules/moments.ts'
import type { Callers } from './callers.ts'
import { readKey } from './credentials.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import { noteCaller, trialToTell } from './note-caller.ts'
import { granted, keyRefusal } from './verdict.ts'

/** What keyed requests need: what is given from outside, and what this instance knows of its callers. */
export type ServeDeps = Deps & { callers: Callers }

/** Whose request it is, as far as it says so itself. */
export interface Caller {
  key: KeyHash
  subnet: () => string
  now: Instant
  /** Whether it is known by a signed address instead of a key. */
  isAddress?: true
}

/** Whose request it is. @throws ApiError for a key that is missing or badly formed */
export const callerOf = ({ c }: Exchange, { addressOf, clock }: ServeDeps): Caller => ({
  key: readKey(c.req.raw.headers, c.req.url),
  subnet: () => subnetOf(addressOf?.(c) ?? ''),
  now: clock(),
})

/** Counts a request. @throws ApiError when it is not admitted */
export async function admitted(
  exchange: Exchange,
  caller: Caller,
  { clock, callers, meter, remind }: ServeDeps,
  cost: Cost,
) {
  // The moment that counts is that of the decision: requests may have been held back until now.
  const now = clock()
  const windows = windowsAt(now)
  const admission = await callers.ask(
    { ...caller, now },
    () => meter.admit(caller.key, cost, windows),
    (result) => ('plan' in result || 'usage' in result ? 'known' : result.verdict === 'unknown' ? 'unknown' : 'other'),
  )
  noteCaller(exchange, admission, cost)
  const tried = trialToTell(admission, now)
  if (tried !== null) remind?.(tried)
  return { ...granted(admission, exchange.headers, now, caller.isAddress), windows, now }
}

/** Refuses a key that may not ask at all. A store that does not say so in time is asked with the admission. */
export async function judged(caller: Caller, { callers, meter }: ServeDeps): Promise<void> {
  let verdict: KeyVerdict
  try {
    verdict = await callers.ask(
      caller,
      () => meter.judge(caller.key, windowsAt(caller.now)),
      (result) => (result === 'valid' ? 'known' : result === 'unknown' ? 'unknown' : 'other'),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) return
    throw error
  }
  if (verdict !== 'valid') throw keyRefusal(verdict)
}
