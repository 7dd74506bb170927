/** The parts of OpenAPI 3.1 that the service's document uses. */

/** A JSON Schema, draft 2020-12. */
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

export interface OpenApi {
  openapi: '3.1.0'
  info: {
    title: string
    summary: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  security: { [scheme: string]: [] }[]
  tags: { name: string; description: string }[]
  paths: { [path: string]: { [M in Method]?: Operation } }
  /** The messages that the service sends, by name. */
  webhooks?: { [name: string]: { post: Operation } }
  components: {
    schemas: { [id: string]: JsonSchema }
    parameters: { [id: string]: Parameter }
    headers: { [name: string]: Pick<Parameter, 'description' | 'schema'> }
    examples: { [name: string]: Example }
    securitySchemes: { [scheme: string]: { [field: string]: string } }
  }
}

export const isReference = <Part extends object>(part: Part | Reference): part is Reference => '$ref' in part

/** The body of a request: one JSON object. */
export const jsonBody = (description: string, schema: JsonSchema): NonNullable<Operation['requestBody']> => ({
  required: true,
  description,
  content: { 'application/json': { schema } },
})

export const toMethod = ({ method }: { method: string }): Method => method.toLowerCase() as Method

export const PROBLEM_TYPE = 'application/problem+json'
