import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createClient } from '@redis/client'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guardStore } from '../../src/http/guarded-store.ts'
import type { Admission } from '../../src/metering/admission.ts'
import { createDeadline } from '../../src/metering/outage.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { embeddedAdapter } from './adapters.ts'
import { type Bridge, FAULTS, startBridge } from './bridge.ts'
import { ANSWER, type Customer, customer, getUsage, MINUTE, NOON, READ } from './customer.ts'
import { type Engine, freePort, startValkey } from './engines.ts'

const TCP_FAULTS = ['refused', 'hang', 'drop', 'lost', 'garbage', 'flapping'] as const
type TcpFault = (typeof TCP_FAULTS)[number]

/** A TCP connection to a server that can be cut in several ways. */
interface TcpProxy {
  url: string
  setFault(fault: TcpFault | null): Promise<void>
  close(): Promise<void>
}

async function startProxy(engineUrl: string): Promise<TcpProxy> {
  const target = Number(new URL(engineUrl).port)
  const port = await freePort()
  const sockets = new Set<Socket>()
  let fault: TcpFault | null = null
  let pieces = 0

  const carry = (client: Socket): void => {
    const server = connect(target, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (data) => {
      pieces += 1
      if (fault === 'hang') return
      if (fault === 'drop' || (fault === 'flapping' && pieces % 2)) return void client.destroy()
      if (fault === 'garbage') return void client.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      server.write(data)
    })
    server.on('data', (data) => {
      if (fault === 'lost') return void client.destroy()
      if (fault !== 'hang') client.write(data)
    })
  }
  const open = async () => {
    const listening = createServer(carry)
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    return listening
  }
  let listening: Awaited<ReturnType<typeof open>> | null = await open()
  const shut = async () => {
    const shutting = listening
    listening = null
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => (shutting ? shutting.close(resolve) : resolve(null)))
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async setFault(next) {
      fault = next
      if (next === 'refused') await shut()
      else listening ??= await open()
    },
    close: shut,
  }
}

const RESPOND_WITHIN_MS = 600
const PATIENCE_MS = 10_000
const RECOVERED_WITHIN_MS = 2_000
const AT_ONCE = 20
// Each fault costs seconds of waiting; without LONG, one of each kind is tested.
const REST_FAULTS = process.env.LONG ? FAULTS : (['refused', 'hang', 'lost', 'nonsense', 'flush', 'flapping'] as const)
const WIRE_FAULTS = process.env.LONG ? TCP_FAULTS : (['hang', 'lost', 'flapping'] as const)
const VERDICTS = ['admitted', 'refused', 'degraded', 'degraded_refused']

let engine: Engine
let bridge: Bridge
let proxy: TcpProxy
/** A way to the server that has no faults. */
let direct: Store

beforeAll(async () => {
  engine = await startValkey()
  bridge = await startBridge(engine.url)
  proxy = await startProxy(engine.url)
  direct = await openStore({ REDIS_URL: engine.url }, PATIENCE_MS)
})
afterAll(async () => {
  await direct.close()
  await proxy.close()
  await bridge.close()
  await engine.stop()
})

interface Told {
  ms: number
  admission: Admission | null
  error: Error | null
}

async function ask(work: () => Promise<Admission>): Promise<Told> {
  const began = performance.now()
  const told = await work().then(
    (admission) => ({ admission, error: null }),
    (error: Error) => ({ admission: null, error }),
  )
  return { ...told, ms: performance.now() - began }
}

/** Requests before, during and after an outage, sequential and concurrent. Returns the result of each. */
async function throughOutage(store: Store, verified: Customer, setFault: (on: boolean) => Promise<void>) {
  const minute = (index: number) => getWindows(NOON + index * MINUTE)
  const told: Told[] = []
  /** Asks until a request is admitted: on a busy machine, the first ones may be late. */
  async function askUntilAdmitted(index: number): Promise<void> {
    const began = performance.now()
    let last: Told
    do {
      await new Promise((resolve) => setTimeout(resolve, 50))
      last = await ask(() => store.admit(verified.key, ANSWER, minute(index)))
      told.push(last)
    } while (last.admission?.verdict !== 'admitted' && performance.now() - began < RECOVERED_WITHIN_MS)
    expect(last.admission?.verdict).toBe('admitted')
  }
  await askUntilAdmitted(0)
  await setFault(true)
  for (let index = 0; index < 6; index += 1) told.push(await ask(() => store.admit(verified.key, ANSWER, minute(1))))
  told.push(
    ...(await Promise.all(
      Array.from({ length: AT_ONCE }, () => ask(() => store.admit(verified.key, ANSWER, minute(2)))),
    )),
  )
  await setFault(false)
  await askUntilAdmitted(3)
  return told
}

