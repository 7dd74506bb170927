import { describe, expect, it } from 'vitest'
import type { Cost } from '../../src/metering/admission.ts'
import {
  type AccountMeter,
  decide,
  getAccessVerdict,
  NEW_METER,
  refundMeter,
  type Standing,
  toAccessPhases,
  toMeterAt,
} from '../../src/metering/decide.ts'
import { CROSSINGS, hasReached, PLANS, type PlanName, reaches } from '../../src/metering/plans.ts'
import { getWindows, MINUTE_MS } from '../../src/metering/windows.ts'

/** The decision about one request, without a store. */

const NOW = Date.parse('2026-11-20T17:00:00Z')
const windows = getWindows(NOW)
const READ: Cost = { month: 1, answer: 0 }
const ANSWER: Cost = { month: 1, answer: 1 }
const LOOK: Cost = { month: 0, answer: 0 }

const standing = (changes: Partial<Standing> = {}): Standing => ({
  plan: 'PRO',
  trialEndsAt: null,
  suspended: false,
  revokedAt: null,
  expiresAt: null,
  ...changes,
})
const current: AccountMeter = { ...NEW_METER, minute: windows.minute, month: windows.month }
const PRO = PLANS.PRO
/** Alerts of this month that were due before. */
const told = (...names: string[]) => ({
  alerts: Object.fromEntries(names.map((name) => [`${windows.month} ${name}`, NOW - 1])),
})
const PAST = { [windows.month]: { monthUsed: 1_999, answersUsed: 0 } }
const ALL = told('requests 80', 'requests 100', 'answers 80', 'answers 100')

/** Decides about a request of a key, with these figures and those of the present. */
const ask = (meter: Partial<AccountMeter>, cost: Cost, changes: Partial<Standing> = {}) =>
  decide(
    { accountId: 'acct_1', keyId: 'key_1', phases: toAccessPhases(standing(changes)) },
    { ...current, ...meter },
    cost,
    windows,
  )

describe('a request is', () => {
  it('admitted and counted in the minute and the month', () => {
    expect(ask({ minuteUsed: 3, monthUsed: 9, answersUsed: 2 }, READ)).toEqual({
      admission: {
        verdict: 'admitted',
        answer: 'not_asked',
        usage: {
          ...{ accountId: 'acct_1', keyId: 'key_1', plan: 'PRO', trialEndsAt: null },
          ...{ minute: windows.minute, month: windows.month, minuteUsed: 4, monthUsed: 10, answersUsed: 2 },
        },
      },
      meter: { ...current, minuteUsed: 4, monthUsed: 10, answersUsed: 2 },
    })
  })

  it.each<[string, Partial<AccountMeter>, Cost, string[]]>([
    ['the minute', { minuteUsed: PRO.perMinute }, READ, ['minute']],
    ['the month', { monthUsed: PRO.perMonth, ...ALL }, READ, ['month']],
    ['both', { minuteUsed: 99, monthUsed: PRO.perMonth + 1, ...ALL }, READ, ['minute', 'month']],
    ['the minute only, if it costs nothing', { minuteUsed: 60, monthUsed: 5_000, ...ALL }, LOOK, ['minute']],
  ])('rejected by %s, and nothing is written', (_, figures, cost, by) => {
    const { admission, meter } = ask(figures, cost)
    expect(admission).toMatchObject({ verdict: 'refused', by })
    expect(admission).not.toHaveProperty('pending')
    expect(meter).toBeNull()
    expect('usage' in admission && admission.usage).toMatchObject({
      minuteUsed: figures.minuteUsed ?? 0,
      answersUsed: 0,
    })
  })

  it.each<[string, Partial<AccountMeter>, Cost]>([
    ['the last of the minute', { minuteUsed: PRO.perMinute - 1 }, READ],
    ['the last of the month', { monthUsed: PRO.perMonth - 1 }, READ],
    ['unmetered although the month is used up', { monthUsed: PRO.perMonth }, LOOK],
    ['in a new minute', { minute: windows.minute - 1, minuteUsed: PRO.perMinute }, READ],
    ['in a new month', { month: '2026-10', monthUsed: PRO.perMonth }, READ],
  ])('admitted if it is %s', (_, figures, cost) => {
    expect(ask(figures, cost).admission.verdict).toBe('admitted')
  })

  it.each<[string, Partial<AccountMeter>, Cost, object]>([
    ['taken', { answersUsed: 3 }, ANSWER, { answer: 'taken', usage: { answersUsed: 4 } }],
    ['used as the last', { answersUsed: 249 }, ANSWER, { answer: 'taken', usage: { answersUsed: 250 } }],
    ['exhausted', { answersUsed: 250, ...ALL }, ANSWER, { answer: 'exhausted', usage: { answersUsed: 250 } }],
    ['not requested', { answersUsed: 250, ...ALL }, READ, { answer: 'not_asked', usage: { answersUsed: 250 } }],
  ])('admitted with its AI unit %s', (_, figures, cost, admission) => {
    expect(ask(figures, cost).admission).toMatchObject(admission)
  })

  it('rejected without using an AI unit, even if some are left', () => {
    const { admission } = ask({ minuteUsed: 60, answersUsed: 3 }, ANSWER)
    expect(admission).toMatchObject({ verdict: 'refused', usage: { answersUsed: 3 } })
  })
})

