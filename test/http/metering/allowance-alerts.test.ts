import { describe, expect, it } from 'vitest'
import type { AnswerService } from '../../../src/answers/service.ts'
import { createApp } from '../../../src/http/app.ts'
import { hashKey } from '../../../src/metering/keys.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { openApi } from '../../api.ts'
import { ANSWER, spend } from '../../storage/customer.ts'

/** An account near its monthly AI answers, on a desk that answers as told. */
async function nearTheEnd(left: number) {
  let answers = 0
  const answered = { status: 'OK' as const, answer: { text: 'Yes. [1]', citations: [] } }
  const desk: AnswerService = {
    async ask() {
      if (answers <= 0) return { status: 'UNAVAILABLE' }
      answers -= 1
      return answered
    },
  }
  const api = await openApi({ answers: desk })
  const sent: string[] = []
  const app = createApp({
    service: () => api.service,
    meter: api.store,
    answers: desk,
    clock: api.now,
    log: () => {},
    base: null,
    async notify(accountId) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      for (const { meter, threshold } of await api.store.claimAlerts(accountId, api.now(), 60_000)) {
        sent.push(`${meter} ${threshold}`)
      }
    },
  })
  const { secret, accountId } = await api.key('TEAM')
  await spend(api.store, hashKey(secret), PLANS.TEAM.answersPerMonth - left, ANSWER, api.now() - 60 * 60_000)
  const search = () =>
    app.request('/api/v1/search', {
      method: 'POST',
      headers: { 'X-Api-Key': secret, 'Content-Type': 'application/json' },
      body: '{"query":"telehealth","aiAnswer":true}',
    })
  return {
    /** Requests answers concurrently, of which this many are given. */
    async ask(times: number, answerCount: number) {
      answers = answerCount
      await Promise.all(Array.from({ length: times }, search))
      await new Promise((resolve) => setTimeout(resolve, 60))
    },
    sent,
    used: async () => (await api.store.usage(accountId, getWindows(api.now()))).answers.used,
  }
}

describe('the "AI 100%" alert', () => {
  it('is not sent at 994 of 1,000 when answers that were not delivered triggered it', async () => {
    const { ask, sent, used } = await nearTheEnd(8)
    await ask(8, 2)
    expect(await used()).toBe(994)
    expect(sent).not.toContain('answers 100')
  })

  it('is sent once when the last one is delivered after that', async () => {
    const { ask, sent, used } = await nearTheEnd(8)
    await ask(8, 2)
    await ask(6, 6)
    expect(await used()).toBe(1_000)
    await ask(2, 2)
    expect(sent.filter((each) => each === 'answers 100')).toHaveLength(1)
  })
})
