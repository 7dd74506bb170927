import { describe, expect, it } from 'vitest'
import { LINK_MS } from '../../src/account/person.ts'
import { LIMITS } from '../../src/metering/limits.ts'
import { BASE, getCode, openPlace, realLimits } from './place.ts'

const ANA = 'ana@example.org'
const DAY = 24 * 60 * 60_000

describe('signing in', () => {
  it('with an emailed link creates a FREE account and makes the person its owner', async () => {
    const place = await openPlace()
    const browser = place.browser()
    const asked = await browser.ask('/api/account/sign-in', { json: { email: 'Ana@Example.org' } })
    expect(asked.status).toBe(202)
    expect(asked.body).toEqual({ email: ANA, expiresAt: expect.any(String) })
    const [mail] = place.outbox
    expect(mail).toMatchObject({ kind: 'sign_in_link', to: [ANA] })
    expect(mail?.logged.link).toMatch(/^https:\/\/api\.example\.org\/account\/open#[A-Za-z0-9_-]{43}$/)
    const opened = await browser.ask('/api/account/session', { json: { token: place.token(ANA) } })
    expect(opened.status).toBe(201)
    expect(opened.body).toEqual({ email: ANA })

    const person = (await browser.ask('/api/account')).body
    expect(person).toMatchObject({
      email: ANA,
      accounts: [{ name: ANA, plan: 'FREE', role: 'OWNER', suspended: false }],
      invitations: [],
      sessions: [{ isThis: true }],
    })
    expect((await browser.ask(`/api/account/${person.accounts[0].id}`)).body).toMatchObject({
      role: 'OWNER',
      keys: [],
    })
  })

  it('a second time finds the same account', async () => {
    const place = await openPlace()
    await place.browser().signIn(ANA)
    const again = place.browser()
    await again.signIn(ANA)
    expect((await again.ask('/api/account')).body.accounts).toHaveLength(1)
    expect((await again.ask('/api/account')).body.sessions).toHaveLength(2)
  })

  it('sets cookies that no script can read and no other site or host can set or send', async () => {
    const place = await openPlace()
    const browser = place.browser()
    await browser.signIn(ANA)
    const [asking, clearing, session] = browser.set
    expect(asking).toMatch(/^__Host-rhp_browser=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(clearing).toMatch(/^__Host-rhp_browser=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(session).toMatch(/^__Host-rhp_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(browser.set).toHaveLength(3)
  })

  it('works without HTTPS on the local machine, for the account pages only', async () => {
    const place = await openPlace({ base: 'http://127.0.0.1:4321', hosts: [] })
    const browser = place.browser()
    expect((await browser.signIn(ANA)).status).toBe(201)
    expect(browser.set[0]).toMatch(/^rhp_browser=[\w-]{43}; Max-Age=900; Path=\/api\/account; HttpOnly; SameSite=Lax$/)
    expect((await browser.ask('/api/account')).status).toBe(200)
    const elsewhere = await openPlace({ base: 'http://service.example', hosts: [] })
    const stranger = elsewhere.browser()
    await stranger.signIn(ANA)
    expect(stranger.set[0]).toContain('; Secure;')
  })

  it('ends by signing out, here or everywhere', async () => {
    const place = await openPlace()
    const [first, second, third] = [place.browser(), place.browser(), place.browser()]
    for (const browser of [first, second, third]) await browser.signIn(ANA)
    const stolen = new Map(first.cookies)
    expect((await first.ask('/api/account/session', { method: 'DELETE' })).status).toBe(204)
    expect(first.cookies.size).toBe(0)
    for (const [name, value] of stolen) first.cookies.set(name, value)
    expect(getCode(await first.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
    expect((await second.ask('/api/account')).status).toBe(200)
    expect((await second.ask('/api/account/sessions', { method: 'DELETE' })).status).toBe(204)
    expect(getCode(await second.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
    expect(getCode(await third.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
  })

  it('lasts 14 days without use and 30 in total', async () => {
    const place = await openPlace()
    const began = place.now()
    const [idle, busy] = [place.browser(), place.browser()]
    await idle.signIn(ANA)
    await busy.signIn(ANA)
    for (let day = 1; day < 30; day += 1) {
      place.at(began + day * DAY)
      expect((await busy.ask('/api/account')).status).toBe(200)
      if (day === 14) expect(getCode(await idle.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
    }
    place.at(began + 30 * DAY)
    expect(getCode(await busy.ask('/api/account'))).toBe('SIGN_IN_REQUIRED')
  })
})

describe('a sign-in link', () => {
  const asking = async () => {
    const place = await openPlace()
    const browser = place.browser()
    await browser.ask('/api/account/sign-in', { json: { email: ANA } })
    const token = place.token(ANA)
    return { place, browser, token, open: (by = browser) => by.ask('/api/account/session', { json: { token } }) }
  }

  it('works once', async () => {
    const { browser, open, place } = await asking()
    const held = new Map(browser.cookies)
    expect((await open()).status).toBe(201)
    const again = place.browser()
    for (const [name, value] of held) again.cookies.set(name, value)
    expect(await open(again)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } })
    expect(again.cookies.has('__Host-rhp_session')).toBe(false)
  })

  it('works only in the browser that requested it; a thief can neither use nor invalidate it', async () => {
    const { open, place } = await asking()
    const thief = place.browser()
    expect(getCode(await open(thief))).toBe('LINK_INVALID')
    await thief.ask('/api/account/sign-in', { json: { email: 'thief@example.org' } })
    expect(getCode(await open(thief))).toBe('LINK_INVALID')
    expect(thief.cookies.has('__Host-rhp_session')).toBe(false)
    expect((await open()).status).toBe(201)
  })

  it('expires after 15 minutes', async () => {
    const { open, place } = await asking()
    place.at(place.now() + LINK_MS)
    expect(getCode(await open())).toBe('LINK_INVALID')
  })

  it('is not used up by fetching its page', async () => {
    const { open, browser } = await asking()
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await browser.ask('/api/account/session', { method })).status).toBe(405)
    }
    expect((await open()).status).toBe(201)
  })

  it('requested earlier in the same browser still works', async () => {
    const { open, browser } = await asking()
    await browser.ask('/api/account/sign-in', { json: { email: ANA } })
    expect((await open()).status).toBe(201)
  })

  it('gets the same error message, whatever is wrong with it', async () => {
    const { open, place, browser } = await asking()
    const answers = [await open(place.browser())]
    for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}!`]) {
      answers.push(await browser.ask('/api/account/session', { json: { token } }))
    }
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { detail: answers[0]?.body.detail } })
  })

  it('points to the service, whatever host a request names', async () => {
    const place = await openPlace({ hosts: [BASE, 'https://old.example.org'] })
    const browser = place.browser()
    await browser.ask('/api/account/sign-in', { json: { email: ANA }, headers: { Host: 'evil.example' } })
    const evil = await openPlace({ base: 'https://evil.example', hosts: [BASE] })
    await evil.browser().ask('/api/account/sign-in', { json: { email: ANA } })
    const old = await openPlace({ base: 'https://old.example.org', hosts: [BASE, 'https://old.example.org'] })
    await old.browser().ask('/api/account/sign-in', { json: { email: ANA } })
    const links = [place, evil, old].map(({ outbox: [mail] }) => mail?.logged.link && new URL(mail.logged.link).host)
    expect(links).toEqual(['api.example.org', 'api.example.org', 'old.example.org'])
  })
})

describe('requesting a link', () => {
  it('gets the same response for a known and an unknown address, and both are sent one', async () => {
    const place = await openPlace()
    await place.browser().signIn(ANA)
    const answers = []
    for (const email of [ANA, 'ben@example.org']) {
      const { status, headers, body } = await place.browser().ask('/api/account/sign-in', { json: { email } })
      for (const name of ['x-request-id', 'set-cookie']) headers.delete(name)
      answers.push({ status, headers: [...headers], body: { ...body, email: '' } })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(place.outbox.map(({ to }) => to[0])).toEqual([ANA, ANA, 'ben@example.org'])
  })

  it('makes the same store calls for both', async () => {
    const asked: string[] = []
    const place = await openPlace()
    await place.browser().signIn(ANA)
    const watched = new Proxy(place.store, {
      get: (store, verb) => {
        asked.push(String(verb))
        return store[verb as keyof typeof store]
      },
    })
    const other = await openPlace({ store: watched })
    for (const email of [ANA, 'ben@example.org']) {
      asked.length = 0
      await other.browser().ask('/api/account/sign-in', { json: { email } })
      expect(asked).toEqual(['saveLink'])
    }
  })

  it.each([
    '',
    'not an address',
    'a@b',
    'a@example.org\r\nBcc: b@example.org',
    `${'a'.repeat(250)}@example.org`,
    7,
    null,
  ])('rejects %j as an address', async (email) => {
    const place = await openPlace()
    const { status, body } = await place.browser().ask('/api/account/sign-in', { json: { email } })
    expect({ status, code: body.code, parameter: body.errors[0].parameter }).toEqual({
      status: 400,
      code: 'INVALID_PARAMETER',
      parameter: 'email',
    })
    expect(place.outbox).toEqual([])
  })

  it('is limited by network, and by network and mailbox, the same for known and unknown addresses', async () => {
    const place = await openPlace({ limits: realLimits() })
    const ask = (email: string, address: string) =>
      place.browser(address).ask('/api/account/sign-in', { json: { email } })
    for (let count = 0; count < LIMITS.signInFor.tries; count += 1)
      expect((await ask(ANA, '192.0.2.1')).status).toBe(202)
    const refused = await ask(ANA, '192.0.2.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    for (let count = 0; count < LIMITS.signIn.tries; count += 1) {
      expect((await ask(`${count}@example.org`, '198.51.100.1')).status).toBe(202)
    }
    expect((await ask('z@example.org', '198.51.100.1')).status).toBe(429)
    expect((await ask('z@example.org', '198.51.100.2')).status).toBe(202)
    place.at(place.now() + Number(refused.headers.get('retry-after')) * 1000)
    expect((await ask(ANA, '192.0.2.1')).status).toBe(202)
  })

  it('limits failed attempts to open one', async () => {
    const place = await openPlace({ limits: realLimits() })
    const browser = place.browser()
    const open = () => browser.ask('/api/account/session', { json: { token: 'A'.repeat(43) } })
    for (let count = 0; count < LIMITS.link.tries; count += 1) expect((await open()).status).toBe(400)
    expect((await open()).status).toBe(429)
  })
})

describe('locking someone out of sign-in', () => {
  const asking = async () => {
    const place = await openPlace({ limits: realLimits() })
    const ask = (email: string, address: string) =>
      place.browser(address).ask('/api/account/sign-in', { json: { email } })
    return { place, ask }
  }

  it('is not possible for strangers: the person is sent a link and gets in', async () => {
    const { place, ask } = await asking()
    for (let count = 0; count < 10; count += 1) await ask(ANA, '203.0.113.7')
    const ana = place.browser('192.0.2.1')
    await ana.signIn(ANA)
    expect((await ana.ask('/api/account')).body.email).toBe(ANA)
  })

  it('does not work with variants of the mailbox, which count as one', async () => {
    const { place, ask } = await asking()
    const statuses = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await ask(`ana+${count}@example.org`, '203.0.113.7')).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
    expect(place.outbox).toHaveLength(5)
  })

  it('never happens by mailbox: after many emails to one, no more are sent, and the response is the same', async () => {
    const { place, ask } = await asking()
    const answers = []
    for (let count = 0; count < LIMITS.mail.tries + 3; count += 1) answers.push(await ask(ANA, `203.0.113.${count}`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(place.outbox).toHaveLength(LIMITS.mail.tries)
  })

  it('does not affect the holder of a valid link, whatever others in the network have tried', async () => {
    const { place } = await asking()
    const ana = place.browser('192.0.2.1')
    await ana.ask('/api/account/sign-in', { json: { email: ANA } })
    const mail = place.outbox.at(-1)
    const token = mail?.logged.link?.split('#')[1]
    const stranger = place.browser('192.0.2.1')
    for (let count = 0; count < 30; count += 1) {
      await stranger.ask('/api/account/session', { json: { token: 'A'.repeat(43) } })
    }
    expect((await ana.ask('/api/account/session', { json: { token } })).status).toBe(201)
  })
})