describe('a key is', () => {
  it.each<[string, Partial<Standing>, string | null]>([
    ['revoked', { revokedAt: NOW + 1_000 }, 'revoked'],
    ['expired at this instant', { expiresAt: NOW }, 'revoked'],
    ['about to expire', { expiresAt: NOW + 1 }, null],
    ['revoked and about to expire', { revokedAt: NOW, expiresAt: NOW + 1 }, 'revoked'],
    ['expired, on trial', { plan: 'FREE', trialEndsAt: NOW + 9, expiresAt: NOW }, 'revoked'],
    ['expired after its trial', { plan: 'FREE', trialEndsAt: NOW - 9, expiresAt: NOW - 1 }, 'revoked'],
    ['about to expire after its trial', { plan: 'FREE', trialEndsAt: NOW - 9, expiresAt: NOW + 1 }, 'trial_ended'],
    ['expired, of a suspended account', { suspended: true, expiresAt: NOW }, 'revoked'],
    ['of a suspended account', { suspended: true }, 'suspended'],
    ['of an account without a plan', { plan: 'FREE' }, 'plan_required'],
    ['of an unknown plan', { plan: 'LATER' }, 'plan_required'],
    ['of a plan named like an object property', { plan: 'toString' }, 'plan_required'],
    ['on trial', { plan: 'FREE', trialEndsAt: NOW + 1 }, null],
    ['of an expired trial', { plan: 'FREE', trialEndsAt: NOW }, 'trial_ended'],
    ['suspended on trial', { plan: 'FREE', trialEndsAt: NOW + 1, suspended: true }, 'suspended'],
    ['good', {}, null],
  ])('judged correctly if it is %s', (_, changes, refusal) => {
    expect(getAccessVerdict(toAccessPhases(standing(changes)), NOW)).toBe(refusal ?? 'valid')
    const { admission, meter } = ask({}, READ, changes)
    expect(admission.verdict).toBe(refusal ?? 'admitted')
    if (refusal === null) return
    expect(admission).toEqual({ verdict: refusal, ...(refusal === 'trial_ended' && { accountId: 'acct_1' }) })
    expect(meter).toBeNull()
  })

  it('told when its trial ends, only during the trial', () => {
    const findTrialEnd = (changes: Partial<Standing>) => {
      const { admission } = ask({}, READ, changes)
      return 'usage' in admission ? admission.usage.trialEndsAt : undefined
    }
    expect(findTrialEnd({ plan: 'FREE', trialEndsAt: NOW + 5 })).toBe(NOW + 5)
    expect(findTrialEnd({ plan: 'PRO', trialEndsAt: NOW + 5 })).toBe(null)
  })
})

