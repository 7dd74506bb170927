import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ApiError } from './errors.ts'
import type { HeaderFields, Reply } from './headers.ts'

/** A file response. */
export interface FileContent {
  /** Size in bytes. */
  bytes: number
  contentType: string
  /** Opens the file. The response closes it. */
  open: () => Promise<FileHandle>
}

/** A file at another URL. */
export interface FileElsewhere {
  /** Path relative to the service. */
  location: string
}

const RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/

/**
 * A response with a file or the requested range of it (RFC 9110). Multiple ranges, and ranges with an `If-Range` that does
 * not match, get the whole file. A file at another URL is a redirect, which handles ranges itself. The headers of the
 * content are written once it can be read, so that an error does not have them.
 * @param report called when reading fails after the response has begun
 * Rejects with ApiError RANGE_NOT_SATISFIABLE, or with what opening the file fails with.
 */
export async function fileReply(
  headers: HeaderFields,
  { method, headers: sent }: Pick<Request, 'method' | 'headers'>,
  file: FileContent | FileElsewhere,
  tag: string | null,
  report: (failure: unknown) => void,
): Promise<Reply> {
  if ('location' in file) {
    headers.Location = file.location
    return { status: 307, body: null }
  }
  const { bytes, contentType, open } = file
  const ifRange = sent.get('if-range')
  const range = ifRange !== null && ifRange !== tag ? null : parseRange(sent.get('range'), bytes)
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  const length = last - first + 1
  const body = method === 'HEAD' ? null : createStream(await open(), first, last, report)
  headers['Accept-Ranges'] = 'bytes'
  headers['Content-Type'] = contentType
  headers['Content-Length'] = String(length)
  if (range) headers['Content-Range'] = `bytes ${first}-${last}/${bytes}`
  return { status: range ? 206 : 200, body }
}

/** The bytes of a file from `first` to `last`, inclusive. The stream closes the file however it ends. */
function createStream(
  file: FileHandle,
  first: number,
  last: number,
  report: (failure: unknown) => void,
): ReadableStream<Uint8Array> {
  const stream = file.createReadStream({ start: first, end: last })
  stream.on('error', report).on('end', () => {
    // A caller would wait for the rest of a file that was cut short.
    if (stream.bytesRead <= last - first) report(new Error(`The file ends before ${last}.`))
  })
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function parseRange(text: string | null, length: number): { first: number; last: number } | null {
  const [, from, to] = RANGE.exec(text?.trim() ?? '') ?? []
  if (from === undefined && to === undefined) return null
  const first = from === undefined ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === undefined || to === undefined ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== undefined && to !== undefined && Number(to) < first) return null
  if (first < length && last >= first) return { first, last }
  const detail = `The file has ${length} bytes, numbered from 0. Request a range within them.`
  throw new ApiError('RANGE_NOT_SATISFIABLE', detail, { headers: { 'Content-Range': `bytes */${length}` } })
}
