import * as z from 'zod'
import { orNull } from '../rules/once.ts'
import { AccountCopy, type Store } from '../storage/port.ts'

/**
 * Accounts in a file, for moving them from one kind of store to another: a header, then one account per line. It
 * contains no secrets of keys, because no store has them, but it does contain their hashes, people's email addresses,
 * and the signing secrets of webhooks.
 */
const KIND = 'rural-health-accounts'
const VERSION = 1
const Heading = z.object({ kind: z.literal(KIND), version: z.literal(VERSION), accounts: z.int().min(0) })
const Export = z.tuple([Heading], AccountCopy)

/** Every account of a store, as text. */
export async function exportAccounts(store: Store): Promise<{ text: string; accounts: number }> {
  const copies: AccountCopy[] = []
  for (const { id } of await store.accounts()) {
    const copy = await store.readCopy(id)
    if (copy) copies.push(copy)
  }
  const lines = [{ kind: KIND, version: VERSION, accounts: copies.length }, ...copies]
  return { text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), accounts: copies.length }
}

/** Reads an export. Nothing is imported unless all of it can be read. @throws Error with the line and the field */
export function readExport(text: string): AccountCopy[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line, index): unknown => {
      const value = orNull(() => JSON.parse(line))
      if (value === null) throw new Error(`Line ${index + 1} is not JSON: this is not an export, or it is damaged.`)
      return value
    })
  const { data, error } = Export.safeParse(lines)
  if (!data) {
    const [place, ...field] = error.issues[0]?.path ?? []
    throw new Error(`Line ${Number(place) + 1}: ${field.join('.') || 'the line'}: ${error.issues[0]?.message}.`)
  }
  const [{ accounts }, ...copies] = data
  if (copies.length === accounts) return copies
  throw new Error(
    `The file is truncated: it should have ${accounts} accounts but has ${copies.length}. Export it again.`,
  )
}

/** Imports accounts into a store. Accounts that it already has are unchanged, so an import can be repeated. */
export async function importAccounts(
  store: Store,
  copies: readonly AccountCopy[],
): Promise<{ placed: number; existing: string[] }> {
  const existing: string[] = []
  for (const copy of copies) if (!(await store.place(copy))) existing.push(copy.record.account.id)
  return { placed: copies.length - existing.length, existing }
}
