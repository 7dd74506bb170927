import type { z } from 'zod'
import type { FilterValues, ListQuery, Resource } from '../../resources/define.ts'
import { pick } from '../../rules/pick.ts'
import type { QueryParameter } from '../endpoints/endpoint.ts'
import { listParameters } from './list-parameters.ts'
import { Problems } from './problems.ts'

/** A parsed query of a list, with its output options. */
export interface ListRequest extends ListQuery {
  filters: FilterValues
  /** The cursor as sent. */
  cursor?: string
  /** Whether a table begins with a byte-order mark. */
  bom?: boolean
}

/** Creates the parser of a list's query, which throws an ApiError with every problem, each with its parameter. */
export function listParser(resource: Resource): (search: string) => ListRequest {
  const parse = queryParser(listParameters(resource), refuseTogether)
  return (search) => toListRequest(parse(search))
}

type Parameters = { [parameter: string]: QueryParameter }

/** The parsed parameters by name. */
export type ParsedQuery<Own extends Parameters> = { [Name in keyof Own]?: z.infer<Own[Name]['schema']> }

/**
 * Creates the parser of a query, which throws an ApiError with every problem.
 * @param check reports further problems of the parsed values
 */
export function queryParser<Own extends Parameters>(
  parameters: Own,
  check: (parsed: ParsedQuery<Own>, problems: Problems) => void = () => {},
): (search: string) => ParsedQuery<Own> {
  const schemas: { [parameter: string]: z.ZodType } = {}
  const aliases = new Map<string, string>()
  for (const [parameter, { schema, alias }] of Object.entries(parameters)) {
    schemas[parameter] = schema
    if (alias) aliases.set(alias, parameter)
  }
  const names = [...Object.keys(schemas), ...aliases.keys()]
  const isList = (parameter: string): boolean => schemas[parameter]?.meta()?.type === 'array'

  return (search) => {
    const problems = new Problems()
    const sent = new Map<string, { name: string; text: string }>()
    for (const [name, texts] of textsByName(search)) {
      const parameter = aliases.get(name) ?? name
      const text = texts.join(',')
      const before = sent.get(parameter)
      if (!Object.hasOwn(schemas, parameter)) problems.unknown(name, texts[0], names)
      else if (before) problems.add(name, text, `Means the same as "${before.name}". Send only one of them.`)
      else if (texts.length > 1 && !isList(parameter)) problems.add(name, text, REPEATED)
      else if (texts.includes('')) problems.add(name, text, 'Must not be empty. Omit the parameter or give it a value.')
      else sent.set(parameter, { name, text })
    }
    const parsed: { [parameter: string]: unknown } = {}
    // In the order of the schemas, so that parameter order does not matter.
    for (const [parameter, schema] of Object.entries(schemas)) {
      const { name, text } = sent.get(parameter) ?? {}
      if (name === undefined || text === undefined) continue
      const result = schema.safeParse(text)
      if (result.success) parsed[parameter] = result.data
      else problems.addIssues(name, text, result.error.issues)
    }
    const query = parsed as ParsedQuery<Own>
    check(query, problems)
    problems.throwIfAny()
    return query
  }
}

const REPEATED = 'Must be given only once.'

/** Parameters that exclude each other. */
const EXCLUSIVE: readonly [parameter: string, other: string, why: string][] = [
  ['cursor', 'page', 'Cannot be combined with "page": both set where the page begins.'],
  ['sort', 'includeRemoved', 'Cannot be combined with "includeRemoved": removed records have no fields to sort by.'],
  ['fields', 'include', 'Cannot be combined with "include". Select fields or include details, not both.'],
]

/** Parameters that mean nothing without another. */
const DEPENDENT: readonly [parameter: string, other: string, why: string][] = [
  ['within', 'near', 'Needs "near", the county around which it counts miles.'],
]

function refuseTogether(parsed: ParsedQuery<Parameters>, problems: Problems): void {
  for (const [parameter, other, why] of DEPENDENT) {
    if (parsed[parameter] !== undefined && parsed[other] === undefined) {
      problems.add(parameter, String(parsed[parameter]), why)
    }
  }
  for (const [parameter, other, why] of EXCLUSIVE) {
    if (parsed[parameter] !== undefined && parsed[other] !== undefined && parsed[other] !== false) {
      problems.add(parameter, String(parsed[parameter]), why)
    }
  }
}

type Parsed = Omit<ListRequest, 'filters'> & { include?: string[] }

function toListRequest(parsed: Parsed & { [parameter: string]: unknown }): ListRequest {
  const { page, limit, cursor, sort, fields, facets, include, bom, ...filters } = parsed
  return {
    filters,
    ...pick(parsed, ['page', 'limit', 'cursor', 'sort', 'fields', 'facets']),
    ...(include?.includes('detail') && { isDetailed: true }),
    ...(bom === true && { bom }),
  }
}

/** Rejects every parameter, for endpoints without parameters. */
export function refuseParameters(search: string): void {
  if (search === '') return
  const problems = new Problems()
  for (const [name, [text = '']] of textsByName(search)) problems.unknown(name, text, [])
  problems.throwIfAny()
}

function textsByName(search: string): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, text] of new URLSearchParams(search)) {
    const earlier = texts.get(name)
    if (earlier) earlier.push(text)
    else texts.set(name, [text])
  }
  return texts
}
