import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parseXml } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { ACTORS } from '../../src/account/actions.ts'
import type { JsonSchema } from '../../src/contract/schemas.ts'
import { BillingBody } from '../../src/http/account/account.ts'
import { ROUTES } from '../../src/http/account/mount.ts'
import { createApp } from '../../src/http/app.ts'
import { MCP_PATH } from '../../src/http/endpoints/endpoint.ts'
import { SubscriptionBody } from '../../src/http/endpoints/subscriptions.ts'
import { TOOLS } from '../../src/http/mcp/tools.ts'
import { ERRORS, type ErrorCode } from '../../src/http/response/errors.ts'
import { createPublications } from '../../src/http/webhooks/message.ts'
import { openWebhookService } from '../../src/http/webhooks/service.ts'
import { generateKey } from '../../src/metering/keys.ts'
import { PLAN_NAMES } from '../../src/metering/plans.ts'
import type { Poster } from '../../src/notify/webhook-post.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'
import { type Browser, openPlace, type Place, signed } from '../account/place.ts'
import { NOW, openApi, type TestApi } from '../api.ts'
import { checkText } from '../contract/answers.ts'
import { CONTRACT } from '../contract/whole.ts'
import { hostileQueries } from '../search/hostile.ts'
import { type Chance, chance } from '../storage/chance.ts'
import { CALLERS, type Caller, encoded, type FuzzRequest, headerValue, requestsTo, written } from './requests.ts'
import { KINDS, type Values, valuesFrom } from './values.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']

/** A stream of requests to account routes. `caller` is not used here: the browser is chosen separately. */
function requestsToAccounts(values: Values, chance: Chance): () => FuzzRequest {
  const { below, pick } = chance
  const routes = ROUTES.map(({ method, path, body }) => ({
    method,
    path,
    schema: method === 'GET' || method === 'DELETE' ? null : findBodySchema(path, body),
  }))
  return () => {
    const { method, path, schema } = pick(routes)
    const kind = pick(['valid', ...KINDS] as const)
    const oneIn = (count: number): boolean => kind !== 'valid' && below(count) === 0
    const target = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) =>
      oneIn(3) ? encoded(values.text()) : encoded(String(values.of('valid', { type: 'string' }, name))),
    )
    const headers: FuzzRequest['headers'] = schema ? { 'Content-Type': 'application/json' } : {}
    if (oneIn(10)) headers['Sec-Fetch-Site'] = pick(['cross-site', 'same-site', 'none', 'x'])
    if (oneIn(10)) headers.Origin = pick(['https://evil.example', 'null', 'https://api.example.org.evil.example'])
    if (oneIn(10)) headers.Cookie = headerValue(`__Host-rhp_session=${values.text()}; rhp_session=${values.text()}`)
    if (oneIn(10)) headers['X-Billing-Signature'] = headerValue(values.text())
    const request: FuzzRequest = {
      kind,
      operation: `${method} ${path}`,
      caller: 'nobody',
      method: oneIn(8) ? pick(METHODS) : method,
      target: `${target}${oneIn(8) ? `?before=${encoded(written(values.of(kind, { type: 'integer' }, 'before')))}` : ''}`,
      headers,
    }
    const hasBody = schema && !['GET', 'HEAD'].includes(request.method)
    if (hasBody)
      request.body = oneIn(10) ? pick(['', '[]', '{', 'null']) : JSON.stringify(values.of(kind, schema, 'body'))
    return request
  }
}

/** Bodies that their routes read by themselves, by the end of the path. */
const RAW_BODIES: [string, z.ZodType][] = [
  ['/billing', BillingBody],
  ['/subscriptions', SubscriptionBody],
]

function findBodySchema(path: string, body: unknown): JsonSchema | null {
  const schema = RAW_BODIES.find(([end]) => path.endsWith(end))?.[1] ?? (body as z.ZodType | undefined)
  if (!schema) return null
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  const inlined = (_: string, part: JsonSchema) => (part?.$ref ? $defs[part.$ref.split('/').at(-1) ?? ''] : part)
  return JSON.parse(JSON.stringify(rest), inlined)
}

