import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import type { AccountRecord } from '../../account/record.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { type Edits, editsOf } from '../edits.ts'
import type { AccountCopy, Write } from '../port.ts'
import * as at from './names.ts'
import { alertField, alertValue, announcedField, invitationValue, noteValue, webhookValue } from './record.ts'
import type { Command, Condition } from './scripts.ts'

/** The driver's writes as commands of the server. */

/** The conditions of a write: the account is unchanged since it was loaded, and the write's own conditions. */
export function conditionsOf({ loaded, record, event, trialOf, isFirst }: Write): Condition[] {
  const { id } = record.account
  const [trailLength = '', billedAt, trialNoticeAt] = loaded?.version.split(' ') ?? []
  const conditions: Condition[] = loaded
    ? [
        [['LLEN', at.trail(id)], trailLength],
        [['HGET', at.account(id), 'billedAt'], billedAt || null],
        [['HGET', at.account(id), 'trialNoticeAt'], trialNoticeAt || null],
      ]
    : [[['EXISTS', at.account(id)], 0]]
  if (event) conditions.push([['EXISTS', at.billingEvent(event.id)], 0])
  if (trialOf !== undefined) conditions.push([['EXISTS', at.trial(trialOf)], 0])
  if (isFirst) conditions.push(...record.members.map(({ email }): Condition => [['EXISTS', at.person(email)], 0]))
  return conditions
}

/** An account's usage, and the alerts about it. */
export function figuresOf({ record, counts, past, alerts }: AccountCopy): Command[] {
  const fields = [
    ...Object.entries(counts).flat(),
    ...past.flatMap(({ month, requests, answers }) => [`past:${month}`, `${requests}|${answers}`]),
    ...alerts.flatMap((alert) => [alertField(alert), alertValue(alert)]),
    ...[...record.keys, ...record.subscriptions].flatMap(({ id, lastUsedAt }) =>
      lastUsedAt === null ? [] : [`last:${id}`, lastUsedAt / MINUTE_MS],
    ),
  ]
  return [['HSET', at.account(record.account.id), ...fields]]
}

function trialCommands(account: string, { account: { trialEndsAt }, trial }: AccountRecord): Command[] {
  if (trial === null) return []
  const field = (name: string, value: number | null): Command =>
    value === null ? ['HDEL', account, name] : ['HSET', account, name, value]
  return [
    ['HSET', account, 'trialPerson', trial.person],
    field('trialEndsAt', trialEndsAt),
    field('trialNoticeAt', trial.noticeAt),
    ['SET', at.trial(trial.person), 1],
  ]
}

/** The changes of a write: to the account, its lists and its trail. */
export function commandsOf({ loaded, record, notes, event }: Write): Command[] {
  const { id, name, plan, suspended, createdAt } = record.account
  const { members, invitations, keys, subscriptions, webhooks } = editsOf(loaded?.record, record)
  const account = at.account(id)
  const commands: Command[] = [
    ['HSET', account, 'name', name, 'plan', plan, 'suspended', Number(suspended), 'createdAt', createdAt],
  ]
  if (record.billedAt !== null) commands.push(['HSET', account, 'billedAt', record.billedAt])
  commands.push(...trialCommands(account, record))
  if (!loaded) commands.push(['SADD', at.ACCOUNTS, id])
  for (const { email } of members.drop) {
    commands.push(['HDEL', account, `member:${email}`], ['SREM', at.person(email), id])
  }
  for (const { email, role } of members.put) {
    commands.push(['HSET', account, `member:${email}`, role], ['SADD', at.person(email), id])
  }
  for (const { email } of invitations.drop) {
    commands.push(['HDEL', account, `invitation:${email}`], ['SREM', at.invited(email), id])
  }
  for (const invitation of invitations.put) {
    const { email } = invitation
    commands.push(
      ['HSET', account, `invitation:${email}`, invitationValue(invitation)],
      ['SADD', at.invited(email), id],
    )
  }
  for (const { hash, accountId, lastUsedAt: _, ...fields } of keys) {
    commands.push(
      ['HSET', at.key(hash), 'account', accountId, ...given(fields)],
      ['SET', at.keyId(fields.id), hash],
      ['HSET', account, `key:${fields.id}`, hash],
    )
  }
  commands.push(...subscriptionCommands(id, subscriptions))
  commands.push(...webhookCommands(id, webhooks, record.webhooks.length > 0))
  for (const note of notes) commands.push(['RPUSH', at.trail(id), noteValue(note)])
  if (event) commands.push(['SET', at.billingEvent(event.id), event.now, 'PX', BILLING_MEMORY_MS])
  return commands
}

function webhookCommands(id: string, { put, drop }: Edits['webhooks'], hasSome: boolean): Command[] {
  const account = at.account(id)
  if (put.length + drop.length === 0) return []
  return [
    ...drop.map((webhook): Command => ['HDEL', account, `webhook:${webhook.id}`, announcedField(webhook.id)]),
    ...put.map((webhook): Command => {
      const announced = [announcedField(webhook.id), webhook.announced]
      return ['HSET', account, `webhook:${webhook.id}`, webhookValue(webhook), ...announced]
    }),
    [hasSome ? 'SADD' : 'SREM', at.WEBHOOKS, id],
  ]
}

function subscriptionCommands(id: string, { put, drop }: Edits['subscriptions']): Command[] {
  const account = at.account(id)
  return [
    ...drop.flatMap((each): Command[] => [
      ['DEL', at.key(each.hash)],
      ['HDEL', account, `subscription:${each.id}`, `last:${each.id}`],
    ]),
    ...put.flatMap(({ hash, lastUsedAt: _, ...fields }): Command[] => [
      ['HSET', at.key(hash), 'account', id, ...given(fields)],
      ['HSET', account, `subscription:${fields.id}`, hash],
    ]),
  ]
}

/** The fields of a hash and their values in turn, without nulls. */
const given = (fields: { [name: string]: string | number | null }): Command =>
  Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name, value]))
