import { callUrl } from './samples.ts'

export interface TryCall {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

type Parameter = { name: string; in: string; value: string }

/**
 * The request of what was filled in; empty fields are not sent.
 * @param call `path` is that of the endpoint, with a place for its parameter: `/api/v1/states/{code}`
 * @param origin of the service, without a slash at its end
 */
export function tryCall(
  call: Pick<TryCall, 'method' | 'body'> & { path: string; parameters: readonly Parameter[]; key: string },
  origin: string,
): TryCall {
  const { method, path, parameters, key, body } = call
  const filled = parameters.map((parameter) => ({ ...parameter, value: parameter.value.trim() }))
  const name = filled.find((parameter) => parameter.in === 'path')?.value ?? ''
  const query = filled.filter((parameter) => parameter.in === 'query' && parameter.value !== '')
  const headers: Record<string, string> = {}
  if (key.trim() !== '') headers.Authorization = `Bearer ${key.trim()}`
  if (body !== null) headers['Content-Type'] = 'application/json'
  return {
    method,
    url: callUrl({ path }, { name, query: Object.fromEntries(query.map(({ name, value }) => [name, value])) }, origin),
    headers,
    body,
  }
}

/** The call as a command for a POSIX shell. It holds the key. */
export function formatCurl({ method, url, headers, body }: TryCall): string {
  const parts = [
    method === 'GET' || body !== null ? 'curl' : `curl -X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quote(body)}`]),
    quote(url),
  ]
  return parts.join(' \\\n  ')
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const NAME = 'rhp-example-key'

/** The key chosen for the examples of this browser tab; null for none, or when storage is blocked. */
export function readSavedKey(): string | null {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

/** Keeps a key for the examples until the tab is closed; null removes it. @returns whether it succeeded */
export function saveKey(key: string | null): boolean {
  try {
    if (key === null) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
    return true
  } catch {
    return false
  }
}
