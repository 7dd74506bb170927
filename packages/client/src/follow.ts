import type { ChangeEvent, ChangeType, StateCode } from './contract.ts'
import { ApiProblem, ApiUnreachable } from './errors.ts'
import { firstOf, secondsAsked, sleep } from './retry.ts'
import type { Answer, Ask, CallOptions } from './transport.ts'

export interface FollowOptions extends CallOptions {
  /** The cursor of the last event that was dealt with, or an ISO 8601 timestamp; from this moment on when absent. */
  since?: string | undefined
  /** Every type when absent. */
  types?: readonly ChangeType[] | undefined
  /** Every state, and national scope, when absent. */
  states?: readonly StateCode[] | undefined
  /** Milliseconds between two looks; one that finds nothing new spends nothing of the month. 60,000 */
  intervalMs?: number | undefined
}

/** A change event, with the cursor after which to go on when it is dealt with. */
export type FollowedEvent = ChangeEvent & { cursor: string }

interface Feed {
  data: ChangeEvent[]
  hasMore: boolean
}

const BEGINNING = '1970-01-01T00:00:00.000Z'

/**
 * The change events as they are published, oldest first, none lost and none twice: `occurredAt` is unique and strictly
 * increasing, so each look asks for what came after the last event. Goes on through outages of the service.
 * @throws ApiProblem when the service refuses for good, or the reason of an aborted signal
 */
export async function* follow(
  ask: Ask,
  { since, types = [], states = [], intervalMs = 60_000, ...call }: FollowOptions,
  clientSignal?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const stop = firstOf(clientSignal, call.signal)
  let cursor = since
  let etag: string | null = null
  for (;;) {
    let waitMs = intervalMs
    let feed: Feed | null = null
    try {
      const query = { type: types.length > 0 ? types : 'ALL', state: states, since: cursor, limit: cursor ? 100 : 1 }
      const answer: Answer<Feed | null> = await ask<Feed | null>(
        { path: '/api/v1/activity', params: { query }, etag },
        call,
      )
      feed = answer.body
      etag = answer.headers.get('ETag')
      // Without `since` the newest event comes first: what follows begins after it.
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

/** Whether an error may pass without anybody doing anything; a month that is used up lasts too long to be waited out. */
const passes = (error: unknown): error is ApiProblem | ApiUnreachable =>
  error instanceof ApiProblem
    ? error.status >= 500 || (error.status === 429 && error.code !== 'MONTHLY_QUOTA_EXCEEDED')
    : error instanceof ApiUnreachable
