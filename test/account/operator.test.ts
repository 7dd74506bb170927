import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readNight as readReport } from '../../src/http/account/desk.ts'
import { readSettings } from '../../src/http/settings/settings.ts'
import { openReview } from '../../src/operations/desk.ts'
import { NEXT_NIGHT, nightOn, publishedFolder, rewrite } from '../nightly/folders.ts'
import { getCode, openPlace, type PlaceOptions } from './place.ts'

const OPERATOR = 'operator@example.org'
const ACCOUNTS = '/api/account/operator/accounts'

const DESK = '/api/account/operator'

async function opened(operatorEmail: string | null = OPERATOR, options: PlaceOptions = {}) {
  const place = await openPlace({ operatorEmail, ...options })
  const operator = place.browser()
  await operator.signIn(OPERATOR)
  const { accountId, browsers, emails } = await place.team('FREE')
  return { place, operator, accountId, owner: browsers.OWNER, emails }
}

it('the operator, signed in with the configured address, sets plans that apply from the next request on', async () => {
  const { operator, accountId, owner } = await opened()
  expect((await operator.ask('/api/account')).body).toMatchObject({ email: OPERATOR, isOperator: true })
  expect((await owner.ask(`/api/account/${accountId}/keys`, { json: { name: 'x' } })).status).toBe(403)
  const set = await operator.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json: { plan: 'PRO' } })
  expect(set.status).toBe(204)
  expect((await owner.ask(`/api/account/${accountId}/keys`, { json: { name: 'x' } })).status).toBe(201)
  const { entries } = (await owner.ask(`/api/account/${accountId}/trail`)).body
  expect(entries[1]).toMatchObject({ by: 'maintainer', action: 'PLAN_SET', subject: 'PRO', detail: 'FREE' })
})

it('the operator finds accounts by part of the name or the id, and no account that is not shown is loaded', async () => {
  const { operator, accountId, emails, owner, place } = await opened()
  place.store.accounts = () => Promise.reject(new Error('Loads every account.'))
  const { name } = (await owner.ask(`/api/account/${accountId}`)).body.account
  const all = (await operator.ask(ACCOUNTS)).body
  expect(all.total).toBe(2)
  for (const q of [name.toUpperCase(), accountId.slice(3, 12).toLowerCase()]) {
    const { total, accounts } = (await operator.ask(`${ACCOUNTS}?q=${encodeURIComponent(q)}`)).body
    expect(total).toBe(1)
    expect(accounts).toMatchObject([{ id: accountId, name, plan: 'FREE', owners: [emails.OWNER] }])
  }
  expect((await operator.ask(`${ACCOUNTS}?q=nobody`)).body).toMatchObject({ total: 0, accounts: [] })
})

