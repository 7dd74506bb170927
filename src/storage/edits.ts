import type { AccountRecord } from '../account/record.ts'

export type Edits = ReturnType<typeof editsOf>

/**
 * How the lists of a record differ from those that were loaded. Keys are never deleted. Rules keep unchanged entries by
 * reference, so a different object is a different entry.
 */
export function editsOf(before: AccountRecord | undefined, after: AccountRecord) {
  const edit = <Each>(old: readonly Each[], next: readonly Each[], nameOf: (each: Each) => string) => ({
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
