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
