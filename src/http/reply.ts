/** The result of an exchange, without its headers. */
export interface Reply {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Size of a text body in UTF-8, if it is known without counting. */
  bytes?: number | undefined
  /** Complete `Set-Cookie` values. */
  cookies?: readonly string[]
}
