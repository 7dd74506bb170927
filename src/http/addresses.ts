import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { subnetOf } from '../metering/subnet.ts'
import { orNull } from '../rules/or-null.ts'
import type { Deps } from './deps.ts'

/**
 * The IP address of a caller. Behind a trusted proxy it is the last entry of X-Forwarded-For, which the proxy wrote;
 * earlier entries are unverified claims of the caller.
 */
export function addressOf(c: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (orNull(() => getConnInfo(c).remote.address) ?? 'unknown')
}

/** The subnet of the caller of a request. */
export const callerSubnet = (c: Context, { addressOf: own }: Pick<Deps, 'addressOf'>): string =>
  subnetOf(own?.(c) ?? '')
