/** What an exchange ends with, beside its headers. */
export interface Answer {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Whole `Set-Cookie` values. */
  cookies?: readonly string[]
}
