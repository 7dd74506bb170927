import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compose } from '../../src/http/compose.ts'
import { readSettings } from '../../src/http/settings/settings.ts'
import { StoreUnavailable } from '../../src/metering/admission.ts'
import type { Store } from '../../src/storage/port.ts'
import { baked, scratch } from '../api.ts'
import { within } from '../deadline.ts'
import { openPlace } from './place.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('when the store is unavailable', () => {
  it('the response says so, and nobody is signed out', async () => {
    const place = await openPlace()
    const { accountId, browsers } = await place.team()
    const away = new Proxy(place.store, {
      get: () => () => Promise.reject(new StoreUnavailable('The store is away.')),
    })
    const broken = (await openPlace({ store: away })).browser()
    for (const [name, value] of browsers.OWNER.cookies) broken.cookies.set(name, value)
    for (const [target, asked] of [
      ['/api/account', {}],
      [`/api/account/${accountId}`, {}],
      ['/api/account/sign-in', { json: { email: 'ana@example.org' } }],
      ['/api/account/session', { method: 'DELETE' }],
    ] as const) {
      const answer = await broken.ask(target, asked)
      expect(answer).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a slow store', () => {
  it('gets a response within 600 ms from every account route, and nothing changes afterwards', async () => {
    const place = await openPlace()
    const { accountId, browsers } = await place.team()
    const begun: string[] = []
    const slow = new Proxy(place.store, {
      get:
        (store, verb: keyof Store) =>
        async (...args: never[]) => {
          begun.push(verb)
          await new Promise((resolve) => setTimeout(resolve, 350))
          return (store[verb] as (...args: never[]) => unknown)(...args)
        },
    })
    const browser = (await openPlace({ store: slow })).browser()
    for (const [name, value] of browsers.OWNER.cookies) browser.cookies.set(name, value)
    for (const [target, asked] of [
      [`/api/account/${accountId}`, {}],
      [`/api/account/${accountId}/keys`, { json: { name: 'Nightly sync' } }],
      [`/api/account/${accountId}`, { method: 'PATCH', json: { name: 'Renamed' } }],
    ] as const) {
      const answer = await within(600, () => browser.ask(target, asked))
      expect(answer).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } })
    }
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(begun.filter((verb) => verb === 'createKey' || verb === 'rename')).toEqual([])
  })
})

describe('the composed service', () => {
  const start = async (environment: Record<string, string> = {}) => {
    const folder = scratch()
    const lines: string[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(...String(text).trim().split('\n'))
      return true
    })
    const work: Promise<unknown>[] = []
    const settings = readSettings({
      DATASET_PATH: (await baked()).folder,
      STORE_PATH: path.join(folder, 'store.sqlite'),
      ...environment,
    })
    const { app, close } = await compose(settings, { afterwards: (each) => void work.push(each) })
    const ask = async () => {
      const { status } = await app.request('http://127.0.0.1:4321/api/account/sign-in', {
        method: 'POST',
        body: JSON.stringify({ email: 'ana@example.org' }),
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      })
      await Promise.all(work)
      return status
    }
    return { ask, close, folder, lines }
  }
  const LINK = /http:\/\/127\.0\.0\.1:4321\/account\/open#[\w-]{43}/

  it('without a mail server, writes the link to the log as one line, and to the outbox if one is set', async () => {
    const outbox = path.join(scratch(), 'outbox.ndjson')
    const { ask, close, lines } = await start({ OUTBOX_PATH: outbox })
    expect([await ask(), await ask()]).toEqual([202, 202])
    await close()
    const told = lines.filter((line) => line.includes('/account/open#'))
    expect(told).toHaveLength(2)
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      event: 'sign_in_link',
      to: 'ana@example.org',
      link: expect.stringMatching(LINK),
    })
    const mails = readFileSync(outbox, 'utf8').trim().split('\n')
    expect(mails).toHaveLength(2)
    expect(JSON.parse(mails[1] ?? '')).toMatchObject({ kind: 'sign_in_link', link: expect.stringMatching(LINK) })
    expect(statSync(outbox).mode & 0o077).toBe(0)
  })

  it('with a failing mail server, still responds, and logs neither link nor address', async () => {
    const { ask, close, lines, folder } = await start({
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'service@example.org',
      BASE_URL: 'http://127.0.0.1:4321',
      OUTBOX_PATH: path.join(scratch(), 'none.ndjson'),
    })
    expect(await ask()).toBe(202)
    await close()
    const text = lines.join('')
    expect(text).toMatch(/"event":"sign_in_link","message":"E[A-Z]+"/)
    expect(text).not.toMatch(/account\/open|ana@|#/)
    expect(existsSync(path.join(folder, 'none.ndjson'))).toBe(false)
  })

  it('refuses to start with a mail server but no MAIL_FROM, or with a weak billing secret', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'service@example.org' }
    await expect(start(mail)).rejects.toThrow('BASE_URL is not')
    await expect(start({ BILLING_WEBHOOK_SECRET: 'short' })).rejects.toThrow(
      'BILLING_WEBHOOK_SECRET is shorter than 32 characters.',
    )
  })
})
