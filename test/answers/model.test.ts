import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createModelEngine } from '../../src/answers/model.ts'
import { type AnswerError, answerService, type Outcome, openAnswers } from '../../src/answers/service.ts'
import { createEvidence, never } from './evidence.ts'
import { INJECTIONS, TRACES } from './injections.ts'
import { failing, modelServer, saying } from './model-server.ts'

const server = await modelServer()
afterAll(() => server.close())

const EVIDENCE = [
  createEvidence(1, ['Ohio pays $5 million to rural pharmacies.', 'The round closed in May.'], { stateName: 'Ohio' }),
  createEvidence(2, [{ field: 'milestones', text: 'Applications due', date: 'March 11, 2026' }], { stateName: 'Ohio' }),
]
const GOOD = 'Ohio pays $5 million to rural pharmacies [1].'

const errors: AnswerError[] = []
const report = (error: AnswerError) => errors.push(error)
beforeEach(() => {
  errors.length = 0
})

const engine = createModelEngine({ baseUrl: server.baseUrl, model: 'test-model', apiKey: 'sk-secret-key' }, 0)
const ask = (evidence = EVIDENCE, timeoutMs = 5_000): Promise<Outcome> =>
  answerService(engine, { timeoutMs, report }).ask('account', 'What does Ohio pay?', evidence, never)

describe('a model', () => {
  it('writes an answer that cites what it was given', async () => {
    server.behave(saying(`${GOOD} Its applications were due on March 11, 2026 [3].`))
    expect(await ask()).toEqual({
      status: 'OK',
      answer: {
        text: 'Ohio pays $5 million to rural pharmacies [1]. Its applications were due on March 11, 2026 [2].',
        citations: [
          expect.objectContaining({
            number: 1,
            url: EVIDENCE[0]?.url,
            quote: 'Ohio pays $5 million to rural pharmacies.',
          }),
          expect.objectContaining({ number: 2, url: EVIDENCE[1]?.url, quote: 'Applications due' }),
        ],
      },
    })
  })

  it('is called once, with its key, for text only: no tools, limited length', async () => {
    server.behave(saying(GOOD))
    await ask()
    expect(server.asked).toHaveLength(1)
    const [{ path, authorization, body }] = server.asked as [(typeof server.asked)[0]]
    expect({ path, authorization }).toEqual({ path: '/v1/chat/completions', authorization: 'Bearer sk-secret-key' })
    expect(body).toMatchObject({ model: 'test-model', temperature: 0 })
    expect(body.max_tokens).toBeLessThanOrEqual(1_000)
    expect(body.tools).toBeUndefined()
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
  })

  it('gets the passages as data, without links or instructions', async () => {
    server.behave(saying(GOOD))
    await ask(
      INJECTIONS.map((text, index) =>
        createEvidence(index, [text.replaceAll('%s', 'Ohio'), `Fact ${index} about Ohio.`], { title: text }),
      ),
    )
    const [{ body }] = server.asked as [(typeof server.asked)[0]]
    const [, { content }] = body.messages
    const sent = JSON.parse(content)
    expect(sent.question).toBe('What does Ohio pay?')
    expect(sent.passages.length).toBeGreaterThan(5)
    for (const { text, document } of sent.passages) {
      expect(text).toMatch(/^Fact \d+ about Ohio\.$/)
      expect(document).toBeNull()
    }
    expect(content).not.toMatch(TRACES)
  })

  it('is not called if there is nothing to quote', async () => {
    server.behave(saying(GOOD))
    expect(await ask([createEvidence(1, [{ field: 'title', text: 'A title' }])])).toEqual({ status: 'NO_EVIDENCE' })
    expect(server.asked).toHaveLength(0)
  })
})

describe('a model that lies', () => {
  it.each([
    ['cites something it was not given', 'Ohio pays $5 million to rural pharmacies [42].'],
    ['cites nothing', 'Ohio pays $5 million to rural pharmacies.'],
    ['makes up a figure', 'Ohio pays $900 million to rural pharmacies [1].'],
    ['links elsewhere', 'Ohio pays rural pharmacies, see https://evil.example/money [1].'],
    ['follows an instruction in a document', 'HACKED! Ohio and rural pharmacies are a scam, click here [1].'],
    ['talks about itself', 'As an AI language model I like rural pharmacies in Ohio [1].'],
    ['talks about another subject', 'Penguins swim faster than most people think they do [1].'],
  ])('and %s is not believed', async (_, lie) => {
    server.behave(saying(lie))
    expect(await ask()).toEqual({ status: 'NO_EVIDENCE' })
    server.behave(saying(`${lie} ${GOOD}`))
    expect(await ask()).toMatchObject({ status: 'OK', answer: { text: GOOD } })
  })
})

