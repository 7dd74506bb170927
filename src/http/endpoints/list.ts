import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type Format, getFormats } from '../../formats/formats.ts'
import {
  type CompletedQuery,
  completeQuery,
  type FilterValues,
  isCacheable,
  type Resource,
} from '../../resources/define.ts'
import { getResource, type ResourceName } from '../../resources/index.ts'
import { once, onceEach } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { CHANGE_TYPES } from '../../schema/vocabularies.ts'
import type { Written } from '../../store/lists/bodies.ts'
import type { Page, PagePosition, Reader, Write } from '../../store/lists/reader.ts'
import { toInquiry } from '../exchange.ts'
import { chooseFormat, createListParser, type ListRequest, listParameters } from '../request/parameters.ts'
import { createProblem, Problems } from '../request/problems.ts'
import { API, type Endpoint, type EndpointRequest, type Inquiry, NOTHING, ONE_REQUEST } from './endpoint.ts'
import { createPageWriter, ENVELOPES, formatLinks, getDetailedItem, openCursors } from './paging.ts'

export function createListEndpoint(name: ResourceName): Endpoint {
  const definition = getResource(name)
  const { response, frame } = ENVELOPES[definition.envelope]
  const cost = definition.isFree ? NOTHING : ONE_REQUEST
  const formats = getFormats(definition.formats)
  const item = once(() => getDetailedItem(definition))
  const isPaged = definition.envelope !== 'counted'
  const isFeed = definition.envelope === 'feed'
  const open = onceEach((cursorSecret: string | undefined) => {
    const cursors = openCursors(cursorSecret)
    return { cursors, read: createQueryReader(definition, cursors) }
  })
  return {
    method: 'GET',
    path: `${API}/${name}`,
    tag: name,
    summary: definition.summary,
    description: definition.description,
    query: listParameters(definition),
    formats,
    item: definition.item,
    get response() {
      return response(item())
    },
    example: { query: definition.example },
    async handle({ raw, search, format: named, base, selfUrl }, { readers }, now, { cursorSecret }) {
      const { cursors, read } = open(cursorSecret)
      const format = chooseFormat(named, raw.headers.get('accept'), formats)
      const { query, caching, request } = read(search, format, selfUrl ?? base)
      const reader = readers[name]
      const formatCursor = ({ next }: Pick<Page, 'next'>) => next && cursors.write(query.selection, next)

      function formatLink(position: PagePosition): string {
        const address = `${base()}${API}/${name}${named ? `.${named}` : ''}`
        const isAfter = query.after !== undefined
        return formatLinks(position, isAfter ? formatCursor(position) : null, { address, search, isAfter })
      }

      function inquiry(write: Write): Inquiry {
        const readPage = () => reader.written(query, now, write)
        return {
          ...toInquiry(query.name, cost, readPage, format),
          caching,
          async respond() {
            const { body, bytes, position } = readPage()
            return { body, bytes, ...(isPaged && { headers: { Link: formatLink(position) } }) }
          },
        }
      }
      const getHint = (page: Page) => (page.total === 0 ? formatHint(reader, page.filters, now) : null)
      if (format === 'json') return inquiry(createPageWriter(frame, formatCursor, isFeed ? getHint : undefined))
      if (format === 'ndjson') return inquiry(writeLines)
      const layout = { ...definition, item: request.isDetailed ? item() : definition.item }
      const { bom, fields } = request
      return inquiry(await createFormatter(format, layout, { bom, fields, search, base, path: name, selfUrl }))
    },
  }
}

/** Which types of changes have events with the other filters of an empty response. */
function formatHint(reader: Reader, filters: FilterValues, now: Instant): string {
  const ofAnyType = { ...filters, type: [...CHANGE_TYPES] }
  const counts = Object.entries(reader.list({ filters: ofAnyType, facets: ['type'], limit: 1 }, now).facets?.type ?? {})
  if (counts.length === 0) return 'No type of change has events with these filters.'
  const types = counts.map(([type, count]) => `${type} (${count})`).join(', ')
  return `No events of the requested types. Others have events with these filters: ${types}. Ask with type=ALL for all.`
}