const PROTOCOL = [
  'initialize',
  'tools/list',
  'ping',
  'resources/list',
  'notifications/initialized',
  'tools/unknown',
  '',
]
const VERSIONS = ['2025-03-26', '2025-06-18', '2026-07-28', '0', '']

/** A stream of messages to the tools for agents. */
function messagesTo(values: Values, chance: Chance): () => FuzzRequest {
  const { below, pick } = chance
  return () => {
    const kind = pick(KINDS)
    const oneIn = (count: number): boolean => kind !== 'valid' && below(count) === 0
    const tool = pick(TOOLS)
    const isCall = below(4) > 0
    const params = isCall
      ? {
          name: oneIn(8) ? values.text() : tool.name,
          arguments: values.of(kind, tool.inputSchema as JsonSchema, 'arguments'),
        }
      : { protocolVersion: pick(VERSIONS), capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
    const message = {
      jsonrpc: oneIn(8) ? pick(['1.0', 2, null]) : '2.0',
      ...(!oneIn(8) && { id: oneIn(4) ? pick([null, 'x', -1, 1.5, {}, []]) : 1 }),
      method: isCall ? 'tools/call' : pick(PROTOCOL),
      params: oneIn(8) ? pick([null, [], 'x', { cursor: 1 }]) : params,
    }
    return {
      kind,
      operation: isCall ? `mcp ${tool.name}` : 'mcp',
      caller: below(12) === 0 ? pick(CALLERS) : 'key',
      method: oneIn(10) ? pick(['GET', 'DELETE', 'PUT']) : 'POST',
      target: '/mcp',
      headers: {
        'Content-Type': oneIn(10) ? 'text/plain' : 'application/json',
        Accept: oneIn(10) ? pick(['application/json', 'text/html', '']) : 'application/json, text/event-stream',
        ...(below(3) === 0 && { 'MCP-Protocol-Version': pick(VERSIONS) }),
      },
      body: oneIn(10) ? pick(['', '[]', '{', '{"jsonrpc":"2.0"}']) : JSON.stringify(message),
    }
  }
}

const READERS: { [mediaType: string]: (text: string) => unknown } = {
  'text/csv': (text) => parse(text, { bom: true }),
  'application/x-ndjson': (text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  'text/calendar': (text) => ICAL.parse(text),
  'application/atom+xml': (text) => parseXml(text),
  'application/feed+json': (text) => JSON.parse(text),
}

/** @throws Error when a body is not in the format of its header */
function mustBeReadable(contentType: string, text: string): void {
  READERS[contentType.split(';')[0] ?? '']?.(text)
}

/** Requests generated from the contract. `FUZZ_SEED=7 npx vitest run test/fuzz` generates others. */

const SEED = Number(process.env.FUZZ_SEED ?? 2_026)
const isLong = Boolean(process.env.LONG)
const COUNT = isLong ? 230_000 : 2_400
const ACCOUNTS_COUNT = isLong ? 20_000 : 600
/** Number of concurrent requests. */
const TOGETHER = 10
/** Maximum CPU time per request. */
const SLOW_MS = 250
const GROWTH_MAX_BYTES = 24 * 1024 * 1024
/** The clock advances by this much in total, in this many jumps, so statuses change and windows pass. */
const SPAN_MS = 400 * 86_400_000
const JUMPS = COUNT / 200

const document = CONTRACT

const createValues = (random: Chance, examples: { [name: string]: readonly string[] }): Values =>
  valuesFrom(
    {
      resolve: (reference) => document.components.schemas[reference.split('/').at(-1) ?? ''] as JsonSchema,
      listKnown: (name) => examples[name] ?? [],
      hostile: hostileQueries(SEED, ['rural', 'telehealth', 'health', 'grant', 'hospital'], 300),
    },
    random,
  )

/** Says how to repeat a request with a wrong response. */
async function told(index: number, request: FuzzRequest, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    const text = JSON.stringify(request).slice(0, 2_000)
    throw new Error(`FUZZ_SEED=${SEED}, request ${index}: ${text}\n${(error as Error).message}`, { cause: error })
  }
}

/** @throws Error for a 5xx, and for a problem document whose status or code belongs to another status */
function mustBeOrderly(status: number, headers: Headers, text: string): void {
  if (status >= 500) throw new Error(`${status} ${text}`)
  if (!headers.get('content-type')?.startsWith('application/problem+json') || text === '') return
  const problem: { status: number; code: string } = JSON.parse(text)
  const due = ERRORS[problem.code as ErrorCode]?.status ?? status
  if (problem.status !== status || due !== status) throw new Error(`${status}, but the problem is ${text}`)
}

/** @throws Error when a request takes too long. If it is inherently slow, it is slow every time. */
async function quickly(ask: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await ask()
  if (performance.now() - began < SLOW_MS) return
  let least = Number.POSITIVE_INFINITY
  for (let again = 0; least > SLOW_MS && again < 3; again += 1) {
    const before = process.cpuUsage()
    await ask()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  if (least > SLOW_MS) throw new Error(`took ${least} ms of the processor`)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

type Credentials = (caller: Caller) => Record<string, string>

async function createCredentials(api: TestApi, { pick, below }: Chance): Promise<Credentials> {
  const good: string[] = []
  for (const plan of PLAN_NAMES) if (plan !== 'FREE') good.push((await api.key(plan)).secret)
  const revoked = await api.key()
  await api.store.revokeKey(revoked.keyId, api.now(), ACTORS.maintainer)
  const suspended = await api.key()
  await api.store.suspend(suspended.accountId, api.now(), ACTORS.maintainer)
  const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })
  const [first = '', second = ''] = good
  const malformed = ['Bearer', 'Basic eDp5', `Bearer ${first} ${second}`, 'Bearer rhp_live_\u00a0', ',', first]
  const by: { [C in Caller]: () => Record<string, string> } = {
    // The first reaches its limit a minute, the others do not.
    key: () => (below(4) === 0 ? bearer(first) : { 'X-Api-Key': pick(good) }),
    nobody: () => ({}),
    unknown: () => bearer(generateKey().secret),
    revoked: () => bearer(revoked.secret),
    suspended: () => bearer(suspended.secret),
    malformed: () => ({ Authorization: pick(malformed) }),
    'two keys': () => ({ ...bearer(first), 'X-Api-Key': second }),
  }
  return (caller) => by[caller]()
}

/** Receivers of webhooks; some accept what they are sent. */
const POSTER: Poster = {
  send: async ({ id }) => (id.endsWith('A') ? { status: 410, fault: 'STATUS' } : { status: 204, fault: null }),
  refusal: async (url) => (url.startsWith('https:') ? null : 'Is no https address.'),
}

/** Values that only responses contain, the latest of each. */
interface Made {
  [name: string]: string[]
}
const MADE: { [name: string]: RegExp } = {
  cursor: /"nextCursor":"([^"]+)"/,
  subscription: /"id":"(sub_\w+)"/,
  // Not what errors show instead of one.
  address: /\/signed\/(rhp_sub_\w{30}\.\w+)"/,
  webhook: /"id":"(whk_\w+)"/,
  delivery: /"id":"(msg_\w+)"/,
}

