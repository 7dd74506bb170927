import { Temporal } from 'temporal-polyfill'
import type { DatePrecision } from '../../schema/vocabularies.ts'
import { onceEach } from '../once.ts'

export const DAY_MS = 86_400_000
export type Instant = number

export const isBareDate = (moment: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(moment)

const parsedDays = new Map<string, Instant>()
// Callers may request any day, so the cache of days is limited.
const KNOWN_MAX = 50_000

function getMidnight(date: string, zone: string): Instant {
  const name = `${date} ${zone}`
  let instant = parsedDays.get(name)
  if (instant === undefined) {
    instant = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
    if (parsedDays.size >= KNOWN_MAX) parsedDays.clear()
    parsedDays.set(name, instant)
  }
  return instant
}

/** The date `days` after a date, both `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** The instant of a start: a date without a time begins at 00:00:00 in the zone. */
export const toStartInstant = (moment: string, zone: string): Instant =>
  isBareDate(moment) ? getMidnight(moment, zone) : Date.parse(moment)

/** The instant of a deadline or an end: a date without a time lasts until 23:59:59 in the zone. */
export const toDeadlineInstant = (moment: string, zone: string): Instant =>
  isBareDate(moment) ? getMidnight(addDays(moment, 1), zone) - 1_000 : Date.parse(moment)

/** Whether a moment is known to the day or to the time of day; null if unknown. */
export const getPrecision = <Moment extends string | null>(moment: Moment) =>
  (moment === null ? null : isBareDate(moment) ? 'DATE' : 'TIME') as Moment extends null ? null : DatePrecision

/** The calendar day of an instant in a zone, `YYYY-MM-DD`: the one way from a moment to a day, wherever a day is shown, said or compared. */
export const toLocalDay = (instant: Instant, zone: string): string =>
  toIso(toLocalInstant(instant, zone)).slice(0, -'T00:00:00.000Z'.length)

/** The time of day of an instant in a zone, `HH:MM:SS`. */
export const toLocalTime = (instant: Instant, zone: string): string =>
  toIso(toLocalInstant(instant, zone)).slice(-'00:00:00.000Z'.length, -'.000Z'.length)

/** The instant at which clocks in UTC show what clocks in a zone show at another one. */
export const toLocalInstant = (instant: Instant, zone: string): Instant =>
  instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000

/** The first instant of the local day that an instant falls into. */
export const startOfLocalDay = (instant: Instant, zone: string): Instant => getMidnight(toLocalDay(instant, zone), zone)

/** The first instant of the local day after the one that an instant falls into. */
export const startOfNextLocalDay = (instant: Instant, zone: string): Instant =>
  getMidnight(addDays(toLocalDay(instant, zone), 1), zone)

type Timestamp<Given> = Given extends null ? null : string

/** A published timestamp, UTC with milliseconds; null if unknown. */
export const toIso = <Given extends Instant | null>(instant: Given) =>
  (instant === null ? null : new Date(instant).toISOString()) as Timestamp<Given>

type WithTimestamps<Fields> = {
  [Name in keyof Fields]: Name extends `${string}At` ? Timestamp<Fields[Name]> : Fields[Name]
}

/** Fields with the instants among them, whose names end in `At`, as timestamps. */
export const withTimestamps = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name.endsWith('At') ? toIso(value) : value]),
  ) as WithTimestamps<Fields>

const getZoneFormat = onceEach(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
)

/** The abbreviation of a zone at an instant, as people in it write it: `EDT`, `HST`. */
export const getAbbreviation = (zone: string, instant: Instant): string =>
  getZoneFormat(zone)
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value ?? zone

// The zones by what their abbreviations begin with: `EST`, `EDT` and `ET` are one.
const ZONES: Readonly<Record<string, string>> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  AK: 'America/Anchorage',
  H: 'Pacific/Honolulu',
}

/** The zone of an event: its state's, unless its recorded abbreviation names another. */
export function chooseEventZone(startAt: string, abbreviation: string | null, stateZone: string): string {
  if (abbreviation === null || getAbbreviation(stateZone, toStartInstant(startAt, stateZone)) === abbreviation)
    return stateZone
  const [, zone = ''] = /^([A-Z]{1,2}?)[SD]?T$/.exec(abbreviation) ?? []
  return ZONES[zone] ?? stateZone
}

/** When the nightly runs start, in minutes after midnight UTC; see `.github/workflows/nightly.yml`. */
const RUN_MINUTE = 8 * 60 + 17

export function getNextPublication(now: Instant): Instant {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const today = midnight + RUN_MINUTE * 60_000
  return today > now ? today : today + DAY_MS
}

/** The normalized form, `FY2026`, of `2026`, `FY2026`, `fy26` or `FY 2026`; null for anything else. */
export function parseFiscalYear(input: string): string | null {
  const digits = /^(?:FY)?\s*(\d{2}|\d{4})$/i.exec(input.trim())?.[1]
  if (!digits) return null
  return digits.length === 2 ? `FY20${digits}` : `FY${digits}`
}

/** The digits for a partial search by fiscal year (`202` from `FY202`); null if there are none. */
export const parseFiscalYearPart = (input: string): string | null =>
  /^(?:FY)?\s*(\d{1,4})$/i.exec(input.trim())?.[1] ?? null
