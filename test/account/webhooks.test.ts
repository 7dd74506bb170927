import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { ROUTES } from '../../src/http/account/mount.ts'
import { ChangesMessage, TestMessage } from '../../src/http/webhooks/message.ts'
import type { Post, Poster, PostResult } from '../../src/notify/webhook-post.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { CONTRACT } from '../contract/whole.ts'
import { id } from '../http/listed.ts'
import { publishedFolder } from '../http/published.ts'
import { type Browser, getCode, openPlace, type Place, type Team } from './place.ts'

const DAY = 24 * 60 * 60_000
const MINUTE = 60_000

/**
 * Two publications: the initial one; then an extended deadline, a removed document, a removed award, a renamed event.
 */
let bakes: [Service, Service]
beforeAll(async () => {
  const folder = publishedFolder()
  await folder.publish('2026-11-20T08:00:00.000Z')
  const first = openService(folder.out)
  folder.set('notices', id('c', 15), { dueDate: '2027-03-31' })
  folder.set('events', id('e', 1), { title: 'Another title' })
  for (const kind of ['documents', 'awards'] as const) {
    folder.edit(kind, (records) => records.filter((record) => record.id !== id(kind === 'awards' ? 'b' : 'd', 4)))
  }
  await folder.publish('2026-11-21T08:00:00.000Z')
  bakes = [first, openService(folder.out)]
})

let place: Place
let team: Team
let owner: Browser
let posts: (Post & { at: number })[]
let answer: () => PostResult
let bake: Service
const newest = () => bakes[1].publications.find(bakes[1].manifest.datasetVersion)!

const TAKEN: PostResult = { status: 204, fault: null }
const BROKEN: PostResult = { status: 500, fault: 'STATUS' }
const poster: Poster = {
  async send(post, at) {
    posts.push({ ...post, at })
    return answer()
  },
  refusal: async (url) => (url.includes('inside') ? 'inside.example leads to 10.0.0.7.' : null),
}

beforeEach(async () => {
  posts = []
  answer = () => TAKEN
  bake = bakes[0]
  place = await openPlace({ service: () => bake, poster })
  place.at('2026-11-20T17:00:00Z')
  team = await place.team()
  owner = team.browsers.OWNER
})

// biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes
type Body = any
const at = (path = '') => `/api/account/${team.accountId}/webhooks${path}`
const register = async (filter: object = {}, url = 'https://example.org/changes'): Promise<Body> => {
  const { status, body } = await owner.ask(at(), { json: { url, filter } })
  expect([status, body]).toEqual([201, expect.any(Object)])
  return body
}
const shown = async (): Promise<Body[]> => (await owner.ask(at())).body.data
const readLog = async (webhook: string): Promise<Body[]> => (await owner.ask(at(`/${webhook}/deliveries`))).body.data
/** Publishes, and delivers as the service does. */
async function publish(moment: number | string = '2026-11-21T09:00:00Z') {
  place.at(moment)
  bake = bakes[1]
  await place.webhooks.run()
}
const later = async (ms: number) => {
  place.at(place.now() + ms)
  await place.webhooks.run()
}
const readChanges = async (query: string): Promise<Body[]> => {
  const { secret } = (await owner.ask(`/api/account/${team.accountId}/keys`, { json: { name: 'Reader' } })).body
  const headers = { Authorization: `Bearer ${secret}` }
  const { status, body } = await place.browser().ask(`/api/v1/changes?${query}`, { headers })
  expect(status).toBe(200)
  return body.data
}

