import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTORS, MANAGES, PERMISSIONS } from '../../src/account/actions.ts'
import { type Member, ROLES, type Role } from '../../src/account/record.ts'
import { ROUTES } from '../../src/http/account/mount.ts'
import { type Answer, type Browser, getCode, openPlace, type Place, type Team } from './place.ts'

let place: Place
let team: Team

beforeAll(async () => {
  place = await openPlace({ trialDays: 14 })
})
beforeEach(async () => {
  team = await place.team()
})

const peopleIn = async (browser: Browser, accountId: string): Promise<(Member & { id: string })[]> =>
  (await browser.ask(`/api/account/${accountId}`)).body.members

interface Scene {
  /** A key, a webhook with its latest delivery, and the members of the account, by role and by address. */
  key: string
  webhook: string
  delivery: string
  address: string
  person: (email: string) => string
}
type Request = { method?: string; path: string; json?: unknown }

interface Row {
  /** A plan that allows it, because another would refuse everyone. */
  plan?: 'FREE'
  request: (scene: Scene) => Request
  answers: Record<Role, number>
}

/** One request to every account route, and the response for each role. */
const MATRIX: Record<string, Row> = {
  'GET /': { request: () => ({ path: '' }), answers: { OWNER: 200, ADMIN: 200, MEMBER: 200 } },
  'PATCH /': {
    request: () => ({ method: 'PATCH', path: '', json: { name: 'Renamed' } }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
  'POST /trial': {
    plan: 'FREE',
    request: () => ({ path: '/trial', json: {} }),
    answers: { OWNER: 204, ADMIN: 403, MEMBER: 403 },
  },
  'GET /trail': { request: () => ({ path: '/trail' }), answers: { OWNER: 200, ADMIN: 200, MEMBER: 403 } },
  'POST /keys': {
    request: () => ({ path: '/keys', json: { name: 'Nightly sync' } }),
    answers: { OWNER: 201, ADMIN: 201, MEMBER: 403 },
  },
  'POST /keys/:key/rotate': {
    request: ({ key }) => ({ path: `/keys/${key}/rotate`, json: {} }),
    answers: { OWNER: 201, ADMIN: 201, MEMBER: 403 },
  },
  'DELETE /keys/:key': {
    request: ({ key }) => ({ method: 'DELETE', path: `/keys/${key}` }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
  'GET /webhooks': { request: () => ({ path: '/webhooks' }), answers: { OWNER: 200, ADMIN: 200, MEMBER: 200 } },
  'POST /webhooks': {
    request: () => ({ path: '/webhooks', json: { url: 'https://example.org/changes' } }),
    answers: { OWNER: 201, ADMIN: 201, MEMBER: 403 },
  },
  'GET /webhooks/:webhook': {
    request: ({ webhook }) => ({ path: `/webhooks/${webhook}` }),
    answers: { OWNER: 200, ADMIN: 200, MEMBER: 200 },
  },
  'PATCH /webhooks/:webhook': {
    request: ({ webhook }) => ({ method: 'PATCH', path: `/webhooks/${webhook}`, json: { enabled: false } }),
    answers: { OWNER: 200, ADMIN: 200, MEMBER: 403 },
  },
  'DELETE /webhooks/:webhook': {
    request: ({ webhook }) => ({ method: 'DELETE', path: `/webhooks/${webhook}` }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
  'POST /webhooks/:webhook/rotate': {
    request: ({ webhook }) => ({ path: `/webhooks/${webhook}/rotate`, json: {} }),
    answers: { OWNER: 200, ADMIN: 200, MEMBER: 403 },
  },
  'POST /webhooks/:webhook/test': {
    request: ({ webhook }) => ({ path: `/webhooks/${webhook}/test`, json: {} }),
    answers: { OWNER: 200, ADMIN: 200, MEMBER: 403 },
  },
  'GET /webhooks/:webhook/deliveries': {
    request: ({ webhook }) => ({ path: `/webhooks/${webhook}/deliveries` }),
    answers: { OWNER: 200, ADMIN: 200, MEMBER: 200 },
  },
  'POST /webhooks/:webhook/deliveries/:delivery/replay': {
    request: ({ webhook, delivery }) => ({ path: `/webhooks/${webhook}/deliveries/${delivery}/replay`, json: {} }),
    answers: { OWNER: 202, ADMIN: 202, MEMBER: 403 },
  },
  'POST /subscriptions': {
    request: () => ({ path: '/subscriptions', json: { list: 'opportunities', format: 'ics' } }),
    answers: { OWNER: 201, ADMIN: 201, MEMBER: 403 },
  },
  'DELETE /subscriptions/:subscription': {
    request: ({ address }) => ({ method: 'DELETE', path: `/subscriptions/${address}` }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
  'POST /members': {
    request: () => ({ path: '/members', json: { email: 'new@example.org', role: 'MEMBER' } }),
    answers: { OWNER: 201, ADMIN: 201, MEMBER: 403 },
  },
  'PATCH /members/:member': {
    request: ({ person }) => ({
      method: 'PATCH',
      path: `/members/${person('third@example.org')}`,
      json: { role: 'ADMIN' },
    }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
  'DELETE /members/:member': {
    request: ({ person }) => ({ method: 'DELETE', path: `/members/${person('third@example.org')}` }),
    answers: { OWNER: 204, ADMIN: 204, MEMBER: 403 },
  },
}

/** Requests to a webhook that do not change its account. */
const SILENT = /\/(test|replay)$/

const ofAccount = ROUTES.filter(({ access }) => access in PERMISSIONS)
const formatRoute = ({ method, path }: (typeof ROUTES)[number]) =>
  `${method} /${path.replace(/^\/api\/account\/:account\{.*?\}\/?/, '')}`

async function createScene(): Promise<Scene> {
  await place.store.addMember(
    team.accountId,
    { email: 'third@example.org', role: 'MEMBER' },
    place.now(),
    ACTORS.maintainer,
  )
  const owner = team.browsers.OWNER
  const { body } = await owner.ask(`/api/account/${team.accountId}/keys`, { json: { name: 'First' } })
  const created = await owner.ask(`/api/account/${team.accountId}/webhooks`, { json: { url: 'https://example.org/' } })
  const webhook = created.body.webhook.id
  const tested = await owner.ask(`/api/account/${team.accountId}/webhooks/${webhook}/test`, { json: {} })
  const { body: made } = await owner.ask(`/api/account/${team.accountId}/subscriptions`, {
    json: { list: 'events', format: 'csv' },
  })
  const people = await peopleIn(owner, team.accountId)
  return {
    key: body.key.id,
    webhook,
    delivery: tested.body.delivery.id,
    address: made.id,
    person: (email) => people.find((each) => each.email === email)?.id ?? 'none',
  }
}

const send = (browser: Browser, { path, ...asked }: Request): Promise<Answer> =>
  browser.ask(`/api/account/${team.accountId}${path}`, asked)

describe('the permission matrix', () => {
  it('has every route of an account', () => {
    expect(ofAccount.map(formatRoute).sort()).toEqual(Object.keys(MATRIX).sort())
  })

  it.each(Object.entries(MATRIX).flatMap(([name, row]) => ROLES.map((role) => ({ name, role, ...row }))))(
    '$name by $role',
    async ({ role, plan, request, answers }) => {
      const scene = await createScene()
      if (plan) await place.store.setPlan(team.accountId, plan, place.now(), ACTORS.maintainer)
      const before = await place.store.trail(team.accountId, 100)
      const answer = await send(team.browsers[role], request(scene))
      expect(answer.status).toBe(answers[role])
      const after = await place.store.trail(team.accountId, 100)
      if (answer.status === 403) {
        expect(getCode(answer)).toBe('FORBIDDEN')
        expect(after).toEqual(before)
      } else if (SILENT.test(request(scene).path)) {
        expect(after).toEqual(before)
      } else if (request(scene).method ?? request(scene).json) {
        expect(after).toHaveLength(before.length + 1)
        expect(after[0]).toMatchObject({ by: team.emails[role], at: place.now() })
      } else {
        expect(after).toEqual(before)
      }
    },
  )

  it.each(Object.entries(MATRIX))(
    '%s is 401 without a session, and the same 404 for strangers and unknown accounts',
    async (_, { request }) => {
      const scene = await createScene()
      const before = await place.store.trail(team.accountId, 100)
      expect(await send(place.browser(), request(scene))).toMatchObject({
        status: 401,
        body: { code: 'SIGN_IN_REQUIRED' },
      })
      const stranger = place.browser()
      await stranger.signIn('stranger@example.org')
      const { path, ...asked } = request(scene)
      const answers = [
        await stranger.ask(`/api/account/${team.accountId}${path}`, asked),
        await stranger.ask(`/api/account/acct_0123456789ABCDEF${path}`, asked),
      ]
      for (const { status, headers, body } of answers) {
        headers.delete('x-request-id')
        expect({ status, headers: [...headers], body: { ...body, instance: '', requestId: '' } }).toEqual({
          status: 404,
          headers: [...(answers[0]?.headers ?? [])],
          body: { ...answers[0]?.body, instance: '', requestId: '' },
        })
      }
      expect(await place.store.trail(team.accountId, 100)).toEqual(before)
    },
  )

  it.each(ROUTES.filter(({ access }) => access === 'person').map((route) => ({ name: formatRoute(route), ...route })))(
    '$method $path is 401 without a session',
    async ({ method, path, body }) => {
      const answer = await place
        .browser()
        .ask(path.replace(/:account\{[^}]*\}/, team.accountId), { method, ...(body && { json: {} }) })
      expect(answer).toMatchObject({ status: 401, body: { code: 'SIGN_IN_REQUIRED' } })
    },
  )
})

describe('roles', () => {
  /** What a role may do to a member of another role, and which roles it may assign. */
  const pairs = ROLES.flatMap((by) => ROLES.flatMap((from) => ROLES.map((to) => ({ by, from, to }))))

  it.each(pairs.filter(({ by, from, to }) => by !== 'MEMBER' && from !== to))(
    'let $by change $from to $to only within its permissions',
    async ({ by, from, to }) => {
      await place.store.addMember(
        team.accountId,
        { email: 'x@example.org', role: from },
        place.now(),
        ACTORS.maintainer,
      )
      const people = await peopleIn(team.browsers.OWNER, team.accountId)
      const id = people.find(({ email }) => email === 'x@example.org')?.id
      const answer = await send(team.browsers[by], { method: 'PATCH', path: `/members/${id}`, json: { role: to } })
      const isOwnerMeant = from === 'OWNER' || to === 'OWNER'
      expect(answer.status).toBe(by === 'ADMIN' && isOwnerMeant ? 403 : 204)
      const now = (await place.store.members(team.accountId)).find(({ email }) => email === 'x@example.org')
      expect(now?.role).toBe(answer.status === 204 ? to : from)
    },
  )

  it.each(ROLES.flatMap((by) => ROLES.map((role) => ({ by, role }))))(
    'let $by invite and remove $role only within its permissions',
    async ({ by, role }) => {
      const invited = await send(team.browsers[by], { path: '/members', json: { email: 'new@example.org', role } })
      const mayDo = by === 'OWNER' || (by === 'ADMIN' && role !== 'OWNER')
      expect(invited.status).toBe(mayDo ? 201 : 403)
      await place.store.addMember(team.accountId, { email: 'x@example.org', role }, place.now(), ACTORS.maintainer)
      const people = await peopleIn(team.browsers.OWNER, team.accountId)
      const id = people.find(({ email }) => email === 'x@example.org')?.id
      const removed = await send(team.browsers[by], { method: 'DELETE', path: `/members/${id}` })
      expect(removed.status).toBe(mayDo ? 204 : 403)
    },
  )

  it('cannot promote themselves', async () => {
    const people = await peopleIn(team.browsers.OWNER, team.accountId)
    for (const role of ['ADMIN', 'MEMBER'] as const) {
      const id = people.find(({ email }) => email === team.emails[role])?.id
      const raised = { method: 'PATCH', path: `/members/${id}`, json: { role: 'OWNER' } }
      expect((await send(team.browsers[role], raised)).status).toBe(403)
    }
    const invited = await send(team.browsers.ADMIN, {
      path: '/members',
      json: { email: 'friend@example.org', role: 'OWNER' },
    })
    expect(getCode(invited)).toBe('FORBIDDEN')
    expect(await place.store.members(team.accountId)).toEqual([
      { email: team.emails.OWNER, role: 'OWNER' },
      { email: team.emails.ADMIN, role: 'ADMIN' },
      { email: team.emails.MEMBER, role: 'MEMBER' },
    ])
  })

  it("below owner cannot change an owner's invitation", async () => {
    await send(team.browsers.OWNER, { path: '/members', json: { email: 'new@example.org', role: 'OWNER' } })
    const people = await peopleIn(team.browsers.OWNER, team.accountId)
    const id = people.find(({ email }) => email === 'new@example.org')?.id
    const { ADMIN } = team.browsers
    const again = await send(ADMIN, { path: '/members', json: { email: 'new@example.org', role: 'MEMBER' } })
    const changed = await send(ADMIN, { method: 'PATCH', path: `/members/${id}`, json: { role: 'ADMIN' } })
    const withdrawn = await send(ADMIN, { method: 'DELETE', path: `/members/${id}` })
    expect([again, changed, withdrawn].map(getCode)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    expect(await place.store.invitations(team.accountId, place.now())).toMatchObject([{ role: 'OWNER' }])
  })

  it('that were removed lose access immediately', async () => {
    await place.store.setRole(
      team.accountId,
      { email: team.emails.ADMIN, role: 'MEMBER' },
      place.now(),
      ACTORS.maintainer,
    )
    expect((await send(team.browsers.ADMIN, { path: '/keys', json: { name: 'x' } })).status).toBe(403)
    await place.store.removeMember(team.accountId, team.emails.ADMIN, place.now(), ACTORS.maintainer)
    expect((await send(team.browsers.ADMIN, { path: '' })).status).toBe(404)
    expect((await team.browsers.ADMIN.ask('/api/account')).body.accounts).toEqual([])
  })

  it.each(ROLES)('let a %s leave, but an account always keeps an owner', async (role) => {
    const people = await peopleIn(team.browsers.OWNER, team.accountId)
    const id = people.find(({ email }) => email === team.emails[role])?.id
    const left = await send(team.browsers[role], { method: 'DELETE', path: `/members/${id}` })
    if (role === 'OWNER') {
      expect(left).toMatchObject({ status: 409, body: { code: 'OWNER_NEEDED' } })
      const stepped = await send(team.browsers.OWNER, {
        method: 'PATCH',
        path: `/members/${id}`,
        json: { role: 'MEMBER' },
      })
      expect(getCode(stepped)).toBe('OWNER_NEEDED')
    } else expect(left.status).toBe(204)
  })
})

describe('visibility', () => {
  it.each(ROLES)('of account data follows the permissions of %s', async (role) => {
    const { body } = await send(team.browsers[role], { path: '' })
    expect(body).toMatchObject({ role, usage: { months: expect.any(Array) }, keys: [], members: expect.any(Array) })
    expect(body.notices).toEqual(role === 'MEMBER' ? null : [])
    expect(body.manages).toEqual(MANAGES[role])
    expect(body.permissions.includes('keys.create')).toBe(role !== 'MEMBER')
    expect(body.members.filter(({ isYou }: { isYou: boolean }) => isYou)).toMatchObject([{ email: team.emails[role] }])
  })
})
