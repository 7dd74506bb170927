import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/metering/admission.ts'
import {
  createLimits,
  LIMITS,
  type LimitName,
  type Limits,
  type SharedLimits,
  toSubnet,
} from '../../src/metering/limits.ts'
import { openLimits } from '../../src/storage/open.ts'
import { openRedisLimits } from '../../src/storage/redis/store.ts'
import { openTcpWire } from '../../src/storage/redis/tcp.ts'
import { PATIENT_MS } from '../storage/adapters.ts'
import { type Bridge, type Fault, startBridge } from '../storage/bridge.ts'
import { NOON } from '../storage/customer.ts'
import { type Engine, startValkey } from '../storage/engines.ts'

const stopwatch = () => performance.now()
const FIRST = '203.0.113.7'

describe('limits in one process', () => {
  it('allow 20 attempts in any 60 seconds, and again after the reported time', async () => {
    const limits = createLimits(null, stopwatch)
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await limits.allow('keyless', FIRST, NOON + attempt * 1_000)).toEqual({
        allowed: true,
        retryAfterSeconds: 0,
        left: 19 - attempt,
      })
    }
    const refused = await limits.allow('keyless', FIRST, NOON + 30_500)
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: 30, left: 0 })
    expect((await limits.allow('keyless', FIRST, NOON + 59_999)).allowed).toBe(false)
    expect((await limits.allow('keyless', FIRST, NOON + 30_500 + refused.retryAfterSeconds * 1_000)).allowed).toBe(true)
    expect((await limits.allow('keyless', FIRST, NOON + 60_600)).allowed).toBe(false)
  })

  it.each(Object.entries(LIMITS))(
    'allow the right number of %s in any window: %j',
    async (name, { tries, windowMs }) => {
      const limits = createLimits(null, stopwatch)
      const ask = async (now: number) => (await limits.allow(name as LimitName, 'who', now)).allowed
      for (let attempt = 0; attempt < tries; attempt += 1) expect(await ask(NOON)).toBe(true)
      expect(await ask(NOON + windowMs - 1)).toBe(false)
      expect(await ask(NOON + windowMs)).toBe(true)
    },
  )

  it('count each limit separately', async () => {
    const limits = createLimits(null, stopwatch)
    for (let attempt = 0; attempt < 21; attempt += 1) await limits.allow('keyless', FIRST, NOON)
    expect((await limits.allow('link', FIRST, NOON)).allowed).toBe(true)
  })

  it('count each address separately', async () => {
    const limits = createLimits(null, stopwatch)
    for (let attempt = 0; attempt < 21; attempt += 1) await limits.allow('keyless', FIRST, NOON)
    expect((await limits.allow('keyless', '203.0.113.8', NOON)).allowed).toBe(true)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['2001:db8:0:1::192.0.2.1', '2001:db8:0:1::/64'],
    ['203.0.113.7:49152', '203.0.113.7'],
    ['[2001:db8:1:2::5]:49152', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
    ['[unknown]:1', '[unknown]:1'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('count %s as %s', (address, subnet) => {
    expect(toSubnet(address)).toBe(subnet)
  })
})

describe('limits with a shared limit', () => {
  /** A shared limit with these answers, and how often it was asked. */
  function shared(...answers: (number | null | Error)[]) {
    const asked: string[] = []
    let isClosed = false
    const limits: SharedLimits = {
      async count(name, subject, now) {
        asked.push(`${name} ${subject} ${now - NOON}`)
        const answer = answers.shift() ?? null
        if (answer instanceof Error) throw answer
        return answer === null ? { used: 1 } : { refusedUntil: answer }
      },
      async close() {
        isClosed = true
      },
    }
    return { limits: createLimits(limits, stopwatch), asked, isClosed: () => isClosed }
  }
  const ALLOWED = { allowed: true, retryAfterSeconds: 0, left: expect.any(Number) }
  const refusedFor = (retryAfterSeconds: number) => ({ allowed: false, retryAfterSeconds, left: 0 })

  it('ask it for each attempt that this process allows, and close it', async () => {
    const { limits, asked, isClosed } = shared()
    expect(await limits.allow('keyless', FIRST, NOON)).toEqual(ALLOWED)
    for (let attempt = 1; attempt < 25; attempt += 1) await limits.allow('keyless', FIRST, NOON + attempt)
    expect(asked).toHaveLength(20)
    expect(asked.slice(0, 2)).toEqual([`keyless ${FIRST} 0`, `keyless ${FIRST} 1`])
    await limits.close()
    expect(isClosed()).toBe(true)
  })

  it('do not ask again until the instant that it named, for that subject and limit', async () => {
    const { limits, asked } = shared(NOON + 30_000)
    expect(await limits.allow('keyless', FIRST, NOON)).toEqual(refusedFor(30))
    expect(await limits.allow('keyless', FIRST, NOON + 29_999)).toEqual(refusedFor(1))
    expect(limits.count('keyless', FIRST, NOON + 29_999)).toEqual(refusedFor(1))
    expect(asked).toHaveLength(1)
    expect(await limits.allow('keyless', 'other', NOON + 1)).toEqual(ALLOWED)
    expect(await limits.allow('link', FIRST, NOON + 1)).toEqual(ALLOWED)
    expect(await limits.allow('keyless', FIRST, NOON + 30_000)).toEqual(ALLOWED)
    expect(asked).toHaveLength(4)
  })

  it('believe no instant that is further ahead than the window', async () => {
    const { limits, asked } = shared(NOON + 60_000)
    expect(await limits.allow('keyless', FIRST, NOON)).toEqual(refusedFor(60))
    expect(limits.count('keyless', FIRST, NOON)).toEqual(refusedFor(60))
    // The clock of this process was set back.
    expect(await limits.allow('keyless', FIRST, NOON - 1)).toEqual(ALLOWED)
    expect(asked).toHaveLength(2)
  })

  it('do not count here what it refused', async () => {
    const { limits } = shared(NOON + 1)
    await limits.allow('keyless', FIRST, NOON)
    for (let attempt = 0; attempt < 20; attempt += 1) expect(limits.count('keyless', FIRST, NOON + 1)).toEqual(ALLOWED)
    expect(limits.count('keyless', FIRST, NOON + 1)).toEqual(refusedFor(60))
  })

  it.each([new StoreUnavailable('away'), new Error('broken')])('allow what it cannot judge: %s', async (fault) => {
    const { limits, asked } = shared(fault, fault, fault, fault, fault)
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(await limits.allow('keyless', FIRST, NOON)).toEqual(ALLOWED)
    expect(await limits.allow('keyless', FIRST, NOON)).toEqual(refusedFor(60))
    // After five failures the circuit is open.
    expect(asked).toHaveLength(5)
  })

  it('remove an attempt that is taken back, and only that', () => {
    const { limits } = shared()
    for (let attempt = 0; attempt < 20; attempt += 1) limits.count('keyless', FIRST, NOON + attempt)
    limits.takeBack('keyless', FIRST, NOON + 500)
    limits.takeBack('keyless', 'other', NOON)
    expect(limits.count('keyless', FIRST, NOON + 100)).toEqual(refusedFor(60))
    limits.takeBack('keyless', FIRST, NOON)
    expect(limits.count('keyless', FIRST, NOON + 100)).toEqual(ALLOWED)
    // The oldest is the second one.
    expect(limits.count('keyless', FIRST, NOON + 60_000)).toEqual(refusedFor(1))
    expect(limits.count('keyless', FIRST, NOON + 60_001)).toEqual(ALLOWED)
  })

  it('close without one', async () => {
    await expect(createLimits(null, stopwatch).close()).resolves.toBeUndefined()
  })
})

describe('limits over a shared store', () => {
  let engine: Engine
  let bridge: Bridge
  const opened: Limits[] = []
  const over = {
    REST: () => ({ UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }),
    TCP: () => ({ REDIS_URL: engine.url }),
  }
  const open = async (settings: Parameters<typeof openLimits>[0]) => {
    const limits = await openLimits(settings, stopwatch)
    opened.push(limits)
    return limits
  }
  beforeAll(async () => {
    engine = await startValkey()
    bridge = await startBridge(engine.url)
  })
  afterAll(async () => {
    await Promise.all(opened.map((limits) => limits.close()))
    await bridge.close()
    await engine.stop()
  })

  it('allow exactly 20 attempts in total over TCP, in any 60 seconds of the given time', async () => {
    const both = [
      openRedisLimits(openTcpWire(engine.url, PATIENT_MS)),
      openRedisLimits(openTcpWire(engine.url, PATIENT_MS)),
    ]
    const ask = (attempt: number, now: number) => both[attempt % 2]!.count('keyless', FIRST, now)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, attempt) => ask(attempt, NOON + attempt)))
    const used = answers.flatMap((answer) => ('used' in answer ? [answer.used] : []))
    expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
    const oldest = NOON + answers.findIndex((answer) => 'used' in answer)
    expect(await ask(0, NOON + 30_500)).toEqual({ refusedUntil: oldest + 60_000 })
    expect(await ask(1, oldest + 59_999)).toEqual({ refusedUntil: oldest + 60_000 })
    expect(await ask(0, oldest + 60_000)).toEqual({ used: 20 })
    expect(await both[1]!.count('keyless', '203.0.113.8', NOON)).toEqual({ used: 1 })
    await Promise.all(both.map((limits) => limits.close()))
  })

  it('are checked over TCP too', async () => {
    await bridge.command('FLUSHALL')
    const other = openRedisLimits(openTcpWire(engine.url, PATIENT_MS))
    for (let attempt = 0; attempt < 20; attempt += 1) await other.count('keyless', FIRST, NOON)
    await other.close()
    const limits = await open(over.TCP())
    let attempts = 0
    // A call that takes too long on a busy machine is allowed.
    await expect
      .poll(async () => {
        attempts += 1
        return (await limits.allow('keyless', FIRST, NOON)).allowed
      })
      .toBe(false)
    expect(attempts).toBeLessThan(20)
  })

  it('allow 20 attempts in total over REST, whichever instance is asked', async () => {
    await bridge.command('FLUSHALL')
    const both = [await open(over.REST()), await open(over.REST())]
    // The limiter reads the clock itself: an attempt at the end of a minute would count in two windows.
    const now = Date.now()
    const answers = []
    for (let attempt = 0; attempt < 30; attempt += 1)
      answers.push(await both[attempt % 2]!.allow('keyless', FIRST, now))
    expect(answers.filter(({ allowed }) => allowed).length).toBeGreaterThanOrEqual(20)
    expect(answers.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(21)
    const last = answers.at(-1)!
    expect(last.allowed).toBe(false)
    expect(last.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(last.retryAfterSeconds).toBeLessThanOrEqual(61)
  })

  it.each(['refused', 'hang', 'slow', 'drop', 'garbage', 'nonsense', 'token'] satisfies Fault[])(
    'let requests pass if the store is unavailable (%s), but at most 20, and never wait long',
    async (fault) => {
      await bridge.setFault(fault)
      const limits = await open(over.REST())
      const began = performance.now()
      const answers = await Promise.all(Array.from({ length: 30 }, () => limits.allow('keyless', FIRST, NOON)))
      expect(performance.now() - began).toBeLessThan(5_000)
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20)
      await bridge.setFault(null)
    },
  )
})
