import { orNull } from '../../rules/once.ts'
import { ApiError } from '../response/errors.ts'

const BODY_MAX_BYTES = 16 * 1024
const BODY_MAX_MS = 10_000
/** Maximum nesting of arrays and objects; valid bodies need three levels. */
const DEPTH_MAX = 32

type Fields = { [name: string]: unknown }

/**
 * Reads the JSON object in the body of a request.
 * @param what name of the body for errors, such as `the search`
 * @param example example of the object for errors
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_JSON
 */
export async function readJson(request: Request, what: string, example: string): Promise<Fields> {
  requireJson(request, what)
  return parseJsonObject(await readBytes(request), example)
}

/** Requires a JSON content type. @throws ApiError UNSUPPORTED_MEDIA_TYPE */
export function requireJson(request: Request, what: string): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `Send ${what} as JSON with "Content-Type: application/json".`)
}

/** Parses bytes as a JSON object. @throws ApiError INVALID_JSON */
export function parseJsonObject(bytes: Uint8Array<ArrayBuffer>, example: string): Fields {
  const text = orNull(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (text === null) throw new ApiError('INVALID_JSON', 'The body is not valid JSON in UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('INVALID_JSON', `The body is not valid JSON: ${explainJsonError(text)}.`)
  }
  // Recursive code can overflow the stack on a deep value.
  if (isDeeper(value, DEPTH_MAX)) {
    throw new ApiError('INVALID_JSON', `The body is nested more than ${DEPTH_MAX} levels deep.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('INVALID_JSON', `The body must be a JSON object, such as ${example}.`)
  }
  return value as Fields
}

/**
 * Reads the body of a request.
 * @throws ApiError PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, or INVALID_JSON when the body ends early
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > BODY_MAX_BYTES) throw tooLarge()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const detail = `The body did not arrive completely within ${BODY_MAX_MS / 1000} seconds. Send it without pauses.`
    reject(new ApiError('REQUEST_TIMEOUT', detail, { headers: { Connection: 'close' } }))
  }, BODY_MAX_MS)
  // The HTTP parser enforces the declared length, and reading a whole body is cheaper than a stream.
  const reading = declared === null ? readStream(request) : request.arrayBuffer()
  try {
    const bytes = new Uint8Array(await Promise.race([reading, late]))
    if (bytes.byteLength > BODY_MAX_BYTES) throw tooLarge()
    return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('INVALID_JSON', 'The body ended early.')
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads a body of unknown length, up to the maximum. The rest of a larger one is left unread, and the connection is closed
 * after the response: canceling the body would end a serverless process, whose adapter goes on writing into it.
 */
async function readStream({ body }: Request): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw tooLarge({ headers: { Connection: 'close' } })
    chunks.push(chunk)
  }
  return new Blob(chunks).arrayBuffer()
}

const tooLarge = (extra = {}): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_MAX_BYTES} bytes.`, extra)

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** The first JSON syntax error in a text: `unexpected "}" at line 2, column 5`. */
export function explainJsonError(text: string): string {
  if (text.trim() === '') return 'it is empty'
  const index = findError(text)
  if (index === text.length) return 'it ends before its value is complete'
  const lines = text.slice(0, index).split('\n')
  const [rest = ''] = text.slice(index, index + 20).split(/[\s,:}\]]/, 1)
  const unexpected = JSON.stringify(rest || text.charAt(index))
  return `unexpected ${unexpected} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

/** The position of the first invalid character; the length of the text if only its end is missing. */
function findError(text: string): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (isBeginning(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    if (/end of JSON|Unterminated|Bad Unicode escape/.test(message)) return true
    // An error at the very end may be resolved by more text.
    return message.includes(`at position ${text.length} `)
  }
}
