import type { NoticeRecord } from '../../schema/records.ts'
import { type Instant, startInstant } from '../time/moments.ts'

/**
 * The last date in a notice itself: posted, amended, or changed after it was first seen. The day it was added to the
 * dataset does not count; null if nothing else is known.
 */
export function ownInstant(notice: NoticeRecord, zone: string): Instant | null {
  const [seen, changed] = [startInstant(notice.firstSeen, zone), startInstant(notice.lastChanged, zone)]
  const own = [notice.amendedAt, notice.postedDate]
    .flatMap((moment) => (moment === null ? [] : startInstant(moment, zone)))
    .filter((instant) => instant <= changed)
  if (changed !== seen) own.push(changed)
  return own.length > 0 ? Math.max(...own) : null
}

/** When the content of a notice last changed, otherwise when it was first seen. */
export const updateInstant = (notice: NoticeRecord, zone: string): Instant =>
  ownInstant(notice, zone) ?? startInstant(notice.firstSeen, zone)