/** What must be true for every fault: time, format, no free AI answer, and few charged but not delivered. */
async function judge(told: Told[], { accountId }: Customer, reading = direct): Promise<void> {
  for (const { ms, admission, error } of told) {
    expect(ms).toBeLessThan(RESPOND_WITHIN_MS)
    if (admission) expect(VERDICTS).toContain(admission.verdict)
    else expect(error?.name).toBe('StoreUnavailable')
  }
  const taken = told.filter(({ admission }) => admission?.verdict === 'admitted' && admission.answer === 'taken').length
  const { requests, answers } = await reading.usage(accountId, getWindows(NOON))
  expect(requests.used).toBeLessThanOrEqual(told.length)
  expect(answers.used).toBeGreaterThanOrEqual(taken)
  // While replies are lost, no AI answer is requested: only those that were under way may have cost a unit.
  const lost = told.some(({ admission }) => admission?.verdict !== 'admitted') ? AT_ONCE : 0
  expect(answers.used).toBeLessThanOrEqual(taken + lost)
}

describe('an unavailable store over REST', () => {
  const open = async () =>
    guardStore(
      await openStore({ UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }),
      performance.now.bind(performance),
    )

  it.each(REST_FAULTS)('gets responses in time, and costs nothing twice (%s)', { timeout: 20_000 }, async (fault) => {
    const verified = await customer(direct, 'TEAM')
    const store = await open()
    const told = await throughOutage(store, verified, (on) => bridge.setFault(on ? fault : null))
    await judge(told, verified)
  })

  it.each(
    process.env.LONG
      ? REST_FAULTS.filter((fault) => fault !== 'flush' && fault !== 'flapping')
      : (['refused', 'hang'] as const),
  )('lets only a verified key read (%s)', { timeout: 20_000 }, async (fault) => {
    const verified = await customer(direct, 'TEAM')
    const stranger = await customer(direct, 'TEAM')
    const store = await open()
    await store.admit(verified.key, READ, getWindows(NOON))
    await bridge.setFault(fault)
    expect(await store.admit(verified.key, READ, getWindows(NOON))).toEqual({ verdict: 'degraded', plan: 'TEAM' })
    await expect(store.admit(stranger.key, READ, getWindows(NOON))).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await bridge.setFault(null)
  })

  it('sends a request whose reply was lost only once', async () => {
    const verified = await customer(direct, 'TEAM')
    const store = await open()
    await store.admit(verified.key, READ, getWindows(NOON))
    await store.admit(verified.key, READ, getWindows(NOON))
    bridge.requests = 0
    await bridge.setFault('lost')
    await store.admit(verified.key, READ, getWindows(NOON))
    expect(bridge.requests).toBe(1)
    await bridge.setFault(null)
    const { requests } = await direct.usage(verified.accountId, getWindows(NOON))
    expect(requests.used).toBe(3)
  })

  it.each(['hang', 'slow', 'lost'] as const)(
    'waits for a refund until the deadline of its request (%s)',
    async (fault) => {
      const verified = await customer(direct, 'TEAM')
      const store = await open()
      const began = performance.now()
      const deadline = createDeadline()
      const usage = getUsage(await store.admit(verified.key, READ, getWindows(NOON), deadline))
      await bridge.setFault(fault)
      await expect(store.refund(usage, READ, deadline)).rejects.toMatchObject({ name: 'StoreUnavailable' })
      expect(performance.now() - began).toBeLessThan(RESPOND_WITHIN_MS)
      await bridge.setFault(null)
    },
  )

  it('sends a refund whose reply was lost only once', async () => {
    const verified = await customer(direct, 'TEAM')
    const store = await open()
    const usages = []
    for (let request = 0; request < 4; request += 1) {
      usages.push(getUsage(await store.admit(verified.key, READ, getWindows(NOON))))
    }
    await store.refund(usages[0]!, READ)
    await bridge.setFault('lost')
    await store.refund(usages[1]!, READ).catch(() => {})
    await bridge.setFault(null)
    const { requests } = await direct.usage(verified.accountId, getWindows(NOON))
    expect(requests.used).toBe(2)
  })
})

