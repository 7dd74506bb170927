import { describe, expect, it, vi } from 'vitest'
import * as zod from 'zod'
import { lazy } from '../../src/platform/late-schema.ts'
import * as lateZod from '../../src/platform/late-zod.ts'

/** In the function, schemas are made when they are first used; they must be the same as everywhere else. */

type Zod = Pick<typeof zod, keyof typeof lateZod & keyof typeof zod>

/** Schemas as the service writes them, each from the zod that it is given, with values that fit and others. */
const CASES: { [name: string]: { make: (z: Zod) => zod.ZodType; values: unknown[] } } = {
  'a string with bounds': { make: (z) => z.string().min(2).max(3).trim(), values: ['ab', 'abcd', ' ab ', 1] },
  'an object with a described field': {
    make: (z) =>
      z.strictObject({ id: z.uuid().describe('Its id.'), at: z.iso.datetime().nullable() }).meta({ id: 'Thing' }),
    values: [{ id: '031b135d-9386-51b0-bc12-9ca1ee2e13ff', at: null }, { id: 'x', at: null }, { more: 1 }],
  },
  'an extended part of an object': {
    make(z) {
      const whole = z.object({ a: z.string(), b: z.int(), c: z.boolean() })
      return z.object({ z: z.literal(1) }).extend(whole.pick({ a: true, b: true }).shape)
    },
    values: [
      { z: 1, a: 'a', b: 2 },
      { z: 1, a: 'a' },
      { z: 1, a: 'a', b: 2, c: 'dropped' },
    ],
  },
  'a union by a field': {
    make: (z) =>
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('A'), n: z.number() }),
        z.object({ type: z.literal('B'), s: z.enum(['x', 'y']) }),
      ]),
    values: [{ type: 'A', n: 1 }, { type: 'B', s: 'z' }, { type: 'C' }],
  },
  'lists, records and pairs': {
    make: (z) => z.record(z.string(), z.array(z.tuple([z.string(), z.number().optional()]))).default({}),
    values: [{ a: [['b', 1]] }, { a: [['b']] }, { a: [[1]] }, undefined],
  },
  'a coerced number that falls back': { make: (z) => z.coerce.number().catch(7), values: ['3', 'x'] },
  'a transformed choice': {
    make: (z) =>
      z
        .union([z.url(), z.email()])
        .transform((text) => text.length)
        .refine((length) => length > 8, 'is short'),
    values: ['https://a.example', 'a@b.example', 'a'],
  },
}

describe.each(Object.entries(CASES))('%s', (_, { make, values }) => {
  it('accepts and rejects the same, with the same messages', () => {
    const [own, late] = [make(zod), make(lateZod as unknown as Zod)]
    for (const value of values) {
      const [expected, found] = [own.safeParse(value), late.safeParse(value)]
      expect(found.success).toBe(expected.success)
      expect(found.data).toEqual(expected.data)
      expect(found.error?.issues).toEqual(expected.error?.issues)
    }
  })

  it('has the same description', () => {
    const described = (z: Pick<typeof zod, 'toJSONSchema'>, schema: zod.ZodType) =>
      z.toJSONSchema(schema, { unrepresentable: 'any' })
    expect(described(lateZod, make(lateZod as unknown as Zod))).toEqual(described(zod, make(zod)))
  })
})

it('creates a schema on first use, and only once', () => {
  const make = vi.fn(zod.strictObject)
  const schema = lazy(
    () => make,
    (shape = {}) => ({ shape }),
  )({ a: zod.string() })
  const described = schema.describe('One.').meta({ id: 'One' })
  expect(Object.keys(described.shape)).toEqual(['a'])
  expect(described instanceof lateZod.ZodObject).toBe(true)
  expect(make).not.toHaveBeenCalled()
  expect(described.parse({ a: 'b' })).toEqual({ a: 'b' })
  expect(described.description).toBe('One.')
  expect(described.meta()).toMatchObject({ id: 'One' })
  expect(make).toHaveBeenCalledOnce()
})

it('knows non-objects without creating the schema, and asks it where needed', () => {
  expect(lateZod.array(lateZod.string()) instanceof lateZod.ZodObject).toBe(false)
  expect(lateZod.object({}).required() instanceof lateZod.ZodObject).toBe(true)
  expect(zod.object({}) instanceof lateZod.ZodObject).toBe(true)
})
