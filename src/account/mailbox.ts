import { hash } from 'node:crypto'
import { MailboxHash } from './record.ts'

/**
 * The mailbox of an email address: the address without a plus suffix in its local part, which reaches the same mailbox.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+')
  return (plus > 0 ? local.slice(0, plus) : local) + email.slice(at)
}

/** The hash of an email address's mailbox, regardless of case. */
export const mailboxHashOf = (email: string): MailboxHash =>
  MailboxHash.parse(hash('sha256', mailboxOf(email.toLowerCase()), 'hex'))