function noteMade(made: Made, text: string): void {
  for (const [name, pattern] of Object.entries(MADE)) {
    const value = pattern.exec(text)?.[1]
    const values = made[name] as string[]
    // A delivery and its webhook have to meet.
    const most = name === 'webhook' || name === 'delivery' ? 1 : 100
    if (value && values.push(value) > most) values.shift()
  }
}

/** Real values of parameters, plus those found in responses. */
async function knownIn(api: TestApi, made: Made) {
  const { body } = await api.ask('/api/v1/exports')
  const ids = RESOURCE_NAMES.flatMap((name) =>
    api.publication[name].flatMap(({ item }: { item: { id?: string; code?: string } }) => item.id ?? item.code ?? []),
  )
  return {
    ...{ id: ids, ids, oppId: ids, ...made },
    url: ['https://example.org/changes', 'https://example.org/other'],
    file: body.files.map(({ name }: { name: string }) => name),
    ...{ code: ['NE', 'ny', 'ZZ'], state: ['NE', 'NY', 'none'], states: ['NE', 'NY'] },
    ...{ fiscalYear: ['2026', 'FY2026', 'fy 26'], year: ['2026', 'FY2026'], type: ['RFP', 'GRANT'] },
    programCategory: ['WORKFORCE', 'BEHAVIORAL_HEALTH'],
  }
}

