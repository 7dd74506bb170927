import { describe, expect, it } from 'vitest'
import { createAccount } from '../../src/account/account.ts'
import { ACTORS, type Change } from '../../src/account/actions.ts'
import type { AccountRecord, WebhookFilter } from '../../src/account/record.ts'
import { AccountRefusal } from '../../src/account/refusals.ts'
import {
  createWebhook,
  deleteWebhook,
  endWebhook,
  isReceiving,
  rotateWebhookSecret,
  signingSecrets,
  updateWebhook,
} from '../../src/account/webhooks.ts'
import { hashOf } from '../../src/metering/keys.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 24 * 60 * 60_000
const OWNER = 'owner@example.org'
const ALL: WebhookFilter = { resource: null, state: null, category: null, type: null, change: null }
const draft = (id: string) => ({
  id,
  url: 'https://example.org/',
  filter: ALL,
  announced: 5,
  secret: `secret of ${id}`,
})

const done = (decided: Change | AccountRefusal): AccountRecord => {
  if (decided instanceof AccountRefusal) throw decided
  return decided.record
}

/** An account on the Pro plan with a member, a key and a webhook. */
function account(): AccountRecord {
  const { record } = createAccount({ id: 'acct_1', name: 'Clinics', plan: 'PRO', ownerEmail: OWNER }, NOW, OWNER)
  const key = {
    ...{
      id: 'key_1',
      accountId: 'acct_1',
      name: 'Setup',
      hash: hashOf('x'),
      prefix: 'rhp_live_Ab12',
      lastFour: 'Ab12',
    },
    ...{ createdAt: NOW, revokedAt: null, expiresAt: null, lastUsedAt: null },
  }
  const members = [...record.members, { email: 'member@example.org', role: 'MEMBER' } as const]
  return done(createWebhook({ ...record, members, keys: [key] }, { draft: draft('whk_1'), by: OWNER }, NOW))
}
const only = ({ webhooks }: AccountRecord) => webhooks[0]!

describe('webhook rules', () => {
  it.each<[string, string | Partial<AccountRecord['keys'][number]>, string | null]>([
    ['an owner', OWNER, null],
    ['a member', 'member@example.org', 'role_denied'],
    ['a stranger', 'stranger@example.org', 'account_unknown'],
    ['a key', {}, null],
    ['a key that was rotated a moment ago', { expiresAt: NOW + 1 }, null],
    ['an expired key', { expiresAt: NOW }, 'account_unknown'],
    ['a revoked key', { revokedAt: NOW }, 'account_unknown'],
  ])('let %s manage them, or not', (_, by, code) => {
    const given = account()
    const record = typeof by === 'string' ? given : { ...given, keys: given.keys.map((key) => ({ ...key, ...by })) }
    const actor = typeof by === 'string' ? by : 'key_1'
    const decided = [
      createWebhook(record, { draft: draft('whk_2'), by: actor }, NOW),
      updateWebhook(record, { id: 'whk_1', update: { isEnabled: false }, announced: 5, by: actor }, NOW),
      rotateWebhookSecret(record, { id: 'whk_1', secret: 'new', by: actor }, NOW),
      deleteWebhook(record, { id: 'whk_1', by: actor }, NOW),
    ]
    const codes = decided.map((each) => (each instanceof AccountRefusal ? each.code : null))
    expect(codes).toEqual([code, code, code, code])
  })

  it('sign with both secrets for a day after a rotation, and with at most two', () => {
    const once = done(rotateWebhookSecret(account(), { id: 'whk_1', secret: 'second', by: OWNER }, NOW))
    expect(signingSecrets(only(once), NOW + DAY - 1)).toEqual(['second', 'secret of whk_1'])
    expect(signingSecrets(only(once), NOW + DAY)).toEqual(['second'])
    const twice = done(rotateWebhookSecret(once, { id: 'whk_1', secret: 'third', by: OWNER }, NOW + 1))
    expect(signingSecrets(only(twice), NOW + 2)).toEqual(['third', 'second'])
  })

  it('announce to an enabled webhook only what is published after that', () => {
    const ended = done(endWebhook(account(), { id: 'whk_1', because: 'GONE' }, NOW))
    expect(only(ended)).toMatchObject({ disabledAt: NOW, disabledBecause: 'GONE', announced: 5 })
    expect(isReceiving(ended.account, only(ended), NOW)).toBe(false)
    const change = { id: 'whk_1', update: { isEnabled: true }, announced: 9, by: OWNER }
    const enabled = done(updateWebhook(ended, change, NOW + 1))
    expect(only(enabled)).toMatchObject({ disabledAt: null, disabledBecause: null, announced: 9 })
    expect(isReceiving(enabled.account, only(enabled), NOW)).toBe(true)
    expect(isReceiving({ ...enabled.account, suspended: true }, only(enabled), NOW)).toBe(false)
    expect(isReceiving({ ...enabled.account, plan: 'FREE' }, only(enabled), NOW)).toBe(false)
  })

  it('change and record nothing if nothing differs', () => {
    const record = account()
    const same = { id: 'whk_1', update: { url: 'https://example.org/', filter: ALL, isEnabled: true }, announced: 9 }
    expect(updateWebhook(record, { ...same, by: OWNER }, NOW)).toEqual({ record, notes: [] })
    const ended = done(endWebhook(record, { id: 'whk_1', because: 'GONE' }, NOW))
    expect(endWebhook(ended, { id: 'whk_1', because: 'FAILING' }, NOW + 1)).toEqual({ record: ended, notes: [] })
    expect(endWebhook(record, { id: 'whk_0', because: 'FAILING' }, NOW)).toEqual({ record, notes: [] })
  })

  it('record who did what in the trail, without secrets', () => {
    const created = createWebhook({ ...account(), webhooks: [] }, { draft: draft('whk_2'), by: 'key_1' }, NOW) as Change
    const ended = endWebhook(account(), { id: 'whk_1', because: 'FAILING' }, NOW) as Change
    expect([...created.notes, ...ended.notes]).toEqual([
      { at: NOW, by: 'key_1', action: 'WEBHOOK_CREATED', subject: 'whk_2', detail: 'https://example.org/' },
      { at: NOW, by: ACTORS.service, action: 'WEBHOOK_DISABLED', subject: 'whk_1', detail: 'FAILING' },
    ])
  })
})
