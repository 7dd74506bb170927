import * as z from 'zod'
import type { QueryParameter } from '../http/endpoints/endpoint.ts'

/** The parts of OpenAPI 3.1 that the service's document uses. */

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  /** The current values of an open set; new ones may be added. */
  'x-extensible-enum'?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: { [field: string]: JsonSchema }
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  /** The removed records of a list, which it returns only with `includeRemoved=true`. */
  'x-removed-items'?: JsonSchema
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  description: string
  required?: true
  schema: JsonSchema
  style?: 'form'
  explode?: false
  example?: unknown
}

export interface Example {
  summary?: string
  value: unknown
}

export interface Content {
  schema: JsonSchema
  examples?: { [name: string]: Example | Reference }
}

/** A response format other than JSON: its path, and for a table its columns. */
export interface OfferedFormat {
  mediaType: string
  suffix: string
  description: string
  columns?: { name: string; description: string }[]
}

export interface Response {
  description: string
  headers: { [name: string]: Reference }
  content?: { [mediaType: string]: Content }
}

export interface Operation {
  operationId: string
  tags: [string]
  summary: string
  description: string
  security: { [scheme: string]: [] }[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: true; description: string; content: { 'application/json': Content } }
  responses: { [status: string]: Response }
  /** Not in `content`, because client generators would give every response the union of all formats' types. */
  'x-formats'?: OfferedFormat[]
}

export type Method = 'get' | 'post' | 'patch' | 'delete'

export interface Paths {
  [path: string]: { [M in Method]?: Operation }
}

export const isReference = <Part extends object>(part: Part | Reference): part is Reference => '$ref' in part

export const toJsonBody = (description: string, schema: JsonSchema): NonNullable<Operation['requestBody']> => ({
  required: true,
  description,
  content: { 'application/json': { schema } },
})

export const toMethod = ({ method }: { method: string }): Method => method.toLowerCase() as Method
export const PROBLEM_TYPE = 'application/problem+json'

type Io = 'input' | 'output'

/** Collects the JSON Schemas of zod schemas. Those with an id become components. */
export class Schemas {
  readonly components: { [id: string]: JsonSchema } = {}

  /**
   * The JSON Schema of a zod schema, with references to components.
   * @param io `input` for requests, `output` for responses. Responses stay open to new fields, because v1 may grow.
   */
  of(schema: z.ZodType, io: Io): JsonSchema {
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io })
    for (const [id, part] of Object.entries($defs)) this.components[id] = tidySchema(part as JsonSchema, io)
    return tidySchema(rest as JsonSchema, io)
  }
}

const COMPONENT = '#/components/schemas/'

function tidySchema(schema: JsonSchema, io: Io): JsonSchema {
  const { id: _, isClosed, ...tidied } = schema as JsonSchema & { id?: string; isClosed?: boolean }
  const inside = (part: JsonSchema): JsonSchema => tidySchema(part, io)
  if (io === 'output' && tidied.enum && !isClosed) openUp(tidied)
  if (tidied.$ref) tidied.$ref = tidied.$ref.replace('#/$defs/', COMPONENT)
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum
  // The format already says this in readable form.
  if (tidied.format) delete tidied.pattern
  if (io === 'output' && tidied.additionalProperties === false) delete tidied.additionalProperties
  // The length of the whole text says nothing about the list that it encodes.
  if (tidied.type === 'array') delete tidied.maxLength
  if (tidied.items) tidied.items = inside(tidied.items)
  if (tidied.properties) {
    const properties = Object.entries(tidied.properties)
    tidied.properties = Object.fromEntries(properties.map(([name, part]) => [name, inside(part)]))
  }
  const { additionalProperties } = tidied
  if (typeof additionalProperties === 'object') tidied.additionalProperties = inside(additionalProperties)
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = tidied[word]
    if (parts) tidied[word] = parts.map(inside)
  }
  return toNullable(tidied)
}

/** Opens the enums of a response: v1 may gain values, so clients must accept unknown ones. */
function openUp(schema: JsonSchema): void {
  schema['x-extensible-enum'] = schema.enum ?? []
  delete schema.enum
  schema.description = [schema.description, 'New values may be added.'].filter(Boolean).join(' ')
}

/** Rewrites `anyOf: [X, null]` of a plain type as `type: [x, null]`, which is shorter and better supported by generators. */
function toNullable({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [first, second, ...more] = anyOf ?? []
  const isPlain =
    typeof first?.type === 'string' && !first.enum && !first['x-extensible-enum'] && first.const === undefined
  if (!isPlain || second?.type !== 'null' || more.length > 0) return anyOf ? { ...rest, anyOf } : rest
  const { type, ...plain } = first
  return { type: [type as string, 'null'], ...plain, ...rest }
}

/** The component that a schema refers to, or the schema itself. */
export function resolve(schema: JsonSchema, components: { [id: string]: JsonSchema }): JsonSchema {
  const name = findComponentName(schema)
  if (name === null) return schema
  const { $ref, ...rest } = schema
  const part = components[name]
  if (!part) throw new Error(`${$ref} is not in the document.`)
  return { ...resolve(part, components), ...rest }
}

/** The name of the component that a schema refers to; null for an inline schema. */
export const findComponentName = (schema: JsonSchema): string | null =>
  schema.$ref ? schema.$ref.slice(COMPONENT.length) : null

export function toParameterSchema({ schema, ...parameter }: QueryParameter, schemas: Schemas): JsonSchema {
  const examples = schema.meta()?.examples as unknown[] | undefined
  return {
    ...schemas.of(schema, 'input'),
    ...(parameter.default && { default: parameter.default.value }),
    ...(examples && { examples }),
  }
}
