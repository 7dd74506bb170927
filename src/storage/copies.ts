import * as z from 'zod'
import { AccountCopy, type Store } from './port.ts'

/**
 * Accounts in a file, for moving them from one kind of store to another: a header, then one account per line. It
 * contains no secrets of keys, because no store has them, but it does contain their hashes, people's email addresses,
 * and the signing secrets of webhooks.
 */
const KIND = 'rural-health-accounts'
const VERSION = 1
const Heading = z.object({ kind: z.literal(KIND), version: z.literal(VERSION), accounts: z.int().min(0) })

/** Every account of a store, as text. */
export async function exported(store: Store): Promise<{ text: string; accounts: number }> {
  const copies: AccountCopy[] = []
  for (const { id } of await store.accounts()) {
    const copy = await store.readCopy(id)
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
  return lines.map((line, place) => read(AccountCopy, line, place + 2))
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
