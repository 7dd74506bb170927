import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/program.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import type { Store } from '../../src/storage/port.ts'
import { NOW, putBake, scratch } from '../api.ts'
import { commandProcess } from '../command.ts'
import { openSmtp } from '../notify/smtp.ts'
import { damage } from '../store/spoilt.ts'

const PLAIN = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }

let bake: string
let storePath: string
beforeEach(async () => {
  bake = scratch()
  await putBake(bake)
  storePath = path.join(scratch(), 'store.sqlite')
  await openEmbedded(storePath).close()
})

interface Options {
  env?: Record<string, string>
  now?: number
  openStore?: () => Promise<Store>
}

/** Runs the command. Returns its exit code, and the status and message of each check. */
async function doctor({ env = {}, now = Date.parse(NOW), openStore }: Options = {}) {
  let [out, log] = ['', '']
  const code = await runAdmin(['doctor', '--json'], {
    openStore: openStore ?? (async () => openEmbedded(storePath)),
    now: () => now,
    out: (text) => {
      out += text
    },
    log: (text) => {
      log += text
    },
    env: { DATASET_PATH: bake, STORE_PATH: storePath, STALE_AFTER_HOURS: '87600', ...env },
  })
  const { ok, checks } = JSON.parse(out) as {
    ok: boolean
    checks: { check: string; status: string; message: string }[]
  }
  expect(code).toBe(ok ? 0 : 1)
  if (!ok) expect(log).toBe('error: A check failed.\n')
  return { code, ...Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest])) } as Record<
    string,
    { status: string; message: string } | undefined
  > & { code: number }
}

describe('doctor', () => {
  it('finds nothing wrong with a service that works, and writes neither accounts nor emails', async () => {
    const { port, accepted } = await openSmtp(PLAIN)
    const env = {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'desk@example.org',
      BASE_URL: 'https://data.example.org',
    }
    const checks = await doctor({ env })
    expect(checks).toMatchObject({
      code: 0,
      settings: { status: 'ok', message: expect.stringMatching(/^6 set/) },
      store: { status: 'ok', message: expect.stringMatching(/^embedded, 0 accounts, a write took \d+ ms\.$/) },
      clock: { status: 'ok' },
      mail: { status: 'ok', message: `127.0.0.1:${port} accepts connections; nothing was sent.` },
      dataset: { status: 'ok', message: expect.stringMatching(/^[0-9a-f]{16}, \d+ files intact, /) },
      disk: { message: expect.stringMatching(/ GB free in /) },
    })
    expect(accepted).toEqual([])
  })

  it('says what is wrong with the settings, and then checks nothing else', async () => {
    expect(await doctor({ env: { PORT: 'http' } })).toEqual({
      code: 1,
      settings: { status: 'failed', message: 'PORT is not a whole number in digits.' },
    })
  })

  it('finds a mail server that is away or refuses the password', async () => {
    const settings = { MAIL_FROM: 'desk@example.org', BASE_URL: 'https://data.example.org' }
    const away = await doctor({ env: { ...settings, SMTP_URL: 'smtp://127.0.0.1:9' } })
    expect(away).toMatchObject({ code: 1, mail: { status: 'failed', message: expect.stringContaining('127.0.0.1:9') } })
    const { port } = await openSmtp(PLAIN)
    const refused = await doctor({ env: { ...settings, SMTP_URL: `smtp://clinic:wrong@127.0.0.1:${port}` } })
    expect(refused.mail).toEqual({ status: 'failed', message: `127.0.0.1:${port} cannot be used: EAUTH 535.` })
  })

  it('finds a damaged file of the dataset, none at all, and a stale one', async () => {
    const late = await doctor({ env: { STALE_AFTER_HOURS: '1' }, now: Date.now() + 3 * 60 * 60_000 })
    expect(late).toMatchObject({ code: 0, dataset: { status: 'warning', message: expect.stringContaining('stale') } })
    damage(bake)
    expect(await doctor()).toMatchObject({
      code: 1,
      dataset: {
        status: 'failed',
        message: expect.stringMatching(/^Missing or damaged: service-[0-9a-f]{16}\.sqlite\./),
      },
    })
    const nowhere = await doctor({ env: { DATASET_PATH: path.join(bake, 'nowhere') } })
    expect(nowhere.dataset?.message).toMatch(/^There is no bake in .*Run "npm run bake"\.$/)
  })

  it('finds a store that is away, and does not create one', async () => {
    const none = await doctor({ env: { STORE_PATH: `${storePath}-none` } })
    expect(none.store).toMatchObject({ status: 'warning', message: expect.stringContaining('no store') })
    expect(existsSync(`${storePath}-none`)).toBe(false)
    const away = await doctor({
      env: { REDIS_URL: 'redis://127.0.0.1:9' },
      openStore: async () => ({ ...openEmbedded(storePath), ping: () => Promise.reject(new Error('away')) }),
    })
    expect(away).toMatchObject({
      code: 1,
      store: { status: 'failed', message: 'redis: away' },
      clock: { status: 'skipped' },
    })
  })

  it.each([
    [1_000, 'ok', 'behind'],
    [-5_000, 'warning', 'ahead of'],
    [90_000, 'failed', 'behind'],
  ])('compares the clocks: the store %i ms ahead is %s', async (skewMs, status, direction) => {
    const now = Date.parse(NOW)
    const { clock } = await doctor({
      env: { REDIS_URL: 'redis://127.0.0.1:9' },
      openStore: async () => ({ ...openEmbedded(storePath), ping: async () => now + skewMs }),
    })
    expect(clock).toMatchObject({ status, message: expect.stringContaining(direction) })
  })

  it('is a command of its own process, with a table', async () => {
    const { PATH } = process.env
    const env = { PATH, DATASET_PATH: path.join(bake, 'nowhere'), STORE_PATH: storePath }
    const { code, stdout, stderr } = await commandProcess('scripts/admin.ts', ['doctor'], env)
    expect([code, stderr]).toEqual([1, 'error: A check failed.\n'])
    expect(stdout).toMatch(/^CHECK +STATUS +RESULT\n[- ]+\nsettings +ok +2 set/)
    expect(stdout).toMatch(/\ndataset +failed +There is no bake/)
  })
})
