import type { Admission, KeyVerdict } from '../metering/admission.ts'
import type { Instant } from '../rules/moments.ts'
import { invalidKey } from './credentials.ts'
import type { Grant } from './endpoints/endpoint.ts'
import { ApiError } from './errors.ts'
import type { HeaderFields } from './headers.ts'
import { refusal, writeQuota } from './quota.ts'

/** The error of a key that may not ask at all. */
export function keyRefusal(verdict: Exclude<KeyVerdict, 'valid'>): ApiError {
  switch (verdict) {
    case 'unknown':
      return invalidKey()
    case 'revoked':
      return new ApiError('API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.')
    case 'plan_required':
      return new ApiError(
        'PLAN_REQUIRED',
        'The account of this key is suspended or has no paid plan. See /plans for how to get one.',
      )
    case 'trial_ended':
      return new ApiError(
        'PLAN_REQUIRED',
        'The trial of this account has ended. The key is kept and works again once the account has a paid plan; see /plans.',
      )
    default:
      return verdict satisfies never
  }
}

/** What an admitted request may do; its figures are written into the headers. @throws ApiError when it was not admitted */
export function granted(admission: Admission, headers: HeaderFields, now: Instant): Pick<Grant, 'usage' | 'answer'> {
  switch (admission.verdict) {
    case 'unknown':
    case 'revoked':
    case 'plan_required':
    case 'trial_ended':
      throw keyRefusal(admission.verdict)
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
      throw new ApiError(
        'RATE_LIMITED',
        `The plan's requests per minute are used up. Call again in ${admission.retryAfterSeconds} seconds.`,
        { headers: { 'Retry-After': String(admission.retryAfterSeconds) } },
      )
    default:
      return admission satisfies never
  }
}
