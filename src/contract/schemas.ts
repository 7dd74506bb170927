import * as z from 'zod'
import type { QueryParameter } from '../http/endpoints/endpoint.ts'
import type { JsonSchema } from './shape.ts'

type Io = 'input' | 'output'

/** Collects the JSON Schemas of zod schemas. Those with an id become components. */
export class Schemas {
  readonly components: { [id: string]: JsonSchema } = {}

  /**
   * The JSON Schema of a zod schema, with references to components.
   * @param io `input` for requests, `output` for responses. Responses stay open to new fields, because v1 may grow.
   */
  of(schema: z.ZodType, io: Io): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, { io }) as JsonSchema & { $defs?: object } & {
      $schema?: string
    }
    for (const [id, part] of Object.entries($defs)) this.components[id] = tidy(part, io)
    return tidy(rest, io)
  }
}

const COMPONENT = '#/components/schemas/'
const UNBOUNDED = Number.MAX_SAFE_INTEGER

function tidy(schema: JsonSchema, io: Io): JsonSchema {
  const tidied = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)) as JsonSchema & {
    id?: string
    isClosed?: boolean
  }
  delete tidied.id
  if (io === 'output' && tidied.enum && !tidied.isClosed) openUp(tidied)
  delete tidied.isClosed
  if (tidied.$ref) tidied.$ref = tidied.$ref.replace('#/$defs/', COMPONENT)
  if (tidied.maximum === UNBOUNDED) delete tidied.maximum
  // The format already says this in readable form.
  if (tidied.format) delete tidied.pattern
  if (io === 'output' && tidied.additionalProperties === false) delete tidied.additionalProperties
  // The length of the whole text says nothing about the list that it encodes.
  if (tidied.type === 'array') delete tidied.maxLength
  if (tidied.items) tidied.items = tidy(tidied.items, io)
  if (tidied.properties) {
    tidied.properties = Object.fromEntries(
      Object.entries(tidied.properties).map(([name, part]) => [name, tidy(part, io)]),
    )
  }
  if (typeof tidied.additionalProperties === 'object')
    tidied.additionalProperties = tidy(tidied.additionalProperties, io)
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = tidied[word]
    if (parts) tidied[word] = parts.map((part) => tidy(part, io))
  }
  return nullable(tidied)
}

/** Opens the enums of a response: v1 may gain values, so clients must accept unknown ones. */
function openUp(schema: JsonSchema): void {
  schema['x-extensible-enum'] = schema.enum ?? []
  delete schema.enum
  schema.description = [schema.description, 'New values may be added.'].filter(Boolean).join(' ')
}

/** Rewrites `anyOf: [X, null]` of a plain type as `type: [x, null]`, which is shorter and better supported by generators. */
function nullable(schema: JsonSchema): JsonSchema {
  const [first, second, ...more] = schema.anyOf ?? []
  if (!first || second?.type !== 'null' || more.length > 0) return schema
  if (typeof first.type !== 'string' || first.enum || first['x-extensible-enum'] || first.const !== undefined)
    return schema
  const { anyOf: _, ...rest } = schema
  const { type, ...plain } = first
  return { type: [type, 'null'], ...plain, ...rest }
}

/** The component that a schema refers to, or the schema itself. */
export function resolved(schema: JsonSchema, components: { [id: string]: JsonSchema }): JsonSchema {
  if (!schema.$ref) return schema
  const { $ref, ...rest } = schema
  const part = components[$ref.slice(COMPONENT.length)]
  if (!part) throw new Error(`${$ref} is not in the document.`)
  return { ...resolved(part, components), ...rest }
}

/** The name of the component that a schema refers to; null for an inline schema. */
export const findComponentName = (schema: JsonSchema): string | null =>
  schema.$ref ? schema.$ref.slice(COMPONENT.length) : null

/** The JSON Schema of a query parameter, with its default and examples. */
export function parameterSchema({ schema, ...parameter }: QueryParameter, schemas: Schemas): JsonSchema {
  const examples = schema.meta()?.examples as unknown[] | undefined
  return {
    ...schemas.of(schema, 'input'),
    ...(parameter.default && { default: parameter.default.value }),
    ...(examples && { examples }),
  }
}