describe('an alert is due', () => {
  const crossed = (figures: Partial<AccountMeter>, cost = READ) => {
    const { admission, meter } = ask(figures, cost)
    const names = Object.entries(meter?.alerts ?? {}).flatMap(([name, at]) =>
      at === NOW ? [name.slice(`${windows.month} `.length)] : [],
    )
    expect('pending' in admission).toBe(names.length > 0)
    return names
  }

  it.each<[string, Partial<AccountMeter>, Cost, string[]]>([
    ['below 80 %', { monthUsed: 1_598 }, READ, []],
    ['at 80 %', { monthUsed: 1_599 }, READ, ['requests 80']],
    ['above 80%, alerted before', { monthUsed: 1_600, ...told('requests 80') }, READ, []],
    ['at 100 %', { monthUsed: 1_999, ...told('requests 80') }, READ, ['requests 100']],
    ['at 80% of the AI answers', { answersUsed: 199 }, ANSWER, ['answers 80']],
    ['at 100% of the AI answers', { answersUsed: 249, ...told('answers 80') }, ANSWER, ['answers 100']],
    ['for several at once after a change of plan', { monthUsed: 1_999 }, READ, ['requests 80', 'requests 100']],
    ['also with a rejection', { monthUsed: 2_000, ...told('requests 80') }, READ, ['requests 100']],
    ['for a month, whatever was due in the last', { month: '2026-10', monthUsed: 2_000, ...ALL }, READ, []],
    ['for a month that a wrong clock had left, but not again', { month: '2026-12', ...ALL, past: PAST }, READ, []],
  ])('%s', (_, figures, cost, expected) => {
    expect(crossed(figures, cost)).toEqual(expected)
  })

  it('once for each threshold, and never for an empty allowance', () => {
    expect(CROSSINGS.map(({ meter, threshold }) => `${meter} ${threshold}`)).toEqual([
      ...['requests 80', 'requests 100', 'answers 80', 'answers 100'],
    ])
    expect(CROSSINGS.filter((each) => hasReached(each, { requests: 0, answers: 0 }, PLANS.FREE))).toEqual([])
    expect([79, 80, 81, 99, 100, 101].map((used) => reaches(used, 100))).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
    ])
  })
})

describe('usage', () => {
  it.each<[string, Partial<AccountMeter>, object]>([
    ['continues', { minuteUsed: 2, monthUsed: 3, answersUsed: 4 }, { minuteUsed: 2, monthUsed: 3, answersUsed: 4 }],
    [
      'restarts with the minute',
      { minute: windows.minute - 1, minuteUsed: 2, monthUsed: 3 },
      { minute: windows.minute, minuteUsed: 0, monthUsed: 3 },
    ],
    [
      'restarts with the month, which sets the last one aside',
      { month: '2026-10', monthUsed: 3, answersUsed: 4 },
      {
        ...{ month: '2026-11', monthUsed: 0, answersUsed: 0 },
        past: { '2026-10': { monthUsed: 3, answersUsed: 4 } },
      },
    ],
    [
      'stays in the next minute, because the clock was set back a little',
      { minute: windows.minute + 1, minuteUsed: 2 },
      { minute: windows.minute + 1, minuteUsed: 2 },
    ],
    [
      'leaves a minute that a wrong clock has begun',
      { minute: windows.minute + 2, minuteUsed: 2 },
      { minute: windows.minute, minuteUsed: 0 },
    ],
    [
      'continues a month that was set aside by a wrong clock',
      { month: '2026-12', monthUsed: 3, answersUsed: 2, past: { '2026-11': { monthUsed: 10, answersUsed: 1 } } },
      { month: '2026-11', monthUsed: 10, answersUsed: 1, past: { '2026-12': { monthUsed: 3, answersUsed: 2 } } },
    ],
    ['begins', { month: '', minute: 0 }, { month: '2026-11', minute: windows.minute, past: {} }],
  ])('%s', (_, figures, expected) => {
    expect(toMeterAt({ ...current, ...figures }, windows)).toMatchObject(expected)
  })

  it('of a month that was set aside is not set aside twice', () => {
    const meter = { ...current, month: '2026-12', past: { '2026-11': { monthUsed: 10, answersUsed: 1 } } }
    expect(Object.keys(toMeterAt(meter, windows).past)).toEqual(['2026-12'])
  })

  it('is refunded in its month, never below zero, and in no other', () => {
    const meter = { ...current, monthUsed: 5, answersUsed: 0, past: { '2026-10': { monthUsed: 1, answersUsed: 1 } } }
    expect(refundMeter(meter, windows.month, ANSWER)).toEqual({ ...meter, monthUsed: 4 })
    expect(refundMeter(meter, '2026-10', ANSWER)).toEqual({
      ...meter,
      past: { '2026-10': { monthUsed: 0, answersUsed: 0 } },
    })
    expect(refundMeter(meter, '2026-09', ANSWER)).toBeNull()
  })

  it('are those of every plan', () => {
    for (const [name, { perMinute, perMonth, keys }] of Object.entries(PLANS)) {
      if (keys === 0) continue
      const plan = name as PlanName
      const atMinute = ask({ minuteUsed: perMinute }, READ, { plan }).admission
      const atMonth = ask({ monthUsed: perMonth }, READ, { plan }).admission
      expect([atMinute, atMonth]).toMatchObject([{ by: ['minute'] }, { by: ['month'] }])
    }
    expect(MINUTE_MS).toBe(60_000)
  })
})
