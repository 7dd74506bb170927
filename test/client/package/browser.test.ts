import vm from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { createClient } from '../../../packages/client/src/index.ts'
import { findChromium, openBrowser } from '../../browser.ts'
import { running } from '../service.ts'
import { installedClient } from './example.ts'

const service = running()
const chromium = findChromium('the client in a browser')
let script: string

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'rural-health-program-client'", resolveDir: (await installedClient()).example },
    bundle: true,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
    write: false,
  })
  script = outputFiles[0]?.text ?? ''
})

/** A page's use of the client, as text for the place where it runs. */
async function visit(open: typeof createClient, baseUrl: string, apiKey: string) {
  const client = open({ baseUrl, apiKey })
  const ids: string[] = []
  for await (const { id } of client.opportunities.all({ status: ['OPEN', 'CLOSED'], limit: 5 })) ids.push(id)
  const first = await client.states.get('NE')
  const again = await client.states.get('NE')
  const { body } = await client.search({ query: 'telehealth', limit: 1 })
  const refusal = await client.awards
    .list({ limit: 0 })
    .catch(({ name, code, requestId }) => ({ name, code, requestId }))
  return {
    ids,
    name: again.body.name,
    spent: first.quota.month?.remaining,
    quota: again.quota,
    count: body.count,
    refusal,
  }
}

async function expected() {
  const { body } = await service.api.ask('/api/v1/opportunities?status=OPEN,CLOSED&limit=100')
  return {
    ids: body.data.map(({ id }: { id: string }) => id),
    name: 'Nebraska',
    spent: expect.any(Number),
    quota: {
      minute: { limit: 300, remaining: expect.any(Number), resetSeconds: 60 },
      month: { limit: 20_000, remaining: expect.any(Number), resetSeconds: expect.any(Number) },
      ai: { limit: 1000, remaining: 1000, resetSeconds: expect.any(Number) },
      retryAfter: null,
      isDegraded: false,
    },
    count: 1,
    refusal: { name: 'ApiProblem', code: 'INVALID_PARAMETER', requestId: expect.any(String) },
  }
}

/** Globals that every Web platform has; edge runtimes have no others. */
const WEB = {
  ...{ fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal, DOMException },
  ...{ setTimeout, clearTimeout, TextEncoder, TextDecoder, FormData },
}

describe('the client', () => {
  it('runs on the Web platform alone, as in edge runtimes', async () => {
    const context = vm.createContext({ ...WEB })
    vm.runInContext(script, context)
    const visited = await vm.runInContext(
      `(${visit})(client.createClient, ${JSON.stringify(service.faults.address)}, ${JSON.stringify(await service.key())})`,
      context,
    )
    expect(JSON.parse(JSON.stringify(visited))).toEqual(await expected())
  })
})

describe.skipIf(!chromium)('the client in a browser', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser?.close())

  it('calls from a page of another origin, and reads the quota there', async () => {
    const page = await browser.newPage()
    service.faults.plan({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<title>A page</title>' })
    await page.goto(service.faults.address.replace('127.0.0.1', 'localhost'))
    await page.addScriptTag({ content: script })
    const visited = await page.evaluate(
      `(${visit})(client.createClient, ${JSON.stringify(service.faults.address)}, ${JSON.stringify(await service.key())})`,
    )
    expect(visited).toEqual(await expected())
  })
})
