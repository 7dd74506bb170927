import type { MeterName, Threshold } from './thresholds.ts'

/** Which notice: one account has at most one of each name. */
export interface NoticeName {
  /** `YYYY-MM`. */
  month: string
  meter: MeterName
  threshold: Threshold
}

export const NOTICE_CHANNELS = ['mail', 'log'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Word to an account's owners and administrators that a share of an allowance is used. Instants in ms since 1970. */
export interface Notice extends NoticeName {
  createdAt: number
  /** How often sending was begun. */
  attempts: number
  nextAttemptAt: number
  deliveredAt: number | null
  deliveredBy: NoticeChannel | null
}

/** How an attempt at sending ended. */
export type NoticeOutcome = { deliveredAt: number; deliveredBy: NoticeChannel } | { nextAttemptAt: number }

/** After this many attempts a notice is left alone; it stays visible in the account's usage. */
export const ATTEMPTS_MAX = 12
