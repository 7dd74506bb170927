/**
 * How long a `Retry-After` header asks to wait, in milliseconds: whole seconds or an HTTP date. 0 if it is absent, past
 * or neither.
 */
export function retryAfterOf(header: string | null, now: number): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
