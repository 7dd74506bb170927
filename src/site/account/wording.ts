import type { Permission } from '../../account/actions.ts'
import { dayText } from '../../rules/text/wording.ts'

const months = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `November 20, 2026`, UTC. */
export const formatDay = (instant: string): string => dayText(instant, 'UTC')
/** `Nov 2026`. */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))
const ROLE_NAMES: { [role: string]: string } = { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' }
export const formatRole = (role: string): string => ROLE_NAMES[role] ?? role

export const PLAN_LIMITS = [
  ['perMinute', 'Requests per minute'],
  ['perMonth', 'Requests per month'],
  ['answersPerMonth', 'AI answers per month'],
  ['keys', 'Keys'],
  ['subscriptions', 'Signed addresses'],
  ['webhooks', 'Webhooks'],
] as const

interface AccountPage {
  label: string
  path: string
  needs?: Permission
  isForOperator?: boolean
}

/** The account pages, in navigation order. */
export const ACCOUNT_PAGES: readonly AccountPage[] = [
  { label: 'Overview', path: '/account' },
  { label: 'Keys', path: '/account/keys' },
  { label: 'Signed addresses', path: '/account/addresses' },
  { label: 'Webhooks', path: '/account/webhooks' },
  { label: 'Members', path: '/account/members' },
  { label: 'History', path: '/account/history', needs: 'trail.read' },
  { label: 'Operator', path: '/account/operator', isForOperator: true },
]
