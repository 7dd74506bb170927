import { ApiError } from './errors.ts'

const BODY_MAX_BYTES = 16 * 1024

/**
 * Reads the JSON object that a request carries.
 * @param what in the words of an error, such as `the search`
 * @param example of such an object
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_JSON
 */
export async function readJson(request: Request, what: string, example: string): Promise<object> {
  requireJson(request, what)
  return jsonObject(await readBytes(request), example)
}

/** Holds a request to saying that it carries JSON. @throws ApiError UNSUPPORTED_MEDIA_TYPE */
export function requireJson(request: Request, what: string): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `Send ${what} as JSON, with "Content-Type: application/json".`)
}

/** The JSON object that bytes hold. @throws ApiError INVALID_JSON */
export function jsonObject(bytes: Uint8Array<ArrayBuffer>, example: string): object {
  let value: unknown
  try {
    value = JSON.parse(textOf(bytes))
  } catch {
    throw notJson()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('INVALID_JSON', `The body must be a JSON object, such as ${example}.`)
  }
  return value
}

/** Reads the bytes that a request carries. @throws ApiError PAYLOAD_TOO_LARGE, or INVALID_JSON when it breaks off */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_MAX_BYTES} bytes.`)
  if (Number(request.headers.get('content-length')) > BODY_MAX_BYTES) throw tooLarge()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > BODY_MAX_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('INVALID_JSON', 'The body broke off before its end.')
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson()
  }
}

const notJson = (): ApiError => new ApiError('INVALID_JSON', 'The body is not JSON in UTF-8.')
