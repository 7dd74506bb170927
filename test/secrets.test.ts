import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ACTORS } from '../src/account/actions.ts'
import { generateId, generateKey } from '../src/metering/keys.ts'
import { createDelivery } from '../src/notify/delivery.ts'
import { openPoster } from '../src/notify/webhook-post.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { type Answer, openPlace } from './account/place.ts'
import { baked, scratch } from './api.ts'
import { receiver } from './notify/receiver.ts'

/** Canaries: secrets of which no part may appear in anything that the service writes. */

const ROOT = path.join(import.meta.dirname, '..')
const canary = (name: string) => `canary-${name}-${'x'.repeat(24)}`
const SECRETS = {
  AI_API_KEY: canary('model'),
  BILLING_WEBHOOK_SECRET: canary('billing'),
  METRICS_TOKEN: canary('metrics'),
  CURSOR_SECRET: canary('cursor'),
}
const PASSWORD = canary('password')
const TOKEN = canary('upstash')

/** A server with canaries in its settings, called by everything that can carry or leak a secret; all its output. */
async function written(
  environment: Record<string, string>,
  secrets: string[],
  until: () => boolean = () => true,
): Promise<string> {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATASET_PATH: (await baked()).folder,
      SITE_PATH: path.join(ROOT, 'no-site'),
      DEMO_KEY: 'false',
      BASE_URL: 'http://127.0.0.1:4321',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_MODEL: 'model',
      SMTP_URL: `smtp://user:${PASSWORD}@127.0.0.1:9`,
      MAIL_FROM: 'service@example.org',
      ...SECRETS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  await expect.poll(() => text, { timeout: 15_000 }).toMatch(/listens on http/)
  const [, address] = /listens on (http:\S+)/.exec(text) as unknown as [string, string]

  const answers: string[] = []
  const ask = async (target: string, init: RequestInit = {}) => {
    const response = await fetch(address + target, init)
    answers.push(JSON.stringify([...response.headers]), await response.text())
  }
  const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  for (const secret of secrets) {
    const sent = { 'X-Api-Key': secret, 'Content-Type': 'application/json' }
    await ask('/api/v1/states', { headers: sent })
    await ask('/api/v1/search', { ...json({ query: 'telehealth', aiAnswer: true }), headers: sent })
    await ask('/api/v1/search', { ...json({ query: 'telehealth', limit: 'x' }), headers: sent })
    await ask('/api/v1/states', { headers: { Authorization: `Basic ${secret}`, Cookie: `rhp_session=${secret}` } })
    await ask(`/api/v1/states?key=${secret}`)
    await ask(`/api/v1/${secret}`)
    for (const end of ['.json', '.csv', '', '.json/', '.json?limit=1']) await ask(`/api/v1/signed/${secret}${end}`)
    await ask(`/api/v1/signed/${secret}.json`, { ...json({}), headers: { Referer: `${address}/${secret}` } })
  }
  const browserHeaders = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  await ask('/api/account/sign-in', { ...json({ email: 'ana@example.org' }), headers: browserHeaders })
  await ask('/api/account/billing', { ...json({}), headers: { ...browserHeaders, 'X-Billing-Signature': 't=1,v1=00' } })
  await ask('/metrics')
  await ask('/metrics', { headers: { Authorization: `Bearer ${SECRETS.METRICS_TOKEN}` } })
  await ask('/api/health')
  await expect.poll(until, { timeout: 15_000 }).toBe(true)
  child.kill('SIGTERM')
  await once(child, 'close')
  return text + answers.join('\n')
}

