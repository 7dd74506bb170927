import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { prepare } from '../../src/bake/bake.ts'
import { rollBack } from '../../src/bake/folder/kept.ts'
import { release } from '../../src/bake/release.ts'
import { FIXTURE, scratch } from '../api.ts'
import { commandHere } from '../command.ts'
import { serveHere } from './serving.ts'

/** The drills of the operator guides, on running servers. */

const run = promisify(execFile)

const monthUsed = async (address: string, key: string): Promise<number> => {
  const response = await fetch(`${address}/api/v1/usage`, { headers: { 'X-Api-Key': key } })
  return ((await response.json()) as { requests: { used: number } }).requests.used
}

it('a backup made under load restores every account, and counting continues; metrics are off unless they are set up', async () => {
  const folder = scratch()
  const env = { STORE_PATH: path.join(folder, 'store.sqlite') }
  const file = path.join(folder, 'backup.sqlite')
  const restored = () => commandHere('scripts/admin.ts', ['restore', file, '--json'], env)

  const first = await serveHere(env)
  expect((await fetch(`${first.address}/metrics`)).status).toBe(404)
  const ask = () => fetch(`${first.address}/api/v1/states?limit=1`, { headers: { 'X-Api-Key': first.key } })
  let isLoaded = true
  const load = (async () => {
    let answered = 0
    for (; isLoaded && answered < 50; answered += 1) expect((await ask()).status).toBe(200)
    return answered
  })()
  expect(await commandHere('scripts/admin.ts', ['backup', file], env)).toMatchObject({ code: 0 })
  isLoaded = false
  const answered = await load
  expect(await monthUsed(first.address, first.key)).toBe(answered)
  expect(await restored()).toMatchObject({ code: 1, stderr: expect.stringContaining('stop the service') })
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.out()).toMatch(/"event":"stop","reason":"SIGTERM","ms":\d+,"cutOff":0,"unfinished":0/)
  // Nothing is left beside the file, so copying it alone is enough now.
  expect(readdirSync(folder).sort()).toEqual(['backup.sqlite', 'store.sqlite'])

  expect(JSON.parse((await restored()).stdout)).toMatchObject({ accounts: 1 })
  const second = await serveHere(env)
  const used = await monthUsed(second.address, first.key)
  expect(used).toBeLessThanOrEqual(answered)
  const answer = await fetch(`${second.address}/api/v1/states?limit=1`, { headers: { 'X-Api-Key': first.key } })
  expect(answer.status).toBe(200)
  expect(await monthUsed(second.address, first.key)).toBe(used + 1)
})

it('a bake that is rolled back is served without a restart, and metrics next to the API require their token', async () => {
  const data = path.join(scratch(), 'data')
  cpSync(FIXTURE, data, { recursive: true })
  const out = path.join(scratch(), 'baked')
  mkdirSync(out)
  const put = async () => {
    const { publication } = await prepare(data, () => {})
    return (await release(publication, out, Date.now(), () => {})).datasetVersion
  }
  const first = await put()
  const file = path.join(data, 'records', 'allotments.ndjson')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"sourceTitle":"', '"sourceTitle":"Bad: '))
  const second = await put()
  const METRICS_TOKEN = 'a-token-of-some-length'
  const server = await serveHere({ DATASET_PATH: out, METRICS_TOKEN })
  const readVersion = async () => (await fetch(`${server.address}/api/stats`)).headers.get('X-Dataset-Version')
  expect(await readVersion()).toBe(second)
  rollBack(out, first, Date.now())
  await expect.poll(server.out).toContain(`"event":"dataset_served","version":"${first}"`)
  expect(await readVersion()).toBe(first)

  expect((await fetch(`${server.address}/metrics`)).status).toBe(401)
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const response = await fetch(`${server.address}/metrics`, { headers })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('rhp_store_up 1')])
})

it('several workers share a port and count exactly, a crashed one is replaced, and one stop ends them all', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const { port } = free.address() as { port: number }
  await new Promise((resolve) => free.close(resolve))
  const server = await serveHere({ WORKERS: '2', METRICS_PORT: String(port), ACCESS_LOG: 'errors' })
  // All requests must fall in one minute.
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left))
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      // A separate connection, so both workers get some.
      const headers = { 'X-Api-Key': server.key, Connection: 'close' }
      return (await fetch(`${server.address}/api/v1/states?limit=1`, { headers })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toContain('rhp_requests_total{method="GET",route="/api/v1/states",status="200"} 60')
  expect(metrics).toContain('rhp_admissions_total{verdict="refused_minute"} 40')

  const { stdout } = await run('pgrep', ['-P', String(server.process.pid)])
  const [victim] = stdout.trim().split('\n').map(Number)
  process.kill(victim!, 'SIGKILL')
  await expect.poll(server.out).toContain('"event":"worker_died"')
  await expect
    .poll(async () => (await run('pgrep', ['-P', String(server.process.pid)])).stdout.trim().split('\n').length)
    .toBe(2)
  expect((await fetch(`${server.address}/api/stats`)).status).toBe(200)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
