import { expect, it } from 'vitest'
import { getUsedIn, NEW_METER, toUsageFigures } from '../../src/metering/decide.ts'
import { getWindows } from '../../src/metering/windows.ts'

const windows = getWindows(Date.parse('2026-11-20T17:00:30Z'))
const { minute, month } = windows
const past = { '2026-10': { monthUsed: 90, answersUsed: 3 }, '2025-11': { monthUsed: 1, answersUsed: 1 } }
const meter = { ...NEW_METER, minute, minuteUsed: 61, month, monthUsed: 1_500, answersUsed: 7, past }

it('the usage of a month is returned, and nothing for an unknown month', () => {
  expect(getUsedIn(meter, '2026-11')).toEqual({ requests: 1_500, answers: 7 })
  expect(getUsedIn(meter, '2026-10')).toMatchObject({ requests: 90, answers: 3 })
  expect(getUsedIn(meter, '2026-09')).toEqual({ requests: 0, answers: 0 })
})

it("usage shows the account's plan, what is left, and the last twelve months", () => {
  const { months, ...figures } = toUsageFigures('PRO', meter, windows)
  const resetsAt = Date.parse('2026-12-01T00:00:00Z')
  expect(figures).toEqual({
    month: '2026-11',
    minute: { limit: 60, used: 61, remaining: 0, resetsAt: Date.parse('2026-11-20T17:01:00Z') },
    requests: { limit: 2_000, used: 1_500, remaining: 500, resetsAt },
    answers: { limit: 250, used: 7, remaining: 243, resetsAt },
  })
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual([
    { month: '2026-11', requests: 1_500, answers: 7 },
    { month: '2026-10', requests: 90, answers: 3 },
    { month: '2026-09', requests: 0, answers: 0 },
  ])
  expect(months.at(-1)).toEqual({ month: '2025-12', requests: 0, answers: 0 })
})

it('an account without requests has used nothing', () => {
  const { requests, months } = toUsageFigures('TEAM', NEW_METER, windows)
  expect([requests.used, requests.remaining]).toEqual([0, 20_000])
  expect(months.map(({ requests: used }) => used)).toEqual(Array(12).fill(0))
})
