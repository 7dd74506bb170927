import type { z } from 'zod'
import type { Resource } from '../resources/define.ts'
import type { ListQuery } from '../resources/query.ts'
import { wholeNumber } from '../schema/params.ts'
import type { QueryParameter } from './endpoints/endpoint.ts'
import { Problems } from './problems.ts'

/** The last page that can be asked for. */
export const PAGE_MAX = 1_000_000_000

/** The page parameters of a list; a list of a single page has no `page`. */
export function pageParameters({ page, envelope }: Resource): { [parameter: string]: QueryParameter } {
  const limit = {
    schema: wholeNumber(1, page.max),
    description: `Records a page holds, 1 to ${page.max}.`,
    default: { value: page.default },
  }
  if (envelope === 'counted') return { limit }
  return {
    page: {
      schema: wholeNumber(1, PAGE_MAX),
      description: 'Page, from 1; one past the end is empty.',
      default: { value: 1 },
    },
    limit,
  }
}

/** Parses the query of a list. @throws ApiError with every problem of it, each with its parameter's name */
export type QueryParser = (search: string) => ListQuery

/** The parser of a list's query, made once. */
export function queryParser(resource: Resource): QueryParser {
  const schemas: { [parameter: string]: z.ZodType } = {}
  const aliases = new Map<string, string>()
  const parameters: { [parameter: string]: QueryParameter } = { ...resource.filters, ...pageParameters(resource) }
  for (const [parameter, { schema, alias }] of Object.entries(parameters)) {
    schemas[parameter] = schema
    if (alias) aliases.set(alias, parameter)
  }
  const names = [...Object.keys(schemas), ...aliases.keys()]

  return (search) => {
    const problems = new Problems()
    const given = new Map<string, { name: string; text: string }>()
    for (const [name, [text = '', ...more]] of textsByName(search)) {
      const parameter = aliases.get(name) ?? name
      const before = given.get(parameter)
      if (!Object.hasOwn(schemas, parameter)) problems.unknown(name, text, names)
      else if (before) problems.add(name, text, `Means the same as "${before.name}"; send one of them.`)
      else if (more.length > 0) problems.add(name, [text, ...more].join(','), REPEATED)
      else if (text === '') problems.add(name, text, 'Is empty; leave the parameter out or give it a value.')
      else given.set(parameter, { name, text })
    }
    const parsed: { [parameter: string]: unknown } = {}
    // In the order of the schemas, so that the same question in another order is the same parsed query.
    for (const [parameter, schema] of Object.entries(schemas)) {
      const { name, text } = given.get(parameter) ?? {}
      if (name === undefined || text === undefined) continue
      const result = schema.safeParse(text)
      if (result.success) parsed[parameter] = result.data
      else problems.addIssues(name, text, result.error.issues)
    }
    problems.throwIfAny()
    const { page, limit, ...filters } = parsed
    return {
      filters,
      ...(page !== undefined && { page: page as number }),
      ...(limit !== undefined && { limit: limit as number }),
    }
  }
}

const REPEATED = 'Is given more than once; send it once, with a comma-separated list where several values are meant.'

/** Refuses every parameter, for endpoints that take none. */
export function refuseParameters(search: string): void {
  if (search === '') return
  const problems = new Problems()
  for (const [name, [text = '']] of textsByName(search)) problems.unknown(name, text, [])
  problems.throwIfAny()
}

function textsByName(search: string): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, text] of new URLSearchParams(search)) {
    const known = texts.get(name)
    if (known) known.push(text)
    else texts.set(name, [text])
  }
  return texts
}
