import * as zod from 'zod'
import { isObjectStandIn, lazy, real } from './late-schema.ts'

/**
 * The replacement of zod in the function's bundle: the same names, but schemas are created on first use. A missing name
 * fails the build.
 */

// Compiled checks pay off after thousands of requests; on a cold start they cost more than they save.
zod.config({ jitless: true })

export { core, NEVER, regexes, ZodType } from 'zod'

/** Supports `instanceof` without creating the schema. */
export const ZodObject = {
  [Symbol.hasInstance]: (value: object): boolean => isObjectStandIn(value) ?? value instanceof zod.ZodObject,
}

export const array = /* @__PURE__ */ lazy(zod.array)
export const boolean = /* @__PURE__ */ lazy(zod.boolean)
export const discriminatedUnion = /* @__PURE__ */ lazy(zod.discriminatedUnion, (_, options) => ({ options }))
export const email = /* @__PURE__ */ lazy(zod.email)
const enumOf = /* @__PURE__ */ lazy(zod.enum)
export const int = /* @__PURE__ */ lazy(zod.int)
export const literal = /* @__PURE__ */ lazy(zod.literal)
export const looseObject = /* @__PURE__ */ lazy(zod.looseObject, (shape = {}) => ({ shape }))
const nullOf = /* @__PURE__ */ lazy(zod.null)
export const number = /* @__PURE__ */ lazy(zod.number)
export const object = /* @__PURE__ */ lazy(zod.object, (shape = {}) => ({ shape }))
export const record = /* @__PURE__ */ lazy(zod.record)
export const strictObject = /* @__PURE__ */ lazy(zod.strictObject, (shape = {}) => ({ shape }))
export const string = /* @__PURE__ */ lazy(zod.string)
export const tuple = /* @__PURE__ */ lazy(zod.tuple)
export const union = /* @__PURE__ */ lazy(zod.union, (options) => ({ options }))
export const unknown = /* @__PURE__ */ lazy(zod.unknown)
export const url = /* @__PURE__ */ lazy(zod.url)
export const uuid = /* @__PURE__ */ lazy(zod.uuid)
export { enumOf as enum, nullOf as null }

export const iso = { date: lazy(zod.iso.date), datetime: lazy(zod.iso.datetime) }
export const coerce = { number: lazy(zod.coerce.number), string: lazy(zod.coerce.string) }

export const toJSONSchema: typeof zod.toJSONSchema = ((schema: zod.ZodType, params: never) =>
  zod.toJSONSchema(real(schema), params)) as typeof zod.toJSONSchema
