import { pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'
import type { HeaderFields } from './headers.ts'

const { constants } = zlib

// The levels beyond which the processor pays far more than the line gains, measured on 100 awards (106 KB): 220 us and
// 12.6 % with zstd, 454 us and 12.5 % with br, 682 us and 13.7 % with gzip.
const GZIP = { level: 4 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

interface CodingMethods {
  whole: (text: string) => Promise<Buffer>
  /** For an answer that is streamed: each part can be read as soon as it has arrived. */
  inParts: () => Transform
}

/** The content codings, those that cost the processor least first. */
const CODINGS = {
  zstd: {
    whole: (text) => promisify(zlib.zstdCompress)(text, ZSTD),
    inParts: () => zlib.createZstdCompress({ ...ZSTD, flush: constants.ZSTD_e_flush }),
  },
  br: {
    whole: (text) => promisify(zlib.brotliCompress)(text, BROTLI),
    inParts: () => zlib.createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (text) => promisify(zlib.gzip)(text, GZIP),
    inParts: () => zlib.createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
} as const satisfies Record<string, CodingMethods>
type Coding = keyof typeof CODINGS
const CODING_NAMES = Object.keys(CODINGS) as Coding[]

/** Below this an answer fits into a packet anyway. */
const SMALLEST_BYTES = 1_024
const KEPT_BYTES = 16 * 1024 * 1024
const KNOWN_MAX = 1_000

/** Compresses what an exchange ends with, where its caller takes that. */
export type Compress = (call: { c: Context; headers: HeaderFields }, answer: Answer) => Promise<Answer> | Answer

/**
 * Compression of the answers of a server of its own (RFC 9110, 8.4 and 12.5.3). What an entity tag names is compressed
 * once. A compressed answer has the weak form of its tag, since its bytes are others; either form is a 304.
 *
 * Files go out as they are: their ranges count bytes, and the large ones have a packed twin. So do answers that hold a
 * new secret: the length of a compressed text that repeats what was sent could tell of the rest (BREACH). Data is public
 * to every key, so that nothing can be learned from its length.
 */
export function compressor(): Compress {
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length,
  })
  const known = new LRUCache<string, { coding: Coding | null }>({ max: KNOWN_MAX })

  function codingFor(accepted: string): Coding | null {
    const found = known.get(accepted) ?? { coding: chosenCoding(accepted) }
    known.set(accepted, found)
    return found.coding
  }

  return ({ c, headers }, answer) => {
    const { status, body } = answer
    if (!VARYING.has(status) && status < 400) return answer
    if ('Accept-Ranges' in headers || body instanceof Uint8Array) return answer
    headers.Vary = headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding'
    if (status === 304) {
      // The tag of the answer that the caller holds, in the form in which it was given out.
      if (c.req.header('if-none-match')?.includes(`W/${headers.ETag}`)) weaken(headers)
      return answer
    }
    const coding = codingFor(c.req.header('accept-encoding') ?? '')
    if (coding === null || body === null) return answer
    if (typeof body === 'string' && body.length < SMALLEST_BYTES) return answer
    // Only a read is kept: what a model answers belongs to the request that it was made for, whatever its tag.
    const tag = c.req.method === 'GET' ? headers.ETag : undefined
    headers['Content-Encoding'] = coding
    weaken(headers)
    if (c.req.method === 'HEAD') {
      if (typeof body !== 'string') void body.cancel()
      return { ...answer, body: null }
    }
    return typeof body === 'string' ? whole(answer, body, coding, tag) : { ...answer, body: inParts(body, coding) }
  }

  async function whole(answer: Answer, text: string, coding: Coding, tag: string | undefined): Promise<Answer> {
    const name = tag === undefined ? null : `${coding} ${tag}`
    const found = name === null ? undefined : kept.get(name)
    if (found) return { ...answer, body: found }
    const body = new Uint8Array(await CODINGS[coding].whole(text))
    if (name !== null) kept.set(name, body)
    return { ...answer, body }
  }
}

/** The good statuses whose answers may be compressed. 201 tells a new secret. */
const VARYING: ReadonlySet<number> = new Set([200, 304])

function weaken(headers: HeaderFields): void {
  if (headers.ETag && !headers.ETag.startsWith('W/')) headers.ETag = `W/${headers.ETag}`
}

function inParts(body: ReadableStream<Uint8Array>, coding: Coding): ReadableStream<Uint8Array> {
  const packed = CODINGS[coding].inParts()
  // A failure of either side ends both; the reader of the answer sees it as a connection that is cut.
  pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), packed, () => {})
  return Readable.toWeb(packed) as ReadableStream<Uint8Array>
}

/**
 * The coding that a caller likes best; null for none. Between equals it is the one that costs least. `*` stands for gzip
 * alone, or for the next one where gzip is refused: whoever takes anything can most likely read that.
 */
export function chosenCoding(accepted: string): Coding | null {
  if (accepted.trim() === '') return null
  const wishes = new Map(
    parseAccept(accepted).map(({ type, q }) => [type.toLowerCase().replace(/^x-gzip$/, 'gzip'), q]),
  )
  const named = CODING_NAMES.filter((name) => (wishes.get(name) ?? 0) > 0)
  const any = wishes.get('*') ?? 0
  const best = named.sort((a, b) => (wishes.get(b) ?? 0) - (wishes.get(a) ?? 0))[0]
  const other = any > 0 ? CODING_NAMES.toReversed().find((name) => !wishes.has(name)) : undefined
  const chosen = best ?? other
  if (chosen === undefined) return null
  const weight = wishes.get(chosen) ?? any
  return (wishes.get('identity') ?? 0) > weight ? null : chosen
}
