import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HeaderFields } from './headers.ts'

const LONG = 8 * 1024

/** The headers of a response, together and in two parts without common names. */
interface ExpectedHeaders {
  all: HeaderFields
  /** Valid headers that many responses share. */
  constant: HeaderFields
  own: HeaderFields
}

/**
 * A response that is faster than Node's in two ways. It sends a long ASCII body one byte per character, after its headers:
 * Node would append the body to the headers, count the bytes of both, and encode them as UTF-8. And it writes constant
 * headers as one text, which Node would check and join again for each response.
 */
export class ServiceResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #length = Number.NaN
  #expected: ExpectedHeaders | null = null
  #constantLines = ''

  /** Prepares for a `writeHead` with these headers. Any other headers are written as Node does. */
  expect(headers: ExpectedHeaders): void {
    this.#expected = headers
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1) as OutgoingHttpHeaders | undefined
    this.#length = Number(headers?.['Content-Length'])
    if (this.#expected === null || headers !== this.#expected.all)
      return Reflect.apply(super.writeHead, this, [status, ...rest])
    const { constant, own } = this.#expected
    this.#constantLines = linesOf(constant)
    return super.writeHead(status, own)
  }

  /** Node's method for the text before the body; `statusLine` is its beginning. */
  _storeHeader(statusLine: string, headers: unknown): void {
    storeHeader.call(this, statusLine + this.#constantLines, headers)
  }

  override end(...given: unknown[]): this {
    const [body] = given
    // A text with as many bytes as characters is ASCII.
    if (typeof body !== 'string' || body.length < LONG || body.length !== this.#length) {
      return Reflect.apply(super.end, this, given)
    }
    const { socket } = this
    socket?.cork()
    this.flushHeaders()
    super.end(body, 'latin1')
    socket?.uncork()
    return this
  }
}

const storeHeader: (this: ServerResponse, statusLine: string, headers: unknown) => void = Reflect.get(
  ServerResponse.prototype,
  '_storeHeader',
)

const known = new WeakMap<HeaderFields, string>()

function linesOf(constant: HeaderFields): string {
  let lines = known.get(constant)
  if (lines === undefined) {
    lines = Object.entries(constant)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    known.set(constant, lines)
  }
  return lines
}
