import * as z from 'zod'
import { METERS, THRESHOLDS } from '../metering/plans.ts'

/** An alert to owners and administrators that a share of an allowance is used. Instants are milliseconds since 1970. */
export const Alert = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  meter: z.enum(METERS),
  threshold: z.literal(THRESHOLDS),
  createdAt: z.int().min(0),
  attempts: z.int().min(0),
  nextAttemptAt: z.int().min(0),
  deliveredAt: z.int().min(0).nullable(),
  deliveredBy: z.enum(['mail', 'log']).nullable(),
})
export type Alert = z.infer<typeof Alert>
export type AlertChannel = NonNullable<Alert['deliveredBy']>

/** An alert that became due, before its first attempt. @param name its month, meter and threshold */
export function createAlert([month, meter, threshold]: readonly string[], createdAt: number): Alert {
  const untried = { createdAt, attempts: 0, nextAttemptAt: createdAt, deliveredAt: null, deliveredBy: null }
  return Alert.parse({ month, meter, threshold: Number(threshold), ...untried })
}

export type AlertName = Pick<Alert, 'month' | 'meter' | 'threshold'>
export type AlertAttempt = { deliveredAt: number; deliveredBy: AlertChannel } | { nextAttemptAt: number }

/** The service gives up on an alert after this many attempts; the alert stays visible in the account's usage. */
export const ATTEMPTS_MAX = 12

/** Claims an alert for sending and delays its next attempt by `leaseMs`; null when the alert is not due. */
export const markClaimed = (alert: Alert, now: number, leaseMs: number): Alert | null =>
  alert.deliveredAt !== null || alert.nextAttemptAt > now || alert.attempts >= ATTEMPTS_MAX
    ? null
    : { ...alert, attempts: alert.attempts + 1, nextAttemptAt: now + leaseMs }

/** The alert after an attempt to send; null when it was already delivered. */
export const markSettled = (alert: Alert, delivery: AlertAttempt): Alert | null =>
  alert.deliveredAt === null ? { ...alert, ...delivery } : null

/** The verbs for alerts; see Store for the contract of every verb. */
export interface Alerts {
  /** Claims the due alerts whose usage is still reached, counting the attempt; they are due again after the lease. */
  claimAlerts(accountId: string, now: number, leaseMs: number): Promise<Alert[]>
  /** Records the outcome of an attempt. A delivered alert stays delivered. */
  settleAlert(accountId: string, name: AlertName, delivery: AlertAttempt): Promise<void>
}
