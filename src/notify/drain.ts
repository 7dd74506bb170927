import type { Account } from '../account/record.ts'
import { AccountRefusal } from '../account/refusals.ts'
import type { Accounts } from '../account/verbs.ts'
import { planAt } from '../metering/plans.ts'
import type { AlertName, Alerts } from './alert.ts'
import { administratorsOf, type Mailed, type Mailer, mailError } from './mail.ts'

type DrainStore = Alerts & Pick<Accounts, 'account' | 'accounts' | 'members'>

// Longer than the mailer's timeout, so that two processes never send the same alert at once.
const LEASE_MS = 5 * 60_000
const PAUSES_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60] as const

/**
 * Sends the due alerts of one account or of all accounts, each at least once. If a caller dies, the next one takes over
 * after five minutes; a failed attempt is retried with increasing delays.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable, and AccountRefusal for an unknown account
 */
export async function drainAlerts(
  store: DrainStore,
  mailer: Mailer,
  now: number,
  accountId?: string,
): Promise<(AlertName & Mailed)[]> {
  const accounts = accountId === undefined ? await store.accounts() : [await knownAccount(store, accountId)]
  const drained: (AlertName & Mailed)[] = []
  for (const each of accounts) drained.push(...(await drainAccount(store, mailer, now, each)))
  return drained
}

async function knownAccount(store: DrainStore, accountId: string): Promise<Account> {
  const account = await store.account(accountId)
  if (!account) throw new AccountRefusal('account_unknown', accountId)
  return account
}

async function drainAccount(
  store: DrainStore,
  mailer: Mailer,
  now: number,
  account: Account,
): Promise<(AlertName & Mailed)[]> {
  const claimed = await store.claimAlerts(account.id, now, LEASE_MS)
  if (claimed.length === 0) return []
  const to = await administratorsOf(store, account.id)
  const drained: (AlertName & Mailed)[] = []
  for (const alert of claimed) {
    const { month, meter, threshold } = alert
    const name = { month, meter, threshold }
    const reason = await mailer
      .send({ kind: 'usage_notice', to, account: { ...account, plan: planAt(account, now) }, alert })
      .then(() => null, mailError)
    await store.settleAlert(
      account.id,
      name,
      reason === null
        ? { deliveredAt: now, deliveredBy: mailer.channel }
        : { nextAttemptAt: now + pauseAfter(alert.attempts) },
    )
    drained.push({ accountId: account.id, ...name, delivered: reason === null, reason })
  }
  return drained
}

/** The delay after this many attempts, in milliseconds. */
export function pauseAfter(attempts: number): number {
  const place = Math.min(Math.max(attempts, 1), PAUSES_MINUTES.length) - 1
  return (PAUSES_MINUTES[place] ?? 0) * 60_000
}
