import { expect, it } from 'vitest'
import { readSettings } from '../../src/http/settings/settings.ts'
import { codeOf, openPlace } from './place.ts'

const OPERATOR = 'operator@example.org'
const ACCOUNTS = '/api/account/operator/accounts'

async function opened(operatorEmail: string | null = OPERATOR) {
  const place = await openPlace({ operatorEmail })
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
  ['fields other than the plan', { plan: 'PRO', suspended: false }, 400, 'UNKNOWN_PARAMETER'],
])('%s is rejected', async (_, json, status, code) => {
  const { operator, accountId, place } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json })
  expect([answer.status, codeOf(answer)]).toEqual([status, code])
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it('an account that does not exist is not found', async () => {
  const { operator } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/acct_0123456789ABCDEF`, { method: 'PATCH', json: { plan: 'PRO' } })
  expect(codeOf(answer)).toBe('NOT_FOUND')
})

it.each([
  ['an owner', OPERATOR, 'owner'],
  ['the same address when no operator is set', null, 'operator'],
] as const)('%s cannot use the operator pages', async (_, operatorEmail, who) => {
  const { accountId, place, ...browsers } = await opened(operatorEmail)
  const browser = browsers[who]
  expect((await browser.ask('/api/account')).body.isOperator).toBe(false)
  expect(codeOf(await browser.ask(ACCOUNTS))).toBe('NOT_FOUND')
  const set = await browser.ask(`${ACCOUNTS}/${accountId}`, { method: 'PATCH', json: { plan: 'PRO' } })
  expect(codeOf(set)).toBe('NOT_FOUND')
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it('cross-site requests cannot set a plan, whoever is signed in', async () => {
  const { operator, accountId, place } = await opened()
  const answer = await operator.ask(`${ACCOUNTS}/${accountId}`, {
    method: 'PATCH',
    json: { plan: 'PRO' },
    headers: { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(codeOf(answer)).toBe('CROSS_SITE')
  expect((await place.store.account(accountId))?.plan).toBe('FREE')
})

it('ADMIN_EMAIL is case-insensitive and must be an email address', () => {
  expect(readSettings({ ADMIN_EMAIL: 'Operator@Example.org' }).ADMIN_EMAIL).toBe(OPERATOR)
  expect(() => readSettings({ ADMIN_EMAIL: 'nobody' })).toThrow('ADMIN_EMAIL is not an email address.')
})