/** Statuses that every operation documenting them must have returned, so the fuzz does not test less than it claims. */
const MUST_BE_SEEN = ['200', '201', '202', '204', '400', '401', '403', '404', '405', '406', '413', '415', '416', '429']

it(`responds to ${COUNT} generated requests as documented, none slowly, without growing in memory`, {
  timeout: 3_600_000,
}, async () => {
  const random = chance(SEED)
  const api = await openApi()
  const { store, now: clock } = api
  const service = () => api.service
  // Responses are checked against the document here, once they are read.
  const app = createApp({
    ...{ service, meter: store, subscriptions: store, clock, log: () => {}, base: null },
    account: {
      ...{ store, billingSecret: null, operatorEmail: null, hosts: [], trialDays: 0 },
      ...{
        limits: { allow: async () => ({ allowed: true, retryAfterSeconds: 0, left: 1 }) },
        post: () => {},
        remind: () => {},
      },
      afterwards: (work) => void work(),
      desk: { readNight: async () => null, faults: () => [], review: null },
      webhooks: openWebhookService({
        ...{ store, poster: POSTER, mailer: { send: async () => {} }, clock, allowedOrigins: [], link: '' },
        publications: createPublications(service, null),
        newest: () => service().publications.newest(),
        report: ({ message }) => {
          throw new Error(message)
        },
      }),
    },
  })
  const credentials = await createCredentials(api, random)
  const made = { cursor: [], subscription: [], address: [], webhook: [], delivery: [] } satisfies Made
  const held: { request: FuzzRequest; tag: string }[] = []
  const values = createValues(random, await knownIn(api, made))
  const next = requestsTo(document, values, random, () => held)
  const message = messagesTo(values, random)
  const seen = new Map<string, Set<string>>()

  async function ask(request: FuzzRequest): Promise<void> {
    const { method, target, body, headers } = request
    const response = await app.request(target, {
      method,
      headers: { ...credentials(request.caller), ...headers },
      ...(body !== undefined && !['GET', 'HEAD'].includes(method) && { body }),
    })
    const { status, headers: answered } = response
    const text = await response.text()
    mustBeOrderly(status, answered, text)
    checkText({ method, url: new URL(target, 'http://localhost').href }, response, text)
    const type = answered.get('content-type') ?? ''
    if (status === 200 && method !== 'HEAD') mustBeReadable(type, text)
    if (target === MCP_PATH && type.startsWith('application/json')) expect(JSON.parse(text)).toHaveProperty('jsonrpc')
    seen.set(request.operation, (seen.get(request.operation) ?? new Set()).add(String(status)))
    const tag = answered.get('etag')
    if (tag && held.push({ request, tag }) > 50) held.shift()
    noteMade(made, text)
  }

  let halfway = 0
  for (let index = 0; index < COUNT; index += TOGETHER) {
    const jump = Math.floor((index / COUNT) * JUMPS) / JUMPS
    api.at(new Date(Date.parse(NOW) + jump * SPAN_MS + index).toISOString())
    if (index === COUNT / 2) halfway = heapUsed()
    const requests = Array.from({ length: TOGETHER }, () => (random.below(24) === 0 ? message() : next()))
    await Promise.all(requests.map((request, place) => told(index + place, request, () => quickly(() => ask(request)))))
  }
  expect(heapUsed() - halfway).toBeLessThan(GROWTH_MAX_BYTES)
  // A fraction need not reach every status of every operation, but each operation, and each status somewhere.
  const everywhere = new Set([...seen.values()].flatMap((statuses) => [...statuses]))
  expect(MUST_BE_SEEN.filter((status) => !everywhere.has(status))).toEqual([])
  const missing = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const answered = seen.get(`${method} ${path}`)
      const due = Object.keys(responses).filter((status) => MUST_BE_SEEN.includes(status))
      if (!isLong) return answered ? [] : [`${method} ${path}`]
      return due.filter((status) => !answered?.has(status)).map((status) => `${method} ${path} ${status}`)
    }),
  )
  expect(process.env.FUZZ_SEED ? [] : missing).toEqual([])
})

