import type { NoticeRecord } from '../schema/records.ts'
import { type Instant, startInstant } from './moments.ts'

/**
 * When the content of a notice last changed. The day on which it came into the dataset is no date of the world: it
 * counts only when nothing else is known.
 */
export function updateInstant(notice: NoticeRecord, zone: string): Instant {
  const [seen, changed] = [startInstant(notice.firstSeen, zone), startInstant(notice.lastChanged, zone)]
  const own = [notice.amendedAt, notice.postedDate]
    .flatMap((moment) => (moment === null ? [] : startInstant(moment, zone)))
    .filter((instant) => instant <= changed)
  return Math.max(...own, ...(changed !== seen || own.length === 0 ? [changed] : []))
}
