import * as zod from 'zod'

// Compiled checks pay off after thousands of requests; on a cold start they cost more than they save.
zod.config({ jitless: true })

export { NEVER, ZodObject } from 'zod'

/** The functions of zod that the service uses. The bundler leaves out the others. */
export const used = {
  array: zod.array,
  boolean: zod.boolean,
  coerce: { number: zod.coerce.number, string: zod.coerce.string },
  discriminatedUnion: zod.discriminatedUnion,
  email: zod.email,
  enum: zod.enum,
  int: zod.int,
  iso: { date: zod.iso.date, datetime: zod.iso.datetime },
  literal: zod.literal,
  looseObject: zod.looseObject,
  null: zod.null,
  number: zod.number,
  object: zod.object,
  record: zod.record,
  regexes: { domain: zod.regexes.domain },
  strictObject: zod.strictObject,
  string: zod.string,
  toJSONSchema: zod.toJSONSchema,
  tuple: zod.tuple,
  union: zod.union,
  unknown: zod.unknown,
  url: zod.url,
  uuid: zod.uuid,
}