it('no secret setting, key or link appears in the log, a response, the metrics or the store', async () => {
  const folder = scratch()
  const file = path.join(folder, 'store.sqlite')
  const store = openEmbedded(file)
  const { secret, ...draft } = generateKey()
  const account = { id: generateId('acct'), name: 'Clinics', plan: 'PRO', ownerEmail: 'owner@example.org' } as const
  await store.createAccount(account, Date.now(), ACTORS.maintainer)
  await store.createKey(account.id, { ...draft, id: generateId('key'), name: 'x' }, Date.now(), ACTORS.maintainer)
  const { secret: address, ...held } = generateKey('subscription')
  const subscription = { id: generateId('sub'), name: 'x', list: 'events', format: 'json', query: 'limit=2' }
  await store.createSubscription(account.id, { ...held, ...subscription }, Date.now(), ACTORS.maintainer)
  const receiving = await receiver()
  receiving.answer = (response, { headers }) => void response.writeHead(500).end(JSON.stringify(headers))
  const hook = `${receiving.origin}/${canary('path')}?token=${canary('token')}`
  const whsec = `whsec_${Buffer.from(canary('webhook')).toString('base64')}`
  const filter = { resource: null, state: null, category: null, type: null, change: null }
  const webhook = { id: generateId('whk'), url: hook, filter, announced: 0, secret: whsec }
  await store.createWebhook(account.id, webhook, Date.now(), ACTORS.maintainer)
  const message = {
    id: generateId('msg'),
    accountId: account.id,
    webhookId: webhook.id,
    kind: 'test',
    version: null,
  } as const
  await store.addDeliveries([createDelivery({ ...message, filter }, Date.now())])
  await store.close()
  const environment = { STORE_PATH: file, WEBHOOK_ALLOW_ORIGINS: receiving.origin }
  const text = await written(environment, [secret, generateKey().secret, address], () => receiving.received.length > 0)
  const kept = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'))
  const all = text + kept.join('\n')
  expect(text).toMatch(/"event":"sign_in_link"/)
  for (const hidden of [...Object.values(SECRETS), PASSWORD, secret.slice(9), address.slice(8), '/account/open#']) {
    expect(all).not.toContain(hidden)
  }
  // Only the store has a webhook's secret, for signing, and the URL of its messages.
  const signatures = receiving.received.map(({ headers }) => String(headers['webhook-signature']))
  for (const hidden of [whsec.slice(6), canary('webhook'), canary('path'), canary('token'), ...signatures]) {
    expect(text).not.toContain(hidden)
  }
}, 40_000)

const STORES: [string, Record<string, string>][] = [
  ['Redis', { REDIS_URL: `redis://user:${PASSWORD}@127.0.0.1:9` }],
  ['Upstash', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: TOKEN }],
]
it.each(process.env.LONG ? STORES : STORES.slice(0, 1))(
  'nor while a store whose URL contains one is unavailable (%s)',
  async (_, environment) => {
    const { secret, hash } = generateKey()
    const text = await written(environment, [secret])
    expect(text).toContain('"event":"store_away"')
    for (const hidden of [...Object.values(SECRETS), PASSWORD, TOKEN, secret.slice(9), hash]) {
      expect(text).not.toContain(hidden)
    }
  },
  40_000,
)

