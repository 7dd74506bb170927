import type { Context } from 'hono'
import type { Resource } from '../../resources/define.ts'
import { getResource } from '../../resources/index.ts'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { addDays, type Instant, toIso, toLocalDay } from '../../rules/time/moments.ts'
import { NO_STATE } from '../../schema/vocabularies.ts'
import type { Chosen, Listing, SectionName } from '../../views/lists/listing.ts'
import { ANY, OPEN } from '../../views/lists/opportunities.ts'
import { createListParser, type ListRequest } from '../request/parameters.ts'
import { ApiError } from '../response/errors.ts'

export const getQuery = (c: Context): URLSearchParams => new URL(c.req.url).searchParams

/** The parameter whose choice counts days from today; the API has a bound instead. */
const CLOSING = 'closing'
const PAGE_DIGITS = /^[1-9]\d{0,5}$/

export type ListQuery = ReturnType<typeof parseListQuery>

/** Names and values of older addresses, which stay valid. */
const OLDER: { [Name in SectionName]?: { [parameter: string]: string } } = {
  opportunities: { category: 'programCategory' },
  awards: { category: 'programCategory', year: 'fiscalYear' },
  documents: { file: 'fileType' },
}
const OLDER_VALUES = new Map([
  ['status=open', OPEN],
  ['state=US', NO_STATE],
])

/** Its `search` is the query as pages and files have it, without the page. */
export function parseListQuery(listing: Listing<object>, query: URLSearchParams, now: Instant) {
  const { name, defaults = {}, insteadOfDefaults = '' } = listing
  const orders = Object.values(listing.orders)
  const definition = getResource(name)
  const chosen: { [parameter: string]: string } = {}
  for (const [sentName, text] of query) {
    const parameter = OLDER[name]?.[sentName] ?? sentName
    const value = OLDER_VALUES.get(`${parameter}=${text}`) ?? text.trim()
    if (isOffered(parameter, definition)) chosen[parameter] = value
  }
  for (const [parameter, value] of Object.entries(defaults))
    if (!query.has(parameter)) chosen[parameter] = chosen[insteadOfDefaults] ? ANY : value
  for (const [parameter, value] of Object.entries(chosen)) {
    // Without a value the default would apply again on the next page.
    if (value === '' && parameter in defaults) chosen[parameter] = ANY
    else if (value === '') delete chosen[parameter]
  }
  if (!orders.includes(chosen.sort ?? null)) delete chosen.sort
  const problems: string[] = []
  const sort = chosen.sort ?? orders[0]
  const request = parse(definition, { ...chosen, ...(sort && { sort }) }, now, (parameter, sentence) => {
    delete chosen[parameter]
    problems.push(sentence)
  })
  const shown = foldChosen(chosen, definition)
  return { chosen: shown, search: formatSearch(shown), request, problems, page: parsePage(query) }
}

export function parsePage(query: URLSearchParams): number {
  const page = query.get('page') ?? ''
  return PAGE_DIGITS.test(page) ? Number(page) : 1
}

/** Removed records have no fields to show, so pages and their files leave them out. */
const isOffered = (parameter: string, { filters }: Resource): boolean =>
  parameter === 'sort' || parameter === CLOSING || (Object.hasOwn(filters, parameter) && parameter !== 'includeRemoved')

/** Values of closed sets in capitals, as the choices have them. */
function foldChosen(chosen: Chosen, { filters }: Resource): Chosen {
  const isSet = (parameter: string) => parameter !== 'ids' && filters[parameter]?.schema.meta()?.type === 'array'
  return Object.fromEntries(
    Object.entries(chosen).map(([parameter, text]) => [parameter, isSet(parameter) ? text?.toUpperCase() : text]),
  )
}

/** Parses the chosen filters as the API does; those that it refuses are told of and left out. */
function parse(
  definition: Resource,
  chosen: Chosen,
  now: Instant,
  refuse: (parameter: string, sentence: string) => void,
): ListRequest {
  const { [CLOSING]: closing, ...others } = chosen
  const search = new URLSearchParams(others as Record<string, string>)
  if (closing && PAGE_DIGITS.test(closing)) {
    search.set('dueAfter', toIso(now))
    search.set('dueBefore', addDays(toLocalDay(now, NATIONAL_ZONE), Number(closing)))
  }
  try {
    return createListParser(definition)(search.toString())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const rest: { [parameter: string]: string | undefined } = { ...chosen }
    for (const { parameter, message } of error.extras.errors ?? []) {
      refuse(parameter, `${parameter}: ${message}`)
      delete rest[parameter]
    }
    return Object.keys(rest).length < Object.keys(chosen).length
      ? parse(definition, rest, now, refuse)
      : { filters: {} }
  }
}

/** The path with these filters, and the number of a page after the first. */
export function formatPath(path: string, chosen: Chosen, page = 1): string {
  const search = formatSearch({ ...chosen, page: page > 1 ? String(page) : '' })
  return search ? `${path}?${search}` : path
}

const formatSearch = (chosen: Chosen): string =>
  new URLSearchParams(Object.entries(chosen).filter(([, value]) => value) as [string, string][]).toString()
