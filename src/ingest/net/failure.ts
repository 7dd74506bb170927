import { AddressRefused } from '../../net/addresses.ts'

export type Failing = 'address' | 'robots' | 'network' | 'timeout' | 'redirect' | 'status' | 'type' | 'size' | 'content'

/** Why a URL gave no usable response. The message is readable and quotes nothing of the body. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly failing: Failing
  readonly status: number | null
  /** Whether a retry may help. */
  readonly transient: boolean
  /** The pause that the server asks for, in milliseconds. */
  readonly retryAfter: number

  constructor(
    failing: Failing,
    message: string,
    more: { status?: number; transient?: boolean; retryAfter?: number } = {},
  ) {
    super(message)
    this.failing = failing
    this.status = more.status ?? null
    this.transient = more.transient ?? false
    this.retryAfter = more.retryAfter ?? 0
  }
}

/** Converts a failure to one with our own message. */
export function toFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NetworkFailure) return cause
    if (cause instanceof AddressRefused) return new NetworkFailure('address', cause.message)
    if (cause.name === 'TimeoutError' || /_TIMEOUT$/.test(getCode(cause))) {
      return new NetworkFailure('timeout', 'did not respond in time', { transient: true })
    }
    if (cause.cause === undefined) {
      return new NetworkFailure('network', `cannot be reached (${getCode(cause) || cause.name})`, { transient: true })
    }
  }
  return new NetworkFailure('network', 'cannot be reached', { transient: true })
}

const getCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
