import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PlanName } from '../metering/plans.ts'
import { setPlan } from './account.ts'
import { ACTORS, type Change } from './actions.ts'
import type { AccountRecord } from './record.ts'
import { AccountRefusal } from './refusals.ts'

/** What a payment provider reports. */
export interface BillingEvent {
  id: string
  accountId: string
  plan: PlanName
  /** When it happened, by the provider's clock. */
  occurredAt: number
}

/** `replayed`: the event was received before; `outdated`: a later one was. Neither changes anything. */
export const BILLING_OUTCOMES = ['applied', 'replayed', 'outdated'] as const
export type BillingOutcome = (typeof BILLING_OUTCOMES)[number]

/** How long the id of a billing event is remembered. */
export const BILLING_MEMORY_MS = 90 * 24 * 60 * 60_000

/** How far the provider's clock may be ahead of ours. */
const AHEAD_MAX_MS = 5 * 60_000

/**
 * What an event does that was not received before; null when a later one was. Out-of-order events are ignored, and those
 * from the future refused: one of them would make all later ones come too late.
 */
export function applyBilling(
  record: AccountRecord,
  { plan, occurredAt }: BillingEvent,
  now: number,
): Change | AccountRefusal | null {
  const latest = now + AHEAD_MAX_MS
  if (occurredAt > latest) return new AccountRefusal('event_ahead', new Date(now).toISOString())
  if (record.billedAt !== null && record.billedAt > occurredAt && record.billedAt <= latest) return null
  return setPlan({ ...record, billedAt: occurredAt }, { plan, by: ACTORS.billing }, now)
}

/** How far the time of a signature may be from ours, before and after. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60_000

/**
 * Whether a message was signed with the secret, and recently.
 * @param header `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`; of several `v1` one must match
 * @param body the bytes of the message, as received
 */
export function isSigned(header: string, body: Uint8Array, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim())
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  if (seconds === undefined || Math.abs(now - Number(seconds) * 1000) > SIGNATURE_TOLERANCE_MS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  return parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .some((part) => timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected))
}
