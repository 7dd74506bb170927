import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Exports } from '../../store/open/exports.ts'
import { fileReply, holdsTag } from '../exchange.ts'
import { ApiError, errorStatus } from '../response/errors.ts'
import { type HeaderFields, SITE_HEADERS } from '../response/headers.ts'

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
