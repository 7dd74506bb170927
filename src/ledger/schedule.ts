import { hash } from 'node:crypto'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { keyOf, type Turn } from './compare.ts'

/** The time of a publication and the instants of its changes, in order. */
export interface Schedule {
  at: Instant
  until: Instant
  changes: { turn: Turn; list: string; id: string; at: Instant }[]
}

/**
 * Assigns every turn its own millisecond, starting at an instant, in the order of the records' own dates with unknown dates
 * first.
 */
export function scheduleFrom(base: Instant, turns: readonly Turn[]): Schedule {
  const changes = turns
    .map((turn) => ({ turn, dated: datedOf(turn), ...placeOf(turn) }))
    .sort(
      // Within one date, the first id gets the latest instant, so that lists sorted newest first show it first.
      (a, b) => compare(a.dated, b.dated) || compare(a.list, b.list) || compare(b.id, a.id),
    )
    .map(({ turn, list, id }, index) => ({ turn, list, id, at: base + index + 1 }))
  return { at: base, until: base + changes.length, changes }
}

/**
 * Assigns every turn an instant on its record's own date, for a dataset that was never published, so that the instant of a
 * record does not depend on other records.
 */
export function scheduleByDates(turns: readonly Turn[]): Schedule {
  let last = 0
  const changes = turns
    .map((turn) => ({ turn, ...placeOf(turn), at: ownInstant(turn) }))
    .sort((a, b) => a.at - b.at || compare(keyOf(a.list, a.id), keyOf(b.list, b.id)))
    .map(({ at, ...change }) => {
      last = Math.max(at, last + 1)
      return { ...change, at: last }
    })
  return { at: (changes[0]?.at ?? 1) - 1, until: last, changes }
}

const placeOf = (turn: Turn): { list: string; id: string } => {
  if ('record' in turn) return { list: turn.list, id: turn.record.id }
  return turn.last ?? { list: turn.list, id: turn.id }
}

const datedOf = (turn: Turn): string => ('record' in turn ? (turn.record.dated ?? '') : '')

const UNDATED = '2000-01-01'
/** The milliseconds of a day without its last hour, in which another time zone's day would begin. */
const SPREAD_MS = 23 * 3_600_000
const HEX_DIGITS = 12

function ownInstant(turn: Turn): Instant {
  const { list, id } = placeOf(turn)
  const chance = Number.parseInt(hash('sha256', keyOf(list, id)).slice(0, HEX_DIGITS), 16)
  return Date.parse(datedOf(turn) || UNDATED) + 1 + (chance % SPREAD_MS)
}
