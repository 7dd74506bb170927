import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openAnswers } from '../src/answers/service.ts'
import { createApp } from '../src/http/app.ts'
import { ENDPOINTS } from '../src/http/endpoints/all.ts'
import { generateKey } from '../src/metering/keys.ts'
import { LIMITS } from '../src/metering/limits.ts'
import { type Browser, openPlace, type Place, realLimits, type Team } from './account/place.ts'
import { openApi, type TestApi } from './api.ts'

/** The OWASP API Security Top 10 of 2023, one test each; `docs/security.md` says what each proves. */

let api: TestApi
let place: Place
let mine: Team
let theirs: Team
beforeAll(async () => {
  api = await openApi()
  place = await openPlace()
  mine = await place.team()
  theirs = await place.team()
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server on this machine that counts its requests and answers with what it is given. */
async function listening(answer = ''): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.setHeader('Content-Type', 'application/json')
    response.end(answer)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, requests: () => requests }
}

const readStatuses = async (browser: Browser, requests: [string, string, object?][]) => {
  const statuses = []
  for (const [method, target, json] of requests) {
    statuses.push((await browser.ask(target, { method, ...(json && { json }) })).status)
  }
  return statuses
}

describe('OWASP API Security Top 10 (2023)', () => {
  it('API1 Broken object level authorization: nothing of another account is read or changed', async () => {
    const { key } = (await theirs.browsers.OWNER.ask(`/api/account/${theirs.accountId}/keys`, { json: { name: 'x' } }))
      .body
    const before = await place.store.trail(theirs.accountId, 100)
    const foreign = `/api/account/${theirs.accountId}`
    const owned = `/api/account/${mine.accountId}`
    expect(
      await readStatuses(mine.browsers.OWNER, [
        ['GET', foreign],
        ['PATCH', foreign, { name: 'Mine' }],
        ['GET', `${foreign}/trail`],
        ['POST', `${foreign}/keys`, { name: 'x' }],
        ['POST', `${foreign}/keys/${key.id}/rotate`, {}],
        ['DELETE', `${foreign}/keys/${key.id}`],
        // The account is the caller's own, the key is not.
        ['POST', `${owned}/keys/${key.id}/rotate`, {}],
        ['DELETE', `${owned}/keys/${key.id}`],
        ['POST', `${foreign}/invitation`, {}],
      ]),
    ).toEqual(Array(9).fill(404))
    expect(await place.store.trail(theirs.accountId, 100)).toEqual(before)
  })

  it('API2 Broken authentication: no guess, replay or foreign browser gets in', async () => {
    const { secret } = await api.key()
    const guesses = [
      generateKey().secret,
      secret.slice(0, -1),
      secret.toLowerCase(),
      `${secret}\u00a0`,
      'rhp_live_',
      ' ',
    ]
    for (const key of guesses) expect([401, 403]).toContain((await api.ask('/api/v1/states', { key })).status)
    expect((await api.ask(`/api/v1/states?key=${secret}`, { key: null })).status).toBe(401)
    const ana = place.browser()
    await ana.ask('/api/account/sign-in', { json: { email: 'ana@example.org' } })
    const token = place.token('ana@example.org')
    const open = (browser: Browser) => browser.ask('/api/account/session', { json: { token } })
    expect((await open(place.browser())).status).toBe(400)
    expect((await open(ana)).status).toBe(201)
    expect((await open(ana)).status).toBe(400)
  })

  it('API3 Broken object property level authorization: no field is set or shown beyond the documented ones', async () => {
    const owner = mine.browsers.OWNER
    const target = `/api/account/${mine.accountId}`
    for (const more of [{ plan: 'TEAM' }, { suspended: false }, { id: 'acct_x' }, { billedAt: 0 }]) {
      expect((await owner.ask(target, { method: 'PATCH', json: { name: 'Clinics', ...more } })).status).toBe(400)
    }
    const made = await owner.ask(`${target}/keys`, { json: { name: 'Nightly sync' } })
    const { text } = await owner.ask(target)
    const { text: trail } = await owner.ask(`${target}/trail`)
    expect(text + trail).not.toContain(made.body.secret)
    expect(text + trail).not.toMatch(/[0-9a-f]{64}|"hash"/)
  })

  it('API4 Unrestricted resource consumption: size, depth, pages, rate and unknown keys have limits', async () => {
    const search = (body: string) =>
      api.ask('/api/v1/search', { body, headers: { 'Content-Type': 'application/json' } })
    const statuses = [
      (await search(`{"query":"${'x'.repeat(17_000)}"}`)).status,
      (await search(`{"query":${'['.repeat(7_000)}${']'.repeat(7_000)}}`)).status,
      (await search('{"query":"telehealth","limit":1000000}')).status,
      (await api.ask('/api/v1/awards?limit=1000000')).status,
      (await api.ask('/api/v1/awards?page=-1')).status,
    ]
    expect(statuses).toEqual([413, 400, 400, 400, 400])
    const { secret } = await api.key('PRO')
    const answers = await Promise.all(Array.from({ length: 80 }, () => api.ask('/api/v1/states', { key: secret })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('API5 Broken function level authorization: a role does what it may and nothing else', async () => {
    const target = `/api/account/${mine.accountId}`
    expect(
      await readStatuses(mine.browsers.MEMBER, [
        ['PATCH', target, { name: 'x' }],
        ['POST', `${target}/keys`, { name: 'x' }],
        ['POST', `${target}/members`, { email: 'x@example.org', role: 'MEMBER' }],
        ['GET', `${target}/trail`],
      ]),
    ).toEqual([403, 403, 403, 403])
    const admin = mine.browsers.ADMIN
    expect((await admin.ask(`${target}/members`, { json: { email: 'x@example.org', role: 'OWNER' } })).status).toBe(403)
    // The maintainers' commands have no endpoint.
    for (const [method, verb] of [
      ['POST', 'plan'],
      ['POST', 'suspend'],
      ['DELETE', ''],
    ] as const) {
      const { status } = await mine.browsers.OWNER.ask(`${target}${verb && `/${verb}`}`, { method })
      expect([404, 405]).toContain(status)
    }
  })

  it('API6 Unrestricted access to sensitive business flows: mails and invitations cannot be made in masses', async () => {
    const limited = await openPlace({ limits: realLimits() })
    const mallory = limited.browser()
    await mallory.signIn('mallory@example.org')
    const [{ id }] = (await mallory.ask('/api/account')).body.accounts as [{ id: string }]
    const invited = []
    for (let count = 0; count < 10; count += 1) {
      const json = { email: `stranger${count}@example.org`, role: 'MEMBER' }
      invited.push((await mallory.ask(`/api/account/${id}/members`, { json })).status)
    }
    expect(invited.filter((status) => status === 201)).toHaveLength(LIMITS.invitationFree.tries)
    const before = limited.outbox.length
    for (let count = 0; count < 60; count += 1) {
      await limited
        .browser(`203.0.113.${count}`)
        .ask('/api/account/sign-in', { json: { email: `ana+${count}@example.org` } })
    }
    expect(limited.outbox.length - before).toBe(LIMITS.mail.tries)
  })

  it('API7 Server side request forgery: nothing that a caller sends is fetched, and no link leads elsewhere', async () => {
    const target = await listening()
    const address = encodeURIComponent(target.url)
    for (const list of ['awards', 'documents', 'opportunities', 'events', 'activities', 'activity']) {
      await api.ask(`/api/v1/${list}?q=${address}`)
      await api.ask(`/api/v1/${list}/${address}`)
      await api.ask(`/api/v1/${list}?url=${address}`, {
        headers: { Referer: target.url, 'X-Forwarded-Host': target.url },
      })
    }
    await api.ask('/api/v1/search', { json: { query: `see ${target.url}`, aiAnswer: true } })
    const evil = {
      json: { email: 'eve@example.org' },
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    }
    await place.browser().ask('/api/account/sign-in', evil)
    const mail = place.outbox.at(-1)
    expect(mail?.logged.link && new URL(mail.logged.link).host).toBe('api.example.org')
    expect(target.requests()).toBe(0)
  })

  it('API8 Security misconfiguration: every answer is hardened, and no error tells of the inside', async () => {
    const broken = createApp({
      service: () => {
        throw new Error('SELECT secret FROM /srv/app/inside.ts')
      },
      meter: api.store,
      clock: api.now,
      log: () => {},
      base: null,
    })
    const { secret } = await api.key()
    const answers = [
      await broken.request('/api/v1/states', { headers: { 'X-Api-Key': secret } }),
      await api.app.request('/api/nowhere'),
      await api.app.request('/api/stats', { method: 'PATCH' }),
      await api.app.request('/api/v1/states', { headers: { Origin: 'https://evil.example' } }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{7,}/)
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(headers.get('Server') ?? headers.get('X-Powered-By')).toBeNull()
    }
    const text = await (answers[0] as Response).text()
    expect((answers[0] as Response).status).toBe(500)
    expect(text).not.toMatch(/SELECT|inside|\.ts\b|\bat /)
    const other = await place
      .browser()
      .ask(`/api/account/${mine.accountId}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('API9 Improper inventory management: the contract names every endpoint, and there are no others', async () => {
    const contract = readFileSync(path.join(import.meta.dirname, 'contract', 'contract.json'), 'utf8')
    for (const { method, path: route } of ENDPOINTS) {
      const named = `${method} ${route.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`
      expect(contract, named).toContain(named)
    }
    for (const target of [
      '/api/v0/states',
      '/api/v2/states',
      '/api/internal',
      '/api/v1/admin',
      '/api/debug',
      '/api/test',
    ]) {
      expect((await api.ask(target)).status, target).toBe(404)
    }
  })

  it('API10 Unsafe consumption of APIs: what other services answer is bounded and checked before it is passed on', async () => {
    const lie = {
      choices: [{ message: { role: 'assistant', content: 'Ignore the evidence. <script>alert(1)</script> [99]' } }],
    }
    const model = await listening(JSON.stringify(lie))
    const desk = openAnswers({ AI_BASE_URL: model.url, AI_MODEL: 'm', AI_TIMEOUT_MS: 2_000 }, () => {})
    const lied = await openApi({ answers: desk })
    const { secret } = await lied.key()
    const { status, body, headers } = await lied.ask('/api/v1/search', {
      key: secret,
      json: { query: 'telehealth', aiAnswer: true },
    })
    expect(model.requests()).toBeGreaterThan(0)
    expect([status, body.aiAnswer, body.citations]).toEqual([200, null, []])
    expect(['NO_EVIDENCE', 'UNAVAILABLE']).toContain(body.aiAnswerStatus)
    expect(headers.get('X-AI-Search-Monthly-Remaining')).toBe(headers.get('X-AI-Search-Monthly-Limit'))
    // A payment provider is trusted only as far as its signature.
    const event = { id: 'evt_1', account: mine.accountId, plan: 'TEAM', occurredAt: '2026-11-20T16:59:00Z' }
    expect((await place.browser().ask('/api/account/billing', { json: event })).status).toBe(403)
  })
})
