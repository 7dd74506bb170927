/** A shared cache as RFC 9111 describes it, in front of a service: only what it asks of a cache that stores GETs. */

type Fetch = (request: Request) => Promise<Response>

interface Stored {
  response: Response
  /** The request headers that Vary names, as they were. */
  varied: [name: string, value: string | null][]
  at: number
  freshMs: number
}

export interface SharedCache {
  fetch: Fetch
  hits: () => number
}

/** @param isCareless whether it also stores private responses, like a misconfigured cache */
export function sharedCache(origin: Fetch, clock: () => number, isCareless = false): SharedCache {
  const stored = new Map<string, Stored[]>()
  let hits = 0
  return {
    hits: () => hits,
    async fetch(request) {
      const matching = (each: Stored) => each.varied.every(([name, value]) => request.headers.get(name) === value)
      const found = (stored.get(request.url) ?? []).find(matching)
      const asked = directivesOf(request.headers)
      if (request.method === 'GET' && found && clock() - found.at < found.freshMs && !('no-cache' in asked)) {
        hits += 1
        const answer = found.response.clone()
        answer.headers.set('Age', String(Math.floor((clock() - found.at) / 1000)))
        return answer
      }
      const response = await origin(request)
      const freshMs = freshnessOf(request, response, isCareless)
      if (freshMs > 0) {
        const vary = (response.headers.get('vary') ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        const varied = vary.map((name): [string, string | null] => [name, request.headers.get(name)])
        const others = (stored.get(request.url) ?? []).filter((each) => !matching(each))
        stored.set(request.url, [...others, { response: response.clone(), varied, at: clock(), freshMs }])
      }
      return response
    },
  }
}

/** How long a response may be served to others; 0 for not at all. */
function freshnessOf(request: Request, { status, headers }: Response, isCareless: boolean): number {
  const { 'max-age': age, 's-maxage': shared, ...said } = directivesOf(headers)
  if (request.method !== 'GET' || status !== 200 || 'no-store' in said || headers.get('vary') === '*') return 0
  const isPublic = 'public' in said || shared !== undefined
  if (!isCareless && ('private' in said || (request.headers.has('authorization') && !isPublic))) return 0
  return Number(shared ?? age ?? 0) * 1_000
}

/** The directives of Cache-Control. */
function directivesOf(headers: Headers): { [name: string]: string | undefined } {
  const parts = (headers.get('cache-control') ?? '').split(',').map((part) => part.trim().toLowerCase().split('='))
  return Object.fromEntries(parts.flatMap(([name, value = '']) => (name ? [[name, value]] : [])))
}
