import { describe, expect, it } from 'vitest'
import { callerIn, createKey, readMembers, remove, revokeKey, rotateKey, setRole } from '../../src/account/caller.ts'
import { hashSecret } from '../../src/account/person.ts'
import { openLink, requestLink } from '../../src/account/sign-in.ts'
import type { Accounts } from '../../src/account/verbs.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { ADMIN, account, invitation, key, MEMBER, NOW, OWNER, STRANGER } from './record.ts'

const record = account('PRO', { invitations: [invitation(STRANGER, 'MEMBER')] })
const caller = { email: OWNER, role: 'OWNER' as const, account: record.account }

/** Makes verbs of a store that add each call to a list. */
function recording() {
  const calls: unknown[][] = []
  const verb =
    (name: string, result?: unknown) =>
    async (...command: unknown[]) => {
      calls.push([name, ...command])
      return result
    }
  return { calls, verb }
}

/** A store that has the record, and its calls. */
function store() {
  const { calls, verb } = recording()
  const verbs = {
    members: async () => record.members,
    invitations: async () => record.invitations,
    keys: async () => record.keys,
    setRole: verb('setRole'),
    invite: verb('invite'),
    removeMember: verb('removeMember'),
    withdrawInvitation: verb('withdrawInvitation'),
    createKey: verb('createKey', key('key_2')),
    rotateKey: verb('rotateKey', key('key_2')),
    revokeKey: verb('revokeKey', key('key_1', { revokedAt: NOW })),
  } as unknown as Accounts
  return { verbs, calls }
}
const idOf = async (email: string) =>
  (await readMembers(store().verbs, 'acct_1', NOW)).find((person) => person.email === email)?.id ?? ''

describe('a signed-in person', () => {
  it('is the caller in their accounts, and in no other', async () => {
    const people = { memberships: async () => [{ account: record.account, role: 'ADMIN' as const }] }
    expect(await callerIn(people, ADMIN, 'acct_1')).toEqual({ email: ADMIN, account: record.account, role: 'ADMIN' })
    expect(await callerIn(people, ADMIN, 'acct_2')).toBeNull()
  })

  it('sees the members, then the invited people, each with an id of this account', async () => {
    const people = await readMembers(store().verbs, 'acct_1', NOW)
    expect(people).toEqual([
      { email: OWNER, role: 'OWNER', id: expect.stringMatching(/^mem_[\w-]{16}$/), invitation: null },
      { email: ADMIN, role: 'ADMIN', id: expect.any(String), invitation: null },
      { email: MEMBER, role: 'MEMBER', id: expect.any(String), invitation: null },
      { email: STRANGER, role: 'MEMBER', id: expect.any(String), invitation: record.invitations[0] },
    ])
    const others = await readMembers(store().verbs, 'acct_2', NOW)
    expect(new Set([...people, ...others].map(({ id }) => id)).size).toBe(8)
  })

  it('changes the role of a member, and invites an invited person again', async () => {
    const { verbs, calls } = store()
    await setRole(verbs, caller, await idOf(MEMBER), 'ADMIN', NOW)
    await setRole(verbs, caller, await idOf(STRANGER), 'ADMIN', NOW)
    expect(calls).toEqual([
      ['setRole', 'acct_1', { email: MEMBER, role: 'ADMIN' }, NOW, OWNER],
      ['invite', 'acct_1', { email: STRANGER, role: 'ADMIN' }, NOW, OWNER],
    ])
  })

  it('removes a member, and withdraws an invitation', async () => {
    const { verbs, calls } = store()
    await remove(verbs, caller, await idOf(MEMBER), NOW)
    await remove(verbs, caller, await idOf(STRANGER), NOW)
    expect(calls).toEqual([
      ['removeMember', 'acct_1', MEMBER, NOW, OWNER],
      ['withdrawInvitation', 'acct_1', STRANGER, NOW, OWNER],
    ])
  })

  it('reaches nobody under an unknown id', async () => {
    const { verbs, calls } = store()
    await expect(setRole(verbs, caller, 'mem_x', 'ADMIN', NOW)).rejects.toMatchObject({ code: 'member_unknown' })
    await expect(remove(verbs, caller, 'mem_x', NOW)).rejects.toMatchObject({ code: 'member_unknown' })
    expect(calls).toEqual([])
  })

  it('creates and rotates keys with a new secret, of which the store gets the hash', async () => {
    const { verbs, calls } = store()
    const created = await createKey(verbs, caller, 'Sync', NOW)
    const rotated = await rotateKey(verbs, caller, 'key_1', NOW)
    expect([created.key, rotated.key]).toEqual([key('key_2'), key('key_2')])
    const draft = ({ secret }: { secret: string }) => ({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      hash: hashKey(secret),
      prefix: secret.slice(0, 13),
      lastFour: secret.slice(-4),
    })
    expect(calls).toEqual([
      ['createKey', 'acct_1', { ...draft(created), name: 'Sync' }, NOW, OWNER],
      ['rotateKey', 'key_1', draft(rotated), NOW, OWNER],
    ])
    expect(JSON.stringify(calls)).not.toContain(created.secret)
  })

  it('revokes and rotates only keys of the account', async () => {
    const { verbs, calls } = store()
    expect(await revokeKey(verbs, caller, 'key_1', NOW)).toEqual(key('key_1', { revokedAt: NOW }))
    expect(calls).toEqual([['revokeKey', 'key_1', NOW, OWNER]])
    await expect(revokeKey(verbs, caller, 'key_9', NOW)).rejects.toMatchObject({ code: 'key_unknown' })
    await expect(rotateKey(verbs, caller, 'key_9', NOW)).rejects.toMatchObject({ code: 'key_unknown' })
    expect(calls).toHaveLength(1)
  })
})

