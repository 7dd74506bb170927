import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommonGrant } from '../../../src/schema/wire/commongrants.ts'
import type { Opportunity } from '../../../src/schema/wire/records.ts'
import { openApi, STARTER, type TestApi } from '../../api.ts'

/** The published contract of the protocol; the file names its source. */
const PROTOCOL = JSON.parse(readFileSync(path.join(import.meta.dirname, 'commongrants.0.4.0.json'), 'utf8'))
const PATH = '/common-grants/opportunities'

const ajv = new Ajv({ strict: false })
formats.default(ajv)
// The protocol has local times without a zone; JSON Schema would require one.
ajv.addFormat('time', /^\d\d:\d\d:\d\d$/)
ajv.addSchema({ $id: 'protocol', ...PROTOCOL })

/** The errors in the body of a 200 according to the protocol. */
function faults(route: string, method: 'get' | 'post', body: unknown): string {
  const parts = ['paths', route, method, 'responses', '200', 'content', 'application/json', 'schema']
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const check = ajv.getSchema(`protocol#/${pointer}`)
  if (!check) throw new Error(`The protocol has no ${method} ${route}.`)
  return check(body) ? '' : ajv.errorsText(check.errors)
}

let fixture: TestApi
let published: TestApi
let opportunities: Opportunity[]

beforeAll(async () => {
  fixture = await openApi()
  published = await openApi({ data: STARTER })
  opportunities = await everyPage(published, '/api/v1/opportunities?limit=100', ({ data }) => data)
}, 120_000)

/** The records of every page of a list. */
async function everyPage<Item>(api: TestApi, target: string, getItems: (body: never) => Item[]): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await api.ask(`${target}&page=${page}`)
    expect(status).toBe(200)
    const items = getItems(body as never)
    if (items.length === 0) return all
    all.push(...items)
  }
}

const listed = (api: TestApi, check: (body: unknown) => void = () => {}): Promise<CommonGrant[]> =>
  everyPage(api, `${PATH}?pageSize=100`, (body: { items: CommonGrant[] }) => {
    check(body)
    return body.items
  })

const search = (body: object, api = published) => api.ask(`${PATH}/search`, { method: 'POST', json: body })

describe('CommonGrants 0.4.0', () => {
  it("lists every published opportunity according to the protocol's schema, in the API's order", async () => {
    const grants = await listed(published, (body) => expect(faults(PATH, 'get', body)).toBe(''))
    expect(grants.length).toBeGreaterThan(100)
    expect(grants.map(({ id }) => id)).toEqual(opportunities.map(({ id }) => id))
  })

  it('returns every single record of the fixture according to the schema, equal to the list', async () => {
    for (const grant of await listed(fixture)) {
      const { body } = await fixture.ask(`${PATH}/${grant.id}`)
      expect(faults(`${PATH}/{oppId}`, 'get', body), grant.id).toBe('')
      expect(body).toEqual({ status: 200, message: 'Success', data: grant })
    }
  })

  it('is checked with a schema that rejects null amounts and unknown statuses', async () => {
    const { body } = await published.ask(`${PATH}?pageSize=1`)
    const [grant] = body.items
    for (const wrong of [
      { ...grant, funding: { totalAmountAvailable: null } },
      { ...grant, status: { value: 'OPEN' } },
    ])
      expect(faults(PATH, 'get', { ...body, items: [wrong] })).not.toBe('')
  })

  it('has the same data for each opportunity as the API', async () => {
    const grants = await listed(published)
    const values = { UPCOMING: 'forecasted', OPEN: 'open', CLOSING_SOON: 'open', AMENDED: 'open', CLOSED: 'closed' }
    const money = (amount: number | null) => (amount === null ? undefined : { amount: String(amount), currency: 'USD' })
    for (const [index, grant] of grants.entries()) {
      const opportunity = opportunities[index] as Opportunity
      expect(grant.status.value).toBe(values[opportunity.status])
      expect(grant.description).toBe(opportunity.summary ?? 'No description is known.')
      expect(grant.funding?.totalAmountAvailable).toEqual(money(opportunity.budgetMax))
      expect(grant.funding?.maxAwardAmount).toEqual(money(opportunity.budgetPerAward))
      expect(grant.customFields.state?.value ?? null).toBe(opportunity.state)
      expect(grant.customFields.status?.value).toBe(opportunity.status)
      const close = grant.keyDates?.closeDate
      if (opportunity.dueDate === null) expect(close?.eventType).toBe(opportunity.rolling ? 'other' : undefined)
      else {
        const format = new Intl.DateTimeFormat('sv', {
          timeZone: opportunity.timeZone,
          dateStyle: 'short',
          timeStyle: 'medium',
        })
        const [date, time] = format.format(new Date(opportunity.dueDate)).split(' ')
        expect(close).toMatchObject({ eventType: 'singleDate', date })
        expect(close).toEqual(
          opportunity.dueDatePrecision === 'TIME'
            ? expect.objectContaining({ time })
            : expect.not.objectContaining({ time }),
        )
      }
    }
  })
})

