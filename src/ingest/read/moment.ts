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

const HOUR = /\b(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s?([ap])\.?\s?m\b|\b(noon)\b/gi
const ZONES = {
  'America/New_York': /\b(?:E[SD]?T|eastern)\b/i,
  'America/Chicago': /\b(?:C[SD]?T|central)\b/i,
  'America/Denver': /\b(?:M[SD]?T|mountain)\b/i,
  'America/Los_Angeles': /\b(?:P[SD]?T|pacific)\b/i,
  'America/Anchorage': /\b(?:AK[SD]?T|alaska)\b/i,
  'Pacific/Honolulu': /\b(?:HS?T|hawaii)\b/i,
} as const satisfies Record<string, RegExp>

/**
 * The moment on a day at the hour that a text names, in the zone that it names, otherwise in `zone`. The day alone if
 * it names no hour, or several: then the right one is unknown.
 */
export function momentInText(day: string, text: string, zone: string): string {
  const [hour, ...others] = text.matchAll(HOUR)
  if (!hour || others.length > 0) return day
  const [, hours = '12', minutes = '00', half = 'p'] = hour
  const named = Object.entries(ZONES).find(([, words]) => words.test(text))?.[0] ?? zone
  // What Arizona calls Mountain time is its own: it has no summer time.
  const isOwn = winterOffset(named) === winterOffset(zone)
  return cleanMoment(`${day} ${hours}:${minutes} ${half}m`, isOwn ? zone : named) ?? day
}

const winterOffset = (zone: string): string => Temporal.ZonedDateTime.from(`2026-01-15[${zone}]`).offset

/**
 * An instant (milliseconds since 1970, or a text with its offset) as a timestamp with the offset of a zone; null outside
 * the years that records may have.
 */
export function momentAt(value: unknown, zone: string): string | null {
  const instant = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
  if (!instant || !cleanDate(instant)) return null
  return offsetText(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone))
}

export const dayAt = (value: unknown, zone: string): string | null => momentAt(value, zone)?.slice(0, 10) ?? null

const offsetText = (moment: Temporal.ZonedDateTime): string =>
  moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })
