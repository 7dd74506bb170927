import { z } from 'zod'
import { ACTION_NAMES, type Entry, type Note } from '../../account/actions.ts'
import { type Invitation, MailboxHash, Role, StoredWebhook } from '../../account/record.ts'
import { KeyHash } from '../../metering/keys.ts'
import { PlanName } from '../../metering/plans.ts'
import { METERS, THRESHOLDS } from '../../metering/thresholds.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { ALERT_CHANNELS, type Alert, type AlertName } from '../../notify/alert.ts'
import type { StoredAccount } from '../port.ts'
import { Absent, Json, type Loaded, read, Whole } from './scripts.ts'

/**
 * The format of records in Redis. Fields of an account's hash: `name plan suspended createdAt billedAt trialEndsAt
 * trialPerson trialNoticeAt`; `member:EMAIL` = role; `invitation:EMAIL` = `role|created|expires|by`; `key:ID` and
 * `subscription:ID` = hash of the secret; `last:ID` = the minute of its last use; `webhook:ID` = the webhook as JSON,
 * except `announced:ID` = up to which time publications were announced to it; `minute minuteUsed month monthUsed
 * answersUsed notified`; `spent` = what named admissions still have spent, each `token|minute|month|requests|answers;`;
 * `past:MONTH` = `requests|answers`; `notice:MONTH:METER:THRESHOLD` = an alert, `created|attempts|next|delivered|by`.
 */

const InstantOrNone = Whole.nullable().default(null)
const AccountHash = z.object({
  name: z.string(),
  plan: PlanName,
  suspended: z.literal(['0', '1']).default('0'),
  createdAt: Whole,
  billedAt: InstantOrNone,
  trialEndsAt: InstantOrNone,
  trialPerson: MailboxHash.nullable().default(null),
  trialNoticeAt: InstantOrNone,
  minute: Whole.default(0),
  minuteUsed: Whole.default(0),
  month: z.string().default(''),
  monthUsed: Whole.default(0),
  answersUsed: Whole.default(0),
  notified: Whole.default(0),
})
const KeyFields = z.object({
  id: z.string(),
  hash: KeyHash,
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Whole,
  revokedAt: InstantOrNone,
  expiresAt: InstantOrNone,
})
const SubscriptionFields = KeyFields.omit({ expiresAt: true }).extend({
  list: z.string(),
  format: z.string(),
  query: z.string(),
})
const InvitationValue = z.tuple([Role, Whole, Whole, z.string()])
const AlertField = z.tuple([z.string(), z.enum(METERS), z.coerce.number().pipe(z.literal(THRESHOLDS))])
const AlertValue = z.tuple([Whole, Whole, Whole, Absent.or(Whole), Absent.or(z.enum(ALERT_CHANNELS))])
const WebhookValue = Json.pipe(StoredWebhook.omit({ id: true, announced: true }))
const TrailValue = Json.pipe(z.tuple([Whole, z.string(), z.enum(ACTION_NAMES), z.string(), z.string()]))

/** @throws StoreUnavailable when a hash does not have the format of this store */
export function storedOf([id, flat, keyHashes, trailLength]: Loaded): StoredAccount {
  const entries = pairsOf(flat)
  const fields = Object.fromEntries(entries)
  const { name, plan, suspended, createdAt, billedAt, ...rest } = read(AccountHash, fields)
  const { trialEndsAt, trialPerson, trialNoticeAt, ...counts } = rest
  const named = (beginning: string): [string, string][] =>
    entries.flatMap(([field, value]) => (field.startsWith(beginning) ? [[field.slice(beginning.length), value]] : []))
  const lastUseOf = (keyId: string): number | null => {
    const lastMinute = fields[`last:${keyId}`]
    return lastMinute ? read(Whole, lastMinute) * MINUTE_MS : null
  }
  const secrets = keyHashes.map((hash): { [field: string]: string } => Object.fromEntries(pairsOf(hash)))
  return {
    version: `${trailLength} ${billedAt ?? ''} ${trialNoticeAt ?? ''}`,
    entries: trailLength,
    record: {
      account: { id, name, plan, trialEndsAt, suspended: suspended === '1', createdAt },
      billedAt,
      trial: trialPerson && { person: trialPerson, noticeAt: trialNoticeAt },
      members: named('member:').map(([email, role]) => ({ email, role: read(Role, role) })),
      invitations: named('invitation:').map(([email, value]) => {
        // The inviter comes last, because the address may contain a bar.
        const [, ...parts] = /^(\w+)\|(\d+)\|(\d+)\|(.*)$/.exec(value) ?? []
        const [role, invitedAt, expiresAt, invitedBy] = read(InvitationValue, parts)
        return { email, role, invitedBy, createdAt: invitedAt, expiresAt }
      }),
      keys: secrets
        .filter(({ list }) => list === undefined)
        .map((entry) => {
          const key = read(KeyFields, entry)
          return { ...key, accountId: id, lastUsedAt: lastUseOf(key.id) }
        }),
      subscriptions: secrets
        .filter(({ list }) => list !== undefined)
        .map((entry) => {
          const subscription = read(SubscriptionFields, entry)
          return { ...subscription, lastUsedAt: lastUseOf(subscription.id) }
        }),
      webhooks: named('webhook:').map(([webhookId, value]) => ({
        id: webhookId,
        ...read(WebhookValue, value),
        announced: read(Whole, fields[announcedField(webhookId)]),
      })),
    },
    counts,
    past: named('past:').map(([month, value]) => {
      const [requests, answers] = read(z.tuple([Whole, Whole]), value.split('|'))
      return { month, requests, answers }
    }),
    alerts: named('notice:').map(([field, value]) => {
      const [month, meter, threshold] = read(AlertField, field.split(':'))
      const [madeAt, attempts, nextAttemptAt, deliveredAt, deliveredBy] = read(AlertValue, value.split('|'))
      return { month, meter, threshold, createdAt: madeAt, attempts, nextAttemptAt, deliveredAt, deliveredBy }
    }),
  }
}

export const invitationValue = ({ role, createdAt, expiresAt, invitedBy }: Invitation): string =>
  [role, createdAt, expiresAt, invitedBy].join('|')

export const announcedField = (webhookId: string): string => `announced:${webhookId}`

export const webhookValue = ({ id: _, announced: __, ...webhook }: StoredWebhook): string => JSON.stringify(webhook)

export const alertField = ({ month, meter, threshold }: AlertName): string => `notice:${month}:${meter}:${threshold}`

export const alertValue = ({ createdAt, attempts, nextAttemptAt, deliveredAt, deliveredBy }: Alert): string =>
  [createdAt, attempts, nextAttemptAt, deliveredAt ?? '', deliveredBy ?? ''].join('|')

export const noteValue = ({ at, by, action, subject, detail }: Note): string =>
  JSON.stringify([String(at), by, action, subject, detail])

export function entryOf(value: string, number: number): Entry {
  const [at, by, action, subject, detail] = read(TrailValue, value)
  return { number, at, by, action, subject, detail }
}

/** Fields and values in turn, as pairs. */
export const pairsOf = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] as string, flat[2 * index + 1] as string])
