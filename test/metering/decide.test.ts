import { describe, expect, it } from 'vitest'
import type { Cost } from '../../src/metering/admission.ts'
import { correctedCounts, countsAt, decide, type Standing, standingRefusal } from '../../src/metering/decide.ts'
import { PLANS, type PlanName } from '../../src/metering/plans.ts'
import { CROSSINGS, crossingsDue, hasReached, reaches } from '../../src/metering/thresholds.ts'
import { MINUTE_MS, windowsAt } from '../../src/metering/windows.ts'

/** The decision about one request, without a store. */

const NOW = Date.parse('2026-11-20T17:00:00Z')
const windows = windowsAt(NOW)
const READ: Cost = { month: 1, answer: 0 }
const ANSWER: Cost = { month: 1, answer: 1 }
const LOOK: Cost = { month: 0, answer: 0 }

const standing = (own: Partial<Standing> = {}): Standing => ({
  accountId: 'acct_1',
  keyId: 'key_1',
  plan: 'PRO',
  trialEndsAt: null,
  suspended: false,
  revokedAt: null,
  expiresAt: null,
  minute: windows.minute,
  minuteUsed: 0,
  month: windows.month,
  monthUsed: 0,
  answersUsed: 0,
  notified: 0,
  ...own,
})
const PRO = PLANS.PRO
const counts = {
  minute: windows.minute,
  minuteUsed: 0,
  month: windows.month,
  monthUsed: 0,
  answersUsed: 0,
  notified: 0,
}

describe('a request is', () => {
  it('admitted and counted in the minute and the month', () => {
    expect(decide(standing({ minuteUsed: 3, monthUsed: 9, answersUsed: 2 }), READ, windows)).toEqual({
      admission: {
        verdict: 'admitted',
        answer: 'not_asked',
        usage: {
          ...{ accountId: 'acct_1', keyId: 'key_1', plan: 'PRO', trialEndsAt: null },
          ...{ minute: windows.minute, month: windows.month, minuteUsed: 4, monthUsed: 10, answersUsed: 2 },
        },
      },
      counts: { ...counts, minuteUsed: 4, monthUsed: 10, answersUsed: 2 },
      crossed: [],
    })
  })

  it.each<[string, Partial<Standing>, Cost, string[]]>([
    ['the minute', { minuteUsed: PRO.perMinute }, READ, ['minute']],
    ['the month', { monthUsed: PRO.perMonth, notified: 3 }, READ, ['month']],
    ['both', { minuteUsed: 99, monthUsed: PRO.perMonth + 1, notified: 3 }, READ, ['minute', 'month']],
    ['the minute only, if it costs nothing', { minuteUsed: 60, monthUsed: 5_000, notified: 3 }, LOOK, ['minute']],
  ])('rejected by %s, and nothing is written', (_, own, cost, by) => {
    const { admission, counts: written, crossed } = decide(standing(own), cost, windows)
    expect(admission).toMatchObject({ verdict: 'refused', by })
    expect(admission).not.toHaveProperty('pending')
    expect([written, crossed]).toEqual([null, []])
    expect('usage' in admission && admission.usage).toMatchObject({ minuteUsed: own.minuteUsed ?? 0, answersUsed: 0 })
  })

  it.each<[string, Partial<Standing>, Cost]>([
    ['the last of the minute', { minuteUsed: PRO.perMinute - 1 }, READ],
    ['the last of the month', { monthUsed: PRO.perMonth - 1 }, READ],
    ['unmetered although the month is used up', { monthUsed: PRO.perMonth }, LOOK],
    ['in a new minute', { minute: windows.minute - 1, minuteUsed: PRO.perMinute }, READ],
    ['in a new month', { month: '2026-10', monthUsed: PRO.perMonth }, READ],
  ])('admitted if it is %s', (_, own, cost) => {
    expect(decide(standing(own), cost, windows).admission.verdict).toBe('admitted')
  })

  it.each<[string, Partial<Standing>, Cost, object]>([
    ['taken', { answersUsed: 3 }, ANSWER, { answer: 'taken', usage: { answersUsed: 4 } }],
    ['used as the last', { answersUsed: 249 }, ANSWER, { answer: 'taken', usage: { answersUsed: 250 } }],
    ['exhausted', { answersUsed: 250, notified: 15 }, ANSWER, { answer: 'exhausted', usage: { answersUsed: 250 } }],
    ['not requested', { answersUsed: 250, notified: 15 }, READ, { answer: 'not_asked', usage: { answersUsed: 250 } }],
  ])('admitted with its AI unit %s', (_, own, cost, admission) => {
    expect(decide(standing(own), cost, windows).admission).toMatchObject(admission)
  })

  it('rejected without using an AI unit, even if some are left', () => {
    const { admission } = decide(standing({ minuteUsed: 60, answersUsed: 3 }), ANSWER, windows)
    expect(admission).toMatchObject({ verdict: 'refused', usage: { answersUsed: 3 } })
  })
})

