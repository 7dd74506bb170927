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

/** `replayed`: the event was received before. `outdated`: a later event was. Neither changes anything. */
export const BILLING_OUTCOMES = ['applied', 'replayed', 'outdated'] as const
export type BillingOutcome = (typeof BILLING_OUTCOMES)[number]

/** How long the ids of billing events are remembered. */
export const BILLING_MEMORY_MS = 90 * 24 * 60 * 60_000

const AHEAD_MAX_MS = 5 * 60_000

/**
 * Applies a new event; null when a later event was already applied, since out-of-order events are ignored. Events from
 * the future are refused, because every later event would then count as out of order.
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

/** Maximum age of a signature, and its maximum lead. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60_000

/**
 * Whether a message was signed with the secret recently.
 * @param header `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`; one of several `v1` must match
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
