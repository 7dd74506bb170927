import { type Cost, type KeyVerdict, StoreUnavailable } from '../metering/admission.ts'
import { windowsAt } from '../metering/windows.ts'
import type { Callers } from './callers.ts'
import type { Caller } from './credentials.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import { accountWithTrialMail, noteCaller } from './note-caller.ts'
import { granted, keyRefusal } from './verdict.ts'

/** The dependencies of keyed requests, with this instance's knowledge of its callers. */
export type ServeDeps = Deps & { callers: Callers }

/** Admits and counts a request. @throws ApiError when it is not admitted */
export async function admitted(
  exchange: Exchange,
  caller: Caller,
  { clock, callers, meter, remind }: ServeDeps,
  cost: Cost,
) {
  // Requests may have been delayed, so the time of the decision counts.
  const now = clock()
  const windows = windowsAt(now)
  const admission = await callers.ask(
    { ...caller, now },
    () => meter.admit(caller.key, cost, windows),
    (result) => ('plan' in result || 'usage' in result ? 'known' : result.verdict === 'unknown' ? 'unknown' : 'other'),
  )
  noteCaller(exchange, admission, cost)
  const tried = accountWithTrialMail(admission, now)
  if (tried !== null) remind?.(tried)
  return { ...granted(admission, exchange.headers, now, caller.isAddress), windows, now }
}

/** Rejects an unknown, revoked or suspended key. If the store does not respond in time, admission decides. */
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