describe('a key is', () => {
  it.each<[string, Partial<Standing>, string | null]>([
    ['revoked', { revokedAt: NOW + 1_000 }, 'revoked'],
    ['expired at this instant', { expiresAt: NOW }, 'revoked'],
    ['about to expire', { expiresAt: NOW + 1 }, null],
    ['expired according to the last counted minute', { expiresAt: NOW + 1, minute: windows.minute + 1 }, 'revoked'],
    ['of a suspended account', { suspended: true }, 'plan_required'],
    ['of an account without a plan', { plan: 'FREE' }, 'plan_required'],
    ['of an unknown plan', { plan: 'LATER' }, 'plan_required'],
    ['of a plan named like an object property', { plan: 'toString' }, 'plan_required'],
    ['on trial', { plan: 'FREE', trialEndsAt: NOW + 1 }, null],
    ['of an expired trial', { plan: 'FREE', trialEndsAt: NOW }, 'trial_ended'],
    ['suspended on trial', { plan: 'FREE', trialEndsAt: NOW + 1, suspended: true }, 'plan_required'],
    ['good', {}, null],
  ])('judged correctly if it is %s', (_, own, refusal) => {
    expect(standingRefusal(standing(own), windows)).toBe(refusal)
    const { admission, counts: written, crossed } = decide(standing(own), READ, windows)
    expect(admission.verdict).toBe(refusal ?? 'admitted')
    if (refusal === null) return
    expect(admission).toEqual({ verdict: refusal, ...(refusal === 'trial_ended' && { accountId: 'acct_1' }) })
    expect([written, crossed]).toEqual([null, []])
  })

  it('told when its trial ends, only during the trial', () => {
    const endOf = (own: Partial<Standing>) => {
      const { admission } = decide(standing(own), READ, windows)
      return 'usage' in admission ? admission.usage.trialEndsAt : undefined
    }
    expect(endOf({ plan: 'FREE', trialEndsAt: NOW + 5 })).toBe(NOW + 5)
    expect(endOf({ plan: 'PRO', trialEndsAt: NOW + 5 })).toBe(null)
  })
})

