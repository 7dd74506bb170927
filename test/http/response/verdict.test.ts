import { describe, expect, it } from 'vitest'
import { invalidAddress, toGrant, toKeyRefusal } from '../../../src/http/request/callers.ts'
import type { ApiError } from '../../../src/http/response/errors.ts'
import { QUOTA_HEADER_NAMES, toRefusal, writeQuota } from '../../../src/http/response/headers.ts'
import { type Admission, StoreUnavailable, type Usage } from '../../../src/metering/admission.ts'
import { PLAN_NAMES } from '../../../src/metering/plans.ts'
import { MINUTE_MS } from '../../../src/metering/windows.ts'

const NOW = Date.parse('2026-11-20T12:00:15.500Z')
const used = (more: Partial<Usage> = {}): Usage => ({
  accountId: 'acct_1',
  keyId: 'key_1',
  plan: 'PRO',
  minute: Math.floor(NOW / MINUTE_MS),
  month: '2026-11',
  minuteUsed: 7,
  monthUsed: 150,
  answersUsed: 20,
  trialEndsAt: null,
  ...more,
})
const formatQuota = (usage: Usage, now = NOW) => {
  const headers: { [name: string]: string } = {}
  writeQuota(headers, usage, now)
  return headers
}
// From 12:00:15.5 on the 20th to the end of the 30th.
const MONTH_RESET = 10 * 86_400 + 11 * 3_600 + 59 * 60 + 45

describe('the quota headers', () => {
  it('say what the plan allows, what is left and when it resets', () => {
    expect(formatQuota(used())).toEqual({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '53',
      'X-RateLimit-Reset': '45',
      'X-RateLimit-Monthly-Limit': '2000',
      'X-RateLimit-Monthly-Remaining': '1850',
      'X-Quota-Remaining': '1850',
      'X-AI-Search-Monthly-Limit': '250',
      'X-AI-Search-Monthly-Remaining': '230',
      'RateLimit-Policy': '"minute";q=60;w=60, "month";q=2000;w=2592000, "ai-answers";q=250;w=2592000',
      RateLimit: `"minute";r=53;t=45, "month";r=1850;t=${MONTH_RESET}, "ai-answers";r=230;t=${MONTH_RESET}`,
    })
    expect(Object.keys(formatQuota(used()))).toEqual(QUOTA_HEADER_NAMES)
  })

  it('never say that less than nothing is left', () => {
    expect(formatQuota(used({ plan: 'API', minuteUsed: 121, monthUsed: 20_000, answersUsed: 501 }))).toMatchObject({
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Monthly-Remaining': '0',
      'X-AI-Search-Monthly-Remaining': '0',
    })
  })

  it.each([
    ['2026-11', 30],
    ['2027-02', 28],
    ['2028-02', 29],
    ['2026-12', 31],
    ['2026-11', 30],
  ])('know the length of %s, one month after another', (month, days) => {
    expect(formatQuota(used({ month }))['RateLimit-Policy']).toContain(`"month";q=2000;w=${days * 86_400},`)
  })
})