describe('an unavailable store over TCP', () => {
  it.each(WIRE_FAULTS)('gets responses in time, and costs nothing twice (%s)', { timeout: 20_000 }, async (fault) => {
    const verified = await customer(direct, 'TEAM')
    const opened = await openStore({ REDIS_URL: proxy.url })
    // Connecting is not part of the time that a request has.
    await opened.ping()
    const store = guardStore(opened, performance.now.bind(performance))
    const told = await throughOutage(store, verified, (on) => proxy.setFault(on ? fault : null))
    await judge(told, verified)
    await store.close()
  })

  it('may be missing at first, and is found when it starts', async () => {
    await proxy.setFault('refused')
    const store = await openStore({ REDIS_URL: proxy.url })
    await expect(store.ping()).rejects.toThrow('The Redis store failed: ECONNREFUSED.')
    await proxy.setFault(null)
    await expect(store.ping()).resolves.toBeGreaterThan(0)
    await store.close()
  })
})

describe('an unavailable store in a file', () => {
  it('gets responses in time, and costs nothing twice (another process has it locked)', async () => {
    const adapter = embeddedAdapter()
    await adapter.start()
    const store = guardStore(await adapter.open(), performance.now.bind(performance))
    const verified = await customer(store, 'TEAM')
    const other = new Database(adapter.path)
    const told = await throughOutage(
      store,
      verified,
      async (on) => void other.exec(on ? 'BEGIN IMMEDIATE' : 'ROLLBACK'),
    )
    other.close()
    await judge(told, verified, store)
    await store.close()
    await adapter.stop()
  })

  it('that is not a database is reported as such', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'))
    const path = join(folder, 'store.sqlite')
    writeFileSync(path, 'something else entirely, long enough to be looked at as a header of a file')
    const store = await openStore({ STORE_PATH: path })
    await expect(store.ping()).rejects.toThrow('The embedded store failed: SQLITE_NOTADB.')
    await store.close()
    rmSync(folder, { recursive: true })
  })
})

describe('a read-only store', () => {
  const isUnhealthy = async (store: Store, { key }: Customer) => {
    await expect(store.admit(key, READ, getWindows(NOON))).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailable' })
  }

  it('is reported as unavailable by its ping (a Redis without its required replicas)', async () => {
    const client = createClient({ url: engine.url })
    await client.connect()
    const verified = await customer(direct, 'TEAM')
    await client.sendCommand(['CONFIG', 'SET', 'min-replicas-to-write', '1'])
    await isUnhealthy(direct, verified)
    await client.sendCommand(['CONFIG', 'SET', 'min-replicas-to-write', '0'])
    await expect(direct.ping()).resolves.toBeGreaterThan(0)
    await client.close()
  })

  it('is reported as unavailable by its ping (a file that another process keeps locked)', async () => {
    const adapter = embeddedAdapter()
    await adapter.start()
    const store = await adapter.open()
    const verified = await customer(store, 'TEAM')
    const other = new Database(adapter.path)
    other.exec('BEGIN IMMEDIATE')
    expect((await store.keys(verified.accountId)).length).toBe(1)
    await isUnhealthy(store, verified)
    other.exec('ROLLBACK')
    other.close()
    await expect(store.ping()).resolves.toBeGreaterThan(0)
    await store.close()
    await adapter.stop()
  })

  it('counts nothing for its pings', async () => {
    const { accountId } = await customer(direct, 'TEAM')
    await direct.ping()
    expect((await direct.usage(accountId, getWindows(NOON))).requests.used).toBe(0)
  })
})

describe('the errors of a failing store', () => {
  const faults = process.env.LONG ? FAULTS.filter((fault) => fault !== 'flush') : (['lost', 'nonsense'] as const)
  it.each(faults)('contain no key, hash or command (%s)', async (fault) => {
    const { key, accountId } = await customer(direct, 'TEAM')
    const written: string[] = []
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...args) => void written.push(inspect(args))),
    )
    const store = await openStore({ UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token })
    await bridge.setFault(fault)
    // A flapping store fails every other call.
    for (let call = 0; call < 2; call += 1) {
      await store.admit(key, READ, getWindows(NOON)).catch((error) => written.push(inspect(error, { depth: 9 })))
      await store.keys(accountId).catch((error) => written.push(inspect(error, { depth: 9 })))
    }
    await bridge.setFault(null)
    for (const spy of spies) spy.mockRestore()
    expect(written.length).toBeGreaterThan(0)
    for (const forbidden of [
      key,
      key.slice(0, 16),
      accountId,
      'HMGET',
      'evalsha',
      'EVALSHA',
      bridge.token,
      bridge.url,
    ]) {
      expect(written.join('\n')).not.toContain(forbidden)
    }
  })
})
