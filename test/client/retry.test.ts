import { describe, expect, it } from 'vitest'
import { ApiProblem, ApiUnreachable } from '../../packages/client/src/index.ts'
import type { Fault } from './faults.ts'
import { running } from './service.ts'

const service = running()

const tries = () => service.faults.seen.length
const wait = (seconds: number): { [name: string]: string } => ({ 'Retry-After': String(seconds) })

describe('an idempotent call', () => {
  it.each<[string, Fault]>([
    ['a connection that breaks', 'drop'],
    ['a lost response', 'lost'],
    ['a truncated response', 'cut'],
    ['a response that is not JSON', 'garbage'],
    ['a response that is JSON but not an object', { status: 200, body: 'null' }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['429', { status: 429 }],
  ])('succeeds after %s', async (_, fault) => {
    const client = await service.client()
    service.faults.plan(fault, fault)
    const { body } = await client.awards.list({ limit: 2 })
    expect(body).toEqual((await service.api.ask('/api/v1/awards?limit=2')).body)
    expect(tries()).toBe(3)
  })

  it('succeeds after an attempt that takes too long', async () => {
    const client = await service.client({ retry: { attempts: 20, attemptMs: 400 } })
    service.faults.plan('hang', { slowMs: 1500 })
    expect((await client.awards.list()).body.data.length).toBeGreaterThan(0)
    expect(tries()).toBeGreaterThanOrEqual(3)
  })

  it('is attempted as often as the policy says, and no more', async () => {
    const client = await service.client({ retry: { attempts: 3 } })
    service.faults.plan('drop', 'drop', 'drop', 'drop', 'drop')
    const error = await client.awards.list().catch((error) => error)
    expect(error).toBeInstanceOf(ApiUnreachable)
    expect(error.message).toContain('The service sent no usable response')
    expect(error.cause).toBeInstanceOf(Error)
    expect(tries()).toBe(3)
    await expect(client.awards.list({}, { retry: { attempts: 1 } })).rejects.toBeInstanceOf(ApiUnreachable)
    expect(tries()).toBe(4)
  })

  it('throws the last error if it persists', async () => {
    const client = await service.client({ retry: { attempts: 2 } })
    service.faults.plan('drop', { status: 503 })
    await expect(client.awards.list()).rejects.toMatchObject({ status: 503, code: null })
  })

  it.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 500, 501])('is not retried after %d', async (status) => {
    const client = await service.client()
    service.faults.plan({ status, headers: wait(0) })
    await expect(client.awards.list()).rejects.toMatchObject({ status })
    expect(tries()).toBe(1)
  })
})

describe('Retry-After', () => {
  it('is respected, to the second', async () => {
    const client = await service.client()
    service.faults.plan({ status: 429, headers: wait(1) })
    const begun = performance.now()
    await client.awards.list()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(999)
    expect(tries()).toBe(2)
  })

  it("has the service's meaning when the minute is used up", async () => {
    const client = await service.client({ apiKey: await service.key('PRO') })
    for (let used = 0; used < 60; used += 1) await client.usage()
    service.faults.plan()
    const error = await client.usage({ retry: { deadlineMs: 1000, paceMs: 0 } }).catch((error) => error)
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', quota: { retryAfter: 60 } })
    expect(error.quota.minute.remaining).toBe(0)
    // Waiting a minute would exceed the deadline, so it is not started.
    expect(tries()).toBe(1)
  })

  const RATE_LIMITED = { status: 429, headers: wait(1), body: '{"code":"RATE_LIMITED"}' }

  it('at the end of a minute is waited for beyond attempts and deadline, also by a search', async () => {
    const client = await service.client({ retry: { attempts: 1, deadlineMs: 900 } })
    const begun = performance.now()
    service.faults.plan(RATE_LIMITED)
    await client.awards.list()
    service.faults.plan(RATE_LIMITED)
    await client.search({ query: 'telehealth' })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1998)
  })

  it('at the end of a minute is not waited for longer than the setting allows', async () => {
    const client = await service.client({ retry: { attempts: 1, paceMs: 1500 } })
    service.faults.plan(RATE_LIMITED, RATE_LIMITED)
    await expect(client.awards.list()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(tries()).toBe(2)
  })

  it('that is not a number of seconds is ignored', async () => {
    const client = await service.client()
    service.faults.plan({ status: 503, headers: { 'Retry-After': 'Wed, 21 Oct 2037 07:28:00 GMT' } })
    await client.awards.list()
    expect(tries()).toBe(2)
  })
})

describe('the deadline', () => {
  it('ends a call whose attempts hang', async () => {
    const client = await service.client({ retry: { attempts: 100, deadlineMs: 250, attemptMs: 100 } })
    service.faults.plan('hang', 'hang', 'hang', 'hang', 'hang', 'hang')
    await expect(client.awards.list()).rejects.toBeInstanceOf(ApiUnreachable)
    expect(tries()).toBeLessThanOrEqual(4)
  })

  it('ends a single attempt that is longer than it', async () => {
    const client = await service.client({ retry: { deadlineMs: 100 } })
    service.faults.plan('hang')
    await expect(client.awards.list()).rejects.toBeInstanceOf(ApiUnreachable)
    expect(tries()).toBeLessThanOrEqual(1)
  })
})

describe('a search', () => {
  it.each<[string, Fault, typeof ApiProblem | typeof ApiUnreachable]>([
    ['a lost response', 'lost', ApiUnreachable],
    ['503', { status: 503 }, ApiProblem],
    ['429', { status: 429, headers: wait(0) }, ApiProblem],
  ])('is not retried automatically after %s, because it is metered', async (_, fault, kind) => {
    const client = await service.client()
    service.faults.plan(fault)
    await expect(client.search({ query: 'telehealth' })).rejects.toBeInstanceOf(kind)
    expect(tries()).toBe(1)
  })
})

describe('an abort', () => {
  it.each(['client', 'call'] as const)('by the signal of the %s ends a call in progress', async (whose) => {
    const control = new AbortController()
    const { signal } = control
    const client = await service.client(whose === 'client' ? { signal } : {})
    service.faults.plan('hang')
    const call = client.awards.list({}, whose === 'call' ? { signal } : {})
    await expect.poll(tries).toBe(1)
    control.abort(new Error('the page was left'))
    await expect(call).rejects.toThrow('the page was left')
    expect(tries()).toBe(1)
  })

  it('ends a pause between two attempts', async () => {
    const control = new AbortController()
    const client = await service.client()
    service.faults.plan({ status: 429, headers: wait(20) })
    const call = client.awards.list({}, { signal: control.signal })
    await expect.poll(tries).toBe(1)
    control.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(tries()).toBe(1)
  })

  it('before the call sends nothing', async () => {
    const client = await service.client()
    service.faults.plan()
    await expect(client.awards.list({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(tries()).toBe(0)
  })

  it('ends a walk over pages', async () => {
    const control = new AbortController()
    const client = await service.client()
    service.faults.plan()
    const seen: string[] = []
    const walk = async () => {
      for await (const { id } of client.awards.all({ limit: 2 }, { signal: control.signal })) {
        seen.push(id)
        if (seen.length === 2) control.abort()
      }
    }
    await expect(walk()).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toHaveLength(2)
    expect(tries()).toBe(1)
  })
})
