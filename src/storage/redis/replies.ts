import * as z from 'zod'
import { StoreAdmission, StoreUnavailable } from '../../metering/admission.ts'
import { TRANSACTION } from './scripts.ts'
import type { Wire } from './wire.ts'

/** Commands, and what their replies look like. */

export type Command = readonly (string | number)[]

/** A condition of a transaction: a command and its required reply; null for none. */
export type Condition = readonly [Command, string | number | null]

const Transacted = z.union([z.tuple([z.literal('done'), z.array(z.unknown())]), z.tuple([z.literal('stale')])])
/** Milliseconds since 1970, or a count. */
export const Whole = z.coerce.number().int().min(0)
export const Texts = z.array(z.string())
/** A hash: fields and values in turn. */
export const Fields = Texts.transform(
  (flat) =>
    new Map(
      Array.from({ length: flat.length / 2 }, (_, place) => [flat[2 * place], flat[2 * place + 1]] as [string, string]),
    ),
)
export const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})

/** The reply to an admission. */
export const AdmissionReply = Json.pipe(StoreAdmission)

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
  const keys = new Set([...conditions.map(([command]) => command), ...commands].map(([, key]) => String(key ?? '')))
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

/** Parses a reply. The details of an unreadable one may contain data, so they are dropped. */
export function read<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new StoreUnavailable('The Redis store sent an unreadable reply.')
  return parsed.data
}
