import type { z } from 'zod'
import type { Resource } from '../resources/define.ts'
import type { ListQuery } from '../resources/query.ts'
import { nearest, type ParamIssue, wholeNumber } from '../schema/params.ts'
import type { QueryParameter } from './endpoints/endpoint.ts'
import { ApiError, type ParameterProblem } from './errors.ts'

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
export type QueryParser = (query: URLSearchParams) => ListQuery

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

  return (query) => {
    const problems = new Problems()
    const given = new Map<string, { name: string; text: string }>()
    for (const [name, [text = '', ...more]] of textsByName(query)) {
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
export function refuseParameters(query: URLSearchParams): void {
  const problems = new Problems()
  for (const [name, [text = '']] of textsByName(query)) problems.unknown(name, text, [])
  problems.throwIfAny()
}

function textsByName(query: URLSearchParams): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, text] of query) {
    const known = texts.get(name)
    if (known) known.push(text)
    else texts.set(name, [text])
  }
  return texts
}

// As many problems of one request are listed; more of them are only counted.
const PROBLEMS_LISTED = 50

/** Collects the problems of one request. */
export class Problems {
  readonly #problems: ParameterProblem[] = []
  #count = 0
  #hasUnknownOnly = true
  #supportedValues: readonly string[] | undefined

  add(parameter: string, value: unknown, message: string, more: Partial<ParameterProblem> = {}): void {
    this.#hasUnknownOnly = false
    this.#list(() => ({ parameter, value, message, ...more }))
  }

  unknown(parameter: string, value: unknown, names: readonly string[]): void {
    const message = names.length > 0 ? 'Is not a parameter of this endpoint.' : 'This endpoint takes no parameters.'
    this.#list(() => {
      const didYouMean = nearest(parameter, names)
      return {
        parameter,
        value,
        message,
        ...(names.length > 0 && { supportedValues: [...names] }),
        ...(didYouMean && { didYouMean }),
      }
    })
  }

  addIssues(parameter: string, value: unknown, issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      const params: Partial<ParamIssue> = issue.code === 'custom' ? (issue.params ?? {}) : {}
      const { supportedValues, didYouMean } = params
      if (params.isTopLevel) this.#supportedValues = supportedValues
      this.add(parameter, params.value ?? value, issue.message, {
        ...(supportedValues && { supportedValues: [...supportedValues] }),
        ...(didYouMean && { didYouMean }),
      })
    }
  }

  throwIfAny(): void {
    const [first] = this.#problems
    if (!first) return
    const hint = first.didYouMean ? ` Did you mean "${first.didYouMean}"?` : ''
    const more = this.#problems.length - 1
    const unlisted = this.#count - this.#problems.length
    const rest =
      (more > 0 ? ` ${more} more ${more === 1 ? 'problem' : 'problems'} in "errors".` : '') +
      (unlisted > 0 ? ` ${unlisted} beyond these.` : '')
    const supportedValues = this.#supportedValues
    throw new ApiError(
      this.#hasUnknownOnly ? 'UNKNOWN_PARAMETER' : 'INVALID_PARAMETER',
      `${first.parameter}: ${first.message}${hint}${rest}`,
      { errors: this.#problems, ...(supportedValues && { supportedValues }) },
    )
  }

  #list(problem: () => ParameterProblem): void {
    this.#count += 1
    if (this.#problems.length < PROBLEMS_LISTED) this.#problems.push(problem())
  }
}
