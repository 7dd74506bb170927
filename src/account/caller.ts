import type { Account, Role } from './account.ts'
import type { People } from './verbs.ts'

/** A person at work in an account. */
export interface Caller {
  email: string
  account: Account
  role: Role
}

/** The person in an account; null for an account that is none of theirs, whether there is one or not. */
export async function callerIn(
  store: Pick<People, 'memberships'>,
  email: string,
  accountId: string,
): Promise<Caller | null> {
  const membership = (await store.memberships(email)).find(({ account }) => account.id === accountId)
  return membership ? { email, ...membership } : null
}
