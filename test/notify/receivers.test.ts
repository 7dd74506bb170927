import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { generateId } from '../../src/metering/keys.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { id } from '../http/listed.ts'
import { publishedFolder } from '../http/published.ts'
import { serveHere } from '../operations/serving.ts'

/** A running server that delivers one publication to receivers that behave in every way. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const filter = { resource: ['opportunities'], state: null, category: null, type: null, change: null }

/** Starts a receiver that ends with its test. Returns its origin and the requests it got. */
async function receiving(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const received: { path: string; body: string; headers: Record<string, string> }[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({
      path: request.url ?? '',
      body: Buffer.concat(chunks).toString(),
      headers: request.headers as Record<string, string>,
    })
    answer(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

/** A receiver that ends each connection with a reset, before it has read the message. */
async function resetting() {
  let count = 0
  const server = createTcpServer((socket) => {
    count += 1
    socket.on('error', () => {})
    socket.resetAndDestroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count }
}

describe('one publication', () => {
  it('reaches the good receivers at once, whatever the others do, and each attempt is in the log', {
    timeout: 90_000,
  }, async () => {
    const good = await receiving((response) => void response.writeHead(204).end())
    const slow = await receiving((response) => void setTimeout(2_000).then(() => response.writeHead(200).end('late')))
    const hanging = await receiving(() => {})
    const elsewhere = await receiving((response) => void response.writeHead(204).end())
    const redirecting = await receiving(
      (response) => void response.writeHead(307, { Location: `${elsewhere.origin}/stolen` }).end(),
    )
    const broken = await receiving((response) => void response.writeHead(500).end('x'.repeat(1_000_000)))
    const gone = await receiving((response) => void response.writeHead(410).end())
    const reset = await resetting()
    const receivers = { good, slow, hanging, redirecting, broken, gone, reset }

    const folder = publishedFolder()
    await folder.publish('2026-11-20T08:00:00.000Z')
    const service = openService(folder.out)
    const announced = service.publications.newest()
    service.close()
    const file = path.join(scratch(), 'store.sqlite')
    const store = openEmbedded(file)
    const draft = { id: generateId('acct'), name: 'Clinics', plan: 'TEAM', ownerEmail: 'owner@example.org' } as const
    await store.createAccount(draft, Date.now(), ACTORS.maintainer)
    const ids: Record<string, string> = {}
    for (const [name, { origin }] of Object.entries(receivers)) {
      const webhook = { id: generateId('whk'), url: `${origin}/changes`, filter, announced, secret: SECRET }
      ids[name] = webhook.id
      await store.createWebhook(draft.id, webhook, Date.now(), ACTORS.maintainer)
    }
    const server = await serveHere({
      STORE_PATH: file,
      DATASET_PATH: folder.out,
      WEBHOOK_ALLOW_ORIGINS: [...Object.values(receivers), elsewhere].map(({ origin }) => origin).join(','),
    })
    folder.set('notices', id('c', 15), { dueDate: '2027-03-31' })
    await folder.publish('2026-11-21T08:00:00.000Z')

    await expect.poll(() => good.received.length, { timeout: 20_000 }).toBe(1)
    await expect.poll(() => slow.received.length, { timeout: 20_000 }).toBe(1)
    const [message] = good.received
    expect(new Webhook(SECRET).verify(message!.body, message!.headers)).toMatchObject({ type: 'changes.published' })
    const readAttempt = async (name: string) => {
      const [delivery] = await store.readDeliveries(ids[name] as string, 1)
      const { at: _, ms: __, ...attempt } = delivery?.attempts.at(-1) ?? {}
      return { state: delivery?.state, ...attempt }
    }
    // The hanging one is given up after ten seconds.
    await expect
      .poll(() => readAttempt('hanging'), { timeout: 30_000 })
      .toEqual({
        state: 'PENDING',
        status: null,
        fault: 'TIMEOUT',
      })
    expect(await readAttempt('good')).toEqual({ state: 'DELIVERED', status: 204, fault: null })
    expect(await readAttempt('slow')).toEqual({ state: 'DELIVERED', status: 200, fault: null })
    expect(await readAttempt('redirecting')).toEqual({ state: 'PENDING', status: 307, fault: 'REDIRECT' })
    expect(await readAttempt('broken')).toEqual({ state: 'PENDING', status: 500, fault: 'STATUS' })
    expect(await readAttempt('reset')).toEqual({ state: 'PENDING', status: null, fault: 'NETWORK' })
    expect((await store.findWebhook(draft.id, ids.gone as string))?.webhook.disabledBecause).toBe('GONE')

    // Each was tried once so far, nothing was sent where a redirect pointed, and the server is well.
    expect(reset.count()).toBe(1)
    expect(elsewhere.received).toEqual([])
    for (const { received } of [good, slow, hanging, redirecting, broken, gone]) expect(received).toHaveLength(1)
    const health = await fetch(`${server.address}/api/health`)
    expect(health.status).toBe(200)
    expect(server.out()).not.toContain(SECRET.slice(6))
    await store.close()
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
