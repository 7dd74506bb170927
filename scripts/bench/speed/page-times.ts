import { openService } from '../../../src/store/service.ts'
import { median } from './median.ts'

/** The median time to read the first and the last full page of all awards, in milliseconds, within this process. */
export interface PageTimes {
  first: number
  last: number
}

const TIMES = 200

/** Reads both pages in turn, without the cache of responses. */
export function pageTimesOf(baked: string, limit: number, now: number): PageTimes {
  const service = openService(baked)
  const { awards } = service.readers
  const timed = (page: number): number => {
    const began = performance.now()
    awards.list({ page, limit }, now)
    return performance.now() - began
  }
  const last = Math.max(1, Math.floor((service.manifest.counts.awards ?? 0) / limit))
  const rounds = Array.from({ length: TIMES }, () => ({ first: timed(1), last: timed(last) }))
  service.close()
  return { first: median(rounds.map(({ first }) => first)), last: median(rounds.map((round) => round.last)) }
}
