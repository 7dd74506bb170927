import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

const LONG = 8 * 1024

/**
 * A response that sends a long ASCII body one byte per character, after its headers. Node would append the body to the
 * headers, count the bytes of both, and encode them as UTF-8.
 */
export class LongBodyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #length = Number.NaN

  override writeHead(status: number, ...rest: unknown[]): this {
    this.#length = Number((rest.at(-1) as OutgoingHttpHeaders | undefined)?.['Content-Length'])
    return Reflect.apply(super.writeHead, this, [status, ...rest])
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
