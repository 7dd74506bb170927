import { hash } from 'node:crypto'
import { compare } from '../rules/text/words.ts'
import type { Instant } from '../rules/time/moments.ts'
import { type Difference, formatKey } from './compare.ts'

/** The time of a publication and the instants of its changes, in order. */
export interface Schedule {
  at: Instant
  until: Instant
  changes: { difference: Difference; list: string; id: string; at: Instant }[]
}

/**
 * Assigns every difference its own millisecond, starting at an instant, in the order of the records' own dates with
 * unknown dates first.
 */
export function scheduleFrom(base: Instant, differences: readonly Difference[]): Schedule {
  const changes = differences
    .map((difference) => ({ difference, dated: getDay(difference), ...getPlace(difference) }))
    .sort(
      // Within one date, the first id gets the latest instant, so that lists sorted newest first show it first.
      (a, b) => compare(a.dated, b.dated) || compare(a.list, b.list) || compare(b.id, a.id),
    )
    .map(({ difference, list, id }, index) => ({ difference, list, id, at: base + index + 1 }))
  return { at: base, until: base + changes.length, changes }
}

/**
 * Assigns every difference an instant on its record's own date, for a dataset that was never published, so that the
 * instant of a record does not depend on other records.
 */
export function scheduleByDates(differences: readonly Difference[]): Schedule {
  let last = 0
  const changes = differences
    .map((difference) => ({ difference, ...getPlace(difference), at: ownInstant(difference) }))
    .sort((a, b) => a.at - b.at || compare(formatKey(a.list, a.id), formatKey(b.list, b.id)))
    .map(({ at, ...change }) => {
      last = Math.max(at, last + 1)
      return { ...change, at: last }
    })
  return { at: (changes[0]?.at ?? 1) - 1, until: last, changes }
}

const getPlace = (difference: Difference): { list: string; id: string } => {
  if ('record' in difference) return { list: difference.list, id: difference.record.id }
  return difference.last ?? { list: difference.list, id: difference.id }
}

const getDay = (difference: Difference): string => ('record' in difference ? (difference.record.dated ?? '') : '')

const UNDATED = '2000-01-01'
/** The milliseconds of a day without its last hour, in which another time zone's day would begin. */
const SPREAD_MS = 23 * 3_600_000
const HEX_DIGITS = 12

function ownInstant(difference: Difference): Instant {
  const { list, id } = getPlace(difference)
  const chance = Number.parseInt(hash('sha256', formatKey(list, id)).slice(0, HEX_DIGITS), 16)
  return Date.parse(getDay(difference) || UNDATED) + 1 + (chance % SPREAD_MS)
}
