import { beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { PLANS } from '../../src/metering/plans.ts'
import { type Browser, getCode, openPlace, type Place, type Team } from './place.ts'

let place: Place
let team: Team
let owner: Browser

const open = async (plan?: Parameters<Place['team']>[0]) => {
  place = await openPlace()
  team = await place.team(plan)
  owner = team.browsers.OWNER
}
beforeEach(() => open())

const create = (name = 'Nightly sync') => owner.ask(`/api/account/${team.accountId}/keys`, { json: { name } })
const rotate = (id: string) => owner.ask(`/api/account/${team.accountId}/keys/${id}/rotate`, { json: {} })
const revoke = (id: string) => owner.ask(`/api/account/${team.accountId}/keys/${id}`, { method: 'DELETE' })
const show = async () => (await owner.ask(`/api/account/${team.accountId}`)).body
const call = async (secret: string) =>
  (await place.browser().ask('/api/v1/states?limit=1', { headers: { Authorization: `Bearer ${secret}` } })).status

describe('keys', () => {
  it('are shown once, work immediately, and record their last use', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^rhp_live_\w{30}$/)
    expect(body.key).toMatchObject({ name: 'Nightly sync', lastFour: body.secret.slice(-4), lastUsedAt: null })
    expect(await call(body.secret)).toBe(200)
    const account = await show()
    expect(account.usage.requests).toMatchObject({ used: 1, limit: 20_000, remaining: 19_999 })
    expect(account.usage.months).toHaveLength(12)
    expect(account.keys).toMatchObject([{ id: body.key.id, lastUsedAt: '2026-11-20T17:00:00.000Z' }])
    expect(JSON.stringify(account)).not.toContain(body.secret)
  })

  it('rotate: both work for 24 hours, then only the new one', async () => {
    const first = (await create()).body
    const second = (await rotate(first.key.id)).body
    expect(second.key).toMatchObject({ name: 'Nightly sync', expiresAt: null })
    expect([await call(first.secret), await call(second.secret)]).toEqual([200, 200])
    const old = (await show()).keys.find(({ id }: { id: string }) => id === first.key.id)
    expect(old).toMatchObject({ expiresAt: '2026-11-21T17:00:00.000Z' })
    expect(await rotate(first.key.id)).toMatchObject({ status: 409, body: { code: 'KEY_ENDED' } })
    place.at('2026-11-21T17:00:00Z')
    expect([await call(first.secret), await call(second.secret)]).toEqual([403, 200])
  })

  it('that are revoked fail immediately; revoking again changes nothing', async () => {
    const { secret, key } = (await create()).body
    expect((await revoke(key.id)).status).toBe(204)
    expect(await call(secret)).toBe(403)
    expect((await revoke(key.id)).status).toBe(204)
    expect(await place.store.trail(team.accountId, 1)).toMatchObject([{ action: 'KEY_REVOKED' }])
    expect(getCode(await rotate(key.id))).toBe('KEY_ENDED')
  })

  it('of another account of the same person are not found', async () => {
    const { secret, key } = (await create()).body
    const draft = { id: 'acct_other', name: 'Other', plan: 'PRO', ownerEmail: team.emails.OWNER } as const
    await place.store.createAccount(draft, Date.parse('2026-11-20T17:00:00Z'), ACTORS.maintainer)
    const path = `/api/account/acct_other/keys/${key.id}`
    expect(await owner.ask(`${path}/rotate`, { json: {} })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(404)
    expect(await call(secret)).toBe(200)
    expect(await place.store.trail(team.accountId, 1)).toMatchObject([{ action: 'KEY_CREATED' }])
  })

  it("beyond the plan's limit are refused", async () => {
    await open('API')
    expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 409, body: { code: 'KEYS_EXHAUSTED' } })
  })

  it('are not available to FREE accounts', async () => {
    await open('FREE')
    expect(await create()).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } })
    expect((await show()).account.plan).toBe('FREE')
    expect(PLANS.FREE.keys).toBe(0)
  })

  it('of a suspended account are kept but do not work', async () => {
    const { secret } = (await create()).body
    await place.store.suspend(team.accountId, place.now(), ACTORS.maintainer)
    expect(await call(secret)).toBe(403)
    expect((await show()).account.suspended).toBe(true)
  })

  it.each([
    ['invalid JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }, 400, 'INVALID_JSON'],
    ['a list', { json: [] }, 400, 'INVALID_JSON'],
    ['no content type', { body: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too large a body', { json: { name: 'x'.repeat(20_000) } }, 413, 'PAYLOAD_TOO_LARGE'],
    ['nothing', { json: {} }, 400, 'INVALID_PARAMETER'],
    ['too many fields', { json: { name: 'x', nmae: 'y' } }, 400, 'UNKNOWN_PARAMETER'],
  ])('requested with %s are refused', async (_, asked, status, code) => {
    const answer = await owner.ask(`/api/account/${team.accountId}/keys`, asked)
    expect(answer).toMatchObject({ status, body: { code, status } })
    expect((await show()).keys).toEqual([])
  })
})

describe('account paths', () => {
  it.each([
    ['PUT', '/api/account', 'GET, HEAD, POST'],
    ['HEAD', '/api/account/sign-in', 'POST'],
    ['GET', '/api/account/sign-in', 'POST'],
    ['POST', '/api/account/sessions', 'DELETE'],
    ['DELETE', '/api/account/acct_0123456789ABCDEF', 'GET, HEAD, PATCH'],
    ['GET', '/api/account/acct_0123456789ABCDEF/keys', 'POST'],
  ])('%s %s lists the allowed methods', async (method, path, allowed) => {
    const { status, headers } = await owner.ask(path, { method })
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: allowed })
  })

  it('respond to HEAD like to GET, without a body', async () => {
    const headers = { 'Sec-Fetch-Site': null, Origin: null }
    expect(await owner.ask('/api/account', { method: 'HEAD', headers })).toMatchObject({ status: 200, text: '' })
    expect(await owner.ask('/api/account', { method: 'HEAD', headers: { Cookie: null } })).toMatchObject({
      status: 401,
    })
  })

  it.each(['/api/account/nothing', '/api/account/acct_x/none', '/api/account/acct_x/keys/a/b/c'])(
    '%s is 404',
    async (path) => {
      expect((await owner.ask(path)).status).toBe(404)
    },
  )

  it('contain no person or account in the log', async () => {
    await owner.ask(`/api/account/${team.accountId}`)
    const lines = place.log.map((line) => JSON.stringify(line))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      expect(line).not.toContain(team.accountId)
      expect(line).not.toContain('@')
    }
  })
})
