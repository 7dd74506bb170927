import { describe, expect, it } from 'vitest'
import type { Answer, AnswerEngine } from '../../src/answers/evidence.ts'
import { type AnswerError, AT_ONCE, answerService } from '../../src/answers/service.ts'
import { createEvidence, never } from './evidence.ts'

const ANSWER: Answer = { text: 'Yes [1].', citations: [] }
const EVIDENCE = [createEvidence(1, ['A sentence.'])]

/** An engine that holds back its answers until they are released. */
function heldEngine() {
  const waiting: (() => void)[] = []
  const engine: AnswerEngine = { answer: () => new Promise((resolve) => waiting.push(() => resolve(ANSWER))) }
  return { engine, release: () => waiting.shift()?.() }
}

const createService = (engine: AnswerEngine, timeoutMs = 5_000) => {
  const errors: AnswerError[] = []
  return { service: answerService(engine, { timeoutMs, report: (error) => errors.push(error) }), errors }
}

describe('the answer service', () => {
  it(`allows an account ${AT_ONCE} concurrent answers, and others as many of their own`, async () => {
    const { engine, release } = heldEngine()
    const { service } = createService(engine)
    const first = service.ask('a', 'q', EVIDENCE, never)
    const second = service.ask('a', 'q', EVIDENCE, never)
    expect(await service.ask('a', 'q', EVIDENCE, never)).toEqual({ status: 'UNAVAILABLE' })
    const other = service.ask('b', 'q', EVIDENCE, never)
    release()
    expect(await first).toEqual({ status: 'OK', answer: ANSWER })
    const third = service.ask('a', 'q', EVIDENCE, never)
    expect(await service.ask('a', 'q', EVIDENCE, never)).toEqual({ status: 'UNAVAILABLE' })
    for (let left = 3; left > 0; left -= 1) release()
    for (const asked of [second, other, third]) expect((await asked).status).toBe('OK')
  })

  it('frees the slot of an answer that failed', async () => {
    const { service, errors } = createService({ answer: () => Promise.reject(new TypeError('secret text')) })
    for (let asked = 0; asked < AT_ONCE + 1; asked += 1) {
      expect(await service.ask('a', 'q', EVIDENCE, never)).toEqual({ status: 'UNAVAILABLE' })
    }
    expect(errors).toEqual(Array.from({ length: AT_ONCE + 1 }, () => ({ fault: 'TypeError', httpStatus: null })))
  })

  it('does not wait for an engine that ignores its time limit', async () => {
    const { service, errors } = createService({ answer: () => new Promise(() => {}) }, 20)
    expect(await service.ask('a', 'q', EVIDENCE, never)).toEqual({ status: 'UNAVAILABLE' })
    expect(errors).toEqual([{ fault: 'TimeoutError', httpStatus: null }])
  })

  it('stops when the caller disconnects, and does not report that as an error', async () => {
    const caller = new AbortController()
    const seen: AbortSignal[] = []
    const { service, errors } = createService({
      answer: (_question, _evidence, signal) => {
        seen.push(signal)
        return new Promise(() => {})
      },
    })
    const asked = service.ask('a', 'q', EVIDENCE, caller.signal)
    caller.abort()
    expect(await asked).toEqual({ status: 'UNAVAILABLE' })
    expect(seen.map(({ aborted }) => aborted)).toEqual([true])
    expect(errors).toEqual([])
  })

  it('reports NO_EVIDENCE without calling the engine when nothing was found', async () => {
    const { service } = createService({ answer: () => Promise.reject(new Error('asked')) })
    expect(await service.ask('a', 'q', [], never)).toEqual({ status: 'NO_EVIDENCE' })
  })

  it('reports NO_EVIDENCE when the engine finds no answer', async () => {
    const { service } = createService({ answer: async () => null })
    expect(await service.ask('a', 'q', EVIDENCE, never)).toEqual({ status: 'NO_EVIDENCE' })
  })
})
