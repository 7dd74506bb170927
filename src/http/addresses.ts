import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address that a request comes from. Behind a trusted proxy it is the last entry of X-Forwarded-For, which the
 * proxy itself has written; entries before it are what the caller claims.
 */
export function addressOf(c: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded
  try {
    return getConnInfo(c).remote.address ?? UNKNOWN
  } catch {
    return UNKNOWN
  }
}

const UNKNOWN = 'unknown'
