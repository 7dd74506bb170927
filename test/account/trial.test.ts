import { beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { findOrganizationDomain } from '../../src/account/person.ts'
import { sendTrialNotices } from '../../src/notify/account-mails.ts'
import type { Mail, Mailer } from '../../src/notify/mail.ts'
import { type Browser, getCode, openPlace, type Place, realLimits } from './place.ts'

const START = Date.parse('2026-11-20T17:00:00Z')
const DAY = 24 * 60 * 60_000
const END = START + 14 * DAY
const HOST = 'https://api.example.org'

let place: Place
let browser: Browser
let account: string

beforeEach(async () => {
  place = await openPlace({ trialDays: 14 })
  place.at(START)
  browser = place.browser()
  await browser.signIn('ana@example.org')
  account = (await browser.ask('/api/account')).body.accounts[0].id
})

const path = (part = '') => `/api/account/${account}${part}`
const start = () => browser.ask(path('/trial'), { json: {} })
const call = (key: string) =>
  browser.ask('/api/v1/usage', { headers: { Authorization: `Bearer ${key}`, Cookie: null, Origin: null } })

/** Sends the emails that are due now, with a mailer that stores them or fails. */
async function emails(isAway = false): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer: Mailer = {
    channel: 'mail',
    send: async (mail) => {
      if (isAway) throw Object.assign(new Error('no'), { code: 'ECONNECTION' })
      sent.push(mail)
    },
  }
  await sendTrialNotices(place.store, mailer, HOST, place.now())
  return sent
}

describe('the trial', () => {
  it('goes from the offer to a key that works until the trial ends, and is recorded', async () => {
    expect((await browser.ask(path())).body).toMatchObject({
      trialDays: 14,
      account: { plan: 'FREE', trialEndsAt: null },
    })
    expect((await start()).status).toBe(204)
    const ends = '2026-12-04T17:00:00.000Z'
    expect((await browser.ask(path())).body).toMatchObject({
      trialDays: null,
      account: { plan: 'PRO', trialEndsAt: ends },
      plan: { label: 'Pro', keys: 3 },
    })
    const { secret } = (await browser.ask(path('/keys'), { json: { name: 'Trial' } })).body
    expect((await call(secret)).body).toMatchObject({ plan: 'PRO', trialEndsAt: ends })

    place.at(END - 1)
    expect((await call(secret)).status).toBe(200)
    place.at(END)
    const refused = await call(secret)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      code: 'PLAN_REQUIRED',
      detail: 'The trial of this account has ended. The key works again once the account has a paid plan. See /plans.',
    })
    await browser.signIn('ana@example.org')
    expect((await browser.ask(path())).body).toMatchObject({
      trialDays: null,
      account: { plan: 'FREE', trialEndsAt: ends },
      keys: [{ revokedAt: null }],
    })
    await place.store.setPlan(account, 'PRO', END, ACTORS.maintainer)
    expect((await call(secret)).body).toMatchObject({ plan: 'PRO', trialEndsAt: null })
  })

  it('is given once per person, in any account', async () => {
    await start()
    expect(getCode(await start())).toBe('TRIAL_USED')
    const again = place.browser()
    await again.signIn('ana+second@example.org')
    const [second] = (await again.ask('/api/account')).body.accounts
    expect((await again.ask(`/api/account/${second.id}`)).body.trialDays).toBeNull()
    expect(getCode(await again.ask(`/api/account/${second.id}/trial`, { json: {} }))).toBe('TRIAL_USED')
  })

  it('is given to five people at one domain a day, whatever their subdomain, and to any number at a public mail provider', async () => {
    const limited = await openPlace({ trialDays: 14, limits: realLimits() })
    limited.at(START)
    const tried = async (email: string) => {
      const visitor = limited.browser()
      await visitor.signIn(email)
      const [{ id }] = (await visitor.ask('/api/account')).body.accounts
      return visitor.ask(`/api/account/${id}/trial`, { json: {} })
    }
    for (const [place, email] of [
      'a@mercy.org',
      'b@mercy.org',
      'c@one.mercy.org',
      'd@two.mercy.org',
      'e@x.y.mercy.org',
    ].entries()) {
      expect([place, (await tried(email)).status]).toEqual([place, 204])
    }
    const refused = await tried('f@three.mercy.org')
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(refused.body.detail).toContain('Too many trials were started today by people at mercy.org.')
    expect(refused.headers.get('retry-after')).toBe(String(DAY / 1000))
    for (const name of 'abcdefg') expect((await tried(`${name}@gmail.com`)).status).toBe(204)
    limited.at(START + DAY)
    expect((await tried('f@mercy.org')).status).toBe(204)
  })

  it.each([
    ['ana@mercy.org', 'mercy.org'],
    ['ana@mail.mercy.org', 'mercy.org'],
    ['ana@a.b.clinic.co.uk', 'clinic.co.uk'],
    ['ana@mercy.ne.us', 'mercy.ne.us'],
    ['ana@dhhs.nebraska.gov', 'nebraska.gov'],
    ['ana@gmail.com', null],
    ['ana@comcast.net', null],
  ])('counts %s for the domain %s', (email, domain) => {
    expect(findOrganizationDomain(email)).toBe(domain)
  })

  it('is not mentioned anywhere if none is offered', async () => {
    const none = await openPlace()
    const visitor = none.browser()
    await visitor.signIn('ana@example.org')
    const [{ id }] = (await visitor.ask('/api/account')).body.accounts
    expect((await visitor.ask(`/api/account/${id}`)).body.trialDays).toBeNull()
    expect((await visitor.ask(`/api/account/${id}/trial`, { json: {} })).status).toBe(404)
  })

  it('sends emails three days before it ends and afterwards, once each, and retries if mail fails', async () => {
    await start()
    place.at(END - 3 * DAY - 1)
    expect(await emails()).toEqual([])
    place.at(END - 3 * DAY)
    expect(await emails(true)).toEqual([])
    place.at(END - 3 * DAY + DAY / 24)
    const [reminder, ...more] = await emails()
    expect(more).toEqual([])
    expect(reminder?.to).toEqual(['ana@example.org'])
    expect(reminder).toMatchObject({
      subject: 'ana@example.org: your trial ends on December 4, 2026',
      text: [
        `The Pro trial of the account "ana@example.org" (${account}) ends on December 4, 2026 at 17:00 UTC.`,
        'The account then returns to the Free plan, and requests with its keys get a 403 response.',
        '',
        'Choose a paid plan before then to keep your keys working:',
        '',
        `${HOST}/plans`,
        '',
        'You receive this because you are an owner or administrator of the account.',
        '',
      ].join('\n'),
    })
    expect(await emails()).toEqual([])
    place.at(END)
    expect((await emails()).map(({ subject }) => subject)).toEqual(['ana@example.org: your trial has ended'])
    expect(await emails()).toEqual([])
    const entries = await place.store.trail(account, 2)
    expect(entries.map(({ by, action }) => [by, action])).toEqual([
      ['service', 'TRIAL_ENDED'],
      ['ana@example.org', 'TRIAL_STARTED'],
    ])
  })

  it('queues its emails when its account is viewed', async () => {
    await browser.ask(path())
    expect(place.reminded).toEqual([])
    await start()
    await browser.ask(path())
    expect(place.reminded).toEqual([account])
  })
})
