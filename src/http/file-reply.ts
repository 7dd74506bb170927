import { ReadableStream as WebStream } from 'node:stream/web'
import { ApiError } from './errors.ts'
import type { HeaderFields } from './headers.ts'
import type { Reply } from './reply.ts'

/** A file response. */
export interface FileContent {
  /** Size in bytes. */
  bytes: number
  contentType: string
  /** Reads the bytes from `first` to `last`, inclusive. */
  read: (first: number, last: number) => AsyncIterable<Uint8Array>
}

/** A file at another URL. */
export interface FileElsewhere {
  /** Path relative to the service. */
  location: string
}

export const isFile = (result: object): result is FileContent | FileElsewhere =>
  'location' in result || 'contentType' in result

/** A single range of bytes, inclusive. */
const RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/

/**
 * A response with a file or the requested range of it (RFC 9110). Multiple ranges, and ranges with an `If-Range` that does
 * not match, get the whole file. A file at another URL is a redirect, which handles ranges itself.
 * @throws ApiError RANGE_NOT_SATISFIABLE
 */
export function fileReply(
  headers: HeaderFields,
  sent: Headers,
  file: FileContent | FileElsewhere,
  tag: string | null,
): Reply {
  if ('location' in file) {
    headers.Location = file.location
    return { status: 307, body: null }
  }
  const { bytes, contentType, read } = file
  const ifRange = sent.get('if-range')
  const range = ifRange !== null && ifRange !== tag ? null : rangeOf(headers, sent.get('range'), bytes)
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  headers['Accept-Ranges'] = 'bytes'
  headers['Content-Type'] = contentType
  headers['Content-Length'] = String(last - first + 1)
  if (range) headers['Content-Range'] = `bytes ${first}-${last}/${bytes}`
  // Lazy: for HEAD, nothing is read.
  const body = WebStream.from(read(first, last)) as ReadableStream<Uint8Array>
  return { status: range ? 206 : 200, body }
}

function rangeOf(headers: HeaderFields, text: string | null, length: number): { first: number; last: number } | null {
  const [, from, to] = RANGE.exec(text?.trim() ?? '') ?? []
  if (from === undefined && to === undefined) return null
  const first = from === undefined ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === undefined || to === undefined ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== undefined && to !== undefined && Number(to) < first) return null
  if (first < length && last >= first) return { first, last }
  // Errors have no entity tag.
  delete headers.ETag
  const detail = `The file has ${length} bytes, numbered from 0. Request a range within them.`
  throw new ApiError('RANGE_NOT_SATISFIABLE', detail, { headers: { 'Content-Range': `bytes */${length}` } })
}
