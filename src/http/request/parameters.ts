import { parseAccept } from 'hono/utils/accept'
import * as z from 'zod'
import { FORMAT_NAMES, FORMATS, type Format } from '../../formats/formats.ts'
import { type FilterValues, getFacets, hasOwnDetail, type ListQuery, type Resource } from '../../resources/define.ts'
import { flag, namesParameter, sortKeys, wholeNumber } from '../../schema/params.ts'
import type { QueryParameter } from '../endpoints/endpoint.ts'
import { ApiError } from '../response/errors.ts'
import { Problems } from './problems.ts'

/** Splits a format extension off a name; the format is null without a known extension. */
export function withoutSuffix(name: string): { name: string; format: Format | null } {
  const [whole = '', suffix = ''] = /\.([a-z]+)$/i.exec(name) ?? []
  const format = FORMAT_NAMES.find((name) => name === suffix.toLowerCase()) ?? null
  return format === null ? { name, format } : { name: name.slice(0, -whole.length), format }
}

/**
 * The format of a response: that of the path's extension, or else the supported format that Accept prefers.
 * @throws ApiError NOT_ACCEPTABLE
 */
export function chooseFormat(named: Format | null, accept: string | null, offered: readonly Format[]): Format {
  if (named !== null) {
    if (offered.includes(named)) return named
    throw notAcceptable(`This endpoint does not support ${FORMATS[named].title}.`, offered)
  }
  if (accept === null || accept === '*/*' || accept.trim() === '') return 'json'
  const accepted = parseAccept(accept)
  const weighed = offered.map((format) => {
    return { format, weight: Math.max(...FORMATS[format].mediaTypes.map((type) => getWeight(type, accepted))) }
  })
  const [best] = weighed.sort((a, b) => b.weight - a.weight)
  if (best && best.weight > 0) return best.format
  throw notAcceptable(`"Accept: ${accept.slice(0, 200)}" has no format that this endpoint supports.`, offered)
}

/** The quality value of a media type in Accept; the most specific match counts. */
function getWeight(mediaType: string, accepted: ReturnType<typeof parseAccept>): number {
  const ranges = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
  const matches = ranges.flatMap((range) => accepted.find(({ type }) => type.toLowerCase() === range) ?? [])
  return matches[0]?.q ?? 0
}

export function notAcceptable(what: string, offered: readonly Format[]): ApiError {
  const choices = offered.map((format) => `.${format} (${FORMATS[format].mediaTypes[0]})`)
  return new ApiError(
    'NOT_ACCEPTABLE',
    `${what} Use one of these as an extension in the path or in Accept: ${choices.join(', ')}.`,
    { supportedValues: offered.map((format) => FORMATS[format].mediaTypes[0]) },
  )
}

export const PAGE_MAX = 1_000_000_000

type Parameters = { [parameter: string]: QueryParameter }

export const pageNumber = {
  schema: wholeNumber(1, PAGE_MAX),
  description: 'Page number from 1. A page past the end is empty.',
  default: { value: 1 },
} as const

/** The parameter for the size of a page. @param things what is on it, capitalized */
export const pageSize = (things: string, { default: value, max }: { default: number; max: number }) => ({
  schema: wholeNumber(1, max),
  description: `${things} per page, 1 to ${max}.`,
  default: { value },
})

/** A field of a body for a page or its size: a whole number from 1. */
export function pageField(max: number, value: number, description: string) {
  const message = `Must be a whole number from 1 to ${max}.`
  return z.int(message).min(1, message).max(max, message).default(value).describe(description)
}

/** All parameters of a list. A list with a single page has no `page` and `cursor`. */
export function listParameters(resource: Resource): Parameters {
  const { filters, page, envelope, item, orders } = resource
  const facets = getFacets(resource)
  const { sortable } = orders
  return {
    ...filters,
    ...(envelope !== 'counted' && { page: pageNumber }),
    limit: pageSize('Records', page),
    ...(envelope !== 'counted' && {
      cursor: {
        schema: z.string().max(1_000, 'Too long for a cursor.').meta({ type: 'string' }),
        description:
          'Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since.',
      },
    }),
    sort: {
      schema: sortKeys(sortable),
      description: `Comma-separated fields to sort by, with a minus sign for descending order: ${sortable.join(', ')}. Nulls come last, and ties are sorted by \`id\`.`,
    },
    fields: {
      schema: namesParameter(getFields(item), 'a field'),
      description: 'The fields of each record to return, comma-separated.',
    },
    ...(facets.length > 0 && {
      facets: {
        schema: namesParameter(facets, 'a filter with facets'),
        description: `Comma-separated filters whose values to count over all matching records: ${facets.join(', ')}.`,
      },
    }),
    ...(hasOwnDetail(resource) && {
      include: {
        schema: namesParameter(['detail'], 'a part to include'),
        description: "`detail` adds the response of the single record's endpoint to each record as `detail`.",
      },
    }),
    bom: {
      schema: flag,
      description: '`true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.',
      default: { value: false },
    },
  }
}

