import { z } from 'zod'
import { type Account, type Key, type Member, Role } from '../../account/account.ts'
import { PlanName } from '../../metering/plans.ts'
import { METERS, THRESHOLDS } from '../../metering/thresholds.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { ALERT_CHANNELS, type Alert } from '../../notify/alert.ts'
import type { AccountRecord } from '../usage.ts'

/** Reads the hashes of Redis back into the words of the port. */

/** Milliseconds since 1970, or another count. */
export const Instant = z.coerce.number().int().min(0)
const AccountHash = z.object({
  name: z.string(),
  plan: PlanName,
  suspended: z.literal(['0', '1']).default('0'),
  createdAt: Instant,
  minute: Instant.default(0),
  minuteUsed: Instant.default(0),
  month: z.string().default(''),
  monthUsed: Instant.default(0),
  answersUsed: Instant.default(0),
  notified: Instant.default(0),
})
const KeyHashFields = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Instant,
  revokedAt: Instant.nullable().default(null),
  expiresAt: Instant.nullable().default(null),
})
const AlertField = z.templateLiteral(['notice:', z.string(), ':', z.enum(METERS), ':', z.literal(THRESHOLDS)])
const AlertValue = z.tuple([Instant, Instant, Instant, z.string(), z.union([z.enum(ALERT_CHANNELS), z.literal('')])])

/** A hash as the server sends it, fields and values in turn. */
export const Flat = z.array(z.string())

/** @throws ZodError when a hash is not what this store writes. */
export function accountOf(id: string, flat: string[]): Account {
  const { name, plan, suspended, createdAt } = AccountHash.parse(Object.fromEntries(entriesOf(flat)))
  return { id, name, plan, suspended: suspended === '1', createdAt }
}

/** @throws ZodError as above. */
export function recordOf(id: string, flat: string[], keyHashes: string[][]): AccountRecord {
  const entries = entriesOf(flat)
  const fields = Object.fromEntries(entries)
  const { minute, minuteUsed, month, monthUsed, answersUsed, notified } = AccountHash.parse(fields)
  const named = (beginning: string): [string, string][] =>
    entries.flatMap(([field, value]) => (field.startsWith(beginning) ? [[field.slice(beginning.length), value]] : []))
  return {
    account: accountOf(id, flat),
    members: named('member:')
      .map(([email, role]) => ({ email, role: Role.parse(role) }))
      .sort(byRank),
    keys: keyHashes.map((hash) => keyOf(hash, fields)).sort(byAge),
    counts: { minute, minuteUsed, month, monthUsed, answersUsed, notified },
    past: named('past:').map(([pastMonth, value]) => {
      const [requests, answers] = z.tuple([Instant, Instant]).parse(value.split('|'))
      return { month: pastMonth, requests, answers }
    }),
    alerts: alertsOf(flat),
  }
}

/** The notices among a hash's fields, the oldest first. @throws ZodError as above. */
export function alertsOf(flat: string[]): Alert[] {
  return entriesOf(flat)
    .filter(([field]) => field.startsWith('notice:'))
    .map(([field, value]) => {
      const [, month, meter, threshold] = AlertField.parse(field).split(':') as [string, string, Alert['meter'], string]
      const [createdAt, attempts, nextAttemptAt, deliveredAt, by] = AlertValue.parse(value.split('|'))
      return {
        month,
        meter,
        threshold: Number(threshold) as Alert['threshold'],
        createdAt,
        attempts,
        nextAttemptAt,
        deliveredAt: deliveredAt === '' ? null : Instant.parse(deliveredAt),
        deliveredBy: by === '' ? null : by,
      }
    })
    .sort((a, b) => a.createdAt - b.createdAt)
}

/** Fields and values in turn, as pairs. */
export const entriesOf = (flat: string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] as string, flat[2 * index + 1] as string])

function keyOf(flat: string[], account: Record<string, string>): Key {
  const { account: accountId, ...key } = KeyHashFields.parse(Object.fromEntries(entriesOf(flat)))
  const lastMinute = account[`last:${key.id}`]
  return { ...key, accountId, lastUsedAt: lastMinute === undefined ? null : Instant.parse(lastMinute) * MINUTE_MS }
}

const byRank = (a: Member, b: Member): number =>
  Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || (a.email < b.email ? -1 : 1)
const byAge = (a: Key, b: Key): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
