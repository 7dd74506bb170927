import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveHere } from '../operations/serving.ts'
import { modelServer, saying } from './model-server.ts'

/** AI units of a running server whose model hangs. */

const TIMEOUT_MS = 1_500
const LEFT = 'X-AI-Search-Monthly-Remaining'

let model: Awaited<ReturnType<typeof modelServer>>
beforeAll(async () => {
  model = await modelServer()
})
afterAll(() => model.close())

async function serve() {
  const server = await serveHere({ AI_BASE_URL: model.baseUrl, AI_MODEL: 'test-model', AI_TIMEOUT_MS: `${TIMEOUT_MS}` })
  const headers = { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' }
  const get = async (path: string) => (await fetch(`${server.address}${path}`, { headers })).json()
  return {
    server,
    get,
    /** A question that no record answers by itself. */
    search: (signal: AbortSignal | null = null) =>
      fetch(`${server.address}/api/v1/search`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: 'telehealth', aiAnswer: true }),
        signal,
      }),
    used: async () => (await get('/api/v1/usage')).aiAnswers.used as number,
  }
}

describe('while the model hangs', () => {
  it('each search ends with its documents, and its AI unit is returned', { timeout: 60_000 }, async () => {
    const { search, used, get } = await serve()
    model.behave(() => {})
    const before = await used()
    const asked = [search(), search()]
    await expect.poll(() => model.asked.length).toBe(2)
    expect(await used()).toBe(before + 2)
    // A third one of the account does not wait, and other requests are served meanwhile.
    const third = await (await search()).json()
    expect(third).toMatchObject({ aiAnswerStatus: 'UNAVAILABLE', aiAnswer: null })
    expect(third.documents.length).toBeGreaterThan(0)
    expect((await get('/api/v1/states')).data.length).toBeGreaterThan(0)
    for (const response of await Promise.all(asked)) {
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ aiAnswerStatus: 'UNAVAILABLE' })
    }
    expect(await used()).toBe(before)
    model.behave(saying('Telehealth is one of the goals [1].'))
    const answered = await search()
    expect(Number(answered.headers.get(LEFT))).toBeGreaterThan(0)
    expect(model.asked).toHaveLength(1)
  })

  it('the unit of a caller that hangs up is returned', { timeout: 60_000 }, async () => {
    const { search, used } = await serve()
    model.behave(() => {})
    const before = await used()
    const gone = new AbortController()
    const asked = search(gone.signal).catch(() => null)
    await expect.poll(() => model.asked.length).toBe(1)
    gone.abort()
    await asked
    await expect.poll(used, { timeout: 10_000 }).toBe(before)
  })

  it('the server stops in time, and what was under way is answered', { timeout: 60_000 }, async () => {
    const { server, search } = await serve()
    model.behave(() => {})
    const asked = search()
    await expect.poll(() => model.asked.length).toBe(1)
    server.process.kill('SIGTERM')
    expect(await (await asked).json()).toMatchObject({ aiAnswerStatus: 'UNAVAILABLE' })
    expect(await server.ended).toBe(0)
  })
})
