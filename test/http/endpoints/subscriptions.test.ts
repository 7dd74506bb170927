import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { FORMAT_NAMES, getFormats } from '../../../src/formats/formats.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { getResource, RESOURCE_NAMES } from '../../../src/resources/index.ts'
import { openPlace } from '../../account/place.ts'
import { openApi, type TestApi } from '../../api.ts'

const PATH = '/api/v1/subscriptions'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const create = (key: string, json: unknown) => api.ask(PATH, { key, json })
/** A new signed address of an account, and how to request it without headers. */
async function addressed(json: object, plan: Parameters<TestApi['key']>[0] = 'FEATURED_VENDOR') {
  const account = await api.key(plan)
  const { body } = await create(account.secret, json)
  const path = new URL(body.address).pathname
  return {
    ...account,
    made: body,
    path,
    read: (headers: Record<string, string> = {}, method = 'GET') => api.ask(path, { key: null, headers, method }),
    used: async () => (await api.ask('/api/v1/usage', { key: account.secret })).body.requests.used,
  }
}

describe('a signed address', () => {
  it('is created with a key, shown once, and listed without its secret', async () => {
    const { secret } = await api.key()
    const { status, body, headers } = await create(secret, {
      list: 'opportunities',
      format: 'ics',
      query: '?state=ne&status=OPEN,CLOSING_SOON',
      name: 'Team calendar',
    })
    expect(status).toBe(201)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toMatchObject({
      name: 'Team calendar',
      list: 'opportunities',
      format: 'ics',
      query: 'state=ne&status=OPEN,CLOSING_SOON&limit=100',
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(body.address).toMatch(/^http:\/\/localhost\/api\/v1\/signed\/rhp_sub_\w{30}\.ics$/)
    expect(body.calendarAddress).toBe(body.address.replace('http:', 'webcal:'))
    const listed = await api.ask(PATH, { key: secret })
    const { address, calendarAddress: _, ...shown } = body
    expect(listed.body).toEqual({ subscriptions: [shown], limit: PLANS.FEATURED_VENDOR.subscriptions })
    expect(listed.text).not.toContain(address.split('/').at(-1).slice(0, -4))
  })

  it.each(
    RESOURCE_NAMES.flatMap((list) =>
      getFormats(getResource(list).formats).map((format) => [`${list}.${format}`, list, format] as const),
    ),
  )('returns %s like the list', async (_, list, format) => {
    const { read, path } = await addressed({ list, format, query: 'limit=2' })
    const answer = await read()
    const direct = await api.ask(`/api/v1/${list}.${format}?limit=2`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(direct.headers.get('Content-Type'))
    expect(path.endsWith(`.${format}`)).toBe(true)
    // Calendars and feeds contain the URL from which they are read.
    const named = (text: string, address: string) => text.replaceAll('\r\n ', '').replaceAll(address, '…')
    const place = `http://localhost/api/v1/${list}.${format}?limit=2`
    expect(named(answer.text, `http://localhost${path}`)).toBe(named(direct.text, place))
  })

  it('is a calendar to subscribe to, with its own URL as its source', async () => {
    const { read, path } = await addressed({ list: 'events', format: 'ics' })
    const { text, headers } = await read()
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('inline; filename="events.ics"')
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstPropertyValue('source')).toBe(`http://localhost${path}`)
  })

  it('protects its holder: private, no referrer, no Vary headers, no links that need a key', async () => {
    const { read } = await addressed({ list: 'awards', format: 'json', query: 'limit=1' })
    const { headers } = await read()
    expect(headers.get('Cache-Control')).toBe('private, max-age=60')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Vary')).toBeNull()
    expect(headers.get('Link')).toBeNull()
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('costs one request for a full response, and nothing for a 304 or HEAD', async () => {
    const { read, used, keyId, secret } = await addressed({ list: 'events', format: 'csv' })
    expect(await used()).toBe(0)
    const { headers } = await read()
    expect(await used()).toBe(1)
    const tag = headers.get('ETag') ?? ''
    expect(await read({ 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' })
    const head = await read({}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('ETag')).toBe(tag)
    expect(await used()).toBe(1)
    const [{ lastUsedAt }] = (await api.ask(PATH, { key: secret })).body.subscriptions
    expect(lastUsedAt).toBe('2026-11-20T17:00:00.000Z')
    expect(keyId).toMatch(/^key_/)
  })

  it("is rejected when the account's month is used up, but a 304 is still returned", async () => {
    const { read, secret } = await addressed({ list: 'states', format: 'json' }, 'PRO')
    const tag = (await read()).headers.get('ETag') ?? ''
    const { hashKey } = await import('../../../src/metering/keys.ts')
    const { getWindows: windowsAt } = await import('../../../src/metering/windows.ts')
    const start = api.now()
    for (let minute = 1; minute <= 40; minute += 1) {
      const windows = windowsAt(start + minute * 60_000)
      for (let count = 0; count < 50; count += 1) {
        await api.store.admit(hashKey(secret), { month: 1, answer: 0 }, windows)
      }
    }
    api.at(new Date(start + 41 * 60_000).toISOString())
    expect(await read()).toMatchObject({ status: 429, body: { code: 'MONTHLY_QUOTA_EXCEEDED' } })
    expect((await read({ 'If-None-Match': tag })).status).toBe(304)
    api.at(new Date(start).toISOString())
  })

  it('stops working when it is revoked, when the account is suspended, and without a plan', async () => {
    const { read, secret, accountId, made } = await addressed({ list: 'events', format: 'ics' })
    await api.store.suspend(accountId, api.now(), ACTORS.maintainer)
    expect(await read()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } })
    await api.store.resume(accountId, api.now(), ACTORS.maintainer)
    await api.store.setPlan(accountId, 'FREE', api.now(), ACTORS.maintainer)
    expect(await read()).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } })
    await api.store.setPlan(accountId, 'PRO', api.now(), ACTORS.maintainer)
    expect((await read()).status).toBe(200)
    const revoked = await api.ask(`${PATH}/${made.id}`, { key: secret, method: 'DELETE' })
    expect(revoked).toMatchObject({ status: 200, body: { id: made.id, revokedAt: '2026-11-20T17:00:00.000Z' } })
    expect((await api.ask(`${PATH}/${made.id}`, { key: secret, method: 'DELETE' })).body).toEqual(revoked.body)
    const after = await read()
    expect(after).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REVOKED' } })
    expect(after.body.instance).toBe('/api/v1/signed/…')
  })

  it('returns only its query in its format', async () => {
    const { read, path } = await addressed({ list: 'events', format: 'ics', query: 'state=NE' })
    const stem = path.replace(/\.ics$/, '')
    for (const format of FORMAT_NAMES.filter((name) => name !== 'ics')) {
      const other = await api.ask(`${stem}.${format}`, { key: null })
      expect(other, format).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_INVALID' } })
    }
    expect((await api.ask(stem, { key: null })).status).toBe(403)
    const wider = await api.ask(`${path}?state=SD`, { key: null })
    expect(wider).toMatchObject({ status: 400, body: { code: 'UNKNOWN_PARAMETER' } })
    // No header changes what it is.
    expect((await read({ Accept: 'text/csv' })).headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect((await read({}, 'POST')).status).toBe(405)
    const asKey = await api.ask('/api/v1/events', { key: stem.split('/').at(-1) ?? '' })
    expect(asKey).toMatchObject({ status: 403, body: { code: 'API_KEY_INVALID' } })
  })

  it('that is unknown is as invalid as a mistyped one', async () => {
    for (const secret of [
      generateKey('subscription').secret,
      'rhp_sub_short',
      (await api.key()).secret,
      '%20',
      '%E0%A4%A',
    ]) {
      const answer = await api.ask(`/api/v1/signed/${secret}.ics`, { key: null })
      expect(answer, secret).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_INVALID' } })
    }
  })

  it('is logged without its secret', async () => {
    const { read, path } = await addressed({ list: 'events', format: 'ics' })
    await read()
    await api.ask(`${path}?x=1`, { key: null })
    const line = api.log.findLast(({ event }) => event === 'request')
    expect(line).toMatchObject({ route: '/api/v1/signed/:address', key: expect.stringMatching(/^sub_/) })
    expect(JSON.stringify(api.log)).not.toMatch(/rhp_sub_/)
  })
})

describe('a request for a signed address', () => {
  it('reports everything that is wrong with it', async () => {
    const { secret } = await api.key()
    const { status, body } = await create(secret, {
      list: 'opportunities',
      format: 'icz',
      query: 'state=Nebraska&staus=OPEN&limit=1000',
      name: 'two\nlines',
      plan: 'TEAM',
    })
    expect(status).toBe(400)
    expect(body.code).toBe('INVALID_PARAMETER')
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      'format',
      'name',
      'plan',
      'query.limit',
      'query.state',
      'query.staus',
    ])
    expect(body.errors).toContainEqual(
      expect.objectContaining({ parameter: 'format', didYouMean: 'ics', supportedValues: [...FORMAT_NAMES] }),
    )
    expect(body.errors).toContainEqual(expect.objectContaining({ parameter: 'query.staus', didYouMean: 'status' }))
  })

  it.each([
    ['nothing', {}, ['list', 'format']],
    ['an unknown list', { list: 'grants', format: 'csv' }, ['list']],
    ['a format that the list does not have', { list: 'awards', format: 'ics' }, ['format']],
    ['something that the format cannot show', { list: 'events', format: 'ics', query: 'fields=id' }, ['query.fields']],
    ['a cursor', { list: 'events', format: 'csv', query: 'cursor=abc' }, ['query.cursor']],
    ['a query that is not text', { list: 'events', format: 'csv', query: { state: 'NE' } }, ['query']],
    ['a query that is too long', { list: 'events', format: 'csv', query: `q=${'x'.repeat(2_000)}` }, ['query']],
  ])('with %s is rejected', async (_, json, parameters) => {
    const { status, body } = await create((await api.key()).secret, json)
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  it("beyond the plan's limit is refused until one is revoked", async () => {
    const { secret } = await api.key('PRO')
    const wish = { list: 'events', format: 'ics' }
    const made = []
    for (let count = 0; count < PLANS.PRO.subscriptions; count += 1) made.push((await create(secret, wish)).body)
    expect(await create(secret, wish)).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTIONS_EXHAUSTED' } })
    await api.ask(`${PATH}/${made[0].id}`, { key: secret, method: 'DELETE' })
    expect((await create(secret, wish)).status).toBe(201)
  })

  it("requires a key, and cannot access another account's", async () => {
    const { made } = await addressed({ list: 'events', format: 'ics' })
    const { secret } = await api.key()
    expect((await api.ask(PATH, { key: null, json: { list: 'events', format: 'ics' } })).status).toBe(401)
    const foreign = await api.ask(`${PATH}/${made.id}`, { key: secret, method: 'DELETE' })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await api.ask(PATH, { key: secret })).body.subscriptions).toEqual([])
  })

  it('has the right methods at each path', async () => {
    const put = await api.ask(PATH, { method: 'PUT' })
    expect(put).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(put.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await api.ask(`${PATH}/sub_x`)).headers.get('Allow')).toBe('DELETE, OPTIONS')
  })
})

