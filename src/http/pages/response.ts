import { hash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { z } from 'zod'
import { dayIn } from '../../rules/time/moments.ts'
import type { Exports } from '../../store/open/exports.ts'
import { FILE_TYPES } from '../../views/addresses.ts'
import { getLayout } from '../../views/lists/list-page.ts'
import type { SectionName } from '../../views/lists/listing.ts'
import type { SiteContext } from '../../views/view.ts'
import type { Deps } from '../deps.ts'
import { fileReply, holdsTag } from '../exchange.ts'
import { ApiError, errorStatus } from '../response/errors.ts'
import { type HeaderFields, SITE_HEADERS } from '../response/headers.ts'

/**
 * Shared caches keep a page for an hour and may serve a stale one while they revalidate, but never past the instant when a
 * status on the page may change.
 */
export function formatCaching({ service, clock }: Pick<Deps, 'service' | 'clock'>): string {
  const now = clock()
  const { opportunities, documents, events } = service().readers
  const until = Math.min(...[opportunities, documents, events].map((reader) => reader.until(now)))
  const left = Math.max(0, Math.floor((until - now) / 1000))
  const shared = Math.min(3_600, left)
  const stale = Math.min(86_400, left - shared)
  return `public, max-age=${Math.min(300, left)}, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

export type PageStatus = 200 | 400 | 404 | 409 | 410 | 429

export const pageResponse = (c: Context, page: string, caching: string, status: PageStatus) =>
  createResponse(c, page, 'text/html; charset=utf-8', caching, status)

/** One record as a calendar. The format is loaded on first use. */
export async function calendar(
  c: Context,
  list: 'opportunities' | 'events',
  record: { title: string; updatedAt: string },
  { base }: SiteContext,
  caching: string,
) {
  const frame = {
    title: record.title,
    description: record.title,
    address: base + c.req.path,
    home: base + c.req.path.replace(/\.ics$/, ''),
    updated: record.updatedAt,
  }
  const { written } = await import('../../formats/write.ts')
  const text = written('ics', { layout: getLayout(list), records: [record], frame, hasMark: false, fields: null })
  return createResponse(c, text, 'text/calendar; charset=utf-8', caching)
}

// Feeds need an absolute address; without a public one they are read on the machine itself.
const LOCAL = 'http://localhost'

/** The records of a list as a file. The format is loaded on first use. */
export async function fileResponse(
  c: Context,
  name: SectionName,
  format: 'csv' | 'ics' | 'atom',
  file: { records: readonly object[]; title: string; description: string; search: string; updated: string },
  { base }: SiteContext,
  caching: string,
) {
  const { title, description, updated, records } = file
  const query = file.search && `?${file.search}`
  const frame = {
    title,
    description,
    updated,
    address: `${base || LOCAL}/${name}.${format}${query}`,
    home: `${base || LOCAL}/${name}${query}`,
  }
  const { written } = await import('../../formats/write.ts')
  const isTable = format === 'csv'
  const shown = isTable ? records.map(withLocalDays) : records
  const text = written(format, { layout: getLayout(name), records: shown, frame, hasMark: isTable, fields: null })
  return createResponse(c, text, FILE_TYPES[`.${format}`] ?? 'text/plain', caching)
}

/** Rows that are no list of the API, as a table. */
export async function tableResponse(c: Context, item: z.ZodType, records: readonly object[], caching: string) {
  const { written } = await import('../../formats/write.ts')
  const layout = { item, calendar: null, feed: null }
  const frame = { title: '', description: '', updated: '', address: '', home: '' }
  const text = written('csv', { layout, records, frame, hasMark: true, fields: null })
  return createResponse(c, text, FILE_TYPES['.csv'] ?? 'text/plain', caching)
}

/** A record for a spreadsheet: a moment that is known only as a day is that day, not an instant in UTC. */
function withLocalDays(record: object): object {
  const fields = Object.entries(record)
  const known = Object.fromEntries(fields)
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const isDay = typeof value === 'string' && known[`${field}Precision`] === 'DATE'
      return [field, isDay ? dayIn(Date.parse(value), known.timeZone) : value]
    }),
  )
}

function createResponse(c: Context, body: string, type: string, caching: string, status: PageStatus = 200): Response {
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const sent = c.req.header('if-none-match')
  const headers = {
    ...SITE_HEADERS,
    'Content-Type': type,
    'Cache-Control': status === 200 ? caching : 'no-store',
    ETag: tag,
  }
  if (status === 200 && sent && holdsTag(sent, tag.slice(2))) return new Response(null, { status: 304, headers })
  return new Response(c.req.method === 'HEAD' ? null : body, { status, headers })
}

// A file that is compressed on the way has no ranges; the compressed forms are files of their own.
const CACHING = 'public, max-age=300, no-transform'

/**
 * A file of the snapshot, complete or as a range, without a key. Null if there is none with this name.
 * Rejects with DatasetUnavailable when it is missing or damaged.
 */
export async function download(c: Context, exports: Exports, name: string): Promise<Response | null> {
  const file = exports.find(name)
  if (!file) return null
  const headers: HeaderFields = { ...SITE_HEADERS, 'Access-Control-Expose-Headers': 'Accept-Ranges,Content-Range,ETag' }
  const tag = `"${file.sha256.slice(0, 32)}"`
  const about = { ETag: tag, 'Cache-Control': CACHING }
  if (holdsTag(c.req.header('if-none-match') ?? '', tag)) {
    return new Response(null, { status: 304, headers: { ...headers, ...about } })
  }
  const content = { bytes: file.bytes, contentType: exports.getContentType(file), open: () => exports.open(file) }
  try {
    // The server would end a response that was cut short as if it were complete.
    const cut = () => (c.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy()
    const { status, body } = await fileReply(headers, c.req.raw, content, tag, cut)
    return new Response(body, { status, headers: { ...headers, ...about } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const status = errorStatus(error.code)
    return new Response(`${error.message}\n`, { status, headers: { ...headers, ...error.extras.headers } })
  }
}
