import type { Admission, KeyVerdict } from '../metering/admission.ts'
import type { Instant } from '../rules/moments.ts'
import { invalidKey } from './credentials.ts'
import type { Grant } from './endpoints/endpoint.ts'
import { ApiError, rateLimited } from './errors.ts'
import type { HeaderFields } from './headers.ts'
import { refusal, writeQuota } from './quota.ts'

type Refusals = { [Verdict in Exclude<KeyVerdict, 'valid' | 'unknown'>]: ConstructorParameters<typeof ApiError> }

const KEY_REFUSALS: Refusals = {
  revoked: ['API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this key is suspended or has no paid plan. See /plans.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of this account has ended. The key works again once the account has a paid plan. See /plans.',
  ],
}

const ADDRESS_REFUSALS: Refusals = {
  revoked: ['SUBSCRIPTION_REVOKED', 'This address was revoked. Ask its owner for a new one or unsubscribe.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this address is suspended or has no paid plan. Ask its owner.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of the account of this address has ended. It works again once the account has a paid plan.',
  ],
}

/** The same message for a mistyped address, an unknown one, and one with another extension. */
export const invalidAddress = (): ApiError =>
  new ApiError('SUBSCRIPTION_INVALID', 'The address is not valid. Copy it completely, including the extension.')

/** The error of a key or signed address that is not valid. */
export function keyRefusal(verdict: Exclude<KeyVerdict, 'valid'>, isAddress = false): ApiError {
  if (verdict === 'unknown') return isAddress ? invalidAddress() : invalidKey()
  return new ApiError(...(isAddress ? ADDRESS_REFUSALS : KEY_REFUSALS)[verdict])
}

/** The grant of an admitted request; writes the quota headers. @throws ApiError when it was not admitted */
export function granted(
  admission: Admission,
  headers: HeaderFields,
  now: Instant,
  isAddress = false,
): Pick<Grant, 'usage' | 'answer'> {
  switch (admission.verdict) {
    case 'unknown':
    case 'revoked':
    case 'plan_required':
    case 'trial_ended':
      throw keyRefusal(admission.verdict, isAddress)
    case 'refused':
      writeQuota(headers, admission.usage, now)
      throw refusal(admission.by, admission.usage, now)
    case 'admitted':
      writeQuota(headers, admission.usage, now)
      return { answer: admission.answer, usage: admission.usage }
    case 'degraded':
      headers['X-RateLimit-Status'] = 'degraded'
      return { answer: 'not_asked', usage: null }
    case 'degraded_refused':
      headers['X-RateLimit-Status'] = 'degraded'
      throw rateLimited('You have used all requests per minute of your plan.', admission.retryAfterSeconds)
    default:
      return admission satisfies never
  }
}
