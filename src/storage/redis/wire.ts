import { hash } from 'node:crypto'
import * as z from 'zod'
import { StoreUnavailable } from '../../metering/admission.ts'

/** A Lua script with the digest by which a server knows it. */
interface Script {
  text: string
  sha: string
}

/** A connection to a Redis server, by any protocol. */
export interface Wire {
  /**
   * Runs a script in one request; a second one sends the text only if the server does not know the script. A request
   * whose reply is lost is never repeated.
   * @throws StoreUnavailable
   */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>
  close(): Promise<void>
}

export const script = (text: string): Script => ({ text, sha: hash('sha1', text) })

type Send = (command: 'EVALSHA' | 'EVAL', script: string, keys: string[], args: string[]) => Promise<unknown>

/** @param store how errors name the server */
export const createWire = (store: string, send: Send, close: Wire['close']): Wire => ({
  async run({ sha, text }, keys, args) {
    try {
      return await send('EVALSHA', sha, keys, args).catch((error: unknown) => {
        const isUnknown = error instanceof Error && /^(?:Command failed: )?NOSCRIPT /.test(error.message)
        // The script has not run.
        if (isUnknown) return send('EVAL', text, keys, args)
        throw error
      })
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const { cause, name = 'unknown failure' } = error as Partial<Error>
      throw new StoreUnavailable(`The ${store} store failed: ${findErrorCode(error) ?? findErrorCode(cause) ?? name}.`)
    }
  },
  close,
})

/**
 * The code of a client's error, in capitals (`ECONNREFUSED`, `WRONGPASS`). Nothing else of it is told but its class, because
 * the message may quote the whole command.
 */
function findErrorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code)) return error.code
  return /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? null
}

export type Command = readonly (string | number)[]

/** A command and its required reply. */
export type Condition = readonly [Command, number]

/** Milliseconds since 1970, or a count. */
export const Whole = z.coerce.number().int().min(0)
export const Texts = z.array(z.string())
/** A hash: fields and values in turn. */
export const Fields = Texts.transform((flat): { [field: string]: string } =>
  Object.fromEntries(flat.flatMap((value, index) => (index % 2 ? [[flat[index - 1], value]] : []))),
)

/** Runs commands if every condition is met. It contains no rules. */
const TRANSACTION = script(`
local transaction, replies = cjson.decode(ARGV[1]), {}
for _, condition in ipairs(transaction.conditions) do
  if tostring(redis.call(unpack(condition[1]))) ~= condition[2] then return {'stale'} end
end
for place, command in ipairs(transaction.commands) do replies[place] = redis.call(unpack(command)) end
return {'done', replies}
`)
const Transacted = z.union([z.tuple([z.literal('done'), z.array(z.unknown())]), z.tuple([z.literal('stale')])])
const ASKED_AT_ONCE = 500

/** Commands over a wire. Those with a schema parse the replies. */
export function createCommands(wire: Wire) {
  /** Runs commands in one atomic step if every condition is met. Returns their replies, or null if one is not met. */
  async function transact(commands: readonly Command[], conditions: readonly Condition[] = []) {
    const keys = new Set([...conditions.map(([command]) => command), ...commands].map(([, key]) => String(key ?? '')))
    // Every word is a text, because numbers in Lua are inexact.
    const transaction = JSON.stringify({ conditions, commands }, (_, word) =>
      typeof word === 'number' ? `${word}` : word,
    )
    const [verdict, replies] = read(Transacted, await wire.run(TRANSACTION, [...keys], [transaction]))
    return verdict === 'done' ? replies : null
  }
  return {
    transact,
    ask: async <Reply extends z.ZodType>(schema: Reply, ...command: Command): Promise<z.infer<Reply>> =>
      read(schema, (await transact([command]))?.[0]),
    /** Runs a command for each of some keys. Many are sent in parts, each of which is one atomic step. */
    async askAll<Reply extends z.ZodType>(schema: Reply, command: string, keys: readonly string[], ...rest: string[]) {
      const commands = keys.map((key) => [command, key, ...rest])
      const parts = Array.from({ length: Math.ceil(keys.length / ASKED_AT_ONCE) }, (_, part) =>
        transact(commands.slice(part * ASKED_AT_ONCE, (part + 1) * ASKED_AT_ONCE)),
      )
      return (await Promise.all(parts)).flatMap((replies) => (replies ?? []).map((reply) => read(schema, reply)))
    },
  }
}

/** Parses a reply. The details of an unreadable one may contain data, so they are dropped. */
export function read<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new StoreUnavailable('The Redis store sent an unreadable reply.')
  return parsed.data
}