it.each([
  ['a plan that does not exist', { plan: 'GOLD' }, 400, 'INVALID_PARAMETER'],
  ['fields other than these', { plan: 'PRO', name: 'x' }, 400, 'UNKNOWN_PARAMETER'],
  ['nothing', {}, 400, 'INVALID_PARAMETER'],
])('%s is rejected', async (_, json, status, code) => {
  const { operator, accountId, place } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json })
  expect([answer.status, getCode(answer)]).toEqual([status, code])
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it('an account that does not exist is not found', async () => {
  const { operator } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/acct_0123456789ABCDEF`, { method: 'PATCH', json: { plan: 'PRO' } })
  expect(getCode(answer)).toBe('NOT_FOUND')
})

it.each([
  ['an owner', OPERATOR, 'owner'],
  ['the same address when no operator is set', null, 'operator'],
] as const)('%s cannot use the operator pages', async (_, operatorEmail, who) => {
  const { accountId, place, ...browsers } = await opened(operatorEmail)
  const browser = browsers[who]
  expect((await browser.ask('/api/account')).body.isOperator).toBe(false)
  expect(getCode(await browser.ask(ACCOUNTS))).toBe('NOT_FOUND')
  const set = await browser.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json: { plan: 'PRO' } })
  expect(getCode(set)).toBe('NOT_FOUND')
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it.each([
  ['GET', '/desk', undefined],
  ['GET', '/review', undefined],
  ['POST', '/review/q-grants-gov', { decision: 'drop', reason: 'x' }],
  ['DELETE', '/accounts/acct_1/keys/key_1', undefined],
])('%s %s does not exist for anyone else', async (method, target, json) => {
  const review = { list: async () => [], decide: () => Promise.reject(new Error('decided')) }
  const { owner, place } = await opened(OPERATOR, { desk: { review } })
  expect(getCode(await owner.ask(DESK + target, { method, json }))).toBe('NOT_FOUND')
  expect((await place.browser().ask(DESK + target, { method, json })).status).toBe(401)
})

it('the operator suspends and resumes an account, and revokes a key, which its members can read', async () => {
  const { operator, accountId, owner, place } = await opened()
  const patch = (json: object) => operator.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json })
  await patch({ plan: 'PRO' })
  const { key, secret } = (await owner.ask(`/api/account/${accountId}/keys`, { json: { name: 'Nightly sync' } })).body
  const read = () => place.browser().ask('/api/v1/states', { headers: { 'X-Api-Key': secret } })
  expect((await read()).status).toBe(200)
  const shown = async () => (await operator.ask(`${ACCOUNTS}?q=${accountId}`)).body.accounts[0]
  expect(await shown()).toMatchObject({
    suspended: false,
    requests: { used: 1, limit: 2_000 },
    aiAnswers: { used: 0 },
    keys: [{ id: key.id, name: 'Nightly sync' }],
    unsentAlerts: 0,
  })
  expect((await patch({ suspended: true })).status).toBe(204)
  expect([getCode(await read()), (await shown()).suspended]).toEqual(['ACCOUNT_SUSPENDED', true])
  await patch({ suspended: false })
  expect((await read()).status).toBe(200)

  const revoke = (account: string) => operator.ask(`${ACCOUNTS}/${account}/keys/${key.id}`, { method: 'DELETE' })
  const [operatorAccount] = (await operator.ask('/api/account')).body.accounts
  expect(getCode(await revoke(operatorAccount.id))).toBe('NOT_FOUND')
  expect((await revoke(accountId)).status).toBe(204)
  expect([getCode(await read()), (await shown()).keys]).toEqual(['API_KEY_REVOKED', []])
  const { entries } = (await owner.ask(`/api/account/${accountId}/trail`)).body
  expect(entries.slice(0, 3).map(({ by, action }: { by: string; action: string }) => `${by} ${action}`)).toEqual([
    'maintainer KEY_REVOKED',
    'maintainer ACCOUNT_RESUMED',
    'maintainer ACCOUNT_SUSPENDED',
  ])
})

it('the operator sees how the last night ended, with its reasons, whether it published or not', async () => {
  const { folders } = await publishedFolder()
  const { operator } = await opened(OPERATOR, { desk: { readNight: () => readReport(folders.out) } })
  const readNight = async () => (await operator.ask(`${DESK}/desk`)).body.night
  expect(await readNight()).toMatchObject({ outcome: 'published', reasons: [] })
  await nightOn(folders, NEXT_NIGHT, (staged) =>
    rewrite(staged, 'notices', (rows) => rows.map((row, place) => (place === 0 ? { ...row, state: 'ZZ' } : row))),
  )
  const reason = expect.stringContaining('notices.ndjson:1')
  const refused = { startedAt: NEXT_NIGHT.toISOString(), outcome: 'refused', reasons: [{ check: 'records', reason }] }
  expect(await readNight()).toMatchObject(refused)
  // The tenth run of a day, which is not the newest by the order of the names.
  const reports = path.join(folders.data, 'history', 'reports')
  for (let number = 2; number < 10; number += 1) {
    copyFileSync(path.join(reports, '2026-11-21.json'), path.join(reports, `2026-11-21-${number}.json`))
  }
  await nightOn(folders, new Date(NEXT_NIGHT.getTime() + 10 * 60 * 60_000))
  expect(await readNight()).toMatchObject({ startedAt: '2026-11-21T18:00:00.000Z', outcome: 'unchanged' })
})

it('the operator sees webhooks, alerts and emails that failed, and no address or token', async () => {
  const faults = [{ at: '2026-11-20T17:00:00.000Z', event: 'sign_in_link', message: 'ECONNECTION' }]
  const poster = { send: async () => ({ status: 500, fault: 'STATUS' as const }), refusal: async () => null }
  const { operator, accountId, owner } = await opened(OPERATOR, { desk: { faults: () => faults }, poster })
  await operator.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json: { plan: 'PRO' } })
  const webhooks = `/api/account/${accountId}/webhooks`
  const { webhook } = (await owner.ask(webhooks, { json: { url: 'https://hooks.example.org/token-1' } })).body
  const desk = async () => (await operator.ask(`${DESK}/desk`)).body
  expect(await desk()).toEqual({ night: null, webhooks: [], alerts: { total: 0, failing: 0 }, faults })
  // A message to test needs no body.
  expect((await owner.ask(`${webhooks}/${webhook.id}/test`, { method: 'POST' })).status).toBe(200)
  const { webhooks: failing } = await desk()
  expect(failing).toMatchObject([{ id: webhook.id, account: { id: accountId }, host: 'hooks.example.org' }])
  expect(JSON.stringify(failing)).not.toContain('token-1')
})

it('the operator decides what waits, as the command does', async () => {
  const { folders } = await publishedFolder()
  const candidate = {
    ...{ url: 'https://dhss.alaska.gov/rfp-7.pdf', kind: 'notice', state: 'AK', title: 'RFP 7: village clinics' },
    ...{ fileType: 'PDF', pageUrl: 'https://ak.example.org/rhtp', dates: [], amounts: [], source: 'EXTRACTED' },
    ...{ review: 'PENDING', found: '2026-11-20' },
  }
  mkdirSync(path.join(folders.data, 'history'), { recursive: true })
  writeFileSync(path.join(folders.data, 'history', 'candidates.ndjson'), `${JSON.stringify(candidate)}\n`)
  const { operator } = await opened(OPERATOR, { desk: { review: openReview(folders.out) } })
  const waiting = async () => (await operator.ask(`${DESK}/review`)).body
  const { canDecide, total, items } = await waiting()
  expect([canDecide, total, items[0]?.decisions]).toEqual([true, 1, ['accept', 'reject']])
  expect(items[0].line).toContain('RFP 7: village clinics')
  const decide = (json: object) => operator.ask(`${DESK}/review/${items[0].handle}`, { json })
  expect((await decide({ decision: 'take', reason: 'x' })).body.errors[0].message).toContain('accept or reject')
  expect((await decide({ decision: 'reject', reason: ' ' })).status).toBe(400)
  expect((await decide({ decision: 'reject', reason: '--json' })).body.done).toContain('is rejected permanently')
  expect((await waiting()).total).toBe(0)
  const decisions = readFileSync(path.join(folders.data, 'history', 'decisions.ndjson'), 'utf8')
  expect(JSON.parse(decisions)).toMatchObject({ decision: 'reject', reason: '--json' })
}, 60_000)

it('where the dataset cannot be written, nothing is decided', async () => {
  expect(openReview('/nonexistent/baked')).toBeNull()
  const { operator } = await opened()
  expect((await operator.ask(`${DESK}/review`)).body).toEqual({ canDecide: false, total: 0, items: [] })
  const json = { decision: 'drop', reason: 'x' }
  expect(getCode(await operator.ask(`${DESK}/review/q-grants-gov`, { json }))).toBe('NOT_FOUND')
})

it('cross-site requests cannot set a plan, whoever is signed in', async () => {
  const { operator, accountId, place } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/${accountId}`, {
    method: 'PATCH',
    json: { plan: 'PRO' },
    headers: { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(getCode(answer)).toBe('CROSS_SITE')
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it('ADMIN_EMAIL is case-insensitive and must be an email address', () => {
  expect(readSettings({ ADMIN_EMAIL: 'Operator@Example.org' }).ADMIN_EMAIL).toBe(OPERATOR)
  expect(() => readSettings({ ADMIN_EMAIL: 'nobody' })).toThrow('ADMIN_EMAIL is not an email address.')
})
