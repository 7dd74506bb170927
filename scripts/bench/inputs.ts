import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ACTORS } from '../../src/account/actions.ts'
import { generateSecret, hashSecret } from '../../src/account/person.ts'
import { createApp } from '../../src/http/app.ts'
import { compose } from '../../src/http/compose.ts'
import { ENDPOINTS } from '../../src/http/endpoints/all.ts'
import { createRecordPages } from '../../src/http/pages/pages.ts'
import { readSettings } from '../../src/http/settings/settings.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { FRAME_FILE } from '../../src/views/addresses.ts'
import { BLANK_MAIN } from '../../src/views/view.ts'

/** The processor time of what callers can send, as it grows to the largest size that the server accepts. */

/** Node refuses headers and paths beyond 16 KiB, and the service bodies beyond 16 KiB. */
export const SIZES = { small: 1_000, large: 15_000 } as const

const BASE = 'http://127.0.0.1:4321'

/** One text that a caller sends, with the request that carries it. */
interface Input {
  /** Where callers send it. */
  group: 'headers' | 'paths' | 'parameters' | 'bodies' | 'agents' | 'webhooks' | 'sign-in' | 'pages'
  name: string
  request: (text: string) => Request
}

/** Texts of a length, each repeating what regular expressions and parsers stumble over. */
const FILLERS: { [name: string]: (length: number) => string } = {
  letters: (length) => 'a'.repeat(length),
  digits: (length) => '1'.repeat(length),
  'T of a timestamp': (length) => 'T'.repeat(length),
  'spaces between letters': (length) => `a${' '.repeat(length - 2)}b`,
  'tabs between letters': (length) => `a${'\t'.repeat(length - 2)}b`,
  'spaces after a scheme': (length) => `Bearer ${' '.repeat(length - 8)}b`,
  commas: (length) => ','.repeat(length),
  entries: (length) => Array.from({ length: length / 5 }, (_, index) => `x${index % 1_000}`).join(','),
  'sort fields': (length) => '-nope,'.repeat(length / 6),
  'entity tags': (length) => 'W/"a",'.repeat(length / 6),
  'quality values': (length) => 'a/b;q=0.1,'.repeat(length / 10),
  dots: (length) => '.'.repeat(length),
  'dots and letters': (length) => '.a'.repeat(length / 2),
  slashes: (length) => '/'.repeat(length),
  stars: (length) => '*'.repeat(length),
  minuses: (length) => '-'.repeat(length),
  quotes: (length) => '"'.repeat(length),
  parentheses: (length) => '('.repeat(length),
  brackets: (length) => '['.repeat(length),
  'at signs': (length) => 'a@'.repeat(length / 2),
  percents: (length) => '%41'.repeat(length / 3),
  ampersands: (length) => 'a&'.repeat(length / 2),
  semicolons: (length) => 'a=b; '.repeat(length / 5),
  words: (length) => 'rural '.repeat(length / 6),
  accents: (length) => 'é'.repeat(length / 2),
}

const HEADERS = [
  ...['authorization', 'x-api-key', 'x-request-id', 'x-forwarded-for', 'accept', 'accept-encoding'],
  ...['if-none-match', 'if-range', 'range', 'cookie', 'origin', 'sec-fetch-site', 'access-control-request-headers'],
] as const

/** The text of a header as HTTP can carry it. */
const toHeaderText = (text: string): string => text.replaceAll('é', 'e')

interface Credentials {
  key: string
  session: string
  account: string
}

