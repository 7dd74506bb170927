import * as zod from 'zod'
import { lately, real, standsForObject } from './late-schema.ts'

/**
 * The replacement of zod in the function's bundle: the same names, but schemas are created on first use. A missing name
 * fails the build.
 */

// Compiled checks pay off after thousands of requests; on a cold start they cost more than they save.
zod.config({ jitless: true })

export { core, NEVER, regexes, ZodType } from 'zod'

/** Supports `instanceof` without creating the schema. */
export const ZodObject = {
  [Symbol.hasInstance]: (value: object): boolean => standsForObject(value) ?? value instanceof zod.ZodObject,
}

export const array = /* @__PURE__ */ lately(zod.array)
export const boolean = /* @__PURE__ */ lately(zod.boolean)
export const discriminatedUnion = /* @__PURE__ */ lately(zod.discriminatedUnion, (_, options) => ({ options }))
export const email = /* @__PURE__ */ lately(zod.email)
const enumOf = /* @__PURE__ */ lately(zod.enum)
export const int = /* @__PURE__ */ lately(zod.int)
export const literal = /* @__PURE__ */ lately(zod.literal)
export const looseObject = /* @__PURE__ */ lately(zod.looseObject, (shape = {}) => ({ shape }))
const nullOf = /* @__PURE__ */ lately(zod.null)
export const number = /* @__PURE__ */ lately(zod.number)
export const object = /* @__PURE__ */ lately(zod.object, (shape = {}) => ({ shape }))
export const record = /* @__PURE__ */ lately(zod.record)
export const strictObject = /* @__PURE__ */ lately(zod.strictObject, (shape = {}) => ({ shape }))
export const string = /* @__PURE__ */ lately(zod.string)
export const tuple = /* @__PURE__ */ lately(zod.tuple)
export const union = /* @__PURE__ */ lately(zod.union, (options) => ({ options }))
export const unknown = /* @__PURE__ */ lately(zod.unknown)
export const url = /* @__PURE__ */ lately(zod.url)
export const uuid = /* @__PURE__ */ lately(zod.uuid)
export { enumOf as enum, nullOf as null }

export const iso = { date: lately(zod.iso.date), datetime: lately(zod.iso.datetime) }
export const coerce = { number: lately(zod.coerce.number), string: lately(zod.coerce.string) }

export const toJSONSchema: typeof zod.toJSONSchema = ((schema: zod.ZodType, params: never) =>
  zod.toJSONSchema(real(schema), params)) as typeof zod.toJSONSchema
