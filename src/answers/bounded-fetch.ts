const BYTES_MAX = 256 * 1024

/** Fetches without following redirects and rejects oversized responses. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > BYTES_MAX) throw new Error(`The response is larger than ${BYTES_MAX} bytes.`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(new Blob(chunks), { status, statusText, headers })
}
