import type { Permission } from '../../account/permissions.ts'

interface AccountPage {
  label: string
  path: string
  /** The permission without which the page has nothing to show. */
  needs?: Permission
  /** Whether only the operator of the service has something to see there. */
  isForOperator?: boolean
}

/** The pages of an account, in the order of its navigation. */
export const ACCOUNT_PAGES: readonly AccountPage[] = [
  { label: 'Overview', path: '/account' },
  { label: 'Keys', path: '/account/keys' },
  { label: 'Signed addresses', path: '/account/addresses' },
  { label: 'Webhooks', path: '/account/webhooks' },
  { label: 'Members', path: '/account/members' },
  { label: 'History', path: '/account/history', needs: 'trail.read' },
  { label: 'Operator', path: '/account/operator', isForOperator: true },
]
