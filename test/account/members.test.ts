import { beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { type Browser, getCode, openPlace, type Place, realLimits, type Team } from './place.ts'

const BEN = 'ben@example.org'
const DAY = 24 * 60 * 60_000

let place: Place
let team: Team
let owner: Browser

beforeEach(async () => {
  place = await openPlace()
  team = await place.team()
  owner = team.browsers.OWNER
})

const invite = (email = BEN, role = 'MEMBER') =>
  owner.ask(`/api/account/${team.accountId}/members`, { json: { email, role } })
const people = async () =>
  (await owner.ask(`/api/account/${team.accountId}`)).body.members as {
    id: string
    email: string
    role: string
    invitation: { invitedBy: string; expiresAt: string } | null
  }[]
const findMemberId = async (email: string) => (await people()).find((each) => each.email === email)?.id

const accept = (browser: Browser) => browser.ask(`/api/account/${team.accountId}/invitation`, { json: {} })

describe('an invitation', () => {
  it('is emailed, and accepted explicitly by whoever signs in with the address', async () => {
    expect(await invite()).toMatchObject({ status: 201, body: { email: BEN, role: 'MEMBER' } })
    const mail = place.outbox.at(-1)
    expect(mail).toMatchObject({ kind: 'invitation', to: [BEN], logged: { link: 'https://api.example.org/account' } })
    const { text } = mail!
    expect(text).toContain(team.emails.OWNER)
    expect(text).toContain('https://api.example.org/account')
    expect(text).toContain('expires on November 27, 2026')
    expect((await people()).at(-1)).toMatchObject({
      email: BEN,
      invitation: { invitedBy: team.emails.OWNER, expiresAt: '2026-11-27T17:00:00.000Z' },
    })
    const ben = place.browser()
    await ben.signIn(BEN)
    expect((await ben.ask('/api/account')).body.accounts).toMatchObject([{ plan: 'FREE', role: 'OWNER' }])
    expect((await accept(ben)).status).toBe(204)
    expect((await ben.ask('/api/account')).body).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ id: team.accountId, role: 'MEMBER' }),
        expect.objectContaining({ plan: 'FREE' }),
      ]),
      invitations: [],
    })
    expect((await people()).find(({ email }) => email === BEN)?.invitation).toBeNull()
    const refused = await ben.ask(`/api/account/${team.accountId}/keys`, { json: { name: 'x' } })
    expect(getCode(refused)).toBe('FORBIDDEN')
  })

  it('is shown with its sender to a person who is already signed in', async () => {
    const ben = place.browser()
    place.at(place.now() + 1)
    await ben.signIn(BEN)
    await invite(BEN, 'ADMIN')
    const before = (await ben.ask('/api/account')).body
    expect(before.accounts).toHaveLength(1)
    expect(before.invitations).toMatchObject([{ role: 'ADMIN', invitedBy: team.emails.OWNER }])
    expect((await accept(ben)).status).toBe(204)
    const after = await ben.ask('/api/account')
    expect(after.body.accounts).toMatchObject([
      { id: team.accountId, role: 'ADMIN' },
      { plan: 'FREE', role: 'OWNER' },
    ])
    expect(after.body.invitations).toEqual([])
  })

  it('expires after 7 days', async () => {
    await invite()
    place.at(place.now() + 7 * DAY)
    const ben = place.browser()
    await ben.signIn(BEN)
    expect((await ben.ask('/api/account')).body.accounts).toMatchObject([{ name: BEN, plan: 'FREE', role: 'OWNER' }])
  })

  it('can be withdrawn, and changed to another role', async () => {
    await invite()
    const path = `/api/account/${team.accountId}/members/${await findMemberId(BEN)}`
    expect((await owner.ask(path, { method: 'PATCH', json: { role: 'ADMIN' } })).status).toBe(204)
    expect((await people()).at(-1)).toMatchObject({ role: 'ADMIN', invitation: { invitedBy: team.emails.OWNER } })
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(204)
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(404)
    const ben = place.browser()
    await ben.signIn(BEN)
    expect((await ben.ask('/api/account')).body.accounts).toMatchObject([{ plan: 'FREE' }])
  })

  it('of an existing member is refused', async () => {
    expect(await invite(team.emails.MEMBER)).toMatchObject({ status: 409, body: { code: 'MEMBER_KNOWN' } })
  })

  it.each([
    [{ email: BEN, role: 'KING' }, 'role'],
    [{ email: 'nobody', role: 'MEMBER' }, 'email'],
    [{ email: BEN }, 'role'],
  ])('%j names the invalid field', async (json, parameter) => {
    const answer = await owner.ask(`/api/account/${team.accountId}/members`, { json })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ parameter }] } })
  })

  it('cannot be used to flood a mailbox', async () => {
    place = await openPlace({ limits: realLimits() })
    team = await place.team()
    owner = team.browsers.OWNER
    const statuses = []
    for (let count = 0; count < 7; count += 1) statuses.push((await invite()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
    const { kind } = place.outbox.at(-1)!
    expect(kind).toBe('invitation')
    expect((await place.browser('198.51.100.9').ask('/api/account/sign-in', { json: { email: BEN } })).status).toBe(202)
  })
})

