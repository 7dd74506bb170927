import { describe, expect, it } from 'vitest'
import type { WebhookFilter } from '../../src/account/record.ts'
import { createPublications } from '../../src/http/webhooks/message.ts'
import { createDelivery } from '../../src/notify/delivery.ts'
import type { PublishedChange } from '../../src/store/history/changes.ts'
import type { Service } from '../../src/store/service.ts'

const [BEFORE, VERSION] = ['00000000000000aa', '00000000000000ab']
const UNTIL = Date.parse('2026-11-21T08:00:00Z')
const ALL: WebhookFilter = { resource: null, state: null, category: null, type: null, change: null }

/** A publication of awards alternating between Nebraska and Iowa, every third about workforce. */
const changes = (count: number, size = 10): PublishedChange[] =>
  Array.from({ length: count }, (_, place) => ({
    resource: 'awards',
    change: 'CREATED',
    state: place % 2 === 0 ? 'NE' : 'IA',
    categories: place % 3 === 0 ? ['WORKFORCE_DEVELOPMENT'] : [],
    types: [],
    body: JSON.stringify({ id: place, text: 'x'.repeat(size) }),
  }))

function createMessage(
  told: readonly PublishedChange[],
  filter: Partial<WebhookFilter> = {},
  base: string | null = null,
) {
  const publications = {
    after: () => [],
    newest: () => UNTIL,
    find: (version: string) => (version === VERSION ? { version, before: BEFORE, until: UNTIL } : null),
    changes: () => told,
  }
  const { message } = createPublications(() => ({ publications }) as unknown as Service, base)
  const draft = { id: 'msg_1', accountId: 'acct_1', webhookId: 'whk_1', kind: 'changes', version: VERSION } as const
  const { data } = JSON.parse(message(createDelivery({ ...draft, filter: { ...ALL, ...filter } }, UNTIL + 5)) ?? '')
  return { ...data, ids: data.changes.map(({ id }: { id: number }) => id) }
}

/** The changes on the pages from a URL on, as numbered by `/api/v1/changes`. */
function idsFrom(next: string, told: readonly PublishedChange[]): number[] {
  const query = new URL(next, 'https://api.example.org').searchParams
  const states = query.get('state')?.split(',')
  const listed = told.flatMap(({ state }, id) => (!states || states.includes(state) ? id : []))
  return listed.slice((Number(query.get('page')) - 1) * Number(query.get('limit')))
}

describe('a message', () => {
  it('contains every change of a small publication', () => {
    const told = changes(100)
    expect(createMessage(told)).toMatchObject({ count: 100, total: 100, next: null })
  })

  it('is limited in its number of changes, and links to the rest', () => {
    const { count, total, next } = createMessage(changes(250), {}, 'https://api.example.org')
    expect({ count, total, next }).toEqual({
      count: 100,
      total: 250,
      next: `https://api.example.org/api/v1/changes?from=${BEFORE}&to=${VERSION}&limit=100&page=2`,
    })
  })

  it.each<[string, Partial<WebhookFilter>]>([
    ['without a filter', {}],
    ['of one state', { state: ['IA'] }],
    ['of a category, which the URL cannot express', { category: ['WORKFORCE_DEVELOPMENT'] }],
    ['of both', { state: ['NE'], category: ['WORKFORCE_DEVELOPMENT'] }],
  ])('together with the pages of its URL leaves out no change: %s', (_, filter) => {
    const told = changes(1_000)
    const { ids, next, total } = createMessage(told, filter)
    const expected = told.flatMap(({ state, categories }, id) =>
      (filter.state?.includes(state) ?? true) &&
      (filter.category?.some((each) => categories.some((category) => category === each)) ?? true)
        ? id
        : [],
    )
    expect(total).toBe(expected.length)
    const read = new Set([...ids, ...idsFrom(next, told)])
    expect(expected.filter((id) => !read.has(id))).toEqual([])
  })

  it('is limited in bytes', () => {
    const told = changes(20, 50_000)
    const { count, changes: held, next } = createMessage(told)
    expect(count).toBe(5)
    expect(JSON.stringify(held).length).toBeLessThanOrEqual(256 * 1024)
    expect(next).toMatch(/^\/api\/v1\/changes\?.*page=1$/)
    expect(createMessage(changes(1, 500_000))).toMatchObject({ count: 0, total: 1 })
  })
})