const usd = (amount: number) => ({ amount: String(amount), currency: 'USD' })
const day = (moment: string | null, zone: string) =>
  moment && new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(new Date(moment))
const isOpen = ({ status }: Opportunity) => status !== 'UPCOMING' && status !== 'CLOSED'

const FILTERS: [name: string, filters: object, holds: (opportunity: Opportunity) => boolean][] = [
  ['nothing', {}, () => true],
  ['status in', { status: { operator: 'in', value: ['open'] } }, isOpen],
  [
    'status notIn',
    { status: { operator: 'notIn', value: ['open', 'forecasted'] } },
    ({ status }) => status === 'CLOSED',
  ],
  ['a status without matches', { status: { operator: 'in', value: ['custom'] } }, () => false],
  [
    'due between days',
    { closeDateRange: { operator: 'between', value: { min: '2026-03-01', max: '2026-09-30' } } },
    ({ dueDate, timeZone }) => {
      const due = day(dueDate, timeZone)
      return due !== null && due !== '' && due >= '2026-03-01' && due <= '2026-09-30'
    },
  ],
  [
    'due outside instants',
    { closeDateRange: { operator: 'outside', value: { min: '2026-03-01T00:00:00Z', max: '2026-09-30T00:00:00Z' } } },
    ({ dueDate }) => dueDate !== null && (dueDate < '2026-03-01' || dueDate > '2026-09-30T00:00:00.000Z'),
  ],
  [
    'a total between',
    { totalFundingAvailableRange: { operator: 'between', value: { min: usd(100_000), max: usd(5_000_000) } } },
    ({ budgetMax }) => budgetMax !== null && budgetMax >= 100_000 && budgetMax <= 5_000_000,
  ],
  [
    'an award amount outside',
    { maxAwardAmountRange: { operator: 'outside', value: { min: usd(0), max: usd(500_000) } } },
    ({ budgetPerAward }) => budgetPerAward !== null && budgetPerAward > 500_000,
  ],
  [
    'another currency',
    {
      totalFundingAvailableRange: {
        operator: 'between',
        value: { min: { amount: '0', currency: 'EUR' }, max: { amount: '9999999999', currency: 'EUR' } },
      },
    },
    () => false,
  ],
  [
    'states',
    { customFilters: { state: { operator: 'in', value: ['NE', 'SD'] } } },
    ({ state }) => state === 'NE' || state === 'SD',
  ],
  ['states notIn', { customFilters: { state: { operator: 'notIn', value: ['NE'] } } }, ({ state }) => state !== 'NE'],
  ['in no states', { customFilters: { state: { operator: 'in', value: [] } } }, () => false],
  ['notIn no statuses', { status: { operator: 'notIn', value: [] } }, () => true],
]

