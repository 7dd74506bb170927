import type { Plan } from '../metering/plans.ts'
import { ALLOWANCE, hasReached, type MeterName, type Threshold } from '../metering/thresholds.ts'

/** Names an alert within its account. */
export interface AlertName {
  /** `YYYY-MM`. */
  month: string
  meter: MeterName
  threshold: Threshold
}

export const ALERT_CHANNELS = ['mail', 'log'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** Tells the owners and administrators of an account that a share of an allowance is used. Instants in ms since 1970. */
export interface Alert extends AlertName {
  createdAt: number
  /** How many times sending was started. */
  attempts: number
  nextAttemptAt: number
  deliveredAt: number | null
  deliveredBy: AlertChannel | null
}

/** How an attempt at sending ended. */
export type Delivery = { deliveredAt: number; deliveredBy: AlertChannel } | { nextAttemptAt: number }

/** After this many attempts an alert is given up; it stays visible in the account's usage. */
export const ATTEMPTS_MAX = 12

/**
 * Whether what an alert says is so: units may have been given back since it was made.
 * @param used the figures of its month
 */
export const isTrue = ({ meter, threshold }: AlertName, used: Record<MeterName, number>, plan: Plan): boolean =>
  hasReached(used[meter], plan[ALLOWANCE[meter]], threshold)

/** An alert as a caller takes it to send it; null when it is not due. The next attempt is put off by `leaseMs`. */
export const claimed = (alert: Alert, now: number, leaseMs: number): Alert | null =>
  alert.deliveredAt !== null || alert.nextAttemptAt > now || alert.attempts >= ATTEMPTS_MAX
    ? null
    : { ...alert, attempts: alert.attempts + 1, nextAttemptAt: now + leaseMs }

/** An alert after an attempt at sending; null when it was delivered before, which stays so. */
export const settled = (alert: Alert, delivery: Delivery): Alert | null =>
  alert.deliveredAt === null ? { ...alert, ...delivery } : null

/** The verbs about alerts; see Store for what holds for every verb. */
export interface Alerts {
  /**
   * Takes the account's alerts that are due, so that no other caller sends them within the lease: counts the attempt
   * and puts the next one off by `leaseMs`. A caller that dies leaves them due again after the lease. Alerts whose figures
   * have fallen below their threshold since wait.
   */
  claimAlerts(accountId: string, now: number, leaseMs: number): Promise<Alert[]>
  /** Records how sending went. A delivered alert stays delivered. */
  settleAlert(accountId: string, name: AlertName, delivery: Delivery): Promise<void>
}