describe('a webhook', () => {
  it('is registered with its events, and its secret is shown only once', async () => {
    const { webhook, secret } = await register({ resource: ['Opportunities'], category: ['WORKFORCE'], state: ['ne'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({
      url: 'https://example.org/changes',
      filter: {
        resource: ['opportunities'],
        state: ['NE'],
        category: ['WORKFORCE_DEVELOPMENT'],
        type: null,
        change: null,
      },
      disabledAt: null,
      failingSince: null,
      latest: null,
    })
    expect(await shown()).toEqual([webhook])
    await owner.ask(at(`/${webhook.id}/test`), { json: {} })
    const trail = await place.store.trail(team.accountId, 9)
    for (const text of [JSON.stringify([await shown(), await readLog(webhook.id), trail]), JSON.stringify(place.log)]) {
      expect(text).not.toContain(secret.slice(6))
    }
    expect(JSON.stringify(place.log)).not.toContain('example.org/changes')
  })

  it.each<[string, object, string, RegExp]>([
    ['without a URL', {}, 'INVALID_PARAMETER', /url/],
    ['to a plain HTTP URL', { url: 'ftp://example.org' }, 'INVALID_PARAMETER', /Is not an https URL/],
    ['to a private IP address', { url: 'https://inside.example/' }, 'INVALID_PARAMETER', /leads to 10\.0\.0\.7/],
    [
      'for an unknown list',
      { filter: { resource: ['grants'] } },
      'INVALID_PARAMETER',
      /"grants", which is not a resource/,
    ],
    ['for an unknown state', { filter: { state: ['ZZ'] } }, 'INVALID_PARAMETER', /"ZZ"/],
    ['for an unknown category', { filter: { category: ['HEALTH'] } }, 'INVALID_PARAMETER', /"HEALTH"/],
    [
      'for a kind of change instead of a type',
      { filter: { type: ['CREATED'] } },
      'INVALID_PARAMETER',
      /kinds of change in "change"/,
    ],
    ['with an unknown part', { filter: { region: ['1'] } }, 'UNKNOWN_PARAMETER', /region/],
  ])('%s is rejected', async (_, json, code, sentence) => {
    const sent = 'url' in json || !('filter' in json) ? json : { url: 'https://example.org/', ...json }
    const { status, body } = await owner.ask(at(), { json: sent })
    expect([status, body.code, body.detail]).toEqual([400, code, expect.stringMatching(sentence)])
    expect(await shown()).toEqual([])
  })

  it("beyond the plan's limit is refused, and requires a plan that includes them", async () => {
    const pro = await place.team('PRO')
    const create = () =>
      pro.browsers.OWNER.ask(`/api/account/${pro.accountId}/webhooks`, { json: { url: 'https://example.org/' } })
    expect([(await create()).status, (await create()).status]).toEqual([201, 201])
    expect(await create()).toMatchObject({ status: 409, body: { code: 'WEBHOOKS_EXHAUSTED' } })
    await place.store.setPlan(pro.accountId, 'FREE', place.now(), ACTORS.maintainer)
    expect(await create()).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } })
  })

  it('can also be managed by a program, with a key of its account', async () => {
    const key = (await owner.ask(`/api/account/${team.accountId}/keys`, { json: { name: 'Setup' } })).body
    const program = place.browser()
    const ask = (path: string, options: object = {}, secret = key.secret) =>
      program.ask(`/api/account/webhooks${path}`, {
        headers: { Authorization: `Bearer ${secret}`, 'Sec-Fetch-Site': null, Origin: null },
        ...options,
      })
    const made = await ask('', { json: { url: 'https://example.org/' } })
    expect(made.status).toBe(201)
    const { id: webhook } = made.body.webhook
    expect(made.headers.get('X-RateLimit-Remaining')).toBe('119')
    expect(await ask(`/${webhook}/test`, { json: {} })).toMatchObject({ body: { delivery: { state: 'DELIVERED' } } })
    expect((await ask('')).body.data).toEqual(await shown())
    expect((await ask(`/${webhook}`, { method: 'PATCH', json: { enabled: false } })).body.webhook.disabledAt).toBe(
      '2026-11-20T17:00:00.000Z',
    )
    expect((await ask(`/${webhook}`, { method: 'DELETE' })).status).toBe(204)
    const [deleted] = await place.store.trail(team.accountId, 1)
    expect(deleted).toMatchObject({ action: 'WEBHOOK_DELETED', by: key.key.id, subject: webhook })
    const usage = (await owner.ask(`/api/account/${team.accountId}`)).body.usage
    expect(usage.requests.used).toBe(0)

    expect(await program.ask('/api/account/webhooks')).toMatchObject({ status: 401, body: { code: 'API_KEY_MISSING' } })
    const other = await place.team()
    const foreign = (await other.browsers.OWNER.ask(`/api/account/${other.accountId}/keys`, { json: { name: 'x' } }))
      .body
    const registered = await register()
    expect((await ask(`/${registered.webhook.id}`, {}, foreign.secret)).status).toBe(404)
    await owner.ask(`/api/account/${team.accountId}/keys/${key.key.id}`, { method: 'DELETE' })
    expect(getCode(await ask('', { json: { url: 'https://example.org/' } }))).toBe('API_KEY_REVOKED')
  })
})

