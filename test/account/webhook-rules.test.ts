import { describe, expect, it } from 'vitest'
import { createAccount } from '../../src/account/account.ts'
import { ACTORS, type Change } from '../../src/account/actions.ts'
import type { AccountRecord, StoredWebhook, WebhookFilter } from '../../src/account/record.ts'
import {
  createWebhook,
  deleteWebhook,
  endWebhook,
  getSigningSecrets,
  isReceiving,
  rotateWebhookSecret,
  updateWebhook,
} from '../../src/account/webhooks.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { code } from './record.ts'

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

const done = ({ record }: Change): AccountRecord => record

/** An account on the Pro plan with a member, a key and a webhook. */
function account(): AccountRecord {
  const { record } = createAccount({ id: 'acct_1', name: 'Clinics', plan: 'PRO', ownerEmail: OWNER }, NOW, OWNER)
  const key = {
    ...{
      id: 'key_1',
      accountId: 'acct_1',
      name: 'Setup',
      hash: hashKey('x'),
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
  ])('let %s manage them, or not', (_, by, refusal) => {
    const base = account()
    const record = typeof by === 'string' ? base : { ...base, keys: base.keys.map((key) => ({ ...key, ...by })) }
    const actor = typeof by === 'string' ? by : 'key_1'
    const decided = [
      () => createWebhook(record, { draft: draft('whk_2'), by: actor }, NOW),
      () => updateWebhook(record, { id: 'whk_1', update: { isEnabled: false }, announced: 5, by: actor }, NOW),
      () => rotateWebhookSecret(record, { id: 'whk_1', secret: 'new', by: actor }, NOW),
      () => deleteWebhook(record, { id: 'whk_1', by: actor }, NOW),
    ]
    expect(decided.map(code)).toEqual([refusal, refusal, refusal, refusal])
  })

  it('sign with both secrets for a day after a rotation, and with at most two', () => {
    const once = done(rotateWebhookSecret(account(), { id: 'whk_1', secret: 'second', by: OWNER }, NOW))
    expect(getSigningSecrets(only(once), NOW + DAY - 1)).toEqual(['second', 'secret of whk_1'])
    expect(getSigningSecrets(only(once), NOW + DAY)).toEqual(['second'])
    const twice = done(rotateWebhookSecret(once, { id: 'whk_1', secret: 'third', by: OWNER }, NOW + 1))
    expect(getSigningSecrets(only(twice), NOW + 2)).toEqual(['third', 'second'])
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
    const created = createWebhook({ ...account(), webhooks: [] }, { draft: draft('whk_2'), by: 'key_1' }, NOW)
    const ended = endWebhook(account(), { id: 'whk_1', because: 'FAILING' }, NOW)
    expect([...created.notes, ...ended.notes]).toEqual([
      { at: NOW, by: 'key_1', action: 'WEBHOOK_CREATED', subject: 'whk_2', detail: 'https://example.org/' },
      { at: NOW, by: ACTORS.service, action: 'WEBHOOK_DISABLED', subject: 'whk_1', detail: 'FAILING' },
    ])
  })

  const createChange = (update: object, announced = 3) => ({ id: 'whk_1', update, announced, by: OWNER })
  const other: WebhookFilter = { ...ALL, state: ['NC'] }

  it.each<[string, object, Partial<StoredWebhook>, [string, string][]]>([
    ['its URL', { url: 'https://b.org/' }, { url: 'https://b.org/' }, [['WEBHOOK_UPDATED', 'https://b.org/']]],
    ['its filter', { filter: other }, { filter: other }, [['WEBHOOK_UPDATED', 'https://example.org/']]],
    [
      'whether it is enabled',
      { isEnabled: false },
      { disabledAt: NOW + 1, disabledBecause: 'MEMBER' },
      [['WEBHOOK_DISABLED', 'https://example.org/']],
    ],
    [
      'all at once',
      { url: 'https://b.org/', filter: other, isEnabled: false },
      { url: 'https://b.org/', filter: other, disabledAt: NOW + 1, disabledBecause: 'MEMBER' },
      [
        ['WEBHOOK_UPDATED', 'https://b.org/'],
        ['WEBHOOK_DISABLED', 'https://b.org/'],
      ],
    ],
  ])('change %s and record it', (_, update, expected, notes) => {
    const record = account()
    const change = updateWebhook(record, createChange(update), NOW + 1)
    expect(change.record).toEqual({ ...record, webhooks: [{ ...only(record), ...expected }] })
    expect(change.notes).toEqual(
      notes.map(([action, detail]) => ({ at: NOW + 1, by: OWNER, action, subject: 'whk_1', detail })),
    )
  })

  it('keep a disabled webhook disabled when something else changes, until it is enabled', () => {
    const ended = done(endWebhook(account(), { id: 'whk_1', because: 'GONE' }, NOW))
    const moved = done(updateWebhook(ended, createChange({ url: 'https://b.org/' }), NOW + 1))
    expect(moved.webhooks).toEqual([{ ...only(ended), url: 'https://b.org/' }])
    expect(updateWebhook(ended, createChange({}), NOW + 1)).toEqual({ record: ended, notes: [] })
    const enabled = updateWebhook(ended, createChange({ isEnabled: true }), NOW + 1)
    expect(enabled.notes.map(({ action }) => action)).toEqual(['WEBHOOK_ENABLED'])
    // Never behind what was announced to it.
    expect(only(enabled.record)).toEqual({ ...only(ended), disabledAt: null, disabledBecause: null, announced: 5 })
  })

  it('delete a webhook and no other, and record it', () => {
    const two = done(createWebhook(account(), { draft: draft('whk_2'), by: OWNER }, NOW))
    const deleted = deleteWebhook(two, { id: 'whk_1', by: OWNER }, NOW + 1)
    expect(deleted.record).toEqual({ ...two, webhooks: [two.webhooks[1]] })
    expect(deleted.notes).toEqual([
      { at: NOW + 1, by: OWNER, action: 'WEBHOOK_DELETED', subject: 'whk_1', detail: 'https://example.org/' },
    ])
  })

  it('keep the webhooks in order, and change the right one', () => {
    const two = done(createWebhook(account(), { draft: draft('whk_2'), by: OWNER }, NOW))
    const rotated = rotateWebhookSecret(two, { id: 'whk_2', secret: 'new', by: 'key_1' }, NOW + 1)
    expect(rotated.record.webhooks).toEqual([
      two.webhooks[0],
      { ...two.webhooks[1], secret: 'new', secretBefore: 'secret of whk_2', rotatedUntil: NOW + 1 + DAY },
    ])
    expect(rotated.notes).toEqual([
      { at: NOW + 1, by: 'key_1', action: 'WEBHOOK_SECRET_ROTATED', subject: 'whk_2', detail: 'https://example.org/' },
    ])
    expect(endWebhook(two, { id: 'whk_2', because: 'GONE' }, NOW)).toMatchObject({
      record: { webhooks: [{ disabledAt: null }, { id: 'whk_2', disabledAt: NOW }] },
    })
  })

  it('create one that is enabled and was announced nothing later, as many as the plan allows', () => {
    expect(only(account())).toEqual({
      ...draft('whk_1'),
      createdAt: NOW,
      disabledAt: null,
      disabledBecause: null,
      rotatedUntil: null,
      secretBefore: null,
    })
    const next = { draft: draft('whk_9'), by: OWNER }
    const two = done(createWebhook(account(), { draft: draft('whk_2'), by: OWNER }, NOW))
    expect(() => createWebhook(two, next, NOW)).toThrow(expect.objectContaining({ code: 'webhooks_exhausted' }))
    const free = { ...account(), account: { ...account().account, plan: 'FREE' as const } }
    expect(() => createWebhook(free, next, NOW)).toThrow(
      expect.objectContaining({
        code: 'plan_without_webhooks',
        message: 'The plan FREE includes no webhooks. Choose another plan first.',
      }),
    )
  })

  it.each(['update', 'rotate', 'delete'] as const)('refuse to %s one that does not exist', (verb) => {
    const command = { id: 'whk_9', by: OWNER, update: {}, announced: 0, secret: 'x' }
    const rule = { update: updateWebhook, rotate: rotateWebhookSecret, delete: deleteWebhook }[verb]
    expect(() => rule(account(), command, NOW)).toThrow(
      expect.objectContaining({
        code: 'webhook_unknown',
        message: 'The account has no webhook "whk_9".',
      }),
    )
  })

  it('sign with one secret before any rotation, and where the end of the other is unknown', () => {
    const webhook = only(account())
    expect(getSigningSecrets(webhook, NOW)).toEqual(['secret of whk_1'])
    expect(getSigningSecrets({ ...webhook, secretBefore: 'old' }, NOW)).toEqual(['secret of whk_1'])
    expect(getSigningSecrets({ ...webhook, rotatedUntil: NOW + 1 }, NOW)).toEqual(['secret of whk_1'])
  })
})
