import { describe, expectTypeOf, it } from 'vitest'
import type {
  ApiProblem,
  ApiResponse,
  Award,
  ChangeEvent,
  Client,
  ErrorCode,
  FollowedEvent,
  Opportunity,
  QuotaWindow,
  StateDetail,
} from '../../packages/client/src/index.ts'

// Checked by the compiler; nothing is called.
declare const client: Client
const uncalled = (_: () => unknown) => {}

describe('the types', () => {
  it('name the records', () => {
    expectTypeOf<Client['opportunities']['all']>().returns.toEqualTypeOf<AsyncGenerator<Opportunity, void>>()
    expectTypeOf<Awaited<ReturnType<Client['awards']['list']>>['body']['data']>().toEqualTypeOf<Award[]>()
    expectTypeOf<Client['states']['get']>().returns.toEqualTypeOf<Promise<ApiResponse<StateDetail>>>()
    expectTypeOf<Opportunity['dueDate']>().toEqualTypeOf<string | null>()
    expectTypeOf<ApiResponse<object>['quota']['month']>().toEqualTypeOf<QuotaWindow | null>()
    expectTypeOf<ApiProblem['code']>().toEqualTypeOf<ErrorCode | null>()
  })

  it('have the details of a change by its type', () => {
    const detail = (event: ChangeEvent) => (event.type === 'NEW_OPPORTUNITY' ? event.detail.opportunityId : null)
    expectTypeOf(detail).returns.toEqualTypeOf<string | null>()
    expectTypeOf<FollowedEvent['cursor']>().toEqualTypeOf<string>()
    expectTypeOf<FollowedEvent>().toExtend<ChangeEvent>()
  })

  it('accept one value or an array where the service accepts a list', () => {
    uncalled(() => client.opportunities.list({ state: 'NE', status: ['OPEN', 'AMENDED'] as const, limit: 5, page: 2 }))
    uncalled(() => client.events.all({ type: ['WEBINAR'], includeInactive: true, from: '2026-01-01' }))
    uncalled(() => client.search({ query: 'telehealth' }))
    uncalled(() => client.changes.follow({ types: ['NEW_OPPORTUNITY'], since: '2026-01-01' }))
  })

  it('reject what the service does not accept', () => {
    // @ts-expect-error no such status
    uncalled(() => client.opportunities.list({ status: 'OPNE' }))
    // @ts-expect-error no such parameter
    uncalled(() => client.awards.list({ colour: 'red' }))
    // @ts-expect-error no such state
    uncalled(() => client.documents.all({ state: ['ZZ'] }))
    // @ts-expect-error a walk chooses its pages itself
    uncalled(() => client.awards.all({ page: 2 }))
    // @ts-expect-error activities have no single records
    uncalled(() => client.activities.get('x'))
    // @ts-expect-error a search needs a query
    uncalled(() => client.search({ limit: 5 }))
    // @ts-expect-error no such type of change
    uncalled(() => client.changes.follow({ types: ['ALL_OF_THEM'] }))
  })
})