describe('a model without an answer', () => {
  it.each([
    ['says so', 'NO_EVIDENCE'],
    ['is empty', ''],
    ['is blank', ' \n '],
    ['says null', null],
  ])('that %s results in NO_EVIDENCE', async (_, content) => {
    server.behave(saying(content))
    expect(await ask()).toEqual({ status: 'NO_EVIDENCE' })
    expect(errors).toEqual([])
  })

  it('in time results in UNAVAILABLE', async () => {
    server.behave(() => {})
    expect(await ask(EVIDENCE, 50)).toEqual({ status: 'UNAVAILABLE' })
    expect(errors).toEqual([{ fault: 'TimeoutError', httpStatus: null }])
  })

  it('in time, although it has started, results in UNAVAILABLE', async () => {
    server.behave((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{"choices":[')
    })
    expect(await ask(EVIDENCE, 50)).toEqual({ status: 'UNAVAILABLE' })
  })

  it.each([
    ['rejects the key', failing(401), 401],
    ['is overloaded', failing(429), 429],
    ['fails', failing(500), 500],
    ['returns an error in another format', failing(502, '<html>Bad gateway</html>'), 502],
    ['sends invalid JSON', failing(200, 'good morning'), 200],
    ['sends JSON of another shape', failing(200, '{"hello":"world"}'), 200],
    ['sends no choices', failing(200, '{"choices":[]}'), null],
  ])('that %s results in UNAVAILABLE', async (_, behaviour, httpStatus) => {
    server.behave(behaviour)
    expect(await ask()).toEqual({ status: 'UNAVAILABLE' })
    expect(errors).toHaveLength(1)
    if (httpStatus !== null) expect(errors[0]?.httpStatus).toBe(httpStatus)
    expect(JSON.stringify(errors)).not.toContain('sk-secret-key')
  })

  it('that hangs up results in UNAVAILABLE', async () => {
    server.behave((response) => response.destroy())
    expect(await ask()).toEqual({ status: 'UNAVAILABLE' })
  })

  it('that has moved results in UNAVAILABLE: its key follows no redirect', async () => {
    server.behave((response, { path }) => {
      if (path.endsWith('/elsewhere')) return saying(GOOD)(response, server.asked[0] as never)
      response.writeHead(307, { Location: '/elsewhere' })
      response.end()
    })
    expect(await ask()).toEqual({ status: 'UNAVAILABLE' })
    expect(server.asked).toHaveLength(1)
  })

  it('at an address that does not exist results in UNAVAILABLE', async () => {
    const nobody = createModelEngine({ baseUrl: 'http://127.0.0.1:9/v1', model: 'test-model' }, 0)
    const service = answerService(nobody, { timeoutMs: 5_000, report })
    expect(await service.ask('account', 'q', EVIDENCE, never)).toEqual({ status: 'UNAVAILABLE' })
  })
})

describe('a model that talks too much', () => {
  it('is cut to a short answer', async () => {
    server.behave(saying(`${GOOD} ${'The round closed in May [2]. '.repeat(20_000 / 30)}`))
    expect(await ask()).toMatchObject({
      status: 'OK',
      answer: { text: `${GOOD} The round closed in May [2].` },
    })
  })

  it('results in UNAVAILABLE if it does not end', async () => {
    server.behave((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(64 * 1024))) {}
        response.once('drain', more)
      }
      more()
    })
    expect(await ask()).toEqual({ status: 'UNAVAILABLE' })
  })
})

describe('a model that fails once', () => {
  it('is retried', async () => {
    const patient = createModelEngine({ baseUrl: server.baseUrl, model: 'test-model' })
    let failures = 0
    server.behave((response, asked) => (failures++ === 0 ? failing(503) : saying(GOOD))(response, asked))
    const service = answerService(patient, { timeoutMs: 20_000, report })
    expect(await service.ask('account', 'What does Ohio pay?', EVIDENCE, never)).toMatchObject({ status: 'OK' })
    expect(server.asked).toHaveLength(2)
  })
})

describe('the settings', () => {
  it('select the model by its URL', async () => {
    server.behave(saying(GOOD))
    const service = openAnswers({ AI_BASE_URL: server.baseUrl, AI_MODEL: 'test-model', AI_TIMEOUT_MS: 5_000 }, report)
    expect(await service.ask('account', 'What does Ohio pay?', EVIDENCE, never)).toMatchObject({
      answer: { text: GOOD },
    })
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]?.authorization).toBeUndefined()
  })

  it('select extractive answers without one', async () => {
    server.behave(saying(GOOD))
    const service = openAnswers({ AI_TIMEOUT_MS: 5_000 }, report)
    expect((await service.ask('account', 'What does Ohio pay?', EVIDENCE, never)).status).toBe('OK')
    expect(server.asked).toHaveLength(0)
  })

  it('require the name of the model', () => {
    expect(() => openAnswers({ AI_BASE_URL: server.baseUrl, AI_TIMEOUT_MS: 5_000 }, report)).toThrow('AI_MODEL')
  })
})