it('webhook secrets and signed addresses appear only in the response that shows them', async () => {
  const receiving = await receiver()
  receiving.answer = (response, { headers }) => void response.writeHead(500).end(JSON.stringify(headers))
  const place = await openPlace({
    operatorEmail: 'operator@example.org',
    poster: openPoster({ allowedOrigins: [receiving.origin] }),
  })
  const { accountId, browsers } = await place.team()
  const { OWNER: owner, MEMBER: member } = browsers
  const operator = place.browser()
  await operator.signIn('operator@example.org')
  const accountPath = `/api/account/${accountId}`
  const answers: Answer[] = []
  const ask = async (browser: typeof owner, target: string, asked: Parameters<typeof owner.ask>[1] = {}) => {
    const answer = await browser.ask(target, asked)
    answers.push(answer)
    return answer
  }
  const shown = async (target: string, json: object): Promise<Answer['body']> => {
    const { status, body } = await owner.ask(target, { json })
    expect([target, status]).toEqual([target, expect.toBeOneOf([200, 201])])
    return body
  }

  const { secret } = await shown(`${accountPath}/keys`, { name: 'Reader' })
  const program = { Authorization: `Bearer ${secret}`, 'Sec-Fetch-Site': null, Origin: null }
  const hook = `${receiving.origin}/changes`
  const first = await shown(`${accountPath}/webhooks`, { url: hook })
  const webhook = `${accountPath}/webhooks/${first.webhook.id}`
  const rotated = await shown(`${webhook}/rotate`, {})
  const made = await Promise.all(
    ['ics', 'json'].map((format) =>
      shown(`${accountPath}/subscriptions`, { list: 'events', format, query: 'limit=2' }),
    ),
  )
  const paths = made.map(({ address }) => new URL(address).pathname)
  const [calendar = '', list = ''] = paths

  // What those see who know them, and what goes wrong with them.
  for (const browser of [owner, member, operator, place.browser()]) {
    for (const target of [
      accountPath,
      `${accountPath}/webhooks`,
      webhook,
      `${webhook}/deliveries`,
      `${accountPath}/trail`,
      '/api/account',
    ]) {
      await ask(browser, target)
    }
    await ask(browser, '/api/account/operator/accounts')
  }
  for (const target of ['/api/account/webhooks', '/api/v1/subscriptions', '/api/v1/usage']) {
    await ask(place.browser(), target, { headers: program })
  }
  await ask(owner, `${webhook}/test`, { json: {} })
  await ask(owner, webhook, { method: 'PATCH', json: { url: 'ftp://example.org', secret: rotated.secret } })
  await ask(owner, webhook, { method: 'PATCH', json: { filter: { region: [first.secret] } } })
  receiving.answer = (response) => void response.writeHead(410).end()
  await ask(owner, `${webhook}/test`, { json: {} })
  expect(place.outbox.map(({ kind }) => kind)).toContain('webhook_disabled')

  const nobody = place.browser()
  const bare = { headers: { 'Sec-Fetch-Site': null, Origin: null } }
  expect((await nobody.ask(calendar, bare)).status).toBe(200)
  for (const path of [list, `${calendar}x`, calendar.replace('.ics', ''), `${calendar}/`, `/${calendar}`]) {
    await ask(nobody, path, bare)
    await ask(nobody, `${path}?state=NE`, bare)
    await ask(nobody, path, { ...bare, method: 'HEAD' })
    await ask(nobody, path, { ...bare, method: 'POST', json: { query: 'telehealth' } })
  }
  for (const [at, { id }] of made.entries()) {
    const [bearer = ''] = paths[at]?.split('/').at(-1)?.split('.') ?? []
    const carried: Record<string, string>[] = [
      { Authorization: `Bearer ${bearer}` },
      { 'X-Api-Key': bearer },
      { Cookie: `rhp_session=${bearer}` },
    ]
    for (const headers of carried) {
      await ask(nobody, '/api/v1/states', { headers: { ...bare.headers, ...headers } })
    }
    await ask(owner, `${accountPath}/subscriptions/${id}`, { method: 'DELETE' })
    await ask(nobody, paths[at] as string, bare)
  }
  await place.settled()
  await place.store.close()
  for (const target of [webhook, list, calendar]) await ask(owner, target)

  const mails = place.outbox.flatMap((mail) => (mail.kind === 'sign_in_link' ? [] : [mail]))
  const said = [...answers.map(({ text, headers }) => [text, ...headers]), ...place.log, ...mails].map((each) =>
    JSON.stringify(each),
  )
  const whsecs: string[] = [first.secret, rotated.secret]
  const addresses = paths.map((path) => path.split('/').at(-1)?.split('.')[0] ?? '')
  const signatures = receiving.received.flatMap(({ headers }) => String(headers['webhook-signature']).split(' '))
  expect(signatures.length).toBeGreaterThan(2)
  expect(said.some((text) => text.includes('WEBHOOK_SECRET_ROTATED'))).toBe(true)
  const hidden = [...whsecs.map((each) => each.slice(6)), ...addresses.map((each) => each.slice(12, -4)), ...signatures]
  const leaks = said.filter((text) => hidden.some((secret) => text.includes(secret)))
  expect(leaks).toEqual([])
  // The store keeps the hash of an address.
  for (const address of addresses) expect(place.kept()).not.toContain(address.slice(12, -4))
})