it('every way for programs to manage webhooks is in the OpenAPI document', () => {
  const { paths, webhooks } = CONTRACT
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/account/') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
  )
  const served = ROUTES.filter(({ access }) => access === 'key').map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(documented.sort()).toEqual(served.sort())
  expect(Object.keys(webhooks ?? {})).toEqual(['changesPublished', 'webhookTest'])
})

describe('after a publication', () => {
  it('each webhook gets one signed message with the changes that match its filter', async () => {
    const all = await register()
    const some = await register({ resource: ['documents', 'awards'], change: ['removed'] }, 'https://example.org/b')
    await register({ resource: ['activities'] }, 'https://example.org/c')
    await publish()
    await place.webhooks.run()
    expect(posts.map(({ url }) => url).sort()).toEqual(['https://example.org/b', 'https://example.org/changes'])
    const { before, version } = newest()
    const expected = await readChanges(`from=${before}&to=${version}&limit=500`)
    const bodies = [all, some].map(({ webhook, secret }) => {
      const post = posts.find(({ url }) => url === webhook.url)!
      const headers = {
        'webhook-id': post.id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(post.secrets[0]!).sign(post.id, new Date(), post.body),
      }
      expect(post.secrets).toEqual([secret])
      return ChangesMessage.parse(new Webhook(secret).verify(post.body, headers))
    })
    expect(bodies[0]).toMatchObject({
      timestamp: expect.stringMatching(/^2026-11-21T08:00:00/),
      data: { webhook: all.webhook.id, version, previousVersion: before, count: expected.length, next: null },
    })
    expect(bodies[0]?.data.changes).toEqual(expected)
    expect(bodies[1]?.data.changes).toEqual(
      expected.filter(({ resource, change }) => resource !== 'activity' && change === 'REMOVED'),
    )
    expect(await readLog(some.webhook.id)).toMatchObject([
      { id: posts.find(({ url }) => url.endsWith('/b'))?.id, kind: 'changes', version, state: 'DELIVERED' },
    ])
  })

  it.each<[string, object, string[]]>([
    ['the kind of change', { change: ['updated'], resource: ['events'] }, ['UPDATED events']],
    ['the type of an updated record', { type: ['RFP', 'WEBINAR'], change: ['UPDATED'] }, []],
    [
      'a type of the feed',
      { type: ['opportunity_updated', 'EVENT_CHANGED'] },
      ['CREATED activity', 'CREATED activity'],
    ],
  ])('it matches %s', async (_, filter, told) => {
    await register(filter)
    await publish()
    const changes = posts.flatMap(({ body }) => JSON.parse(body).data.changes)
    const { opportunity, event } = await readTypes()
    const expected = _.includes('updated record')
      ? [
          ...(opportunity === 'RFP' ? ['UPDATED opportunities'] : []),
          ...(event === 'WEBINAR' ? ['UPDATED events'] : []),
        ]
      : told
    expect(changes.map(({ change, resource }: Body) => `${change} ${resource}`).sort()).toEqual(expected.sort())
  })

  it('it matches the categories that an updated record has, even if they did not change', async () => {
    const { categories } = await readTypes()
    expect(categories.length).toBeGreaterThan(0)
    await register({ category: [categories[0]], change: ['UPDATED'] })
    await register({ category: ['EMERGENCY_PREPAREDNESS_RESILIENCE'], change: ['UPDATED'] }, 'https://example.org/none')
    await publish()
    expect(posts.map(({ body }) => JSON.parse(body).data.changes.map(({ id: changed }: Body) => changed))).toEqual([
      [id('c', 15)],
    ])
  })

  it('what was published before the registration is not sent', async () => {
    bake = bakes[1]
    await register()
    await place.webhooks.run()
    expect(posts).toEqual([])
  })

  it('several processes send each message only once', async () => {
    await register()
    await register({}, 'https://example.org/b')
    place.at('2026-11-21T09:00:00Z')
    bake = bakes[1]
    const others = await Promise.all([1, 2].map(() => openPlace({ service: () => bake, poster, store: place.store })))
    for (const other of others) other.at('2026-11-21T09:00:00Z')
    await Promise.all([place, ...others].map(({ webhooks }) => webhooks.run()))
    expect(posts.map(({ url }) => url).sort()).toEqual(['https://example.org/b', 'https://example.org/changes'])
  })
})

