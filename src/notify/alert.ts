import type { MeterName, Threshold } from '../metering/thresholds.ts'

/** Which alert: one account has at most one of each name. */
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

/** The verbs about alerts; see Store for what holds for every verb. */
export interface Alerts {
  /**
   * Takes the account's alerts that are due, so that no other caller sends them within the lease: counts the attempt
   * and puts the next one off by `leaseMs`. A caller that dies leaves them due again after the lease.
   */
  claimAlerts(accountId: string, now: number, leaseMs: number): Promise<Alert[]>
  /** Records how sending went. A delivered alert stays delivered. */
  settleAlert(accountId: string, name: AlertName, delivery: Delivery): Promise<void>
}