describe('invitations', () => {
  it('by strangers make nobody a member: signing in accepts none of them', async () => {
    await invite(BEN, 'ADMIN')
    const ben = place.browser()
    await ben.signIn(BEN)
    await ben.ask('/api/account', { json: {} })
    const { accounts, invitations } = (await ben.ask('/api/account')).body
    expect(accounts).toMatchObject([{ name: BEN, plan: 'FREE', role: 'OWNER' }])
    expect(invitations).toMatchObject([{ account: team.accountId, invitedBy: team.emails.OWNER, role: 'ADMIN' }])
    expect((await ben.ask(`/api/account/${team.accountId}`)).status).toBe(404)
  })

  it('can be declined, once', async () => {
    await invite()
    const ben = place.browser()
    await ben.signIn(BEN)
    const path = `/api/account/${team.accountId}/invitation`
    expect((await ben.ask(path, { method: 'DELETE' })).status).toBe(204)
    expect((await ben.ask(path, { method: 'DELETE' })).status).toBe(404)
    expect((await accept(ben)).status).toBe(404)
    expect((await people()).map(({ email }) => email)).not.toContain(BEN)
  })

  it('can only be answered by the invited person', async () => {
    await invite()
    const other = place.browser()
    await other.signIn('other@example.org')
    expect((await accept(other)).status).toBe(404)
    expect((await place.browser().ask(`/api/account/${team.accountId}/invitation`, { json: {} })).status).toBe(401)
  })

  it("from an admin to their own second address do not survive the admin's removal", async () => {
    const admin = team.browsers.ADMIN
    const second = 'second@example.org'
    await admin.ask(`/api/account/${team.accountId}/members`, { json: { email: second, role: 'ADMIN' } })
    const path = `/api/account/${team.accountId}/members/${await findMemberId(team.emails.ADMIN)}`
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(204)
    const browser = place.browser()
    await browser.signIn(second)
    expect((await browser.ask('/api/account')).body.invitations).toEqual([])
    expect((await accept(browser)).status).toBe(404)
  })

  it('from accounts without a plan go to at most three mailboxes a day, whatever plus-addresses are used', async () => {
    place = await openPlace({ limits: realLimits() })
    const statuses: number[] = []
    for (const email of ['ana@example.org', 'ana+2@example.org']) {
      const browser = place.browser()
      await browser.signIn(email)
      const { accounts } = (await browser.ask('/api/account')).body
      for (let count = 0; count < 3; count += 1) {
        const json = { email: `stranger${count}@example.org`, role: 'MEMBER' }
        statuses.push((await browser.ask(`/api/account/${accounts[0].id}/members`, { json })).status)
      }
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
  })

  it("do not contain the account's name in the email, which could be the URL of another site", async () => {
    await owner.ask(`/api/account/${team.accountId}`, { method: 'PATCH', json: { name: 'win.evil.example/now' } })
    await invite()
    const { subject, text } = place.outbox.at(-1)!
    expect(subject + text).not.toContain('evil')
  })
})

describe('the accounts of a person', () => {
  it("are all listed, each with its role; a person's ids differ between accounts", async () => {
    const other = await place.team()
    await place.store.addMember(
      other.accountId,
      { email: team.emails.OWNER, role: 'MEMBER' },
      place.now(),
      ACTORS.maintainer,
    )
    const { accounts } = (await owner.ask('/api/account')).body
    expect(accounts.map(({ id, role }: { id: string; role: string }) => [id, role]).sort()).toEqual(
      [
        [team.accountId, 'OWNER'],
        [other.accountId, 'MEMBER'],
      ].sort(),
    )
    const here = await findMemberId(team.emails.OWNER)
    const there = (await owner.ask(`/api/account/${other.accountId}`)).body.members
    expect(there.map(({ id }: { id: string }) => id)).not.toContain(here)
  })

  it('are recreated on request for a person without one', async () => {
    const { MEMBER } = team.browsers
    await place.store.removeMember(team.accountId, team.emails.MEMBER, place.now(), ACTORS.maintainer)
    expect((await MEMBER.ask('/api/account')).body.accounts).toEqual([])
    const { accounts } = (await MEMBER.ask('/api/account', { json: {} })).body
    expect(accounts).toMatchObject([{ name: team.emails.MEMBER, plan: 'FREE', role: 'OWNER' }])
    expect((await MEMBER.ask('/api/account', { json: {} })).body.accounts).toEqual(accounts)
  })
})

describe('the trail', () => {
  it('shows page by page who changed what, including the maintainer and the payment provider', async () => {
    for (let index = 0; index < 60; index += 1) {
      await owner.ask(`/api/account/${team.accountId}`, { method: 'PATCH', json: { name: `Name ${index}` } })
    }
    await place.store.setPlan(team.accountId, 'PRO', place.now(), ACTORS.maintainer)
    const first = (await owner.ask(`/api/account/${team.accountId}/trail`)).body
    expect(first).toMatchObject({ hasMore: true })
    expect(first.entries[0]).toMatchObject({ by: 'maintainer', action: 'PLAN_SET', subject: 'PRO', detail: 'TEAM' })
    expect(first.entries[1]).toMatchObject({ by: team.emails.OWNER, action: 'ACCOUNT_RENAMED', subject: 'Name 59' })
    const before = first.entries.at(-1).number
    const rest = (await owner.ask(`/api/account/${team.accountId}/trail?before=${before}`)).body
    expect(rest.hasMore).toBe(false)
    expect([...first.entries, ...rest.entries].map(({ number }) => number)).toEqual(
      Array.from({ length: 65 }, (_, index) => 65 - index),
    )
    for (const bad of ['0', 'x', '-1', '1e3']) {
      expect((await owner.ask(`/api/account/${team.accountId}/trail?before=${bad}`)).status).toBe(400)
    }
  })
})
