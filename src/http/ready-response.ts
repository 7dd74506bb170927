import type { HeaderFields } from './headers.ts'

const encoder = new TextEncoder()
const lowerCase = new Map<string, string>()

/** A header name as the platform lists it. The service has few names, so all of them are cached. */
function lowerCaseOf(name: string): string {
  const known = lowerCase.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  lowerCase.set(name, lower)
  return lower
}

/** Valid headers with different names, which are only checked and sorted if they are used other than by listing them. */
class ReadyHeaders extends Headers {
  /** Null once they are the platform's. */
  #fields: HeaderFields | null

  constructor(fields: HeaderFields) {
    super()
    this.#fields = fields
  }

  /** Hands the headers over to the platform. */
  settle(): void {
    const fields = this.#fields
    this.#fields = null
    for (const name in fields) super.set(name, fields[name] as string)
  }

  override entries(): HeadersIterator<[string, string]> {
    const fields = this.#fields
    if (!fields) return super.entries()
    return Object.keys(fields)
      .map((name): [string, string] => [lowerCaseOf(name), fields[name] as string])
      .values()
  }

  override [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries()
  }

  override forEach(call: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) call.call(self, value, name, this)
  }
}

for (const name of ['append', 'delete', 'get', 'getSetCookie', 'has', 'keys', 'set', 'values'] as const) {
  const method: (...given: never[]) => unknown = Headers.prototype[name]
  Object.defineProperty(ReadyHeaders.prototype, name, {
    value(this: ReadyHeaders, ...given: never[]) {
      this.settle()
      return method.apply(this, given)
    },
  })
}

/**
 * A Response whose text and headers are ready. The platform makes a stream of every text and checks and sorts all headers,
 * which takes as long as the rest of a small response. Here this only happens if more is done with the response than
 * listing its headers and reading its body once as a whole.
 */
export class ReadyResponse extends Response {
  readonly #text: string | null
  readonly #type: string
  readonly #headers: ReadyHeaders
  #isRead = false
  #platform: Response | null = null

  /** @param fields with a Content-Type if there is a text */
  constructor(text: string | null, status: number, fields: HeaderFields) {
    super(null, { status })
    this.#text = text
    this.#type = fields['Content-Type'] ?? ''
    this.#headers = new ReadyHeaders(fields)
  }

  /** The text, if nothing has read it. */
  #taken(): string | null {
    if (this.#text === null || this.#isRead || this.#platform) return null
    this.#isRead = true
    return this.#text
  }

  /** A response of the platform with the same body. */
  streamed(): Response {
    if (!this.#platform) {
      this.#platform = new Response(this.#text, { headers: { 'Content-Type': this.#type } })
      if (this.#isRead) void this.#platform.text()
    }
    return this.#platform
  }

  override get headers(): Headers {
    return this.#headers
  }

  override get body(): Response['body'] {
    return this.streamed().body
  }

  override get bodyUsed(): boolean {
    return this.#isRead || this.#platform?.bodyUsed === true
  }

  override async text(): Promise<string> {
    return this.#taken() ?? this.streamed().text()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const text = this.#taken()
    return text === null ? this.streamed().arrayBuffer() : encoder.encode(text).buffer
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer())
  }

  override clone(): Response {
    return new Response(this.streamed().clone().body, this)
  }
}

for (const name of ['blob', 'formData', 'json'] as const) {
  Object.defineProperty(ReadyResponse.prototype, name, {
    value(this: ReadyResponse) {
      return this.streamed()[name]()
    },
  })
}