it(`responds to ${ACCOUNTS_COUNT} requests to account routes according to their schemas`, {
  timeout: 3_600_000,
}, async () => {
  const random = chance(SEED)
  let place: Place
  const examples: { [name: string]: string[] } = {
    email: ['ana@example.org', 'ben@example.org'],
    token: [],
    id: ['evt_1'],
    url: ['https://example.org/changes'],
    query: ['limit=5', 'state=NE'],
  }
  const next = requestsToAccounts(createValues(random, examples), random)
  let browsers: Browser[] = []
  let operator: Browser
  const seen = new Set<string>()

  /** Two teams and the operator, recreated: requests sign people out and remove them. */
  async function begin(isNewPlace: boolean): Promise<void> {
    if (isNewPlace) place = await openPlace({ operatorEmail: 'operator@example.org', trialDays: 14, poster: POSTER })
    const teams = [await place.team(), await place.team('FREE')]
    operator = place.browser()
    await operator.signIn('operator@example.org')
    const all = teams.flatMap((team) => Object.values(team.browsers))
    const [owner] = all as [Browser]
    const free = teams[1]?.browsers.OWNER as Browser
    browsers = [owner, owner, owner, free, free, ...all, operator, place.browser()]
    const [owned = '', other = ''] = teams.map(({ accountId }) => accountId)
    examples.account = [owned, owned, other]
    const { body } = await owner.ask(`/api/account/${owned}`)
    examples.member = body.members.map(({ id }: { id: string }) => id)
    const made = await owner.ask(`/api/account/${owned}/keys`, { json: { name: 'One' } })
    examples.key = [made.body.key.id]
    const hook = await owner.ask(`/api/account/${owned}/webhooks`, { json: { url: 'https://example.org/' } })
    examples.webhook = [hook.body.webhook.id]
    const tried = await owner.ask(`/api/account/${owned}/webhooks/${examples.webhook[0]}/test`, { json: {} })
    examples.delivery = [tried.body.delivery.id]
    const address = { list: 'events', format: 'ics' }
    const subscribed = await owner.ask(`/api/account/${owned}/subscriptions`, { json: address })
    examples.subscription = [subscribed.body.id]
    await owner.ask('/api/account/sign-in', { json: { email: 'ana@example.org' } })
    examples.token = [place.token('ana@example.org')]
    // An invitation for one of the callers.
    const json = { email: teams[1]?.emails.OWNER, role: 'MEMBER' }
    await owner.ask(`/api/account/${owned}/members`, { json })
  }

  for (let index = 0; index < ACCOUNTS_COUNT; index += 1) {
    if (index % 100 === 0) await begin(index % 3_000 === 0)
    const request = next()
    await told(index, request, async () => {
      const { method, target, headers, body } = request
      const isSigned = target === '/api/account/billing' && request.kind !== 'hostile'
      const signature: Record<string, string> = isSigned
        ? { 'X-Billing-Signature': signed(body ?? '', place.now()) }
        : {}
      const isOfOperator = target.includes('/operator/') && random.below(2) === 0
      const browser = isOfOperator ? operator : random.pick(browsers)
      await quickly(async () => {
        const asked = { method, headers: { ...headers, ...signature }, ...(body !== undefined && { body }) }
        const { status, headers: answered, text, body: answer } = await browser.ask(target, asked)
        mustBeOrderly(status, answered, text)
        if (status === 201 && answer.key) examples.key?.push(answer.key.id)
        if (status === 202 && answer.email) examples.token = [place.token(answer.email)]
        if (status < 300 || !isLong) seen.add(request.operation)
      })
    })
  }
  // Programs ask for webhooks with a key, in the test above.
  const routes = ROUTES.filter(({ access }) => access !== 'key').map(({ method, path }) => `${method} ${path}`)
  const never = routes.filter((route) => !seen.has(route))
  expect(process.env.FUZZ_SEED ? [] : never).toEqual([])
})
