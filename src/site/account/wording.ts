/** How the account pages write instants. */

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const minutes = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
  hourCycle: 'h23',
})
const months = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Nov 20, 2026`, UTC. */
export const dayText = (instant: string): string => days.format(new Date(instant))
/** `Nov 20, 2026, 17:00 UTC`. */
export const minuteText = (instant: string): string => `${minutes.format(new Date(instant))} UTC`
/** `Nov 2026`. */
export const monthText = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))

const ROLE_NAMES: { [role: string]: string } = { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' }
export const roleText = (role: string): string => ROLE_NAMES[role] ?? role