const writeLines: Write = ({ records, digest }) => ({ body: records.map((record) => `${record}\n`).join(''), digest })

interface ReadQuery {
  query: CompletedQuery
  caching: 'private' | 'none'
  request: ListRequest
}

// For each list.
const READ_BYTES = 1024 * 1024
const BYTES_PER_QUERY = 1_000

/** Parses the queries of a list, with a cache. @throws ApiError, also when the cursor belongs to another query */
function createQueryReader(
  definition: Resource,
  cursors: ReturnType<typeof openCursors>,
): (search: string, format: Format, selfUrl: () => string) => ReadQuery {
  const parse = createListParser(definition)
  const queries = new LRUCache<string, ReadQuery>({
    maxSize: READ_BYTES,
    sizeCalculation: ({ query }, search) => BYTES_PER_QUERY + query.name.length + search.length,
  })
  return (search, format, selfUrl) => {
    const key = format === 'json' ? search : `${format} ${selfUrl()} ${search}`
    const cached = queries.get(key)
    if (cached) return cached
    const request = parse(search)
    refuseInFormat(request, format)
    // Calendars and feeds contain their own URL as requested.
    const written = { ...request, writing: format === 'json' ? undefined : key }
    let query = completeQuery(definition, written)
    if (request.cursor !== undefined) {
      const result = cursors.read(query.selection, request.cursor)
      if ('problem' in result) throw createProblem('cursor', request.cursor, result.problem)
      query = completeQuery(definition, { ...written, after: result.anchor })
    }
    const read: ReadQuery = { query, caching: isCacheable(definition, query) ? 'private' : 'none', request }
    queries.set(key, read)
    return read
  }
}

/** The last change of a feed without entries: when the API was first published. */
const FOUNDED = '2026-11-20T00:00:00.000Z'

/**
 * Writes records in a format other than JSON. Its writer is loaded on first use.
 * @param asked `path` is that of the response in the API, without an extension
 */
export async function createFormatter(
  format: Exclude<Format, 'json'>,
  list: Pick<Resource, 'summary' | 'description' | 'formats'> & { item: z.ZodType },
  asked: Pick<EndpointRequest, 'search' | 'base' | 'selfUrl'> & Pick<ListRequest, 'bom' | 'fields'> & { path: string },
): Promise<(page: Pick<Page, 'data'> & Partial<Pick<Page, 'digest'>>) => Written> {
  const { summary, description, item, formats } = list
  const { search, path, bom = false, fields = null } = asked
  const base = asked.base()
  const address = asked.selfUrl?.() ?? `${base}${API}/${path}.${format}${search && `?${search}`}`
  const { formatRecords: written } = await import('../../formats/write.ts')
  return ({ data, digest = '' }) => {
    const records = JSON.parse(data) as { updatedAt?: string }[]
    const newest = records.reduce((newest, { updatedAt = '' }) => (updatedAt > newest ? updatedAt : newest), '')
    const frame = { title: summary, description, address, home: `${base}/`, updated: newest || FOUNDED }
    return { body: written(format, { layout: { item, ...formats }, records, frame, hasMark: bom, fields }), digest }
  }
}

/** Rejects options that a format does not support. @throws ApiError */
export function refuseInFormat({ filters, bom, fields, facets, isDetailed }: ListRequest, format: Format): void {
  const problems = new Problems()
  const hasFields = format === 'json' || format === 'ndjson' || format === 'csv'
  if (fields && !hasFields)
    problems.add('fields', fields.join(','), 'Not supported for calendars and feeds, which have their own fields.')
  if (isDetailed && !hasFields) problems.add('include', 'detail', 'Not supported for calendars and feeds.')
  if (facets && format !== 'json') problems.add('facets', facets.join(','), 'Only supported for JSON.')
  if (bom && format !== 'csv') problems.add('bom', 'true', 'Only supported for CSV.')
  if (filters.includeRemoved === true && format !== 'json' && format !== 'ndjson') {
    problems.add('includeRemoved', 'true', 'Only supported for JSON and NDJSON.')
  }
  problems.throwIfAny()
}
