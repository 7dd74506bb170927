import type { Permission } from '../../account/permissions.ts'

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
