import type * as zod from 'zod'
import { isObjectStandIn, lazy, real } from './late-schema.ts'
import { NEVER, ZodObject as UsedObject, used } from './used-zod.ts'

/**
 * The replacement of zod in the function's bundle. It has the same names, but schemas are created on first use, and zod
 * itself is loaded with the first of them.
 */

export { NEVER }

export const regexes = {
  get domain() {
    return used.regexes.domain
  },
}

/** Supports `instanceof` without creating the schema. */
export const ZodObject = {
  [Symbol.hasInstance]: (value: object): boolean => isObjectStandIn(value) ?? value instanceof UsedObject,
}

export const array = lazy(() => used.array)
export const boolean = lazy(() => used.boolean)
export const discriminatedUnion = lazy(
  () => used.discriminatedUnion,
  (_, options) => ({ options }),
)
export const email = lazy(() => used.email)
const enumLater = lazy(() => used.enum)
export const int = lazy(() => used.int)
export const literal = lazy(() => used.literal)
export const looseObject = lazy(
  () => used.looseObject,
  (shape = {}) => ({ shape }),
)
const nullLater = lazy(() => used.null)
export const number = lazy(() => used.number)
export const object = lazy(
  () => used.object,
  (shape = {}) => ({ shape }),
)
export const record = lazy(() => used.record)
export const strictObject = lazy(
  () => used.strictObject,
  (shape = {}) => ({ shape }),
)
export const string = lazy(() => used.string)
export const tuple = lazy(() => used.tuple)
export const union = lazy(
  () => used.union,
  (options) => ({ options }),
)
export const unknown = lazy(() => used.unknown)
export const url = lazy(() => used.url)
export const uuid = lazy(() => used.uuid)
export { enumLater as enum, nullLater as null }

export const iso = { date: lazy(() => used.iso.date), datetime: lazy(() => used.iso.datetime) }
export const coerce = { number: lazy(() => used.coerce.number), string: lazy(() => used.coerce.string) }

export const toJSONSchema: typeof used.toJSONSchema = ((schema: zod.ZodType, params: never) =>
  used.toJSONSchema(real(schema), params)) as typeof used.toJSONSchema