describe('the account pages', () => {
  it('create, list and revoke an address according to the role', async () => {
    const place = await openPlace()
    const { accountId, browsers, emails } = await place.team()
    const path = `/api/account/${accountId}/subscriptions`
    const { status, body } = await browsers.ADMIN.ask(path, { json: { list: 'events', format: 'ics', name: 'Office' } })
    expect(status).toBe(201)
    expect(body.address).toMatch(/^https:\/\/api\.example\.org\/api\/v1\/signed\/rhp_sub_/)
    const target = new URL(body.address).pathname
    expect((await place.browser().ask(target)).status).toBe(200)
    const { subscriptions } = (await browsers.MEMBER.ask(`/api/account/${accountId}`)).body
    expect(subscriptions).toMatchObject([{ id: body.id, name: 'Office', lastUsedAt: '2026-11-20T17:00:00.000Z' }])
    expect((await browsers.OWNER.ask(`${path}/${body.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await place.browser().ask(target)).status).toBe(403)
    expect(await place.store.trail(accountId, 2)).toMatchObject([
      { action: 'SUBSCRIPTION_REVOKED', by: emails.OWNER, subject: body.id },
      { action: 'SUBSCRIPTION_CREATED', by: emails.ADMIN, subject: body.id },
    ])
    expect(place.kept()).not.toContain(target.split('/').at(-1)?.slice(0, -4))
    const refused = await browsers.OWNER.ask(path, { json: { list: 'events', format: 'ics', query: 'state=ZZ' } })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ parameter: 'query.state' }] } })
  })
})
