import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/account/mount.ts'
import { generateId } from '../../src/metering/keys.ts'
import { type Browser, getCode, openPlace } from './place.ts'

const GUESSES = process.env.LONG ? 1_000 : 100
const ANA = 'ana@example.org'
const MALLORY = 'mallory@example.org'

const toPath = (path: string): string =>
  path.replace(/:account\{.*?\}/, 'acct_0123456789ABCDEF').replace(/:\w+/g, 'key_0123456789ABCDEF')
// Browsers do not send a signature or a key automatically.
const CHANGES = ROUTES.filter(({ method, access }) => method !== 'GET' && access !== 'signature' && access !== 'key')

/** The headers that a browser sends for a request from another site's page. */
const FROM_ELSEWHERE: [string, Record<string, string>][] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['a sibling subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example.org' }],
  ['nowhere', { 'Sec-Fetch-Site': 'none', Origin: 'null' }],
  ['another site that claims our origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://api.example.org' }],
]
const OLD_BROWSERS: [string, string | null, number][] = [
  ['our own origin', 'https://api.example.org', 202],
  ['another origin', 'https://evil.example', 403],
  ['a hidden origin', 'null', 403],
  ['another port', 'https://api.example.org:8443', 403],
  ['plain HTTP', 'http://api.example.org', 403],
  ['no origin', null, 403],
]