describe('a refusal', () => {
  const told = ({ code, message, extras }: ApiError) => ({ code, message, retry: extras.headers?.['Retry-After'] })

  it.each<[string, Parameters<typeof toRefusal>[0], object]>([
    [
      'of the minute',
      ['minute'],
      {
        code: 'RATE_LIMITED',
        message: 'You have used all 60 requests per minute of the Pro plan. Try again in 45 seconds.',
        retry: '45',
      },
    ],
    [
      'of the month',
      ['month'],
      {
        code: 'MONTHLY_QUOTA_EXCEEDED',
        message:
          'You have used all 2,000 requests per month of the Pro plan. The allowance resets on the 1st at 00:00 UTC.',
        retry: String(MONTH_RESET),
      },
    ],
  ])('%s says how long to wait', (_, by, expected) => {
    expect(told(toRefusal(by, used(), NOW))).toEqual(expected)
  })

  it.each(PLAN_NAMES)('names the plan %s once', (plan) => {
    expect(toRefusal(['minute'], used({ plan }), NOW).message).toMatch(/of the (?!.*plan plan).+ plan\./)
  })

  it('of both waits for the longer', () => {
    expect(toRefusal(['minute', 'month'], used(), NOW)).toEqual(toRefusal(['month'], used(), NOW))
  })

  it.each([
    ['unknown', false, 'API_KEY_INVALID', 'key'],
    ['revoked', false, 'API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.'],
    ['suspended', false, 'ACCOUNT_SUSPENDED', 'The account of this key is suspended.'],
    ['plan_required', false, 'PLAN_REQUIRED', 'The account of this key has no paid plan. See /plans.'],
    ['trial_ended', false, 'PLAN_REQUIRED', 'The trial of this account has ended.'],
    ['unknown', true, 'SUBSCRIPTION_INVALID', 'The address is not valid.'],
    ['revoked', true, 'SUBSCRIPTION_REVOKED', 'This address was revoked.'],
    ['suspended', true, 'ACCOUNT_SUSPENDED', 'The account of this address is suspended. Ask its owner.'],
    ['plan_required', true, 'PLAN_REQUIRED', 'The account of this address has no paid plan. Ask its owner.'],
    ['trial_ended', true, 'PLAN_REQUIRED', 'The trial of the account of this address has ended.'],
  ] as const)('of a key that is %s (address: %s) is %s', (verdict, isAddress, code, message) => {
    const error = toKeyRefusal(verdict, isAddress)
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
    const admission = verdict === 'trial_ended' ? { verdict, accountId: 'acct_1' } : { verdict }
    const headers = {}
    expect(() => toGrant(admission, headers, NOW, isAddress)).toThrow(error)
    expect(headers).toEqual({})
  })

  it('is that of a key unless it is told to be that of an address', () => {
    expect(toKeyRefusal('revoked')).toEqual(toKeyRefusal('revoked', false))
    expect(() => toGrant({ verdict: 'revoked' }, {}, NOW)).toThrow(toKeyRefusal('revoked'))
    expect(invalidAddress()).toEqual(toKeyRefusal('unknown', true))
  })
})

describe('a decision about a request', () => {
  const grantedBy = (admission: Admission) => {
    const headers: { [name: string]: string } = {}
    return { grant: toGrant(admission, headers, NOW), headers }
  }

  it('that admits it writes the quota headers', () => {
    const usage = used()
    const { grant, headers } = grantedBy({ verdict: 'admitted', answer: 'taken', usage })
    expect(grant).toEqual({ answer: 'taken', usage })
    expect(headers).toEqual(formatQuota(usage))
  })

  it('that refuses it writes them too', () => {
    const headers = {}
    const admission = { verdict: 'refused', by: ['minute'], usage: used() } satisfies Admission
    expect(() => toGrant(admission, headers, NOW)).toThrow(toRefusal(['minute'], used(), NOW))
    expect(headers).toEqual(formatQuota(used()))
  })

  it('without the store says so, and has no quota', () => {
    expect(grantedBy({ verdict: 'degraded', plan: 'PRO' })).toEqual({
      grant: { answer: 'not_asked', usage: null },
      headers: { 'X-RateLimit-Status': 'degraded' },
    })
    const headers = {}
    const refused = () => toGrant({ verdict: 'degraded_refused', plan: 'PRO', retryAfterSeconds: 9 }, headers, NOW)
    expect(refused).toThrow('You have used all requests per minute of your plan. Try again in 9 seconds.')
    expect(refused).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', extras: { headers: { 'Retry-After': '9' } } }),
    )
    expect(headers).toEqual({ 'X-RateLimit-Status': 'degraded' })
  })
})

it('an unavailable store is told by its name', () => {
  expect(new StoreUnavailable('away')).toMatchObject({ name: 'StoreUnavailable', message: 'away' })
})
