import { hash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Layout } from '../../formats/formats.ts'
import type { Frame, Writing } from '../../formats/write.ts'
import { toLocalDay } from '../../rules/time/moments.ts'
import type { Exports } from '../../store/open/exports.ts'
import { FILE_TYPES } from '../../views/addresses.ts'
import type { FileFormat } from '../../views/lists/list-page.ts'
import { holdsTag, toFileReply } from '../exchange.ts'
import { ApiError, getErrorEntry } from '../response/errors.ts'
import { type HeaderFields, SITE_HEADERS } from '../response/headers.ts'
import type { PageContext } from './holdings.ts'

/**
 * Shared caches keep a page for an hour and may serve a stale one while they revalidate, but never past the instant when a
 * status on the page may change.
 */
function formatCaching({ service, now }: PageContext): string {
  const { opportunities, documents, events } = service.readers
  const until = Math.min(...[opportunities, documents, events].map((reader) => reader.until(now)))
  const left = Math.max(0, Math.floor((until - now) / 1000))
  const shared = Math.min(3_600, left)
  const stale = Math.min(86_400, left - shared)
  return `public, max-age=${Math.min(300, left)}, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

export type PageStatus = 200 | 400 | 404 | 409 | 410 | 429

/**
 * Records as a file. The format is loaded on first use.
 * @param frame its address without the ending is that of the page with the same records
 */
export async function toFileResponse(
  c: Context,
  format: FileFormat,
  layout: Layout,
  { records, ...frame }: Pick<Writing, 'records'> & Omit<Frame, 'home'>,
  context: PageContext,
) {
  const { formatRecords: written } = await import('../../formats/write.ts')
  const isTable = format === 'csv'
  const text = written(format, {
    layout,
    records: isTable ? records.map(withLocalDays) : records,
    frame: { ...frame, home: frame.address.replace(/\.\w+(?=\?|$)/, '') },
    hasMark: isTable,
    fields: null,
  })
  return createResponse(c, text, context, 200, FILE_TYPES[`.${format}`])
}

/** A record for a spreadsheet: a moment that is known only as a day is that day, not an instant in UTC. */
function withLocalDays(record: object): object {
  const fields = Object.entries(record)
  const values = Object.fromEntries(fields)
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const isDay = typeof value === 'string' && values[`${field}Precision`] === 'DATE'
      return [field, isDay ? toLocalDay(Date.parse(value), values.timeZone) : value]
    }),
  )
}

export function createResponse(
  c: Context,
  body: string,
  context: PageContext,
  status: PageStatus = 200,
  type = 'text/html; charset=utf-8',
): Response {
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const sent = c.req.header('if-none-match')
  const headers = {
    ...SITE_HEADERS,
    'Content-Type': type,
    'Cache-Control': status === 200 ? formatCaching(context) : 'no-store',
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
    const { status, body } = await toFileReply(headers, c.req.raw, content, tag, cut)
    return new Response(body, { status, headers: { ...headers, ...about } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const status = getErrorEntry(error.code).status
    return new Response(`${error.message}\n`, { status, headers: { ...headers, ...error.extras.headers } })
  }
}
