import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnswerEngine } from '../../src/answers/evidence.ts'
import { answerService } from '../../src/answers/service.ts'
import { StoreUnavailable } from '../../src/metering/admission.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { PLANS } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { type Answer, openApi, scratch, type TestApi } from '../api.ts'

const QUESTION = { query: 'telehealth', aiAnswer: true }
const left = ({ headers }: Answer) => Number(headers.get('X-AI-Search-Monthly-Remaining'))
const monthLeft = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Monthly-Remaining'))

const createDesk = (answer: AnswerEngine['answer'], timeoutMs = 5_000) =>
  answerService({ answer }, { timeoutMs, report: () => {} })

const withoutAnswer = (status: string) => ({ aiAnswer: null, aiAnswerStatus: status, citations: [] })

async function asker(api: TestApi, plan: keyof typeof PLANS = 'PRO') {
  const { secret } = await api.key(plan)
  return (json: object) => api.ask('/api/v1/search', { key: secret, json })
}

describe('a search without an AI answer', () => {
  it('reports that none was requested, and uses none', async () => {
    const ask = await asker(await openApi())
    for (const aiAnswer of [false, undefined]) {
      const answer = await ask({ query: 'telehealth', aiAnswer })
      expect(answer.body).toMatchObject(withoutAnswer('NOT_REQUESTED'))
      expect(left(answer)).toBe(PLANS.PRO.answersPerMonth)
    }
  })
})

describe('a search with an AI answer', () => {
  it('uses one if it is OK, and cites the documents', async () => {
    const ask = await asker(await openApi())
    const answer = await ask(QUESTION)
    expect(answer.status).toBe(200)
    expect(answer.body.aiAnswerStatus).toBe('OK')
    expect(answer.body.aiAnswer).toMatch(/telehealth.* \[1\]\./i)
    expect(answer.body.citations[0]).toMatchObject({ number: 1, documentId: answer.body.documents[0].id })
    expect(left(answer)).toBe(PLANS.PRO.answersPerMonth - 1)
    expect(monthLeft(answer)).toBe(PLANS.PRO.perMonth - 1)
  })

  it('is based on the best documents, whatever page is requested', async () => {
    const ask = await asker(await openApi())
    const { body } = await ask(QUESTION)
    const { body: later } = await ask({ ...QUESTION, page: 9, limit: 1 })
    expect(later.documents).toEqual([])
    expect(later.aiAnswer).toBe(body.aiAnswer)
  })

  it.each([
    ['NO_EVIDENCE', 'nothing is found', { query: 'zzzzzz', aiAnswer: true }, undefined],
    ['NO_EVIDENCE', 'the words only exclude', { query: '-telehealth', aiAnswer: true }, undefined],
    ['NO_EVIDENCE', 'the engine finds no answer', QUESTION, createDesk(async () => null)],
    ['UNAVAILABLE', 'the engine fails', QUESTION, createDesk(() => Promise.reject(new Error('down')))],
    [
      'UNAVAILABLE',
      'the engine throws',
      QUESTION,
      createDesk(() => {
        throw new Error('down')
      }),
    ],
    ['UNAVAILABLE', 'the engine is too slow', QUESTION, createDesk(() => new Promise(() => {}), 20)],
  ] as const)('reports %s and uses none when %s', async (status, _, question, answers) => {
    const api = await openApi(answers ? { answers } : {})
    const ask = await asker(api)
    const { body: documents } = await ask({ query: question.query })
    const answer = await ask(question)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...documents, ...withoutAnswer(status) })
    expect(left(answer)).toBe(PLANS.PRO.answersPerMonth)
    expect(left(await ask({ query: 'telehealth' }))).toBe(PLANS.PRO.answersPerMonth)
    expect(monthLeft(answer)).toBe(PLANS.PRO.perMonth - 2)
  })

  it('is still a 200 with documents when the allowance is used up, until the month ends', async () => {
    const api = await openApi({ answers: createDesk(async () => ({ text: 'Yes [1].', citations: [] })) })
    const { secret } = await api.key('PRO')
    const ask = (json: object) => api.ask('/api/v1/search', { key: secret, json })
    for (let asked = 1; asked < PLANS.PRO.answersPerMonth; asked += 1) {
      const windows = getWindows(Date.parse('2026-11-01T00:00:00Z') + asked * 60_000)
      await api.store.admit(hashKey(secret), { month: 1, answer: 1 }, windows)
    }
    expect((await ask(QUESTION)).body.aiAnswerStatus).toBe('OK')
    const answer = await ask(QUESTION)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(withoutAnswer('ALLOWANCE_EXHAUSTED'))
    expect(answer.body.documents.length).toBeGreaterThan(0)
    expect(left(answer)).toBe(0)
    api.at('2026-12-01T00:00:00Z')
    const next = await ask(QUESTION)
    expect(next.body.aiAnswerStatus).toBe('OK')
    expect(left(next)).toBe(PLANS.PRO.answersPerMonth - 1)
  })

  it('is refused a third concurrent answer, and the third uses none', async () => {
    const waiting: (() => void)[] = []
    const held = createDesk(
      () => new Promise((resolve) => waiting.push(() => resolve({ text: 'Yes [1].', citations: [] }))),
    )
    const ask = await asker(await openApi({ answers: held }))
    const first = ask(QUESTION)
    const second = ask(QUESTION)
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve))
    const third = await ask(QUESTION)
    expect(third.body).toMatchObject(withoutAnswer('UNAVAILABLE'))
    expect(third.body.documents.length).toBeGreaterThan(0)
    for (const go of waiting) go()
    expect((await first).body.aiAnswerStatus).toBe('OK')
    expect((await second).body.aiAnswerStatus).toBe('OK')
    expect(left(await ask({ query: 'telehealth' }))).toBe(PLANS.PRO.answersPerMonth - 2)
  })

  it('is not requested from the engine if the request is rejected', async () => {
    let asked = 0
    const ask = await asker(
      await openApi({
        answers: createDesk(async () => {
          asked += 1
          return null
        }),
      }),
    )
    expect((await ask({ query: 'x', aiAnswer: true })).status).toBe(400)
    expect(asked).toBe(0)
    expect(left(await ask({ query: 'telehealth' }))).toBe(PLANS.PRO.answersPerMonth)
  })
})

describe('while the key store is unavailable', () => {
  it('documents are returned without an AI answer, and no engine is called', async () => {
    const store = openEmbedded(path.join(scratch(), 'store.sqlite'))
    const away = { ...store, admit: async () => ({ verdict: 'degraded', plan: 'PRO' }) as const }
    const failing = createDesk(() => Promise.reject(new Error('asked')))
    const api = await openApi({ store: away, answers: failing })
    const { status, body, headers } = await (await asker(api))(QUESTION)
    expect(status).toBe(200)
    expect(body).toMatchObject(withoutAnswer('UNAVAILABLE'))
    expect(body.documents.length).toBeGreaterThan(0)
    expect(headers.get('X-RateLimit-Status')).toBe('degraded')
  })

  it('documents are returned even if a unit cannot be refunded', async () => {
    const store = openEmbedded(path.join(scratch(), 'store.sqlite'))
    const losing = { ...store, refund: () => Promise.reject(new StoreUnavailable('The store is away.')) }
    const api = await openApi({ store: losing, answers: createDesk(async () => null) })
    const answer = await (await asker(api))(QUESTION)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(withoutAnswer('NO_EVIDENCE'))
    expect(left(answer)).toBe(PLANS.PRO.answersPerMonth - 1)
  })
})
