import type {
  AccountRecord,
  Invitation,
  Member,
  StoredKey,
  StoredSubscription,
  StoredWebhook,
} from '../account/record.ts'

interface Edit<Each> {
  put: Each[]
  drop: Each[]
}

/** How the lists of a record differ from those that were loaded. Keys are never deleted. */
export interface Edits {
  members: Edit<Member>
  invitations: Edit<Invitation>
  keys: StoredKey[]
  webhooks: Edit<StoredWebhook>
  subscriptions: Edit<StoredSubscription>
}

/** Rules keep unchanged entries by reference, so a different object is a different entry. */
export function editsOf(before: AccountRecord | undefined, after: AccountRecord): Edits {
  const edit = <Each>(old: readonly Each[], next: readonly Each[], nameOf: (each: Each) => string): Edit<Each> => ({
    put: next.filter((each) => !old.includes(each)),
    drop: old.filter((each) => !next.some((other) => nameOf(other) === nameOf(each))),
  })
  const emailOf = ({ email }: { email: string }): string => email
  return {
    members: edit(before?.members ?? [], after.members, emailOf),
    invitations: edit(before?.invitations ?? [], after.invitations, emailOf),
    subscriptions: edit(before?.subscriptions ?? [], after.subscriptions, ({ id }) => id),
    keys: after.keys.filter((key) => !before?.keys.includes(key)),
    webhooks: edit(before?.webhooks ?? [], after.webhooks, ({ id }) => id),
  }
}
