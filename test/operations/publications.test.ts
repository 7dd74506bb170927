import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { scratch } from '../api.ts'
import { publishedFolder } from '../http/published.ts'
import { serveHere } from './serving.ts'

/** Publications, one after the other, while a server answers, sends files and loses callers. */

const COUNT = process.env.LONG ? 50 : 4
const KEYS = 20
const CALLERS = 6
const FIRST = Date.parse('2026-11-20T08:00:00.000Z')
const AWARD = '00000000-0000-4000-8000-0000000b0001'
// A bake that was replaced may stay open this long.
const LINGERS_MS = 70_000

async function storeWithKeys(): Promise<{ file: string; secrets: string[] }> {
  const file = path.join(scratch(), 'store.sqlite')
  const store = openEmbedded(file)
  const secrets: string[] = []
  for (let count = 0; count < KEYS; count += 1) {
    const draft = {
      id: generateId('acct'),
      name: 'Load',
      plan: 'FEATURED_VENDOR',
      ownerEmail: 'o@example.org',
    } as const
    const { id } = await store.createAccount(draft, Date.now(), ACTORS.maintainer)
    const { secret, ...key } = generateKey()
    await store.createKey(id, { ...key, id: generateId('key'), name: 'k' }, Date.now(), ACTORS.maintainer)
    secrets.push(secret)
  }
  await store.close()
  return { file, secrets }
}

it.runIf(process.platform === 'linux')(
  `${COUNT} publications under load leave no file open, and no request fails`,
  { timeout: 600_000 },
  async () => {
    const folder = publishedFolder()
    await folder.publish(new Date(FIRST).toISOString())
    const { file, secrets } = await storeWithKeys()
    const server = await serveHere({ DATASET_PATH: folder.out, STORE_PATH: file, ACCESS_LOG: 'none' })
    const descriptors = () => readdirSync(`/proc/${server.process.pid}/fd`).length

    const statuses = new Map<number, number>()
    const versions = new Set<string | null>()
    let isOver = false
    let asked = 0
    const ask = async (target: string, headers: Record<string, string> = {}) => {
      asked += 1
      const response = await fetch(server.address + target, {
        headers: { 'X-Api-Key': secrets[asked % KEYS] as string, ...headers },
      })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      versions.add(response.headers.get('X-Dataset-Version'))
      return response
    }
    const WORK: readonly (() => Promise<unknown>)[] = [
      async () => (await ask('/api/v1/awards?limit=5')).json(),
      async () => (await ask('/api/v1/opportunities?q=rural')).json(),
      async () => {
        const response = await ask('/api/v1/exports/dataset.sqlite')
        const bytes = await response.arrayBuffer()
        if (response.ok) expect(bytes.byteLength).toBe(Number(response.headers.get('content-length')))
      },
      async () => {
        const response = await ask('/api/v1/exports/awards.ndjson', { Range: 'bytes=0-0' })
        if (response.status === 206) expect(await response.text()).toBe('{')
      },
      // A caller that leaves in the middle of a file.
      async () => (await ask('/api/v1/exports/dataset.sqlite')).body?.cancel(),
    ]
    const caller = async (number: number): Promise<void> => {
      for (let turn = number; !isOver; turn += 1) {
        await WORK[turn % WORK.length]?.()
        await setTimeout(30)
      }
    }
    const callers = Array.from({ length: CALLERS }, (_, number) => caller(number))
    await setTimeout(1_000)
    const before = descriptors()
    for (let night = 1; night <= COUNT; night += 1) {
      folder.set('awards', AWARD, { programDescription: `Night ${night}` })
      await folder.publish(new Date(FIRST + night * 3_600_000).toISOString())
      // The server looks for a new bake every second.
      await setTimeout(1_200)
    }
    isOver = true
    await Promise.all(callers)

    expect(server.process.exitCode).toBeNull()
    expect([...statuses.keys()].filter((status) => ![200, 206, 429].includes(status))).toEqual([])
    expect(versions.size).toBeGreaterThan(COUNT / 2)
    if (process.env.LONG) await setTimeout(LINGERS_MS)
    // Without the linger, each publication may still have its file open.
    const allowed = process.env.LONG ? 10 : COUNT * 2 + 10
    await expect.poll(descriptors, { timeout: 20_000 }).toBeLessThanOrEqual(before + allowed)
  },
)
