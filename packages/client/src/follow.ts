import type { ChangeEvent, ChangeType, StateCode } from './contract.ts'
import { ApiProblem, ApiUnreachable } from './errors.ts'
import { getFirstSignal, secondsAsked, sleep } from './retry.ts'
import type { ApiResponse, CallOptions, Transport } from './transport.ts'

export interface FollowOptions extends CallOptions {
  /** The cursor of the last handled event, or an ISO 8601 timestamp. Defaults to now. */
  since?: string | undefined
  /** Defaults to all types. */
  types?: readonly ChangeType[] | undefined
  /** Defaults to all states and national scope. */
  states?: readonly StateCode[] | undefined
  /** Milliseconds between polls. A poll without new events does not count toward the monthly allowance. Default 60,000. */
  intervalMs?: number | undefined
}

/** A change event, with the cursor to continue from once it is handled. */
export type FollowedEvent = ChangeEvent & { cursor: string }

interface Feed {
  data: ChangeEvent[]
  hasMore: boolean
}

const BEGINNING = '1970-01-01T00:00:00.000Z'

/**
 * Change events as they are published, oldest first, each exactly once: `occurredAt` is unique and strictly increasing,
 * so each poll requests the events after the last one. Continues through outages of the service.
 * @throws ApiProblem when the error is permanent, or the reason of an aborted signal
 */
export async function* follow(
  send: Transport,
  { since, types = [], states = [], intervalMs = 60_000, ...call }: FollowOptions,
  clientSignal?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const stop = getFirstSignal(clientSignal, call.signal)
  let cursor = since
  let etag: string | null = null
  for (;;) {
    let waitMs = intervalMs
    let feed: Feed | null = null
    try {
      const query = { type: types.length > 0 ? types : 'ALL', state: states, since: cursor, limit: cursor ? 100 : 1 }
      const response: ApiResponse<Feed | null> = await send<Feed | null>(
        { path: '/api/v1/activity', params: { query }, etag },
        call,
      )
      feed = response.body
      etag = response.headers.get('ETag')
      // Without `since` the newest event comes first. Following starts after it.
      if (!cursor) {
        cursor = feed?.data[0]?.occurredAt ?? BEGINNING
        etag = null
        continue
      }
    } catch (error) {
      if (!passes(error)) throw error
      waitMs = Math.max(intervalMs, secondsAsked(error) * 1000)
    }
    for (const event of feed?.data ?? []) {
      cursor = event.occurredAt
      etag = null
      yield { ...event, cursor }
    }
    if (!feed?.hasMore) await sleep(waitMs, stop)
  }
}

/** Whether an error may resolve itself soon. A used-up monthly allowance does not. */
const passes = (error: unknown): error is ApiProblem | ApiUnreachable =>
  error instanceof ApiProblem
    ? error.status >= 500 || (error.status === 429 && error.code !== 'MONTHLY_QUOTA_EXCEEDED')
    : error instanceof ApiUnreachable
