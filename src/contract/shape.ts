/** The parts of OpenAPI 3.1 that the service's document is made of. */

/** A JSON Schema, draft 2020-12. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  /** The values of an open set, as they are; new ones may come. */
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
  /** Of the records of a list: what is among them with `includeRemoved=true`, which no caller meets unasked. */
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

export interface Header {
  description: string
  schema: JsonSchema
}

/** A format of an answer other than JSON: where it is had, and for a table its columns. */
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
  /** Beside `content`, since generators of clients would give every answer the types of all formats together. */
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
  /** The messages that the service sends, by their names. */
  webhooks?: { [name: string]: { post: Operation } }
  components: {
    schemas: { [id: string]: JsonSchema }
    parameters: { [id: string]: Parameter }
    headers: { [name: string]: Header }
    examples: { [name: string]: Example }
    securitySchemes: { [scheme: string]: { [field: string]: string } }
  }
}

export const isReference = <Part extends object>(part: Part | Reference): part is Reference => '$ref' in part

/** The name of a route's method in the document. */
export const methodOf = ({ method }: { method: string }): Method => method.toLowerCase() as Method

/** The media type of every error. */
export const PROBLEM_TYPE = 'application/problem+json'
