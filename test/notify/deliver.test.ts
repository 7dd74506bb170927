import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { ChangesMessage, createPublications } from '../../src/http/webhooks/message.ts'
import { generateId } from '../../src/metering/keys.ts'
import type { PostResult } from '../../src/notify/webhook-post.ts'
import { deliverAll } from '../../src/notify/webhooks.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { id } from '../http/listed.ts'
import { type PublishedFolder, publishedFolder } from '../http/published.ts'
import { receiver } from './receiver.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NOW = Date.parse('2026-11-21T09:00:00Z')
const MINUTE = 60_000
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const filter = { resource: ['opportunities'], state: null, category: null, type: null, change: ['UPDATED'] }

/** Two publications, and the instant of the first. */
let folder: PublishedFolder
let first: number
beforeAll(async () => {
  folder = publishedFolder()
  await folder.publish('2026-11-20T08:00:00.000Z')
  const service = openService(folder.out)
  first = service.publications.newest()
  service.close()
  folder.set('notices', id('c', 15), { dueDate: '2027-03-31' })
  await folder.publish('2026-11-21T08:00:00.000Z')
})

/** A store with a webhook that was registered between both. */
async function registered(url: string, announced = first) {
  const file = path.join(scratch(), 'store.sqlite')
  const store = openEmbedded(file)
  const account = { id: generateId('acct'), name: 'Clinics', plan: 'PRO', ownerEmail: 'owner@example.org' } as const
  await store.createAccount(account, NOW, ACTORS.maintainer)
  const webhook = { id: generateId('whk'), url, filter, announced, secret: SECRET }
  await store.createWebhook(account.id, webhook, NOW, ACTORS.maintainer)
  return { file, store, webhook }
}

describe('a run that delivers', () => {
  it('retries what falls due in its time, and leaves later ones to the next run', async () => {
    const { store, webhook } = await registered('https://example.org/')
    const service = openService(folder.out)
    let now = NOW
    const times: number[] = []
    const run = (minutes: number, answer: () => PostResult) =>
      deliverAll(
        {
          store,
          poster: {
            send: async () => {
              times.push((now - NOW) / MINUTE)
              return answer()
            },
            refusal: async () => null,
          },
          publications: createPublications(() => service, null),
          mailer: { send: async () => {} },
          clock: () => now,
          link: '',
          report: () => {},
        },
        NOW + minutes * MINUTE,
        async (ms) => {
          now += ms
        },
      )
    const broken = (): PostResult => ({ status: 503, fault: 'STATUS' })
    expect(await run(20, broken)).toEqual({ announced: 1, delivered: 0, failed: 1 })
    expect(times).toEqual([0, 1, 6])
    expect(await run(60, () => ({ status: 200, fault: null }))).toEqual({ announced: 0, delivered: 1, failed: 0 })
    expect(times).toEqual([0, 1, 6, 21])
    expect(await run(60, broken)).toEqual({ announced: 0, delivered: 0, failed: 0 })
    expect(await store.readDeliveries(webhook.id, 9)).toMatchObject([{ state: 'DELIVERED' }])
    service.close()
    await store.close()
  })

  it('as a program: a receiver verifies each message once, and no secret is printed', async () => {
    const to = await receiver()
    const { file, store, webhook } = await registered(`${to.origin}/changes`)
    await store.close()
    const deliver = async () => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/deliver.ts'], {
        cwd: ROOT,
        env: {
          ...process.env,
          STORE_PATH: file,
          DATASET_PATH: folder.out,
          WEBHOOK_ALLOW_ORIGINS: to.origin,
          BASE_URL: 'https://api.example.org',
        },
      })
      expect(stdout + stderr).not.toContain(SECRET.slice(6))
      return stdout.trim()
    }
    expect(await Promise.all([deliver(), deliver()])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Webhooks: \d new, \d delivered, 0 failed\.$/)]),
    )
    expect(to.received).toHaveLength(1)
    const [{ headers, body }] = to.received as [(typeof to.received)[number]]
    const message = ChangesMessage.parse(new Webhook(SECRET).verify(body, headers as Record<string, string>))
    expect(message.data).toMatchObject({ webhook: webhook.id, count: 1, changes: [{ id: id('c', 15) }] })
  })
})

describe('a server', () => {
  it('notices a publication and delivers by itself, without a request', async () => {
    const to = await receiver()
    const published = publishedFolder()
    await published.publish('2026-11-20T08:00:00.000Z')
    const service = openService(published.out)
    const announced = service.publications.newest()
    service.close()
    const { file, store, webhook } = await registered(`${to.origin}/changes`, announced)
    await store.close()
    const program = spawn(process.execPath, ['src/server.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        STORE_PATH: file,
        DATASET_PATH: published.out,
        WEBHOOK_ALLOW_ORIGINS: to.origin,
      },
    })
    onTestFinished(() => void program.kill('SIGKILL'))
    let log = ''
    program.stdout.on('data', (text) => {
      log += text
    })
    await expect.poll(() => log, { timeout: 20_000 }).toContain('listens on')
    published.set('notices', id('c', 15), { dueDate: '2027-03-31' })
    await published.publish('2026-11-21T08:00:00.000Z')
    await expect.poll(() => to.received.length, { timeout: 20_000 }).toBe(1)
    const [{ headers, body }] = to.received as [(typeof to.received)[number]]
    const message = ChangesMessage.parse(new Webhook(SECRET).verify(body, headers as Record<string, string>))
    expect(message.data).toMatchObject({ webhook: webhook.id, changes: [{ id: id('c', 15) }] })
    expect(log).not.toContain(SECRET.slice(6))
    program.kill('SIGTERM')
    const [code] = await once(program, 'exit')
    expect(code).toBe(0)
  })
})
