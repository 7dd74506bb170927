import { hash } from 'node:crypto'
import { MailboxHash } from './record.ts'

/** Google delivers mail for an address with any dots, or none, to the same mailbox, under both of its domains. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of an email address in lowercase: the address without what still reaches the same mailbox, which is a plus
 * suffix of its local part, and the dots of a Gmail address.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const plus = email.indexOf('+')
  const local = email.slice(0, plus > 0 && plus < at ? plus : at)
  return WITHOUT_DOTS.includes(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** The hash of an email address's mailbox, regardless of case. */
export const mailboxHashOf = (email: string): MailboxHash =>
  MailboxHash.parse(hash('sha256', mailboxOf(email.toLowerCase()), 'hex'))
