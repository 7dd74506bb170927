import { AccountRefusal, type RefusalCode } from '../../account/refusals.ts'
import type { AccountErrorCode, ErrorCode } from '../response/error-codes.ts'
import { ApiError } from '../response/errors.ts'

/** The same error for unknown ids and for ids of other accounts. */
export const notFoundForCaller = (): ApiError =>
  new ApiError('NOT_FOUND', 'Nothing with this id belongs to your accounts.')

const CODES = {
  account_unknown: 'NOT_FOUND',
  key_unknown: 'NOT_FOUND',
  member_unknown: 'NOT_FOUND',
  invitation_unknown: 'NOT_FOUND',
  plan_without_keys: 'PLAN_REQUIRED',
  trial_used: 'TRIAL_USED',
  trial_unneeded: 'TRIAL_UNNEEDED',
  keys_exhausted: 'KEYS_EXHAUSTED',
  key_ended: 'KEY_ENDED',
  owner_needed: 'OWNER_NEEDED',
  member_known: 'MEMBER_KNOWN',
  invitations_exhausted: 'INVITATIONS_EXHAUSTED',
  webhook_unknown: 'NOT_FOUND',
  delivery_unknown: 'NOT_FOUND',
  plan_without_webhooks: 'PLAN_REQUIRED',
  webhooks_exhausted: 'WEBHOOKS_EXHAUSTED',
  webhook_disabled: 'WEBHOOK_DISABLED',
  delivery_pending: 'DELIVERY_PENDING',
  subscription_unknown: 'NOT_FOUND',
  subscriptions_exhausted: 'SUBSCRIPTIONS_EXHAUSTED',
  role_denied: 'FORBIDDEN',
  event_ahead: 'INVALID_PARAMETER',
} as const satisfies Record<RefusalCode, ErrorCode | AccountErrorCode>

/** Converts an AccountRefusal to an ApiError; returns any other error unchanged. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error
  const code = CODES[error.code]
  return code === 'NOT_FOUND' ? notFoundForCaller() : new ApiError(code, error.message)
}
