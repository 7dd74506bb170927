import { z } from 'zod'
import type { AccountSummary } from '../../account/record.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { ACCOUNT_PREFIX, ACCOUNTS, KEY_ID_PREFIX, KEY_PREFIX, TRAIL_PREFIX } from './names.ts'
import { script, type Wire } from './wire.ts'

const SUMMARIES_AT_ONCE = 5_000

/** The scripts behind everything except the meter. They contain no rules. */

// Each command and each expected reply is preceded by its number of words.
const TRANSACTION = script(`
local at = 0
local function take() at = at + 1 return ARGV[at] end
local function call()
  local command = {}
  for place = 1, tonumber(take()) do command[place] = take() end
  return redis.call(unpack(command))
end
for _ = 1, tonumber(take()) do
  if tostring(call()) ~= take() then return {'stale'} end
end
local replies = {}
while at < #ARGV do replies[#replies + 1] = call() end
return {'done', replies}
`)

// For each id, the account with its keys, its signed addresses and the length of its trail; an unknown one has no fields. The ids are those of
// accounts, or of keys whose accounts are loaded.
const LOAD = script(`
local stored = {}
for place = 2, #ARGV do
  local id = ARGV[place]
  if ARGV[1] == 'key' then
    local hash = redis.call('GET', '${KEY_ID_PREFIX}' .. id)
    id = hash and redis.call('HGET', '${KEY_PREFIX}' .. hash, 'account') or ''
  end
  local fields, keys = redis.call('HGETALL', '${ACCOUNT_PREFIX}' .. id), {}
  for index = 1, #fields, 2 do
    if string.sub(fields[index], 1, 4) == 'key:' or string.sub(fields[index], 1, 13) == 'subscription:' then
      keys[#keys + 1] = redis.call('HGETALL', '${KEY_PREFIX}' .. fields[index + 1])
      keys[#keys][#keys[#keys] + 1] = 'hash'
      keys[#keys][#keys[#keys] + 1] = fields[index + 1]
    end
  end
  stored[place - 1] = {id, fields, keys, redis.call('LLEN', '${TRAIL_PREFIX}' .. id)}
end
return stored
`)

// A page of the accounts, each as `id createdAt trialNoticeAt name`. A page is large, because each costs a round trip, and
// each account is one text, because nested replies are slow to read.
const SUMMARIES = script(`
local page = redis.call('SSCAN', '${ACCOUNTS}', ARGV[1], 'COUNT', ${SUMMARIES_AT_ONCE})
for place, id in ipairs(page[2]) do
  local fields = redis.call('HMGET', '${ACCOUNT_PREFIX}' .. id, 'createdAt', 'trialNoticeAt', 'name')
  page[2][place] = table.concat({id, fields[1] or '', fields[2] or '', fields[3] or ''}, ' ')
end
return page
`)

export type Command = readonly (string | number)[]

/** A condition of a transaction: a command and its required reply; null for none. */
export type Condition = readonly [Command, string | number | null]

const Transacted = z.union([z.tuple([z.literal('done'), z.array(z.unknown())]), z.tuple([z.literal('stale')])])
/** Milliseconds since 1970, or a count. */
export const Whole = z.coerce.number().int().min(0)
/** An empty text, which stands for null. */
export const Absent = z.literal('').transform(() => null)
export const Texts = z.array(z.string())
export const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})
const Loaded = z.array(z.tuple([z.string(), Texts, z.array(Texts), z.coerce.number()]))

/** An account as stored on the server: alternating fields and values. */
export type Loaded = z.infer<typeof Loaded>[number]

/** The next cursor of a scan, and what it found. */
const Page = z.tuple([z.coerce.string(), Texts])
const SUMMARY = /^(\S+) (\d+) (\d*) (.*)$/s

/** Reads a summary of every account. */
export async function summaries(wire: Wire): Promise<AccountSummary[]> {
  const found = new Map<string, AccountSummary>()
  for await (const page of pages(async (cursor) => read(Page, await wire.run(SUMMARIES, [], [cursor])))) {
    for (const text of page) {
      const [, id, createdAt, noticeAt, name] = SUMMARY.exec(text) ?? []
      if (id === undefined || name === undefined) throw unreadable()
      found.set(id, { id, name, createdAt: Number(createdAt), trialNoticeAt: noticeAt ? Number(noticeAt) : null })
    }
  }
  return [...found.values()]
}

/** The ids of every account. */
export async function accountIds(wire: Wire): Promise<string[]> {
  const found = new Set<string>()
  const scan = pages((cursor) => ask(wire, Page, 'SSCAN', ACCOUNTS, cursor, 'COUNT', 100))
  for await (const page of scan) for (const id of page) found.add(id)
  return [...found]
}

/** The pages of a scan. Something may be on two of them. */
async function* pages(pageAt: (cursor: string) => Promise<z.infer<typeof Page>>): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const [next, page] = await pageAt(cursor)
    yield page
    cursor = next
  } while (cursor !== '0')
}

/** Runs commands in one atomic step if every condition is met. Returns their replies, or null if one is not met. */
export async function transact(
  wire: Wire,
  commands: readonly Command[],
  conditions: readonly Condition[] = [],
): Promise<unknown[] | null> {
  const words = (command: Command) => [command.length, ...command]
  const args = [
    conditions.length,
    ...conditions.flatMap(([command, reply]) => [...words(command), reply ?? 'false']),
    ...commands.flatMap(words),
  ]
  const keys = new Set([...conditions.map(([command]) => command), ...commands].map(([, key]) => String(key)))
  const [verdict, replies] = read(Transacted, await wire.run(TRANSACTION, [...keys], args.map(String)))
  return verdict === 'done' ? replies : null
}

/** Runs one command without conditions, and parses its reply. */
export async function ask<Schema extends z.ZodType>(
  wire: Wire,
  schema: Schema,
  ...command: Command
): Promise<z.infer<Schema>> {
  const [reply] = (await transact(wire, [command])) ?? []
  return read(schema, reply)
}

/** Loads the accounts of these ids, or the one that has a key, each as of one moment. */
export const load = async (wire: Wire, search: readonly string[] | { keyId: string }): Promise<Loaded[]> =>
  read(Loaded, await wire.run(LOAD, [], 'keyId' in search ? ['key', search.keyId] : ['account', ...search]))

/** Parses a reply. The details of an unreadable one may contain data, so they are dropped. */
export function read<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw unreadable()
  return parsed.data
}

const unreadable = (): StoreUnavailable => new StoreUnavailable('The Redis store sent an unreadable reply.')
