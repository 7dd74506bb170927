/** The result of an exchange, without its headers. */
export interface Answer {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Complete `Set-Cookie` values. */
  cookies?: readonly string[]
}