function getFields(item: z.ZodType): string[] {
  if (item instanceof z.ZodObject) return Object.keys(item.shape)
  const { options = [] } = item as z.ZodUnion
  return [...new Set(options.flatMap((option) => getFields(option as z.ZodType)))]
}

export interface ListRequest extends ListQuery {
  filters: FilterValues
  cursor?: string
  bom?: boolean
}

/** Creates the parser of a list's query, which throws an ApiError with every problem, each with its parameter. */
export function createListParser(resource: Resource): (search: string) => ListRequest {
  const parse = createQueryParser(listParameters(resource), refuseCombinations)
  return (search) => {
    const { page, limit, cursor, sort, fields, facets, include, bom, ...filters } = parse(search) as Parsed
    return { filters, page, limit, cursor, sort, fields, facets, bom, isDetailed: include?.includes('detail') }
  }
}

type Parsed = Omit<ListRequest, 'filters'> & { include?: string[] }

/** Parameters that mean nothing without another, or that exclude another. */
const COMBINATIONS: readonly [parameter: string, relation: 'needs' | 'excludes', other: string, why: string][] = [
  ['within', 'needs', 'near', 'Needs "near", the county around which it counts miles.'],
  ['cursor', 'excludes', 'page', 'Cannot be combined with "page": both set where the page begins.'],
  [
    'sort',
    'excludes',
    'includeRemoved',
    'Cannot be combined with "includeRemoved": removed records have no fields to sort by.',
  ],
  ['fields', 'excludes', 'include', 'Cannot be combined with "include". Select fields or include details, not both.'],
]

function refuseCombinations(parsed: ParsedQuery<Parameters>, problems: Problems): void {
  for (const [parameter, relation, other, why] of COMBINATIONS) {
    const isGiven = parsed[other] !== undefined && parsed[other] !== false
    if (parsed[parameter] !== undefined && isGiven === (relation === 'excludes')) {
      problems.add(parameter, String(parsed[parameter]), why)
    }
  }
}

export type ParsedQuery<Own extends Parameters> = { [Name in keyof Own]?: z.infer<Own[Name]['schema']> }

/**
 * Creates the parser of a query, which throws an ApiError with every problem.
 * @param check reports further problems of the parsed values
 */
export function createQueryParser<Own extends Parameters>(
  parameters: Own,
  check: (parsed: ParsedQuery<Own>, problems: Problems) => void = () => {},
): (search: string) => ParsedQuery<Own> {
  const entries = Object.entries<QueryParameter>(parameters)
  const aliases = new Map(entries.flatMap(([parameter, { alias }]) => (alias ? [[alias, parameter]] : [])))
  const names = [...Object.keys(parameters), ...aliases.keys()]
  const isList = (parameter: string): boolean => parameters[parameter]?.schema.meta()?.type === 'array'

  return (search) => {
    const problems = new Problems()
    const sent = new Map<string, { name: string; text: string }>()
    for (const [name, pairs] of groupByName(search)) {
      const parameter = aliases.get(name) ?? name
      const texts = pairs.map(([, text]) => text)
      const text = texts.join(',')
      const before = sent.get(parameter)
      if (!Object.hasOwn(parameters, parameter)) problems.unknown(name, texts[0], names)
      else if (before) problems.add(name, text, `Means the same as "${before.name}". Send only one of them.`)
      else if (texts.length > 1 && !isList(parameter)) problems.add(name, text, 'Must be given only once.')
      else if (texts.includes('')) problems.add(name, text, 'Must not be empty. Omit the parameter or give it a value.')
      else sent.set(parameter, { name, text })
    }
    const parsed: { [parameter: string]: unknown } = {}
    // In the order of the schemas, so that parameter order does not matter.
    for (const [parameter, { schema }] of entries) {
      const sentParameter = sent.get(parameter)
      if (!sentParameter) continue
      const result = schema.safeParse(sentParameter.text)
      if (result.success) parsed[parameter] = result.data
      else problems.addIssues(sentParameter.name, sentParameter.text, result.error.issues)
    }
    const query = parsed as ParsedQuery<Own>
    check(query, problems)
    problems.throwIfAny()
    return query
  }
}

/** Rejects every parameter, for endpoints without parameters. */
export function refuseParameters(search: string): void {
  if (search === '') return
  const problems = new Problems()
  for (const [name, [[, text] = []]] of groupByName(search)) problems.unknown(name, text, [])
  problems.throwIfAny()
}

const groupByName = (search: string) => Map.groupBy(new URLSearchParams(search), ([name]) => name)
