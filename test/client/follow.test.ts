import { describe, expect, it } from 'vitest'
import type { ChangeEvent, Client, FollowOptions } from '../../packages/client/src/index.ts'
import type { Fault } from './faults.ts'
import { running } from './service.ts'

const service = running()

/** Follows until this many events have arrived. */
async function take(client: Client, count: number, options: FollowOptions = {}): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  for await (const { cursor, ...event } of client.changes.follow({ intervalMs: 40, ...options })) {
    expect(cursor).toBe(event.occurredAt)
    events.push(event)
    if (events.length === count) break
  }
  return events
}

describe('changes.follow', () => {
  it('returns what was published since a moment, oldest first, and then what is published later', async () => {
    const client = await service.client()
    const before = service.events()
    const following = take(client, before.length + 5, { since: '2020-01-01' })
    const later = [...(await service.publish(2)), ...(await service.publish(3))]
    expect(await following).toEqual([...before, ...later])
  })

  it('starts now by default', async () => {
    const client = await service.client()
    service.faults.plan()
    const following = take(client, 3)
    await expect.poll(() => service.faults.seen.length).toBeGreaterThan(1)
    const later = await service.publish(3)
    expect(await following).toEqual(later)
  })

  it('pages through more events than fit on one page', async () => {
    const client = await service.client()
    const since = service.events().at(-1)?.occurredAt
    const later = await service.publish(230)
    service.faults.plan()
    expect(await take(client, 230, { since })).toEqual(later)
    expect(service.faults.seen.length).toBeLessThanOrEqual(3)
  })

  it('resumes after a crash at any event, without losing or repeating one', async () => {
    const client = await service.client()
    const all = service.events().slice(0, 12)
    let since = '2020-01-01'
    const dealtWith: string[] = []
    while (dealtWith.length < all.length) {
      for await (const { id, cursor } of client.changes.follow({ since, intervalMs: 40 })) {
        dealtWith.push(id)
        since = cursor
        if (dealtWith.length % 5 === 0 || dealtWith.length === all.length) break
      }
    }
    expect(dealtWith).toEqual(all.map(({ id }) => id))
  })

  it('returns only the requested types and states', async () => {
    const client = await service.client()
    const expected = service.events().filter(({ type, state }) => type === 'PAGE_UPDATED' && state === 'AK')
    const received = await take(client, expected.length, {
      since: '2020-01-01',
      types: ['PAGE_UPDATED'],
      states: ['AK'],
    })
    expect(received).toEqual(expected)
  })

  it('uses no requests of the month while nothing is new', async () => {
    const client = await service.client()
    const since = service.events().at(-1)?.occurredAt
    service.faults.plan()
    const following = take(client, 1, { since })
    await expect.poll(() => service.faults.seen.length).toBeGreaterThan(5)
    const spent = (await client.usage()).body.requests.used
    await service.publish(1)
    await following
    expect(spent).toBe(1)
  })

  it.each<[string, Fault[]]>([
    ['connections that break', ['drop', 'drop', 'drop', 'drop', 'drop']],
    ['lost responses', ['lost', 'pass', 'lost', 'lost']],
    ['truncated responses', ['cut', 'cut', 'pass', 'cut']],
    ['rubbish', ['garbage', 'garbage', 'garbage', 'pass', 'garbage']],
    ['server errors', [{ status: 500 }, { status: 503 }, { status: 504 }, { status: 502 }, { status: 500 }]],
    ['a used-up minute', [{ status: 429, headers: { 'Retry-After': '1' } }]],
  ])('survives %s without losing or repeating an event', async (_, faults) => {
    const client = await service.client({ retry: { attempts: 2 } })
    const before = service.events()
    service.faults.plan(...faults)
    const following = take(client, before.length + 2, { since: '2020-01-01' })
    const later = await service.publish(2)
    expect(await following).toEqual([...before, ...later])
    expect(service.faults.seen.length).toBeGreaterThan(faults.length)
  })

  it.each([
    ['the key is rejected', { status: 403 }],
    [
      'the month is used up',
      { status: 429, headers: { 'Retry-After': '900000' }, body: '{"code":"MONTHLY_QUOTA_EXCEEDED"}' },
    ],
  ])('ends with an error when %s', async (_, fault) => {
    const client = await service.client()
    service.faults.plan('pass', fault)
    await expect(take(client, 1000, { since: '2020-01-01' })).rejects.toMatchObject({ status: fault.status })
  })

  it('ends with the reason of an aborted signal, during requests and pauses', async () => {
    for (const fault of ['hang', 'pass'] as const) {
      const control = new AbortController()
      const client = await service.client()
      const since = service.events().at(-1)?.occurredAt
      service.faults.plan(fault)
      const following = take(client, 1, { since, signal: control.signal, intervalMs: 60_000 })
      await expect.poll(() => service.faults.seen.length).toBe(1)
      control.abort(new Error('enough'))
      await expect(following).rejects.toThrow('enough')
    }
  })
})
