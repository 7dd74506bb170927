import type { AccountRecord, Invitation, Member, StoredKey } from '../account/record.ts'

interface Edit<Each> {
  put: Each[]
  drop: Each[]
}

/** How the lists of a record differ from what was loaded. Keys are never dropped. */
export interface Edits {
  members: Edit<Member>
  invitations: Edit<Invitation>
  keys: StoredKey[]
}

/** Rules keep the entries that they do not change, so an entry that is another object is another entry. */
export function editsOf(before: AccountRecord | undefined, after: AccountRecord): Edits {
  const edit = <Each extends { email: string }>(old: readonly Each[], next: readonly Each[]): Edit<Each> => ({
    put: next.filter((each) => !old.includes(each)),
    drop: old.filter(({ email }) => !next.some((each) => each.email === email)),
  })
  return {
    members: edit(before?.members ?? [], after.members),
    invitations: edit(before?.invitations ?? [], after.invitations),
    keys: after.keys.filter((key) => !before?.keys.includes(key)),
  }
}