function createInputs({ key, session, account }: Credentials): Input[] {
  const keyed = { Authorization: `Bearer ${key}` }
  const signedIn = { Cookie: `rhp_session=${session}`, 'Sec-Fetch-Site': 'same-origin' }
  const get = (target: string, headers: HeadersInit = keyed) => new Request(BASE + target, { headers })
  const send = (target: string, body: unknown, headers: HeadersInit = keyed, method = 'POST') =>
    new Request(BASE + target, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const encoded = encodeURIComponent
  const lists = ENDPOINTS.filter(({ method, path, isSigned }) => method === 'GET' && !path.includes(':') && !isSigned)
  // Lists share most of their parameters.
  const schemas = new Set<unknown>()
  function isNew(schema: unknown): boolean {
    const isKnown = schemas.has(schema)
    schemas.add(schema)
    return !isKnown
  }
  const posts = ENDPOINTS.flatMap((endpoint) => (endpoint.body && endpoint.example?.body ? [endpoint] : []))
  const agents: { [name: string]: (text: string) => object } = {
    method: (text) => ({ method: text }),
    'tool name': (text) => ({ method: 'tools/call', params: { name: text, arguments: {} } }),
    'tool argument': (text) => ({
      method: 'tools/call',
      params: { name: 'search_documents', arguments: { query: text } },
    }),
    'tool state': (text) => ({ method: 'tools/call', params: { name: 'get_state', arguments: { code: text } } }),
    'tool list': (text) => ({
      method: 'tools/call',
      params: { name: 'find_opportunities', arguments: { sort: text.split(','), dueAfter: text.slice(0, 100) } },
    }),
  }
  return [
    ...HEADERS.flatMap((name): Input[] => [
      {
        group: 'headers',
        name: `${name} of a list`,
        request: (text) => get('/api/v1/awards?limit=1', { ...keyed, [name]: toHeaderText(text) }),
      },
      {
        group: 'headers',
        name: `${name} of an account`,
        request: (text) => get('/api/account', { ...signedIn, [name]: toHeaderText(text) }),
      },
    ]),
    {
      group: 'headers',
      name: 'content-type',
      request: (text) => send('/api/v1/search', {}, { ...keyed, 'Content-Type': toHeaderText(text) }),
    },
    ...[
      '/api/v1/',
      '/api/v1/states/',
      '/api/v1/opportunities/',
      '/api/v1/exports/',
      '/api/v1/signed/',
      '/common-grants/',
      '/api/account/',
    ].map((place): Input => ({ group: 'paths', name: `${place}…`, request: (text) => get(place + encoded(text)) })),
    ...lists.flatMap(({ path: target, query }): Input[] => [
      ...Object.keys(query)
        .filter((parameter) => isNew(query[parameter]?.schema))
        .map(
          (parameter): Input => ({
            group: 'parameters',
            name: `${parameter} of ${target}`,
            request: (text) => get(`${target}?${parameter}=${text.replaceAll(/[&#+%]/g, '')}`),
          }),
        ),
      { group: 'parameters', name: `the query of ${target}`, request: (text) => get(`${target}?${text}`) } as const,
      {
        group: 'parameters',
        name: `the query of ${target} without a key`,
        request: (text) => get(`${target}?${text}`, {}),
      } as const,
    ]),
    ...posts.flatMap(({ path: target, example }) =>
      createVariants(example?.body).map(
        ({ at, put }): Input => ({
          group: 'bodies',
          name: `${at} of ${target}`,
          request: (text) => send(target, put(text)),
        }),
      ),
    ),
    {
      group: 'bodies',
      name: 'JSON',
      request: (text) =>
        new Request(`${BASE}/api/v1/search`, {
          method: 'POST',
          headers: { ...keyed, 'Content-Type': 'application/json' },
          body: text,
        }),
    },
    {
      group: 'bodies',
      name: 'unknown fields',
      request: (text) => send('/api/v1/search', Object.fromEntries(text.split(',').map((name) => [name, 1]))),
    },
    {
      group: 'bodies',
      name: 'states of a search',
      request: (text) => send('/api/v1/search', { query: 'telehealth', states: text.split(',') }),
    },
    ...Object.entries(agents).map(
      ([name, message]): Input => ({
        group: 'agents',
        name,
        request: (text) =>
          send(
            '/mcp',
            { jsonrpc: '2.0', id: 1, ...message(text) },
            { ...keyed, Accept: 'application/json, text/event-stream' },
          ),
      }),
    ),
    {
      group: 'webhooks',
      name: 'url',
      request: (text) => send(`/api/account/${account}/webhooks`, { url: `https://${text}` }, signedIn),
    },
    {
      group: 'webhooks',
      name: 'filter',
      request: (text) =>
        send(`/api/account/${account}/webhooks`, { url: 'https://x', filter: { category: text.split(',') } }, signedIn),
    },
    {
      group: 'webhooks',
      name: 'signature of a billing event',
      request: (text) => send('/api/account/billing', {}, { 'X-Billing-Signature': toHeaderText(text) }),
    },
    { group: 'sign-in', name: 'email', request: (text) => send('/api/account/sign-in', { email: text }, signedIn) },
    {
      group: 'sign-in',
      name: 'email at a domain',
      request: (text) => send('/api/account/sign-in', { email: `a@${text}.org` }, signedIn),
    },
    { group: 'sign-in', name: 'token', request: (text) => send('/api/account/session', { token: text }, signedIn) },
    {
      group: 'sign-in',
      name: 'name of an account',
      request: (text) => send(`/api/account/${account}`, { name: text }, signedIn, 'PATCH'),
    },
    {
      group: 'sign-in',
      name: 'email of an invitation',
      request: (text) => send(`/api/account/${account}/members`, { email: text, role: 'MEMBER' }, signedIn),
    },
    { group: 'pages', name: 'the search', request: (text) => get(`/search?q=${encoded(text)}`, {}) },
    ...['/opportunities/', '/documents/', '/events/', '/awards/NE/', '/awards/'].map(
      (place): Input => ({ group: 'pages', name: `${place}…`, request: (text) => get(place + encoded(text), {}) }),
    ),
  ]
}

type Fields = { [field: string]: unknown }

/** The bodies in which one text of an example is replaced. */
function createVariants(example: unknown, at = ''): { at: string; put: (text: string) => unknown }[] {
  if (typeof example === 'string') return [{ at, put: (text) => text }]
  if (typeof example !== 'object' || example === null) return []
  return Object.entries(example).flatMap(([field, value]) =>
    createVariants(value, at ? `${at}.${field}` : field).map((variant) => ({
      at: variant.at,
      put(text: string) {
        const changed = Array.isArray(example) ? [...example] : { ...example }
        ;(changed as Fields)[field] = variant.put(text)
        return changed
      },
    })),
  )
}

const ALLOWED = async () => ({ allowed: true, retryAfterSeconds: 0, left: 1 })

/** The slowest text of a group. */
export interface Slowest {
  group: Input['group']
  /** Number of inputs in the group, each sent with every text. */
  inputs: number
  input: string
  text: string
  /** Processor time of the request with the small and the large text, in milliseconds. */
  smallMs: number
  largeMs: number
}

/**
 * Sends every input with every text, and returns the slowest of each group.
 * @param dataset folder of a bake
 * @param times how often a slow request is repeated; the fastest one counts, since everything else slows requests only down
 */
export async function measureInputs(dataset: string, times: number, every = 1): Promise<Slowest[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-inputs-'))
  writeFileSync(path.join(folder, FRAME_FILE), `<title>blank-title</title>${BLANK_MAIN}`)
  const { deps, store, close } = await compose(
    readSettings({
      DATASET_PATH: dataset,
      STORE_PATH: path.join(folder, 'store.sqlite'),
      OUTBOX_PATH: path.join(folder, 'outbox'),
      BILLING_WEBHOOK_SECRET: 'x'.repeat(32),
      ACCESS_LOG: 'none',
      LOG_LEVEL: 'error',
    }),
  )
  try {
    // Limits would refuse most requests before their texts are read.
    const { limits: _, account, ...unlimited } = deps
    const app = createApp({ ...unlimited, ...(account && { account: { ...account, limits: { allow: ALLOWED } } }) })
    const pages = createRecordPages({ ...unlimited, contact: null })(folder)
    const inputs = createInputs(await createCaller(store))
    const fetch = (request: Request) =>
      /^\/(api|common-grants|mcp)/.test(new URL(request.url).pathname) ? app.fetch(request) : pages.fetch(request)

    /** The processor time of a request; one that is not above a known time is sent only once. */
    async function measure({ request }: Input, text: string, knownMs = 0): Promise<number> {
      let least = Number.POSITIVE_INFINITY
      for (let time = 0; time < times && least > knownMs; time += 1) {
        const sent = request(text)
        const before = process.cpuUsage()
        await (await fetch(sent)).arrayBuffer()
        const { user, system } = process.cpuUsage(before)
        least = Math.min(least, (user + system) / 1_000)
      }
      return least
    }

    const slowest = new Map<Input['group'], Slowest>()
    for (const [number, input] of inputs.entries()) {
      const fillers = Object.entries(FILLERS).filter((_, index) => (number + index) % every === 0)
      for (const [text, fill] of fillers) {
        const last = slowest.get(input.group)
        const largeMs = await measure(input, fill(SIZES.large), last?.largeMs)
        if (last && last.largeMs >= largeMs) continue
        const smallMs = await measure(input, fill(SIZES.small))
        const ofGroup = inputs.filter(({ group }) => group === input.group).length
        slowest.set(input.group, { group: input.group, inputs: ofGroup, input: input.name, text, smallMs, largeMs })
      }
    }
    return [...slowest.values()]
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
}

/** An account with a key and a signed-in owner. */
async function createCaller(store: Awaited<ReturnType<typeof compose>>['store']): Promise<Credentials> {
  const now = Date.now()
  const email = 'owner@example.org'
  const { id: account } = await store.createAccount(
    { id: generateId('acct'), name: 'Inputs', plan: 'API', ownerEmail: email },
    now,
    ACTORS.maintainer,
  )
  const { secret: key, ...draft } = generateKey()
  await store.createKey(account, { id: generateId('key'), name: 'Inputs', ...draft }, now, ACTORS.maintainer)
  const session = generateSecret()
  await store.openSession(hashSecret(session), email, now)
  return { key, session, account }
}
