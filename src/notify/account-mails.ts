import type { TrialNotice } from '../account/account.ts'
import { AccountRefusal } from '../account/actions.ts'
import type { Accounts } from '../account/verbs.ts'
import { getPlanAt } from '../metering/plans.ts'
import type { AlertName, Alerts } from './alert.ts'
import {
  createTrialMail,
  createUsageMail,
  MAIL_LEASE_MS,
  type Mailed,
  type Mailer,
  readAdministrators,
  sendMail,
} from './mail.ts'

const PAUSES_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60] as const

/**
 * Sends the due alerts of one account or of all accounts, each at least once. If a caller dies, the next one takes over
 * after five minutes; a failed attempt is retried with increasing delays.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable, and AccountRefusal for an unknown account
 */
export async function drainAlerts(
  store: Alerts & Pick<Accounts, 'account' | 'accounts' | 'members'>,
  mailer: Mailer,
  now: number,
  accountId?: string,
): Promise<(AlertName & Mailed)[]> {
  const accounts = accountId === undefined ? await store.accounts() : [await store.account(accountId)]
  const drained: (AlertName & Mailed)[] = []
  for (const account of accounts) {
    if (account === null) throw new AccountRefusal('account_unknown', accountId ?? '')
    const { id } = account
    const claimed = await store.claimAlerts(id, now, MAIL_LEASE_MS)
    const to = claimed.length > 0 ? await readAdministrators(store, id) : []
    for (const alert of claimed) {
      const { month, meter, threshold, attempts } = alert
      const name = { month, meter, threshold }
      const result = await sendMail(mailer, createUsageMail(to, { ...account, plan: getPlanAt(account, now) }, alert))
      const next = { nextAttemptAt: now + pauseAfter(attempts) }
      await store.settleAlert(id, name, result.delivered ? { deliveredAt: now, deliveredBy: mailer.channel } : next)
      drained.push({ accountId: id, ...name, ...result })
    }
  }
  return drained
}

/** The delay after this many attempts, in milliseconds. */
export function pauseAfter(attempts: number): number {
  const index = Math.min(Math.max(attempts, 1), PAUSES_MINUTES.length) - 1
  return (PAUSES_MINUTES[index] ?? 0) * 60_000
}

/**
 * Sends the due emails about trials, of one account or of all, each at least once. A failed one is retried in an hour.
 * @param base base URL of the service without a trailing slash; null when unknown
 * @param now milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function sendTrialNotices(
  store: Pick<Accounts, 'account' | 'accountSummaries' | 'members' | 'claimTrialNotice' | 'settleTrialNotice'>,
  mailer: Mailer,
  base: string | null,
  now: number,
  accountId?: string,
): Promise<(TrialNotice & Mailed)[]> {
  const due = async () =>
    (await store.accountSummaries()).filter(({ trialNoticeAt: at }) => at !== null && at <= now).map(({ id }) => id)
  const sent: (TrialNotice & Mailed)[] = []
  for (const id of accountId === undefined ? await due() : [accountId]) {
    const account = await store.account(id)
    if (account === null || account.trialEndsAt === null) continue
    const notice = await store.claimTrialNotice(id, now, MAIL_LEASE_MS)
    if (notice === null) continue
    const to = await readAdministrators(store, account.id)
    const result = await sendMail(mailer, createTrialMail(to, account, notice, `${base ?? ''}/plans`))
    const delivery = result.delivered ? 'sent' : { nextAttemptAt: now + 60 * 60_000 }
    await store.settleTrialNotice(account.id, notice, delivery, now)
    sent.push({ accountId: account.id, ...notice, ...result })
  }
  return sent
}