describe('a sign-in link', () => {
  const BROWSER = 'b'.repeat(43)
  const linkFor = async (browser: string | undefined) => {
    const kept: unknown[] = []
    const links = { saveLink: async (...command: unknown[]) => void kept.push(command) }
    const requested = await requestLink(links, { email: OWNER, browser, base: 'https://a.org' }, NOW)
    return { ...requested, kept, token: requested.link.split('#')[1] ?? '' }
  }

  it('carries its token behind the #, and works in the browser that asked', async () => {
    const { link, browser, kept, token } = await linkFor(BROWSER)
    expect(link).toMatch(/^https:\/\/a\.org\/account\/open#[\w-]{43}$/)
    expect(browser).toBe(BROWSER)
    expect(kept).toEqual([[{ hash: hashSecret(token), browser: hashSecret(BROWSER), email: OWNER }, NOW]])
  })

  it.each([undefined, '', 'short'])('gives a browser without a secret one: %s', async (given) => {
    const { browser, kept } = await linkFor(given)
    expect(browser).toMatch(/^[\w-]{43}$/)
    expect(kept).toMatchObject([[{ browser: hashSecret(browser) }, NOW]])
  })

  const TOKEN = 't'.repeat(43)
  const opened = async (link: { token?: string; browser?: string; session?: string }, email: string | null = OWNER) => {
    const { calls, verb } = recording()
    const sessions = {
      takeLink: verb('takeLink', email),
      welcome: verb('welcome', []),
      endSession: verb('endSession'),
      openSession: verb('openSession'),
    } as unknown as Parameters<typeof openLink>[0]
    const opening = await openLink(sessions, { token: TOKEN, browser: BROWSER, session: undefined, ...link }, NOW)
    return { opening, calls }
  }

  it('welcomes the person, ends the session before and starts a new one', async () => {
    const before = 's'.repeat(43)
    const { opening, calls } = await opened({ session: before })
    expect(opening).toEqual({ email: OWNER, session: expect.stringMatching(/^[\w-]{43}$/) })
    expect(calls).toEqual([
      ['takeLink', hashSecret(TOKEN), hashSecret(BROWSER), NOW],
      ['welcome', OWNER, NOW],
      ['endSession', hashSecret(before)],
      ['openSession', hashSecret(opening?.session ?? ''), OWNER, NOW],
    ])
  })

  it('ends no session where there is none', async () => {
    const { calls } = await opened({ session: 'x' })
    expect(calls.map(([name]) => name)).toEqual(['takeLink', 'welcome', 'openSession'])
  })

  it.each([
    ['another form of token', { token: 'x' }],
    ['another form of browser', { browser: '' }],
  ])('with %s opens nothing, without asking the store', async (_, link) => {
    expect(await opened(link)).toEqual({ opening: null, calls: [] })
  })

  it('that is not valid opens nothing', async () => {
    const { opening, calls } = await opened({}, null)
    expect(opening).toBeNull()
    expect(calls.map(([name]) => name)).toEqual(['takeLink'])
  })
})