describe('cross-site requests', () => {
  /** A browser for all requests that are rejected, and so change nothing. */
  let shared: Promise<Browser> | undefined
  const signedIn = () => {
    shared ??= openPlace().then(async (place) => {
      const browser = place.browser()
      await browser.signIn(ANA)
      return browser
    })
    return shared
  }

  it.each(
    CHANGES.flatMap(({ method, path }) => FROM_ELSEWHERE.map(([from, headers]) => ({ method, path, from, headers }))),
  )('$method $path from $from is rejected', async ({ method, path, headers }) => {
    const browser = await signedIn()
    const set = browser.set.length
    const answer = await browser.ask(toPath(path), { method, headers, json: {} })
    expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } })
    expect(browser.set).toHaveLength(set)
    expect((await browser.ask('/api/account')).status).toBe(200)
  })

  it.each(OLD_BROWSERS)('from a browser that sends only Origin (%s, %s) return %i', async (_, origin, status) => {
    const place = await openPlace()
    const headers = { Origin: origin, 'Sec-Fetch-Site': null }
    const answer = await place.browser().ask('/api/account/sign-in', { json: { email: ANA }, headers })
    expect(answer.status).toBe(status)
    expect(place.outbox).toHaveLength(status === 202 ? 1 : 0)
  })

  it('sent as a form are rejected even from our own pages', async () => {
    const place = await openPlace()
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', '']) {
      const answer = await place.browser().ask('/api/account/sign-in', {
        body: JSON.stringify({ email: ANA }),
        headers: { 'Content-Type': type },
      })
      expect(answer.status, type).toBe(415)
    }
    expect(place.outbox).toEqual([])
  })

  it('get no CORS headers: no response allows another origin', async () => {
    const place = await openPlace()
    const browser = place.browser()
    await browser.signIn(ANA)
    for (const target of ['/api/account', '/api/account/nothing', '/api/account/sign-in']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { headers } = await browser.ask(target, {
          method,
          headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
        })
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('cache-control')).toBe('no-store')
      }
    }
    const { headers } = await browser.ask('/api/v1/states', { headers: { Origin: 'https://evil.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('to data endpoints with a session but no key are rejected', async () => {
    const place = await openPlace()
    const browser = place.browser()
    await browser.signIn(ANA)
    const answer = await browser.ask('/api/v1/states')
    expect(getCode(answer)).toBe('API_KEY_MISSING')
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

describe('session cookies', () => {
  it('planted before sign-in are replaced and invalidated', async () => {
    const place = await openPlace()
    const attacker = place.browser()
    await attacker.signIn(MALLORY)
    const planted = attacker.cookies.get('__Host-rhp_session') as string
    const victim = place.browser()
    victim.cookies.set('__Host-rhp_session', planted)
    await victim.signIn(ANA)
    expect(victim.cookies.get('__Host-rhp_session')).not.toBe(planted)
    expect((await victim.ask('/api/account')).body.email).toBe(ANA)
    expect(getCode(await attacker.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
  })

  it('with a made-up secret are rejected, even if the secret is one in the store', async () => {
    const place = await openPlace()
    const ana = place.browser()
    await ana.signIn(ANA)
    const [session] = await place.store.sessions(ANA, place.now())
    for (const value of ['x', session?.hash ?? '', randomBytes(32).toString('base64url'), "' OR 1=1 --", '%00']) {
      const stranger = place.browser()
      stranger.cookies.set('__Host-rhp_session', value)
      expect(getCode(await stranger.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
    }
  })

  it('without the __Host- prefix are ignored', async () => {
    const place = await openPlace()
    const ana = place.browser()
    await ana.signIn(ANA)
    const other = place.browser()
    other.cookies.set('rhp_session', ana.cookies.get('__Host-rhp_session') as string)
    expect((await other.ask('/api/account')).status).toBe(401)
  })

  it("cannot be forced on a victim with an attacker's link", async () => {
    const place = await openPlace()
    const attacker = place.browser()
    await attacker.ask('/api/account/sign-in', { json: { email: MALLORY } })
    const victim = place.browser()
    await victim.signIn(ANA)
    const opened = await victim.ask('/api/account/session', { json: { token: place.token(MALLORY) } })
    expect(getCode(opened)).toBe('LINK_INVALID')
    expect((await victim.ask('/api/account')).body.email).toBe(ANA)
  })
})

describe('guessing', () => {
  it(`ids of other accounts finds nothing in ${GUESSES} tries and changes nothing`, { timeout: 120_000 }, async () => {
    const place = await openPlace()
    const victim = await place.team('TEAM')
    const attacker = await place.team('TEAM')
    const owner = victim.browsers.OWNER
    const { key } = (await owner.ask(`/api/account/${victim.accountId}/keys`, { json: { name: 'Secret' } })).body
    const members = (await owner.ask(`/api/account/${victim.accountId}`)).body.members as { id: string }[]
    const before = await place.store.trail(victim.accountId, 100)
    const keysBefore = await place.store.keys(victim.accountId)

    const targets = [
      ...[key.id, generateId('key')].flatMap((id) => [
        { method: 'DELETE', path: `/keys/${id}` },
        { method: 'POST', path: `/keys/${id}/rotate`, json: {} },
      ]),
      ...[...members.map(({ id }) => id), 'mem_0123456789abcdef'].flatMap((id) => [
        { method: 'DELETE', path: `/members/${id}` },
        { method: 'PATCH', path: `/members/${id}`, json: { role: 'MEMBER' } },
      ]),
    ]
    const asked = new Map<string, Set<string>>()
    for (let tried = 0; tried < GUESSES; tried += 1) {
      const { path, ...request } = targets[tried % targets.length] as (typeof targets)[number]
      // Through the attacker's own account, through the victim's, and through guessed accounts.
      const account = [attacker.accountId, victim.accountId, generateId('acct')][Math.floor(tried / targets.length) % 3]
      const answer = await attacker.browsers.OWNER.ask(`/api/account/${account}${path}`, request)
      expect(answer.status).toBe(404)
      const kind = `${request.method}`
      const words = asked.get(kind) ?? new Set()
      asked.set(kind, words.add(JSON.stringify({ ...answer.body, instance: '', requestId: '' })))
    }
    for (const words of asked.values()) expect(words.size).toBe(1)
    expect(await place.store.trail(victim.accountId, 100)).toEqual(before)
    expect(await place.store.keys(victim.accountId)).toEqual(keysBefore)
  })

  it('user addresses reveals nothing: inviting a known and an unknown address gets the same response', async () => {
    const place = await openPlace()
    await place.browser().signIn(ANA)
    const { accountId, browsers } = await place.team()
    const answers = []
    for (const email of [ANA, 'nobody@example.org']) {
      const answer = await browsers.OWNER.ask(`/api/account/${accountId}/members`, { json: { email, role: 'MEMBER' } })
      answers.push({ status: answer.status, body: { ...answer.body, email: '' } })
    }
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('scripts in names', () => {
  const SCRIPTS = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "';alert(1)//", '{{7*7}}', '‮evil']

  it.each(SCRIPTS)('%j is stored as text and returned as JSON', async (name) => {
    const place = await openPlace()
    const { accountId, browsers } = await place.team()
    const owner = browsers.OWNER
    expect((await owner.ask(`/api/account/${accountId}`, { method: 'PATCH', json: { name } })).status).toBe(204)
    expect((await owner.ask(`/api/account/${accountId}/keys`, { json: { name } })).status).toBe(201)
    for (const target of ['', '/trail']) {
      const { headers, text } = await owner.ask(`/api/account/${accountId}${target}`)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(text).toContain(JSON.stringify(name).slice(1, -1))
    }
  })

  it.each(['', '   ', 'a\nb', 'a\u0000b', 'x'.repeat(101), 7, null, { a: 1 }])(
    '%j is rejected as a name',
    async (name) => {
      const place = await openPlace()
      const { accountId, browsers } = await place.team()
      const answer = await browsers.OWNER.ask(`/api/account/${accountId}/keys`, { json: { name } })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER', errors: [{ parameter: 'name' }] },
      })
    },
  )

  it('undocumented fields are rejected', async () => {
    const place = await openPlace()
    const { accountId, browsers } = await place.team('FREE')
    const answer = await browsers.OWNER.ask(`/api/account/${accountId}`, {
      method: 'PATCH',
      json: { name: 'x', plan: 'TEAM', __proto__: { suspended: false } },
    })
    expect(answer.status).toBe(400)
    expect(await place.store.account(accountId)).toMatchObject({ plan: 'FREE' })
  })
})

describe('secrets', () => {
  it('are shown only once, and never appear in the log, the trail, emails or the store', async () => {
    const place = await openPlace()
    const { accountId, browsers } = await place.team('TEAM')
    const owner = browsers.OWNER
    const canaries: string[] = []
    const texts: string[] = []
    const ask = async (browser: Browser, ...asked: Parameters<Browser['ask']>) => {
      const answer = await browser.ask(...asked)
      texts.push(answer.text, JSON.stringify([...answer.headers].filter(([name]) => name !== 'set-cookie')))
      return answer
    }
    const made = await owner.ask(`/api/account/${accountId}/keys`, { json: { name: 'Canary' } })
    const rotated = await owner.ask(`/api/account/${accountId}/keys/${made.body.key.id}/rotate`, { json: {} })
    canaries.push(made.body.secret, rotated.body.secret)
    expect(made.text.split(made.body.secret)).toHaveLength(2)

    const ana = place.browser()
    await ask(ana, '/api/account/sign-in', { json: { email: ANA } })
    const token = place.token(ANA)
    const browserSecret = ana.cookies.get('__Host-rhp_browser') as string
    await ask(ana, '/api/account/session', { json: { token } })
    await ask(ana, '/api/account/session', { json: { token } })
    await ask(ana, '/api/account/session', { json: { token, extra: token } })
    canaries.push(token, browserSecret, ana.cookies.get('__Host-rhp_session') as string)
    for (const browser of Object.values(browsers)) canaries.push(browser.cookies.get('__Host-rhp_session') as string)

    for (const browser of [...Object.values(browsers), ana]) {
      for (const target of ['', `/${accountId}`, `/${accountId}/trail`, `/${accountId}/none`]) {
        await ask(browser, `/api/account${target}`)
      }
    }
    await ask(owner, `/api/account/${accountId}/keys/${rotated.body.key.id}`, { method: 'DELETE' })
    await ask(owner, `/api/account/${accountId}/keys/${made.body.secret}`, { method: 'DELETE' })
    await ask(owner, '/api/account/session', { method: 'DELETE' })

    // An error contains the requested path, and nothing else of the request.
    const said = texts.map((text) => text.replaceAll(`/keys/${made.body.secret}`, ''))
    const log = place.log.map((line) => JSON.stringify(line))
    const kept = [JSON.stringify(await place.store.trail(accountId, 100)), place.kept()]
    expect(kept[1]).toContain('Canary')
    for (const canary of canaries) {
      expect(canary.length).toBeGreaterThan(30)
      for (const text of [...said, ...log, ...kept]) expect(text).not.toContain(canary)
    }
    // A token appears only in its email.
    expect(place.outbox.filter((mail) => JSON.stringify(mail).includes(token))).toHaveLength(1)
    for (const email of [ANA, 'owner', 'admin']) for (const line of log) expect(line).not.toContain(email)
  })
})
