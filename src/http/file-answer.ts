import { ApiError } from './errors.ts'
import type { Answer } from './exchange.ts'
import type { HeaderFields } from './headers.ts'

/** A file as an answer: its content, and what it is. */
export interface FileContent {
  content: Buffer
  contentType: string
}

/** One range of bytes from `first` to `last`, both included. */
const RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/

/**
 * The answer with a file, or with the range of it that was asked for (RFC 9110): a range that follows an `If-Range` of
 * another tag, or that is not a single one, is answered with the whole.
 * @throws ApiError RANGE_NOT_SATISFIABLE
 */
export function fileAnswer(
  headers: HeaderFields,
  sent: Headers,
  { content, contentType }: FileContent,
  tag: string | null,
): Answer {
  const ifRange = sent.get('if-range')
  const range = ifRange !== null && ifRange !== tag ? null : rangeOf(headers, sent.get('range'), content.length)
  headers['Accept-Ranges'] = 'bytes'
  headers['Content-Type'] = contentType
  const part = range ? content.subarray(range.first, range.last + 1) : content
  headers['Content-Length'] = String(part.length)
  if (range) headers['Content-Range'] = `bytes ${range.first}-${range.last}/${content.length}`
  return { status: range ? 206 : 200, body: new Uint8Array(part) }
}

function rangeOf(headers: HeaderFields, text: string | null, length: number): { first: number; last: number } | null {
  const [, from, to] = RANGE.exec(text?.trim() ?? '') ?? []
  if (from === undefined && to === undefined) return null
  const first = from === undefined ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === undefined || to === undefined ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== undefined && to !== undefined && Number(to) < first) return null
  if (first < length && last >= first) return { first, last }
  // An error has no tag.
  delete headers.ETag
  const detail = `The file has ${length} bytes, numbered from 0. Ask for a range within them.`
  throw new ApiError('RANGE_NOT_SATISFIABLE', detail, { headers: { 'Content-Range': `bytes */${length}` } })
}
