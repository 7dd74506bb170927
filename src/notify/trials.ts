import type { TrialNotice } from '../account/trial.ts'
import type { Accounts } from '../account/verbs.ts'
import { MAIL_LEASE_MS, type Mailed, type Mailer, mailed, readAdministrators } from './mail.ts'

interface TrialMailDeps {
  store: Pick<Accounts, 'account' | 'accountSummaries' | 'members' | 'claimTrialNotice' | 'settleTrialNotice'>
  mailer: Mailer
  /** Base URL of the service without a trailing slash; null when unknown. */
  base: string | null
}

const PAUSE_MS = 60 * 60_000

/**
 * Sends the due emails about trials, of one account or of all accounts, each at least once. A failed attempt is retried
 * after an hour.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function sendTrialNotices(
  { store, mailer, base }: TrialMailDeps,
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
    const mail = { kind: 'trial_notice', to, account, notice, plans: `${base ?? ''}/plans` } as const
    const result = await mailed(mailer, mail)
    const delivery = result.delivered ? 'sent' : { nextAttemptAt: now + PAUSE_MS }
    await store.settleTrialNotice(account.id, notice, delivery, now)
    sent.push({ accountId: account.id, ...notice, ...result })
  }
  return sent
}