/** The fields of the records that the second publication updated. */
async function readTypes() {
  const one = (resource: 'opportunities' | 'events', ids: string[]) =>
    JSON.parse(bakes[1].readers[resource].list({ filters: { ids }, limit: 1 }, place.now()).data)[0]
  const opportunity = one('opportunities', [id('c', 15)])
  return {
    opportunity: opportunity.type,
    event: one('events', [id('e', 1)])?.eventType,
    categories: opportunity.programCategories as string[],
  }
}

describe('a delivery', () => {
  it('is retried with growing pauses, with the same id and body, until it is accepted', async () => {
    const { webhook } = await register()
    answer = () => BROKEN
    await publish()
    await later(MINUTE)
    await later(MINUTE)
    answer = () => ({ status: null, fault: 'TIMEOUT' })
    await later(4 * MINUTE)
    answer = () => TAKEN
    await later(15 * MINUTE)
    await later(DAY)
    expect(posts.map(({ at: sent }) => (sent - posts[0]!.at) / MINUTE)).toEqual([0, 1, 6, 21])
    expect(new Set(posts.map(({ id: message, body }) => message + body)).size).toBe(1)
    const [delivery] = await readLog(webhook.id)
    expect(delivery).toMatchObject({ state: 'DELIVERED', nextAttemptAt: null })
    expect(delivery.attempts.map(({ status, fault }: Body) => status ?? fault)).toEqual([500, 500, 'TIMEOUT', 204])
    expect((await shown())[0]).toMatchObject({ failingSince: null, disabledAt: null })
  })

  it('is given up after 24 hours, and can be replayed', async () => {
    const { webhook } = await register()
    answer = () => BROKEN
    await publish()
    for (let tries = 2; tries < 14; tries += 1) await later(8 * 60 * MINUTE)
    expect(posts).toHaveLength(10)
    const [failed] = await readLog(webhook.id)
    expect(failed).toMatchObject({ state: 'FAILED', nextAttemptAt: null })
    answer = () => TAKEN
    expect((await owner.ask(at(`/${webhook.id}/deliveries/${failed.id}/replay`), { json: {} })).status).toBe(202)
    await place.settled()
    expect(posts.at(-1)).toMatchObject({ id: failed.id, body: posts[0]?.body })
    expect((await readLog(webhook.id))[0]).toMatchObject({ state: 'DELIVERED' })
    expect(getCode(await owner.ask(at(`/${webhook.id}/deliveries/msg_0/replay`), { json: {} }))).toBe('NOT_FOUND')
  })

  it('interrupted by a crash is sent by the next process, under the same id', async () => {
    await register()
    answer = () => {
      throw new Error('the process ends here')
    }
    await publish()
    answer = () => TAKEN
    await later(30_000)
    expect(posts).toHaveLength(1)
    await later(31_000)
    expect(posts).toHaveLength(2)
    expect(posts[1]?.id).toBe(posts[0]?.id)
  })

  it('disables its webhook immediately when the response is 410, and reports it by email', async () => {
    const { webhook } = await register()
    answer = () => ({ status: 410, fault: 'STATUS' })
    await publish()
    expect((await shown())[0]).toMatchObject({ disabledAt: '2026-11-21T09:00:00.000Z', disabledBecause: 'GONE' })
    expect(place.outbox.at(-1)).toMatchObject({
      kind: 'webhook_disabled',
      logged: { because: 'GONE' },
      to: [team.emails.OWNER, team.emails.ADMIN],
    })
    await later(DAY)
    expect(posts).toHaveLength(1)
    expect((await readLog(webhook.id))[0]).toMatchObject({ state: 'CANCELLED' })
    const replay = at(`/${webhook.id}/deliveries/${posts[0]?.id}/replay`)
    expect(getCode(await owner.ask(replay, { json: {} }))).toBe('WEBHOOK_DISABLED')
    answer = () => TAKEN
    await owner.ask(at(`/${webhook.id}`), { method: 'PATCH', json: { enabled: true } })
    expect((await owner.ask(replay, { json: {} })).status).toBe(202)
    await place.settled()
    expect((await readLog(webhook.id))[0]).toMatchObject({ state: 'DELIVERED' })
  })

  it('disables its webhook after five days of failure, with one email', async () => {
    const { webhook } = await register()
    answer = () => BROKEN
    await publish()
    const replay = () => owner.ask(at(`/${webhook.id}/deliveries/${posts[0]?.id}/replay`), { json: {} })
    const mails = () => place.outbox.filter(({ kind }) => kind === 'webhook_disabled')
    while (place.now() < Date.parse('2026-11-25T08:00:00Z')) await later(8 * 60 * MINUTE)
    await replay()
    await place.settled()
    expect([(await shown())[0].disabledAt, mails()]).toEqual([null, []])
    expect((await shown())[0].failingSince).toBe('2026-11-21T09:00:00.000Z')
    place.at('2026-11-26T08:59:59Z')
    await place.webhooks.run()
    expect(mails()).toEqual([])
    place.at('2026-11-26T09:06:00Z')
    await place.webhooks.run()
    expect((await shown())[0]).toMatchObject({ disabledBecause: 'FAILING' })
    expect(JSON.stringify(mails())).not.toContain('whsec_')
    expect(mails()).toMatchObject([{ logged: { because: 'FAILING', webhookId: webhook.id } }])
    await later(DAY)
    expect(mails()).toHaveLength(1)
  })

  it('of a test is sent immediately, once, and returns the result', async () => {
    const { webhook, secret } = await register()
    answer = () => BROKEN
    const { status, body } = await owner.ask(at(`/${webhook.id}/test`), { json: {} })
    expect(status).toBe(200)
    expect(body.delivery).toMatchObject({ kind: 'test', state: 'FAILED', attempts: [{ status: 500, fault: 'STATUS' }] })
    expect(TestMessage.parse(JSON.parse(posts[0]!.body)).data.webhook).toBe(webhook.id)
    expect(posts[0]?.secrets).toEqual([secret])
    await later(DAY)
    expect(posts).toHaveLength(1)
    expect(await readLog(webhook.id)).toEqual([body.delivery])
  })

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const { webhook, secret } = await register()
    const rotated = (await owner.ask(at(`/${webhook.id}/rotate`), { json: {} })).body
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.webhook.rotatedUntil).toBe('2026-11-21T17:00:00.000Z')
    await publish()
    place.at('2026-11-21T17:00:00Z')
    await owner.ask(at(`/${webhook.id}/test`), { json: {} })
    expect(posts.map(({ secrets }) => secrets)).toEqual([[rotated.secret, secret], [rotated.secret]])
  })

  it('is not made for an account that is suspended or without a plan', async () => {
    const { webhook } = await register()
    await place.store.suspend(team.accountId, place.now(), ACTORS.maintainer)
    await publish()
    await place.store.resume(team.accountId, place.now(), ACTORS.maintainer)
    await later(MINUTE)
    expect([posts, await readLog(webhook.id)]).toEqual([[], []])
  })
})
