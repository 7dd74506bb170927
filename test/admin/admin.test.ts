import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/program.ts'
import { hashKey, isWellFormed } from '../../src/metering/keys.ts'
import { PLAN_NAMES } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'admin-'))
let path: string
let files = 0

beforeEach(() => {
  files += 1
  path = join(folder, `${files}.sqlite`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs one command line and returns its output. */
async function admin(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await runAdmin(args, {
    openStore: async () => openEmbedded(path),
    now: () => NOW,
    out: (text) => {
      out += text
    },
    log: (text) => {
      err += text
    },
    env: {},
  })
  return { code, out, err }
}

async function json<Value>(...args: string[]): Promise<Value> {
  const { code, out, err } = await admin(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out) as Value
}

const createAccount = (plan = 'PRO') =>
  json<{ id: string }>('account', 'create', '--name', 'Prairie Clinics', '--plan', plan, '--owner', 'Owner@Example.org')
const createKey = (account: string) =>
  json<{ id: string; key: string; prefix: string }>('key', 'create', '--account', account)

describe('account', () => {
  it('create prints the account', async () => {
    const account = await createAccount('team')
    expect(account).toEqual({
      id: expect.stringMatching(/^acct_/),
      name: 'Prairie Clinics',
      plan: 'TEAM',
      suspended: false,
      trialEndsAt: null,
      createdAt: '2026-11-20T12:00:00.000Z',
      owner: 'owner@example.org',
    })
    expect(await json('account', 'list')).toMatchObject([{ id: account.id }])
  })

  it('show also lists members and keys', async () => {
    const { id } = await createAccount()
    const key = await createKey(id)
    expect(await json('account', 'show', id)).toMatchObject({
      id,
      members: [{ email: 'owner@example.org', role: 'OWNER' }],
      keys: [{ id: key.id, prefix: key.prefix }],
    })
    const { out } = await admin('account', 'show', id)
    expect(out).toContain('owner@example.org  OWNER')
    expect(out).not.toContain(key.key)
  })

  it('set-plan, suspend and resume change it', async () => {
    const { id } = await createAccount()
    expect(await json('account', 'set-plan', id, '--plan', 'API')).toMatchObject({ plan: 'API' })
    expect(await json('account', 'suspend', id)).toMatchObject({ suspended: true })
    expect((await admin('account', 'list')).out).toContain('suspended')
    expect(await json('account', 'resume', id)).toMatchObject({ suspended: false })
  })

  it('records its changes in the trail, as the maintainer', async () => {
    const { id } = await createAccount()
    await json('account', 'set-plan', id, '--plan', 'TEAM')
    await createKey(id)
    const store = openEmbedded(path)
    const trail = await store.trail(id, 9)
    await store.close()
    expect(trail.map(({ by, at, action }) => `${by} ${at} ${action}`)).toEqual(
      ['KEY_CREATED', 'PLAN_SET', 'MEMBER_ADDED', 'ACCOUNT_CREATED'].map((action) => `maintainer ${NOW} ${action}`),
    )
  })

  it('says how to start when there are none', async () => {
    expect((await admin('account', 'list')).out).toBe('There are no accounts yet. Create one with `account create`.\n')
  })
})

describe('account delete', () => {
  it('deletes nothing without --yes, and says what it would delete', async () => {
    const { id } = await createAccount()
    await createKey(id)
    const { code, out, err } = await admin('account', 'delete', id)
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      'error: Nothing was deleted. "Prairie Clinics" (PRO) has 1 member, 1 key, 0 webhooks; deleting it cannot be undone. Add --yes to delete it.\n',
    )
    expect((await json<unknown[]>('account', 'list')).length).toBe(1)
  })

  it('deletes the account with its keys, and knows it no longer', async () => {
    const { id } = await createAccount()
    const { key } = await createKey(id)
    expect(await json('account', 'delete', id, '--yes')).toMatchObject({
      account: { id },
      members: 1,
      keys: 1,
      webhooks: 0,
    })
    expect(await json('account', 'list')).toEqual([])
    const store = openEmbedded(path)
    expect(await store.admit(hashKey(key), { month: 1, answer: 0 }, getWindows(NOW))).toEqual({
      verdict: 'unknown',
    })
    await store.close()
    for (const words of [[], ['--yes']]) {
      const { code, err } = await admin('account', 'delete', id, ...words)
      expect([code, err.includes(id)]).toEqual([1, true])
    }
  })
})

describe('key', () => {
  it('create shows the secret once, and the secret works', async () => {
    const { id } = await createAccount()
    const key = await createKey(id)
    expect(isWellFormed(key.key)).toBe(true)
    expect(key.key.startsWith(key.prefix)).toBe(true)
    const store = openEmbedded(path)
    const admission = await store.admit(hashKey(key.key), { month: 1, answer: 0 }, getWindows(NOW))
    await store.close()
    expect(admission.verdict).toBe('admitted')
    const { out } = await admin('key', 'list', '--account', id)
    expect(out).toContain(`${key.prefix}…${key.key.slice(-4)}`)
    expect(out).not.toContain(key.key)
    expect(out).toContain('2026-11-20 12:00 UTC')
  })

  it('create prints the secret on its own line for people', async () => {
    const { id } = await createAccount()
    const { out } = await admin('key', 'create', '--account', id, '--name', 'Nightly sync')
    expect(
      out
        .split('\n')
        .map((line) => line.trim())
        .filter((word) => isWellFormed(word)),
    ).toHaveLength(1)
    expect(out).toContain('Nightly sync')
    expect(out).toContain('not be shown again')
  })

  it('revoke ends it, rotate replaces it', async () => {
    const { id } = await createAccount()
    const first = await createKey(id)
    const rotated = await json<{ id: string; key: string }>('key', 'rotate', first.id)
    expect(isWellFormed(rotated.key)).toBe(true)
    expect(await json('key', 'revoke', rotated.id)).toMatchObject({ revokedAt: '2026-11-20T12:00:00.000Z' })
    const { out } = await admin('key', 'list', '--account', id)
    expect(out).toContain('rotated, expires 2026-11-21 12:00 UTC')
    expect(out).toContain('revoked 2026-11-20 12:00 UTC')
  })
})

describe('member', () => {
  it('add, list and remove manage the people of an account', async () => {
    const { id } = await createAccount()
    const add = (email: string, role: string) =>
      json('member', 'add', '--account', id, '--email', email, '--role', role)
    expect(await add('admin@example.org', 'admin')).toHaveLength(2)
    expect(await json('member', 'list', '--account', id)).toEqual([
      { email: 'owner@example.org', role: 'OWNER' },
      { email: 'admin@example.org', role: 'ADMIN' },
    ])
    expect(await json('member', 'remove', '--account', id, '--email', 'ADMIN@example.org')).toHaveLength(1)
  })
})

describe('usage and alerts', () => {
  const spent = async (requests: number) => {
    const { id } = await createAccount()
    const { key } = await createKey(id)
    const store = openEmbedded(path)
    for (let index = 0; index < requests; index += 1) {
      const now = NOW - 60 * 60_000 + Math.floor(index / 50) * 60_000
      await store.admit(hashKey(key), { month: 1, answer: 0 }, getWindows(now))
    }
    await store.close()
    return id
  }

  it('usage draws usage against the marks at 80% and 100%', async () => {
    const id = await spent(1_700)
    const { out } = await admin('usage', '--account', id)
    expect(out).toContain(`Requests 2026-11 [${'#'.repeat(32)}|##......|] 1,700 of 2,000 (85%), resets 2026-12-01`)
    expect(out).toContain(`Answers 2026-11  [${'.'.repeat(32)}|........|] 0 of 250 (0%)`)
    expect(await json('usage', '--account', id)).toMatchObject({
      requests: { limit: 2_000, used: 1_700, remaining: 300, resetsAt: '2026-12-01T00:00:00.000Z' },
    })
  })

  it('usage of a plan without an allowance is drawn too', async () => {
    const { id } = await createAccount('FREE')
    expect((await admin('usage', '--account', id)).out).toContain('0 of 0, resets')
  })

  it('alerts list shows what is pending, alerts send delivers it; the old command name works too', async () => {
    const id = await spent(1_600)
    expect((await admin('alerts', 'list')).out).toContain('pending')
    const { code, out, err } = await admin('alerts', 'send')
    expect(code).toBe(0)
    expect(out).toContain('delivered')
    expect(JSON.parse(err)).toMatchObject({ event: 'usage_notice', accountId: id, threshold: 80 })
    expect((await admin('notices', 'send')).out).toBe('No alerts are due.\n')
    expect(await json('notices', 'list', '--account', id)).toMatchObject([{ meter: 'requests', deliveredBy: 'log' }])
  })
})

describe('a mistake', () => {
  const account = ['account', 'create', '--name', 'A', '--owner', 'a@example.org', '--plan', 'PRO']
  const swap = (option: string, value: string) => account.with(account.indexOf(option) + 1, value)
  it.each([
    ['an unknown plan', swap('--plan', 'GOLD'), PLAN_NAMES.join(', ')],
    ['a bad address', swap('--owner', 'nobody'), 'is not an email address'],
    ['an empty name', swap('--name', ' '), 'is empty'],
    ['a missing option', ['account', 'create', '--name', 'A'], "required option '--plan <plan>' not specified"],
    ['an unknown account', ['key', 'create', '--account', 'acct_none'], '`npm run admin -- account list`'],
    ['an unknown account in show', ['account', 'show', 'acct_none'], 'No account has the id "acct_none"'],
    ['an unknown key', ['key', 'revoke', 'key_none'], 'No key has the id "key_none"'],
    ['an unknown command', ['acount'], "unknown command 'acount'"],
    ['an unknown option', ['account', 'list', '--all'], "unknown option '--all'"],
    [
      'an unknown role',
      ['member', 'add', '--account', 'a', '--email', 'a@b.org', '--role', 'BOSS'],
      'OWNER, ADMIN, MEMBER',
    ],
    ['an unknown account in alerts', ['alerts', 'send', '--account', 'acct_none'], 'No account has the id'],
  ])('such as %s is one clear sentence and exit code 1', async (_, args, sentence) => {
    const { code, out, err } = await admin(...args)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toContain(sentence)
    expect(err.startsWith('error: ')).toBe(true)
    expect(err).not.toContain('    at ')
  })

  it('such as one key too many says what to do', async () => {
    const { id } = await createAccount('API')
    await createKey(id)
    const { code, err } = await admin('key', 'create', '--account', id)
    expect({ code, err }).toEqual({
      code: 1,
      err: 'error: The account already has all the keys that the plan API allows. Revoke one first.\n',
    })
  })

  it('such as a key for a FREE account says what to do', async () => {
    const { id } = await createAccount('FREE')
    expect((await admin('key', 'create', '--account', id)).err).toContain('Get a paid plan first; see /plans.')
  })
})

describe('help', () => {
  it.each([
    [[]],
    [['account']],
    [['account', 'create']],
    [['member']],
    [['key']],
    [['key', 'rotate']],
    [['usage']],
    [['alerts', 'send']],
    [['notices', 'send']],
  ])('is available for %j', async (args) => {
    const { code, out, err } = await admin(...args, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Usage: admin')
  })
})

it('the script prints only the JSON on standard output', async () => {
  const script = join(import.meta.dirname, '../../scripts/admin.ts')
  const args = [script, 'account', 'create', '--name', 'A', '--plan', 'PRO', '--owner', 'a@example.org', '--json']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, STORE_PATH: path, REDIS_URL: '', UPSTASH_REDIS_REST_URL: '' },
  })
  expect(JSON.parse(stdout)).toMatchObject({ plan: 'PRO' })
  expect(stderr).toBe('')
})
