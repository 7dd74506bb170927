/** One window of an allowance. */
export interface QuotaWindow {
  limit: number
  remaining: number
  /** Seconds until the window ends and the whole allowance is available again. */
  resetSeconds: number
}

/** The account's remaining quota, from the response headers. Windows without headers are null. */
export interface Quota {
  minute: QuotaWindow | null
  month: QuotaWindow | null
  /** AI answers of the month. */
  ai: QuotaWindow | null
  /** Seconds to wait before the next attempt; null if the response has no `Retry-After`. */
  retryAfter: number | null
  /** Whether the service does not count requests, because its key store is unavailable. */
  isDegraded: boolean
}

// `"minute";q=120;w=60` in the policy, `"minute";r=119;t=42` in the remaining quota.
const WINDOW = /"([\w-]+)";\w=(\d+);\w=(\d+)/g

/** Reads the quota headers of a response. */
export function parseQuota(headers: Headers): Quota {
  const figures = (header: string) =>
    new Map(
      [...(headers.get(header) ?? '').matchAll(WINDOW)].map(([, name, ...numbers]) => [name, numbers.map(Number)]),
    )
  const policy = figures('RateLimit-Policy')
  const left = figures('RateLimit')
  const window = (name: string): QuotaWindow | null => {
    const [limit] = policy.get(name) ?? []
    const [remaining, resetSeconds] = left.get(name) ?? []
    return limit === undefined || remaining === undefined || resetSeconds === undefined
      ? null
      : { limit, remaining, resetSeconds }
  }
  const wait = headers.get('Retry-After') ?? ''
  return {
    minute: window('minute'),
    month: window('month'),
    ai: window('ai-answers'),
    retryAfter: /^\d+$/.test(wait) ? Number(wait) : null,
    isDegraded: headers.get('X-RateLimit-Status') === 'degraded',
  }
}
