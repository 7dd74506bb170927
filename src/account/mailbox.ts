import { hash } from 'node:crypto'
import { MailboxHash } from './record.ts'

/** Google delivers mail for an address with any dots, or none, to the same mailbox, under both of its domains. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of an email address in lowercase: the address without what still reaches the same mailbox, which is a plus
 * suffix of its local part, and the dots of a Gmail address.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const plus = email.indexOf('+')
  const local = email.slice(0, plus > 0 && plus < at ? plus : at)
  return WITHOUT_DOTS.includes(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** Mail providers where anyone can get an address, so that a domain says nothing about who has it. */
const PUBLIC_PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com pm.me fastmail.com gmx.com gmx.net gmx.us mail.com zoho.com
  zohomail.com hey.com tutanota.com comcast.net xfinity.com att.net sbcglobal.net bellsouth.net verizon.net cox.net
  charter.net spectrum.net earthlink.net frontier.com frontiernet.net centurylink.net windstream.net juno.com
  optonline.net optimum.net suddenlink.net mediacombb.net netzero.net duck.com yandex.com`.split(/\s+/),
)

/**
 * The domain that an organization registered for an email address, without its subdomains; null for a public mail
 * provider. Under a two-letter ending, a short name before it belongs to the ending: `co.uk`, `ne.us`.
 */
export function findOrganizationDomain(email: string): string | null {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  const [second = '', last = ''] = labels.slice(-2)
  const domain = labels.slice(last.length === 2 && second.length <= 3 ? -3 : -2).join('.')
  return PUBLIC_PROVIDERS.has(domain) ? null : domain
}

/** The hash of an email address's mailbox, regardless of case. */
export const hashMailbox = (email: string): MailboxHash =>
  MailboxHash.parse(hash('sha256', toMailbox(email.toLowerCase()), 'hex'))
