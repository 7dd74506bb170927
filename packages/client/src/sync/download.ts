import type { Client } from '../client.ts'
import { ApiProblem, ApiUnreachable } from '../errors.ts'
import type { CallOptions } from '../transport.ts'
import { type SnapshotFile, sha256 } from './lines.ts'
import type { Part } from './port.ts'

/** The service has published another snapshot in the meantime. */
export class Republished extends Error {
  override name = 'Republished'
}

export interface DownloadOptions extends CallOptions {
  /** Called for each response that cost a request. */
  onRequest: () => void
  /** Called with the number of bytes that have arrived. */
  onBytes: (bytes: number) => void
}

const STALLS_MAX = 5
const IDLE_MS = 30_000

/**
 * Downloads and decompresses a gzip file of the snapshot. After a broken connection, it continues from the last byte.
 * @param plain the uncompressed file, whose SHA-256 the content must have
 * @throws Republished when the service has another file of this name
 */
export async function download(
  client: Client,
  { packed, plain }: { packed: SnapshotFile; plain: SnapshotFile },
  part: Part,
  options: DownloadOptions,
): Promise<string> {
  let stalls = 0
  for (let first = await part.size(); first < packed.bytes; ) {
    const cause = await readOn(client, packed, part, options)
    const size = await part.size()
    stalls = size > first ? 0 : stalls + 1
    if (stalls === STALLS_MAX) throw new ApiUnreachable(cause ?? 'the file is incomplete')
    first = size
  }
  const bytes = await part.read()
  if ((await sha256(bytes)) === packed.sha256) {
    const content = await unpacked(bytes)
    if ((await sha256(content)) === plain.sha256) return content
  }
  await part.clear()
  throw new Republished()
}

/** Reads the rest of a part until the response ends. Resolves to the cause if it ended early. */
async function readOn(
  client: Client,
  { name, bytes }: SnapshotFile,
  part: Part,
  { onRequest, onBytes, ...call }: DownloadOptions,
): Promise<unknown> {
  const first = await part.size()
  const { body, headers } = await client.download(name, { ...call, first }).catch(async (error: unknown) => {
    if (!(error instanceof ApiProblem && error.code === 'RANGE_NOT_SATISFIABLE')) throw error
    await part.clear()
    throw new Republished()
  })
  onRequest()
  const [, begin = '0', length = headers.get('Content-Length')] =
    CONTENT_RANGE.exec(headers.get('Content-Range') ?? '') ?? []
  if (length !== null && Number(length) !== bytes) {
    await body?.cancel().catch(() => {})
    throw new Republished()
  }
  if (Number(begin) !== first) await part.clear()
  const reader = body?.getReader()
  const stop = () => void reader?.cancel().catch(() => {})
  call.signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      const next = await readNext(reader)
      call.signal?.throwIfAborted()
      if (!('value' in next)) return next.cause
      await part.append(next.value)
      onBytes(await part.size())
    }
  } finally {
    call.signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** The next bytes of a response, or the error that ended it; null at its end. */
async function readNext(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<{ value: Uint8Array } | { cause: unknown }> {
  try {
    const { done, value } = (await (reader && within(IDLE_MS, reader.read()))) ?? { done: true }
    return done ? { cause: null } : { value }
  } catch (cause) {
    return { cause }
  }
}

/** The first byte of the response in the file, and the size of the file. */
const CONTENT_RANGE = /^bytes (\d+)-\d+\/(\d+)$/

/** Waits for a promise with a timeout. */
async function within<Value>(ms: number, coming: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing arrived for ${ms / 1000} seconds`)), ms)
  })
  try {
    return await Promise.race([coming, idle])
  } finally {
    clearTimeout(timer)
  }
}

async function unpacked(bytes: Uint8Array): Promise<string> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text()
}
