import type { OpenApi } from '../../src/contract/document.ts'
import {
  isReference,
  type JsonSchema,
  type Method,
  type Operation,
  PROBLEM_TYPE,
  resolve,
} from '../../src/contract/schemas.ts'
import { compare } from '../../src/rules/text/words.ts'

/**
 * The kind of a fact of the contract decides which changes break callers: `stays` must not disappear, `same` must not
 * change, `accepts` (types or values of requests) must not lose an entry, `gives` (types of responses) must not gain one,
 * `names` (values of responses) must not lose one, `atMost` must not fall, `atLeast` must not rise, `needs` must not appear.
 */
export type FactKind = 'stays' | 'same' | 'accepts' | 'gives' | 'names' | 'atMost' | 'atLeast' | 'needs'

/** The contract as facts by name: `GET /api/v1/awards ?limit maximum` is `['atMost', 500]`. */
export type Facts = { [name: string]: [kind: FactKind, value: unknown] }

/**
 * Everything in a document that callers may rely on; not its prose, examples and URLs. Components are inlined where they
 * are used, so moving a part into a component changes nothing.
 */
export function collectFacts(document: OpenApi): Facts {
  const facts: Facts = {}
  const { schemas, securitySchemes } = document.components
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods) as [Method, Operation][]) {
      const name = `${method.toUpperCase()} ${path}`
      facts[name] = ['stays', true]
      facts[`${name} operationId`] = ['same', operation.operationId]
      if (operation.security.length > 0) facts[`${name} key`] = ['needs', true]
      requestFacts(name, operation, { facts, schemas, side: 'request' })
      responseFacts(name, operation, { facts, schemas, side: 'answer' })
    }
  }
  for (const scheme of Object.keys(securitySchemes)) facts[`security ${scheme}`] = ['stays', true]
  return Object.fromEntries(Object.entries(facts).sort(([a], [b]) => compare(a, b)))
}

interface Walk {
  facts: Facts
  schemas: OpenApi['components']['schemas']
  side: 'request' | 'answer'
}

function requestFacts(name: string, operation: Operation, walk: Walk): void {
  const { facts } = walk
  for (const parameter of operation.parameters) {
    if (isReference(parameter)) {
      facts[`${name} ${parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)}`] = ['stays', true]
      continue
    }
    const label = `${name} ${parameter.in === 'query' ? '?' : ''}${parameter.name}`
    facts[label] = ['stays', true]
    if (parameter.required) facts[`${label} required`] = ['needs', true]
    schemaFacts(label, parameter.schema, walk)
  }
  const body = operation.requestBody?.content['application/json'].schema
  if (body) schemaFacts(`${name} body`, body, walk)
}

function responseFacts(name: string, operation: Operation, walk: Walk): void {
  const { facts } = walk
  for (const [status, { headers, content }] of Object.entries(operation.responses)) {
    facts[`${name} ${status}`] = ['stays', true]
    facts[`${name} ${status} headers`] = ['names', Object.keys(headers)]
    for (const [type, { schema, examples }] of Object.entries(content ?? {})) {
      facts[`${name} ${status} ${type}`] = ['stays', true]
      // All problems have the same shape; only their codes differ.
      if (type === PROBLEM_TYPE) facts[`${name} ${status} codes`] = ['names', Object.keys(examples ?? {})]
      if (type !== PROBLEM_TYPE) schemaFacts(`${name} ${status}`, schema, walk)
      else schemaFacts('problem', schema, walk)
    }
  }
}

function schemaFacts(name: string, unresolved: JsonSchema, walk: Walk): void {
  const { facts, side } = walk
  const schema = resolve(unresolved, walk.schemas)
  if (schema.type) facts[`${name} type`] = [side === 'request' ? 'accepts' : 'gives', [schema.type].flat()]
  if (schema.format) facts[`${name} format`] = ['same', schema.format]
  if (schema.pattern) facts[`${name} pattern`] = ['same', schema.pattern]
  if (schema.const !== undefined) facts[`${name} const`] = ['same', schema.const]
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values) facts[`${name} values`] = [side === 'request' ? 'accepts' : 'names', values]
  if (side === 'request') boundFacts(name, schema, facts)
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    facts[`${name}.${field}`] = ['stays', true]
    if (schema.required?.includes(field)) {
      if (side === 'request') facts[`${name}.${field} required`] = ['needs', true]
      else facts[`${name}.${field} always`] = ['stays', true]
    }
    schemaFacts(`${name}.${field}`, part, walk)
  }
  if (schema.items) schemaFacts(`${name}[]`, schema.items, walk)
  for (const part of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
    schemaFacts(`${name} (${variantName(resolve(part, walk.schemas))})`, part, walk)
  }
}

/** The name of a variant: its distinguishing constant, or else its type. */
function variantName(part: JsonSchema): string {
  const constant = Object.values(part.properties ?? {}).find((field) => field.const !== undefined)?.const
  return String(constant ?? part.type)
}

function boundFacts(name: string, schema: JsonSchema, facts: Facts): void {
  if (schema.default !== undefined) facts[`${name} default`] = ['same', schema.default]
  if (schema.maximum !== undefined) facts[`${name} maximum`] = ['atMost', schema.maximum]
  if (schema.minimum !== undefined) facts[`${name} minimum`] = ['atLeast', schema.minimum]
  if (schema.maxLength !== undefined) facts[`${name} maxLength`] = ['atMost', schema.maxLength]
  if (schema.minLength !== undefined) facts[`${name} minLength`] = ['atLeast', schema.minLength]
}