describe('an alert is due', () => {
  const crossed = (own: Partial<Standing>, cost = READ) => {
    const decision = decide(standing(own), cost, windows)
    const { admission } = decision
    expect('pending' in admission).toBe(decision.crossed.length > 0)
    return [decision.crossed.map(({ meter, threshold }) => `${meter} ${threshold}`), decision.counts?.notified]
  }

  it.each<[string, Partial<Standing>, Cost, [string[], number | undefined]]>([
    ['below 80 %', { monthUsed: 1_598 }, READ, [[], 0]],
    ['at 80 %', { monthUsed: 1_599 }, READ, [['requests 80'], 1]],
    ['above 80%, alerted before', { monthUsed: 1_600, notified: 1 }, READ, [[], 1]],
    ['at 100 %', { monthUsed: 1_999, notified: 1 }, READ, [['requests 100'], 3]],
    ['at 80% of the AI answers', { answersUsed: 199 }, ANSWER, [['answers 80'], 4]],
    ['at 100% of the AI answers', { answersUsed: 249, notified: 4 }, ANSWER, [['answers 100'], 12]],
    ['for several at once after a change of plan', { monthUsed: 1_999 }, READ, [['requests 80', 'requests 100'], 3]],
    ['also with a rejection', { monthUsed: 2_000, notified: 1 }, READ, [['requests 100'], 3]],
    ['again in a new month', { month: '2026-10', monthUsed: 2_000, notified: 15 }, READ, [[], 0]],
  ])('%s', (_, own, cost, expected) => {
    expect(crossed(own, cost)).toEqual(expected)
  })

  it('once for each threshold, and never for an empty allowance', () => {
    expect(CROSSINGS.map(({ meter, threshold }) => `${meter} ${threshold}`)).toEqual([
      ...['requests 80', 'requests 100', 'answers 80', 'answers 100'],
    ])
    expect(crossingsDue({ requests: 9, answers: 9 }, PLANS.FREE, 0)).toEqual({ due: [], notified: 0 })
    expect(hasReached(0, 0, 80)).toBe(false)
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
  it.each<[string, Partial<Standing>, object]>([
    [
      'continues',
      { minuteUsed: 2, monthUsed: 3, answersUsed: 4, notified: 5 },
      { minuteUsed: 2, monthUsed: 3, answersUsed: 4, notified: 5 },
    ],
    [
      'restarts with the minute',
      { minute: windows.minute - 1, minuteUsed: 2, monthUsed: 3 },
      { minute: windows.minute, minuteUsed: 0, monthUsed: 3 },
    ],
    [
      'restarts with the month',
      { month: '2026-10', monthUsed: 3, answersUsed: 4, notified: 5 },
      { month: '2026-11', monthUsed: 0, answersUsed: 0, notified: 0 },
    ],
    [
      'stays in the later minute',
      { minute: windows.minute + 7, minuteUsed: 2 },
      { minute: windows.minute + 7, minuteUsed: 2 },
    ],
    ['stays in the later month', { month: '2026-12', monthUsed: 3 }, { month: '2026-12', monthUsed: 3 }],
  ])('%s', (_, own, expected) => {
    expect(countsAt(standing(own), windows)).toMatchObject(expected)
  })

  const past = () => ({ monthUsed: 10, answersUsed: 1 })
  it.each<[string, Partial<Standing>, object]>([
    ['of this minute is kept', { minuteUsed: 2 }, { minuteUsed: 2 }],
    [
      'of the next minute is kept',
      { minute: windows.minute + 1, minuteUsed: 2 },
      { minute: windows.minute + 1, minuteUsed: 2 },
    ],
    [
      'of a later minute is dropped',
      { minute: windows.minute + 2, minuteUsed: 2, monthUsed: 3 },
      { minute: 0, minuteUsed: 0, monthUsed: 3 },
    ],
    [
      'of a later minute in an earlier month keeps its month',
      { minute: windows.minute + 2, month: '2026-10', monthUsed: 3 },
      { minute: 0, minuteUsed: 0, month: '2026-10', monthUsed: 3 },
    ],
    [
      'of a later month counts in this one',
      { minute: windows.minute + 50_000, month: '2026-12', monthUsed: 3, answersUsed: 2 },
      { minute: 0, month: '2026-11', monthUsed: 13, answersUsed: 3 },
    ],
  ])('%s when a wrong clock is detected', (_, own, expected) => {
    const held = standing(own)
    expect(correctedCounts(held, windows, past)).toEqual({ ...held, ...expected })
  })

  it('of a later month counts alone if nothing was set aside', () => {
    const held = standing({ minute: windows.minute + 50_000, month: '2026-12', monthUsed: 3, answersUsed: 2 })
    expect(correctedCounts(held, windows, () => null)).toMatchObject({ monthUsed: 3, answersUsed: 2 })
  })

  it('are those of every plan', () => {
    for (const [name, { perMinute, perMonth, keys }] of Object.entries(PLANS)) {
      if (keys === 0) continue
      const plan = name as PlanName
      const atMinute = decide(standing({ plan, minuteUsed: perMinute }), READ, windows).admission
      const atMonth = decide(standing({ plan, monthUsed: perMonth }), READ, windows).admission
      expect([atMinute, atMonth]).toMatchObject([{ by: ['minute'] }, { by: ['month'] }])
    }
    expect(MINUTE_MS).toBe(60_000)
  })
})
