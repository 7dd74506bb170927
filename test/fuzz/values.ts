import type { JsonSchema } from '../../src/contract/schemas.ts'
import type { Chance } from '../storage/chance.ts'

/** Values for a schema of the contract: valid, at its limits, of other types, and hostile. */

export const KINDS = ['valid', 'boundary', 'wrong type', 'hostile'] as const
export type Kind = (typeof KINDS)[number]

export interface Values {
  /** A value for a schema. @param name of its parameter or field, whose real values are tried too */
  of(kind: Kind, schema: JsonSchema, name: string): unknown
  text(): string
}

export interface Sources {
  /** The component that a reference points to. */
  resolve: (reference: string) => JsonSchema
  /** Real values of a parameter or field, such as ids. */
  listKnown: (name: string) => readonly string[]
  hostile: Iterator<string>
}

const MOMENTS = [
  '2026-11-20',
  '2026-11-20T17:00:00Z',
  '2026-10-01T00:00:00.000Z',
  '2027-01-01',
  '2025-12-31T23:59:59+14:00',
]
const EDGES_OF_TIME = [
  ...['2024-02-29', '2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '9999-12-31', '10000-01-01'],
  ...['2026-11-01T01:30:00-05:00', '2026-11-20T24:00:00Z', '2026-11-20T23:59:60Z', '+275760-09-13T00:00:00Z'],
  ...['1969-12-31T23:59:59.999Z', '2026-11-20T17:00', '20261120', '1763658000', '2026-11-20 17:00:00Z'],
]
const NUMBERS = [0, -0, 1, -1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1.5, 1e-7, Number.MAX_VALUE]
const OTHERS: readonly unknown[] = [
  ...[true, false, null, 1.5, -1, '', ' ', 'true', 'null', 'undefined', 'NaN', 'Infinity', '1e3', '0x10', '+1', '١'],
  ...['1,000', '[object Object]', [], [[]], {}, { length: 1 }, ['x', 1, null], { __proto__: null, toString: 1 }],
]
const WORDS = ['rural', 'telehealth', 'workforce', 'NE', '2026', 'health', 'grant', 'RFP', 'USD', '100.50']

export function valuesFrom({ resolve, listKnown, hostile }: Sources, chance: Chance): Values {
  const { below, pick } = chance
  const text = (): string => hostile.next().value as string
  const many = (least: number, most: number, make: () => unknown) =>
    Array.from({ length: least + below(most - least + 1) }, make)

  function valid(schema: JsonSchema, name: string): unknown {
    if (schema.$ref) return valid(resolve(schema.$ref), name)
    const { const: constant, anyOf, oneOf, format, minimum = 0, maximum } = schema
    if (constant !== undefined) return constant
    const choices = schema.enum ?? schema['x-extensible-enum']
    if (choices) return pick(choices)
    const variants = anyOf ?? oneOf
    if (variants) return valid(pick(variants), name)
    const real = listKnown(name)
    switch (pick([schema.type].flat())) {
      case 'array':
        return many(schema.minItems ?? 1, 3, () => valid(schema.items ?? {}, name))
      case 'object': {
        const fields = Object.entries(schema.properties ?? {}).filter(
          ([field]) => schema.required?.includes(field) || below(3) === 0,
        )
        return Object.fromEntries(fields.map(([field, part]) => [field, valid(part, field)]))
      }
      case 'integer':
        return Math.min(maximum ?? Number.POSITIVE_INFINITY, minimum + below(30))
      case 'number':
        return minimum + below(1_000_000) / 4
      case 'boolean':
        return below(2) === 1
      case 'null':
        return null
      default:
        if (real.length > 0) return pick(real)
        return format?.startsWith('date') ? pick(MOMENTS) : pick(WORDS)
    }
  }

  function boundary(schema: JsonSchema, name: string): unknown {
    if (schema.$ref) return boundary(resolve(schema.$ref), name)
    const { minimum, maximum, minLength = 0, maxLength = 200, anyOf, oneOf, format } = schema
    const variants = anyOf ?? oneOf
    if (format?.startsWith('date')) return pick(EDGES_OF_TIME)
    if (variants) return boundary(pick(variants), name)
    switch (pick([schema.type].flat())) {
      case 'array':
        return pick([
          [],
          many(60, 200, () => valid(schema.items ?? {}, name)),
          Array(3).fill(valid(schema.items ?? {}, name)),
        ])
      case 'object': {
        const value = valid(schema, name) as { [field: string]: unknown }
        const fields = Object.keys(schema.properties ?? {})
        if (fields.length === 0) return value
        const field = pick(fields)
        return { ...value, [field]: boundary(schema.properties?.[field] ?? {}, field) }
      }
      case 'integer':
      case 'number':
        return pick(
          [minimum, maximum].flatMap((bound) => (bound === undefined ? NUMBERS : [bound - 1, bound, bound + 1])),
        )
      case 'string':
        return pick(['x', 'é', '\u{1f600}']).repeat(
          Math.max(0, pick([minLength - 1, minLength, maxLength, maxLength + 1, 1_000])),
        )
      default:
        return pick(OTHERS)
    }
  }

  const within = (schema: JsonSchema, name: string, other: () => unknown): unknown => {
    const { type, properties } = schema.$ref ? resolve(schema.$ref) : schema
    const fields = Object.keys(properties ?? {})
    if (type !== 'object' || fields.length === 0 || below(8) === 0) return other()
    const value = valid(schema, name) as { [field: string]: unknown }
    const field = pick(fields)
    if (below(8) === 0) return { ...value, [text()]: other() }
    return { ...value, [field]: within(properties?.[field] ?? {}, field, other) }
  }

  const BY_KIND: { [K in Kind]: (schema: JsonSchema, name: string) => unknown } = {
    valid,
    boundary,
    'wrong type': (schema, name) => within(schema, name, () => pick(OTHERS)),
    hostile: (schema, name) => within(schema, name, () => (below(6) === 0 ? [text(), text()] : text())),
  }
  return { text, of: (kind, schema, name) => BY_KIND[kind](schema, name) }
}