describe('a CommonGrants search', () => {
  it('is tried on opportunities without a state and without a due date', () => {
    for (const field of ['state', 'dueDate'] as const)
      expect(opportunities.map((opportunity) => opportunity[field])).toContain(null)
  })

  it.each(FILTERS)('finds what the filter describes: %s', async (_, filters, holds) => {
    const { body } = await search({ filters })
    expect(faults(`${PATH}/search`, 'post', body)).toBe('')
    const expected = opportunities.filter(holds).map(({ id }) => id)
    expect(body.paginationInfo.totalItems).toBe(expected.length)
    expect(body.items.map(({ id }: CommonGrant) => id)).toEqual(expected.slice(0, 100))
    expect(body.filterInfo).toEqual({ filters })
  })

  it('finds the same as the API for the same words', async () => {
    const { body } = await search({ search: ' hospital ', pagination: { pageSize: 100 } })
    const same = await published.ask('/api/v1/opportunities?q=hospital&limit=100')
    expect(body.items.length).toBeGreaterThan(0)
    expect(body.items.map(({ id }: CommonGrant) => id)).toEqual(same.body.data.map(({ id }: Opportunity) => id))
    expect((await search({ search: '' })).body.paginationInfo.totalItems).toBe(opportunities.length)
  })

  it.each(['asc', 'desc'] as const)('sorts %s with unknown values last, and its pages add up', async (sortOrder) => {
    const sorting = { sortBy: 'funding.totalAmountAvailable', sortOrder }
    const pages: CommonGrant[][] = []
    for (let page = 1; pages.at(-1)?.length !== 0; page += 1) {
      const { body } = await search({ sorting, pagination: { page, pageSize: 97 } })
      expect(faults(`${PATH}/search`, 'post', body)).toBe('')
      expect(body.sortInfo).toEqual(sorting)
      pages.push(body.items)
    }
    const all = pages.flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(opportunities.length)
    const amounts = all.map(({ funding }) => Number(funding?.totalAmountAvailable?.amount ?? Number.NaN))
    const stated = amounts.filter((amount) => !Number.isNaN(amount))
    const sign = sortOrder === 'asc' ? 1 : -1
    expect(stated.length).toBeLessThan(amounts.length)
    expect(amounts.slice(0, stated.length)).toEqual(stated.toSorted((a, b) => sign * (a - b)))
  })

  it.each([
    [{ filter: {} }, 'filter'],
    [{ filters: { status: { operator: 'is', value: ['open'] } } }, 'filters.status.operator'],
    [{ filters: { status: { operator: 'in', value: ['OPEN'] } } }, 'filters.status.value.0'],
    [{ filters: { state: { operator: 'in', value: ['NE'] } } }, 'filters.state'],
    [
      { filters: { closeDateRange: { operator: 'between', value: { min: 'soon', max: '2026-01-01' } } } },
      'filters.closeDateRange.value.min',
    ],
    [{ sorting: { sortBy: 'custom' } }, 'sorting.sortBy'],
    [{ pagination: { pageSize: 1_000 } }, 'pagination.pageSize'],
  ])('rejects %j and names the field', async (body, parameter) => {
    const answer = await search(body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject({ parameter, message: expect.stringMatching(/\.$/) })
  })
})

describe('the paths of CommonGrants', () => {
  it('require a key, accept the methods of their endpoints, and return problems', async () => {
    const id = opportunities[0]?.id
    expect((await published.ask(PATH, { key: null })).body).toMatchObject({ status: 401, code: 'API_KEY_MISSING' })
    expect((await published.ask(`${PATH}/search`)).body).toMatchObject({ status: 405 })
    expect((await published.ask(`${PATH}/${id}`, { method: 'POST', json: {} })).body).toMatchObject({ status: 405 })
    expect((await published.ask(`${PATH}/00000000-0000-4000-8000-000000000000`)).body).toMatchObject({ status: 404 })
    expect((await published.ask(`${PATH}?limit=5`)).body).toMatchObject({ status: 400, code: 'UNKNOWN_PARAMETER' })
    expect((await published.ask(`${PATH}?pageSize=101`)).body).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
    expect((await published.ask('/common-grants/opportunites')).body.detail).toContain(`Did you mean "${PATH}"?`)
  })

  it("return 304 for the response's tag, and log the route", async () => {
    for (const target of [PATH, `${PATH}/${opportunities[0]?.id}`]) {
      const tag = (await published.ask(target)).headers.get('ETag') ?? ''
      expect((await published.ask(target, { headers: { 'If-None-Match': tag } })).status).toBe(304)
    }
    await search({})
    expect(published.log.at(-1)).toMatchObject({ route: `${PATH}/search`, status: 200 })
  })
})
