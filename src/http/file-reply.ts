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

/** What is needed of a request for a file. */
interface FileRequest {
  method: string
  headers: Headers
}

/**
 * A response with a file or the requested range of it (RFC 9110). Multiple ranges, and ranges with an `If-Range` that does
 * not match, get the whole file. A file at another URL is a redirect, which handles ranges itself. The headers of the
 * content are written once it can be read, so that an error does not have them.
 * @param report called when reading fails after the response has begun
 * @throws ApiError RANGE_NOT_SATISFIABLE
 */
export function fileReply(
  headers: HeaderFields,
  { method, headers: sent }: FileRequest,
  file: FileContent | FileElsewhere,
  tag: string | null,
  report: (failure: unknown) => void,
): Reply {
  if ('location' in file) {
    headers.Location = file.location
    return { status: 307, body: null }
  }
  const { bytes, contentType, read } = file
  const ifRange = sent.get('if-range')
  const range = ifRange !== null && ifRange !== tag ? null : rangeOf(sent.get('range'), bytes)
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  const length = last - first + 1
  const body = method === 'HEAD' ? null : streamOf(read(first, last), length, report)
  headers['Accept-Ranges'] = 'bytes'
  headers['Content-Type'] = contentType
  headers['Content-Length'] = String(length)
  if (range) headers['Content-Range'] = `bytes ${first}-${last}/${bytes}`
  return { status: range ? 206 : 200, body }
}

/** A stream of exactly `length` bytes; with fewer, it fails, because a caller would wait for the rest. */
function streamOf(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
  report: (failure: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let left = length
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done && left > 0) throw new Error(`The file ends ${left} bytes early.`)
        if (done) return controller.close()
        left -= value.byteLength
        controller.enqueue(value)
      } catch (failure) {
        report(failure)
        throw failure
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

function rangeOf(text: string | null, length: number): { first: number; last: number } | null {
  const [, from, to] = RANGE.exec(text?.trim() ?? '') ?? []
  if (from === undefined && to === undefined) return null
  const first = from === undefined ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === undefined || to === undefined ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== undefined && to !== undefined && Number(to) < first) return null
  if (first < length && last >= first) return { first, last }
  const detail = `The file has ${length} bytes, numbered from 0. Request a range within them.`
  throw new ApiError('RANGE_NOT_SATISFIABLE', detail, { headers: { 'Content-Range': `bytes */${length}` } })
}
