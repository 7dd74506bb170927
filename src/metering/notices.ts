import { type Account, AccountRefusal } from './accounts.ts'
import type { Mailer } from './mail.ts'
import type { Store } from './port.ts'
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

// Longer than the mailer tries, so that nobody sends a notice that another is still sending.
const LEASE_MS = 5 * 60_000
const PAUSES_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60] as const

/** How one notice of an account fared in a drain. */
export interface Drained extends NoticeName {
  accountId: string
  delivered: boolean
  /** Why it was not delivered: an error code, never an address. */
  reason: string | null
}

/**
 * Sends the notices that are due, those of one account or of all, each at least once: who dies on the way leaves it to
 * the next caller after five minutes, who fails leaves it to one after a pause that grows with the attempts.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable, and AccountRefusal for an unknown account
 */
export async function drainNotices(store: Store, mailer: Mailer, now: number, accountId?: string): Promise<Drained[]> {
  const accounts = accountId === undefined ? await store.accounts() : [await knownAccount(store, accountId)]
  const drained: Drained[] = []
  for (const each of accounts) drained.push(...(await drainAccount(store, mailer, now, each)))
  return drained
}

async function knownAccount(store: Store, accountId: string): Promise<Account> {
  const account = await store.account(accountId)
  if (!account) throw new AccountRefusal('account_unknown', accountId)
  return account
}

async function drainAccount(store: Store, mailer: Mailer, now: number, account: Account): Promise<Drained[]> {
  const claimed = await store.claimNotices(account.id, now, LEASE_MS)
  if (claimed.length === 0) return []
  const members = await store.members(account.id)
  const to = members.filter(({ role }) => role !== 'MEMBER').map(({ email }) => email)
  const drained: Drained[] = []
  for (const notice of claimed) {
    const { month, meter, threshold } = notice
    const name = { month, meter, threshold }
    const reason = await mailer.send({ kind: 'usage_notice', to, account, notice }).then(
      () => null,
      (error: unknown) => codeOf(error),
    )
    await store.settleNotice(
      account.id,
      name,
      reason === null
        ? { deliveredAt: now, deliveredBy: mailer.channel }
        : { nextAttemptAt: now + pauseAfter(notice.attempts) },
    )
    drained.push({ accountId: account.id, ...name, delivered: reason === null, reason })
  }
  return drained
}

/** How long to wait after so many attempts, in milliseconds. */
export function pauseAfter(attempts: number): number {
  const place = Math.min(Math.max(attempts, 1), PAUSES_MINUTES.length) - 1
  return (PAUSES_MINUTES[place] ?? 0) * 60_000
}

// A mail server's own words may quote an address.
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed'
