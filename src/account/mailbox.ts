import { hash } from 'node:crypto'
import { MailboxHash } from './record.ts'

/**
 * The mailbox of an address: what follows a plus sign in its local part only sorts the mails of one mailbox, so that an
 * address with and without it are one.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+')
  return (plus > 0 ? local.slice(0, plus) : local) + email.slice(at)
}

/** The hash of an address's mailbox, whatever the letter case of the address. */
export const mailboxHashOf = (email: string): MailboxHash =>
  MailboxHash.parse(hash('sha256', mailboxOf(email.toLowerCase()), 'hex'))
