import { Temporal } from 'temporal-polyfill'
import { cleanDate } from './clean.ts'

const CLOCK = /[T\s](\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([AP]M)?$/i

/**
 * The moment in a source's text, in the time of a zone: `11/20/2026 02:00 PM`, `2026-11-20T14:00:00`. A date if it has
 * no time or the time is midnight, which sources use when they mean the day; null for impossible values.
 */
export function cleanMoment(value: unknown, zone: string): string | null {
  const day = cleanDate(value)
  const [, hours, minutes, half = ''] = CLOCK.exec(typeof value === 'string' ? value.trim() : '') ?? []
  if (!day || hours === undefined) return day
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours)
  const minute = Number(minutes)
  const isClock = hour < 24 && minute < 60 && (!half || (Number(hours) >= 1 && Number(hours) <= 12))
  if (!isClock || (hour === 0 && minute === 0)) return day
  return offsetText(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }))
}

/** An instant as a timestamp with the offset of a zone; null outside the years that records may have. */
export function momentAt(instant: number, zone: string): string | null {
  if (!Number.isInteger(instant) || !cleanDate(toDay(instant))) return null
  return offsetText(Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone))
}

const DATES_MAX = 8.64e15
const toDay = (instant: number): string | null =>
  Math.abs(instant) > DATES_MAX ? null : new Date(instant).toISOString().slice(0, 10)

const offsetText = (moment: Temporal.ZonedDateTime): string =>
  moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })
