import { z } from 'zod'
import { AccountRefusal, REFUSAL_CODES } from '../../account/account.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { Flat } from './record.ts'
import type { Script, Wire } from './wire.ts'

const Reply = z.union([
  z.tuple([z.literal('ok'), Flat, z.array(Flat)]),
  z.tuple([z.literal('refused'), z.enum(REFUSAL_CODES), z.string()]),
])

/** Runs a script of the prelude's kind. @throws AccountRefusal as it says, and StoreUnavailable */
export type Run = (
  script: Script,
  keys: string[],
  args: (string | number)[],
) => Promise<[flat: string[], many: string[][]]>

export const running =
  (wire: Wire): Run =>
  async (script, keys, args) => {
    const reply = parsed(Reply, await wire.run(script, keys, args.map(String)))
    if (reply[0] === 'refused') throw new AccountRefusal(reply[1], reply[2])
    return [reply[1], reply[2]]
  }

export const parsed = <Schema extends z.ZodType>(schema: Schema, reply: unknown): z.infer<Schema> =>
  reading(() => schema.parse(reply))

/** What a reply says. The details of one that cannot be read may hold data, so none of them goes on. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new StoreUnavailable('The Redis store answered with something else than asked.')
    throw error
  }
}
