import { z } from 'zod'
import type { QueryParameter } from '../http/endpoints/endpoint.ts'
import type { JsonSchema } from './shape.ts'

type Io = 'input' | 'output'

/** Collects the JSON Schemas of zod schemas; those that carry an id become components. */
export class Schemas {
  readonly components: { [id: string]: JsonSchema } = {}

  /**
   * The JSON Schema of a zod schema, with references to components.
   * @param io `input` for what callers send, `output` for what they get. What they get stays open: v1 may grow.
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
  const own = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)) as JsonSchema & {
    id?: string
    isClosed?: boolean
  }
  delete own.id
  if (io === 'output' && own.enum && !own.isClosed) openUp(own)
  delete own.isClosed
  if (own.$ref) own.$ref = own.$ref.replace('#/$defs/', COMPONENT)
  if (own.maximum === UNBOUNDED) delete own.maximum
  // The format says the same, readably.
  if (own.format) delete own.pattern
  if (io === 'output' && own.additionalProperties === false) delete own.additionalProperties
  // The length of the whole text is no fact about the list that it stands for.
  if (own.type === 'array') delete own.maxLength
  if (own.items) own.items = tidy(own.items, io)
  if (own.properties) {
    own.properties = Object.fromEntries(Object.entries(own.properties).map(([name, part]) => [name, tidy(part, io)]))
  }
  if (typeof own.additionalProperties === 'object') own.additionalProperties = tidy(own.additionalProperties, io)
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = own[word]
    if (parts) own[word] = parts.map((part) => tidy(part, io))
  }
  return nullable(own)
}

/** New values of an answer may come, so that a client must not refuse those that it does not know. */
function openUp(schema: JsonSchema): void {
  schema['x-extensible-enum'] = schema.enum ?? []
  delete schema.enum
  schema.description = [schema.description, 'An open set: new values may come.'].filter(Boolean).join(' ')
}

/** `anyOf: [X, null]` of a plain type is shorter, and kinder to generators, as `type: [x, null]`. */
function nullable(schema: JsonSchema): JsonSchema {
  const [first, second, ...more] = schema.anyOf ?? []
  if (!first || second?.type !== 'null' || more.length > 0) return schema
  if (typeof first.type !== 'string' || first.enum || first['x-extensible-enum'] || first.const !== undefined)
    return schema
  const { anyOf: _, ...own } = schema
  const { type, ...plain } = first
  return { type: [type, 'null'], ...plain, ...own }
}

/** The component that a schema refers to, else the schema itself. */
export function resolved(schema: JsonSchema, components: { [id: string]: JsonSchema }): JsonSchema {
  if (!schema.$ref) return schema
  const { $ref, ...own } = schema
  const part = components[$ref.slice(COMPONENT.length)]
  if (!part) throw new Error(`${$ref} is not in the document.`)
  return { ...resolved(part, components), ...own }
}

/** The name of the component that a schema refers to; null when it stands for itself. */
export const componentOf = (schema: JsonSchema): string | null =>
  schema.$ref ? schema.$ref.slice(COMPONENT.length) : null

/** The JSON Schema of what a query parameter takes, with its default and examples. */
export function parameterSchema({ schema, ...parameter }: QueryParameter, schemas: Schemas): JsonSchema {
  const examples = schema.meta()?.examples as unknown[] | undefined
  return {
    ...schemas.of(schema, 'input'),
    ...(parameter.default && { default: parameter.default.value }),
    ...(examples && { examples }),
  }
}
