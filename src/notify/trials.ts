import type { TrialNotice } from '../account/trial.ts'
import type { Accounts } from '../account/verbs.ts'
import { type Mailer, mailFault } from './mail.ts'

/** What sending letters about trials needs. */
interface TrialPost {
  store: Pick<Accounts, 'account' | 'accounts' | 'members' | 'claimTrialNotice' | 'settleTrialNotice'>
  mailer: Mailer
  /** Address of the service, without a slash at its end; null when it is not known. */
  base: string | null
}

// Longer than the mailer tries, so that no two processes send a letter at once.
const LEASE_MS = 5 * 60_000
const PAUSE_MS = 60 * 60_000

/** What became of one letter. */
export interface TrialTold extends TrialNotice {
  accountId: string
  delivered: boolean
  /** Why it was not delivered: an error code, never an address. */
  reason: string | null
}

/**
 * Sends the letters about trials that are due, of one account or of all, each at least once. A failed attempt is
 * repeated after an hour.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function sendTrialNotices(
  { store, mailer, base }: TrialPost,
  now: number,
  accountId?: string,
): Promise<TrialTold[]> {
  const found = accountId === undefined ? await store.accounts() : [await store.account(accountId)]
  const told: TrialTold[] = []
  for (const account of found) {
    if (account === null || account.trialEndsAt === null) continue
    const notice = await store.claimTrialNotice(account.id, now, LEASE_MS)
    if (notice === null) continue
    const members = await store.members(account.id)
    const to = members.filter(({ role }) => role !== 'MEMBER').map(({ email }) => email)
    const mail = { kind: 'trial_notice', to, account, notice, plans: `${base ?? ''}/plans` } as const
    const reason = await mailer.send(mail).then(() => null, mailFault)
    const delivery = reason === null ? 'sent' : { nextAttemptAt: now + PAUSE_MS }
    await store.settleTrialNotice(account.id, notice, delivery, now)
    told.push({ accountId: account.id, ...notice, delivered: reason === null, reason })
  }
  return told
}
