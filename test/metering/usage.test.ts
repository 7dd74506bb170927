import { expect, it } from 'vitest'
import { usageFigures, usedIn } from '../../src/metering/usage.ts'
import { windowsAt } from '../../src/metering/windows.ts'

const windows = windowsAt(Date.parse('2026-11-20T17:00:30Z'))
const { minute, month } = windows
const counts = { minute, minuteUsed: 61, month, monthUsed: 1_500, answersUsed: 7 }
const past = [
  { month: '2026-10', requests: 90, answers: 3 },
  { month: '2025-11', requests: 1, answers: 1 },
]

it('the usage of a month is returned, and nothing for an unknown month', () => {
  expect(usedIn('2026-11', counts, past)).toEqual({ requests: 1_500, answers: 7 })
  expect(usedIn('2026-10', counts, past)).toMatchObject({ requests: 90, answers: 3 })
  expect(usedIn('2026-09', counts, past)).toEqual({ requests: 0, answers: 0 })
})

it("usage shows the account's plan, what is left, and the last twelve months", () => {
  const { months, ...figures } = usageFigures('PRO', counts, past, windows)
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
  const never = { minute: 0, minuteUsed: 0, month: '', monthUsed: 0, answersUsed: 0 }
  const { requests, months } = usageFigures('TEAM', never, [], windows)
  expect([requests.used, requests.remaining]).toEqual([0, 20_000])
  expect(months.map(({ requests: used }) => used)).toEqual(Array(12).fill(0))
})
