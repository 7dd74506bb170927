import { LRUCache } from 'lru-cache'
import { type Format, getFormats } from '../../formats/formats.ts'
import {
  type Anchor,
  type CompletedQuery,
  completed,
  type FilterValues,
  isCacheable,
  type Resource,
} from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { once, onceEach } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { CHANGE_TYPES } from '../../schema/vocabularies.ts'
import type { Page, PagePosition, Reader, Write } from '../../store/lists/reader.ts'
import { chosenFormat } from '../request/formats.ts'
import { type ListRequest, listParameters, listParser } from '../request/parameters.ts'
import { problem } from '../request/problems.ts'
import { entityTag } from '../response/entity-tag.ts'
import type { HeaderFields } from '../response/headers.ts'
import { API, type Endpoint, type Inquiry, NOTHING, ONE_REQUEST } from './endpoint.ts'
import { formatted, refuseInFormat } from './formatted.ts'
import { detailedItem, ENVELOPES, formatLinks, openCursors, writing } from './paging.ts'

export function listEndpoint(name: ResourceName): Endpoint {
  const definition = resource(name)
  const { response, frame } = ENVELOPES[definition.envelope]
  const cost = definition.isFree ? NOTHING : ONE_REQUEST
  const formats = getFormats(definition.formats)
  const item = once(() => detailedItem(definition))
  const isPaged = definition.envelope !== 'counted'
  const isFeed = definition.envelope === 'feed'
  const open = onceEach((cursorSecret: string | undefined) => {
    const cursors = openCursors(cursorSecret)
    return { cursors, read: reading(definition, cursors) }
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
      const format = chosenFormat(named, raw.headers.get('accept'), formats)
      const parsed = read(search, format, selfUrl ?? base)
      const { query, caching, request } = parsed
      const reader = readers[name]
      let position: PagePosition | null = null
      let signed: { next: Anchor; cursor: string } | null = null

      /** The cursor of the next page, for the body and the `Link` header. */
      function formatCursor({ next }: Pick<Page, 'next'>): string | null {
        if (next === null) return null
        if (signed?.next !== next) signed = { next, cursor: cursors.write(query.selection, next) }
        return signed.cursor
      }

      function formatLink(position: PagePosition): string {
        const address = `${base()}${API}/${name}${named ? `.${named}` : ''}`
        // Cached pages share a position, and making a link costs more than reusing it.
        if (parsed.link?.position !== position || parsed.link.address !== address) {
          const place = { address, search, isAfter: query.after !== undefined }
          parsed.link = { position, address, text: formatLinks(position, formatCursor(position), place) }
        }
        return parsed.link.text
      }

      const inquiry = (write: Write): Inquiry => ({
        name: query.name,
        caching,
        cost,
        format,
        tag: () => entityTag(query.name, reader.written(query, now, write).digest, { format }),
        headers: (): HeaderFields => (position === null || !isPaged ? {} : { Link: formatLink(position) }),
        async respond() {
          const { body, bytes, position: place } = reader.written(query, now, write)
          position = place
          return { body, bytes }
        },
      })
      const getHint = (page: Page) => (page.total === 0 ? formatHint(reader, page.filters, now) : null)
      if (format === 'json') return inquiry(writing(frame, formatCursor, isFeed ? getHint : undefined))
      if (format === 'ndjson') return inquiry(writeLines)
      const layout = { ...definition, item: request.isDetailed ? item() : definition.item }
      return inquiry(await formatted(format, layout, { request, search, base, path: name, selfUrl }))
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
  /** The last `Link` header, with its inputs. */
  link: { position: PagePosition; address: string; text: string } | null
}

// For each list.
const READ_BYTES = 1024 * 1024
const BYTES_PER_QUERY = 1_000

/** Parses the queries of a list, with a cache. @throws ApiError, also when the cursor belongs to another query */
function reading(
  definition: Resource,
  cursors: ReturnType<typeof openCursors>,
): (search: string, format: Format, selfUrl: () => string) => ReadQuery {
  const parse = listParser(definition)
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
    let query = completed(definition, written)
    if (request.cursor !== undefined) {
      const result = cursors.read(query.selection, request.cursor)
      if ('problem' in result) throw problem('cursor', request.cursor, result.problem)
      query = completed(definition, { ...written, after: result.anchor })
    }
    const read: ReadQuery = { query, caching: isCacheable(definition, query) ? 'private' : 'none', request, link: null }
    queries.set(key, read)
    return read
  }
}
