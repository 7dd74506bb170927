import { z } from 'zod'
import { ACTION_NAMES } from '../account/actions.ts'
import { MailboxHash, Role, WEBHOOK_ENDS } from '../account/record.ts'
import { KeyHash } from '../metering/keys.ts'
import { PlanName } from '../metering/plans.ts'
import { METERS, THRESHOLDS } from '../metering/thresholds.ts'
import { ALERT_CHANNELS } from '../notify/alert.ts'
import type { AccountCopy, Store } from './port.ts'

/**
 * Accounts in a file, for moving them from one kind of store to another: a header, then one account per line. It
 * contains no secrets of keys, because no store has them, but it does contain their hashes, people's email addresses,
 * and the signing secrets of webhooks.
 */
const KIND = 'rural-health-accounts'
const VERSION = 1
const Heading = z.object({ kind: z.literal(KIND), version: z.literal(VERSION), accounts: z.int().min(0) })

const Instant = z.int().min(0)
const InstantOrNone = Instant.nullable()
const Count = z.int().min(0)
const Month = z.string().regex(/^(\d{4}-\d{2})?$/)
const Words = z.array(z.string()).nullable()
const Filter = z.strictObject({ resource: Words, state: Words, category: Words, type: Words, change: Words })
const Copy: z.ZodType<AccountCopy> = z.strictObject({
  record: z.strictObject({
    account: z.strictObject({
      id: z.string().min(1),
      name: z.string(),
      plan: PlanName,
      trialEndsAt: InstantOrNone.default(null),
      suspended: z.boolean(),
      createdAt: Instant,
    }),
    billedAt: InstantOrNone,
    trial: z.strictObject({ person: MailboxHash, noticeAt: InstantOrNone }).nullable().default(null),
    members: z.array(z.strictObject({ email: z.string(), role: Role })),
    invitations: z.array(
      z.strictObject({ email: z.string(), role: Role, invitedBy: z.string(), createdAt: Instant, expiresAt: Instant }),
    ),
    keys: z.array(
      z.strictObject({
        id: z.string(),
        accountId: z.string(),
        name: z.string(),
        prefix: z.string(),
        lastFour: z.string(),
        createdAt: Instant,
        revokedAt: InstantOrNone,
        expiresAt: InstantOrNone,
        lastUsedAt: InstantOrNone,
        hash: KeyHash,
      }),
    ),
    // Exports from releases before webhooks have none.
    webhooks: z
      .array(
        z.strictObject({
          id: z.string(),
          url: z.string(),
          filter: Filter,
          createdAt: Instant,
          disabledAt: InstantOrNone,
          disabledBecause: z.enum(WEBHOOK_ENDS).nullable(),
          rotatedUntil: InstantOrNone,
          announced: Instant,
          secret: z.string(),
          secretBefore: z.string().nullable(),
        }),
      )
      .default([]),
    // Exports from earlier releases have none.
    subscriptions: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          list: z.string(),
          format: z.string(),
          query: z.string(),
          prefix: z.string(),
          lastFour: z.string(),
          createdAt: Instant,
          revokedAt: InstantOrNone,
          lastUsedAt: InstantOrNone,
          hash: KeyHash,
        }),
      )
      .default([]),
  }),
  counts: z.strictObject({
    minute: Count,
    minuteUsed: Count,
    month: Month,
    monthUsed: Count,
    answersUsed: Count,
    notified: Count,
  }),
  past: z.array(z.strictObject({ month: Month, requests: Count, answers: Count })),
  alerts: z.array(
    z.strictObject({
      month: Month,
      meter: z.enum(METERS),
      threshold: z.literal(THRESHOLDS),
      createdAt: Instant,
      attempts: Count,
      nextAttemptAt: Instant,
      deliveredAt: InstantOrNone,
      deliveredBy: z.enum(ALERT_CHANNELS).nullable(),
    }),
  ),
  trail: z.array(
    z.strictObject({
      number: z.int().min(1),
      at: Instant,
      by: z.string(),
      action: z.enum(ACTION_NAMES),
      subject: z.string(),
      detail: z.string(),
    }),
  ),
})

/** Every account of a store, as text. */
export async function exported(store: Store): Promise<{ text: string; accounts: number }> {
  const copies: AccountCopy[] = []
  for (const { id } of await store.accounts()) {
    const copy = await store.copyOf(id)
    if (copy) copies.push(copy)
  }
  const lines = [{ kind: KIND, version: VERSION, accounts: copies.length }, ...copies]
  return { text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), accounts: copies.length }
}

/**
 * Reads an export. Nothing is imported unless all of it can be read.
 * @throws Error with the line and the field
 */
export function readExport(text: string): AccountCopy[] {
  const [heading = '', ...lines] = text.trimEnd().split('\n')
  const { accounts } = read(Heading, heading, 1)
  if (lines.length !== accounts) {
    throw new Error(
      `The file is truncated: it should have ${accounts} accounts but has ${lines.length}. Export it again.`,
    )
  }
  return lines.map((line, place) => read(Copy, line, place + 2))
}

/** Imports accounts into a store. Accounts that it already has are unchanged, so an import can be repeated. */
export async function imported(
  store: Store,
  copies: readonly AccountCopy[],
): Promise<{ placed: number; known: string[] }> {
  const known: string[] = []
  for (const copy of copies) if (!(await store.place(copy))) known.push(copy.record.account.id)
  return { placed: copies.length - known.length, known }
}

function read<Schema extends z.ZodType>(schema: Schema, line: string, number: number): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`Line ${number} is not JSON: this is not an export, or it is damaged.`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`Line ${number}: ${issue?.path.join('.') || 'the line'}: ${issue?.message}.`)
}
