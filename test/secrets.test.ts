import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ACTORS } from '../src/account/actions.ts'
import { newId, newKey } from '../src/metering/keys.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { baked, scratch } from './api.ts'

/** Canaries: secrets of which no piece may stand in anything that the service writes. */

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

/** A server with canaries in its settings, asked by everything that can carry or spill a secret; all that it wrote. */
async function written(environment: Record<string, string>, secrets: string[]): Promise<string> {
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
  }
  // Told back in a bad parameter is only what the caller itself has sent.
  const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  await ask('/api/account/sign-in', { ...json({ email: 'ana@example.org' }), headers: own })
  await ask('/api/account/billing', { ...json({}), headers: { ...own, 'X-Billing-Signature': 't=1,v1=00' } })
  await ask('/metrics')
  await ask('/metrics', { headers: { Authorization: `Bearer ${SECRETS.METRICS_TOKEN}` } })
  await ask('/api/health')
  child.kill('SIGTERM')
  await once(child, 'close')
  return text + answers.join('\n')
}

it('no secret of the settings, no key and no link stands in the log, an answer, the metrics or the store', async () => {
  const folder = scratch()
  const file = path.join(folder, 'store.sqlite')
  const store = openEmbedded(file)
  const { secret, ...draft } = newKey()
  const account = { id: newId('acct'), name: 'Clinics', plan: 'PRO', ownerEmail: 'owner@example.org' } as const
  await store.createAccount(account, Date.now(), ACTORS.maintainer)
  await store.createKey(account.id, { ...draft, id: newId('key'), name: 'x' }, Date.now(), ACTORS.maintainer)
  await store.close()
  const text = await written({ STORE_PATH: file }, [secret, newKey().secret])
  const kept = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'))
  const all = text + kept.join('\n')
  expect(text).toMatch(/"event":"sign_in_link"/)
  for (const hidden of [...Object.values(SECRETS), PASSWORD, secret.slice(9), '/account/open#']) {
    expect(all).not.toContain(hidden)
  }
}, 40_000)

it.each<[string, Record<string, string>]>([
  ['Redis', { REDIS_URL: `redis://user:${PASSWORD}@127.0.0.1:9` }],
  ['Upstash', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: TOKEN }],
])(
  'nor while a store is away whose address holds one (%s)',
  async (_, environment) => {
    const { secret, hash } = newKey()
    const text = await written(environment, [secret])
    expect(text).toContain('"event":"store_away"')
    for (const hidden of [...Object.values(SECRETS), PASSWORD, TOKEN, secret.slice(9), hash]) {
      expect(text).not.toContain(hidden)
    }
  },
  40_000,
)
