import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@redis/client'
import { expect, it, onTestFinished } from 'vitest'
import { guardStore } from '../../src/http/guarded-store.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { scratch } from '../api.ts'
import { customer, MINUTE, NOON, READ } from './customer.ts'
import { findRedisServer, freePort } from './engines.ts'

/** A redis-server that writes each change into its log before it answers, killed under load. */

const KILLS = process.env.LONG ? 10 : 2
const CLIENTS = 8

const program = findRedisServer()

/** Starts the server on its data, and waits until it has read it. */
async function start(port: number, folder: string): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const child = spawn(program as string, [...options, '--appendonly', 'yes', '--appendfsync', 'always'], {
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
  const client = createClient({
    url: `redis://127.0.0.1:${port}`,
    socket: { reconnectStrategy: (retries) => (retries < 200 ? 25 : false) },
  })
  client.on('error', () => {})
  await client.connect()
  await expect.poll(() => client.ping().catch(() => ''), { timeout: 20_000 }).toBe('PONG')
  client.destroy()
  return child
}

it.runIf(program)(
  'counts every request that was answered, and at most those under way besides',
  { timeout: 120_000 },
  async () => {
    const [port, folder] = [await freePort(), scratch()]
    let server = await start(port, folder)
    const open = () => openStore({ REDIS_URL: `redis://127.0.0.1:${port}` })
    const setup = await open()
    const { key, accountId } = await customer(setup, 'FEATURED_VENDOR', NOON)
    await setup.close()
    const stores: Store[] = []
    for (let client = 0; client < CLIENTS; client += 1) {
      stores.push(guardStore(await open(), performance.now.bind(performance)))
    }

    let isOver = false
    let [admitted, lost, slowest, minute] = [0, 0, 0, 0]
    const client = async (store: Store): Promise<void> => {
      while (!isOver) {
        minute += 1
        const began = performance.now()
        const verdict = await store.admit(key, READ, getWindows(NOON + (minute % 20_000) * 10)).then(
          (admission) => admission.verdict,
          () => 'unavailable',
        )
        slowest = Math.max(slowest, performance.now() - began)
        if (verdict === 'admitted') admitted += 1
        else if (verdict !== 'refused') lost += 1
        // What is not answered by the store is answered at once.
        if (verdict !== 'admitted') await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const clients = stores.map(client)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = admitted
      await expect.poll(() => admitted, { timeout: 20_000 }).toBeGreaterThan(before + 50)
      server.kill('SIGKILL')
      await once(server, 'exit')
      server = await start(port, folder)
      // The circuit breakers probe once a second.
      await expect.poll(() => admitted, { timeout: 20_000 }).toBeGreaterThan(before + 100)
    }
    isOver = true
    await Promise.all(clients)

    const { requests } = await stores[0]!.usage(accountId, getWindows(NOON + MINUTE))
    // With `everysec`, a server whose disk is slow may hold back its log for up to two seconds, and a kill loses that.
    expect(requests.used).toBeGreaterThanOrEqual(admitted)
    expect(requests.used).toBeLessThanOrEqual(admitted + KILLS * CLIENTS)
    expect(lost).toBeGreaterThan(0)
    expect(slowest).toBeLessThan(2_000)
    await Promise.all(stores.map((store) => store.close()))
  },
)
