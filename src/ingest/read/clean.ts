import { Parser } from 'htmlparser2'
import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod'
import { date, fiscalYear, money, url } from '../../schema/fields.ts'

/**
 * Every external value passes one of these before it is stored in a record. They never throw: an unreadable value is
 * null, and the adapter decides whether the row can do without it.
 */

/** Longer raw values are cut here before processing, so a hostile field costs no more than a normal one. */
const RAW_MAX = 50_000

// Controls, invisible format characters (including bidirectional overrides), lone surrogates, private use.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu
const MARKUP = /<[a-z!/?]|&(?:#\d|#x[\da-f]|[a-z]{2})/i
// A source may escape text twice: `&amp;lt;p&amp;gt;`.
const ESCAPES_MAX = 4
const ELLIPSIS = '…'

/** Text cut at a word boundary to at most `max` characters, including `…`. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - ELLIPSIS.length + 1)
  const end = room.lastIndexOf(' ')
  // A high surrogate at the end has lost its other half.
  const kept = end > max / 2 ? room.slice(0, end) : room.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s,;:.–—-]+$/, '')}${ELLIPSIS}`
}

/**
 * One line of plain text of at most `max` characters: tags dropped, entities decoded, whitespace collapsed, control and
 * invisible characters and lone surrogates removed. A number becomes its digits. Null if nothing is left.
 */
export function cleanText(value: unknown, max: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  // Invisible characters are removed both before and after: they can hide markup, and entities can hide them.
  let text = value.slice(0, RAW_MAX).replace(INVISIBLE, '')
  for (let pass = 0; pass < ESCAPES_MAX && MARKUP.test(text); pass += 1) text = toTextOfHtml(text)
  const line = toPlainLine(toPlainLine(text).replace(/<+(?=[a-z!/?])/gi, ''))
  return line === '' ? null : cutAtWord(line, max)
}

/** Text without markup as one line: whitespace collapsed, control and invisible characters removed. */
export const toPlainLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(/ {2,}/g, ' ').trim()

/** The clean texts of a list without blanks and duplicates, at most `count`; empty for anything else. */
export function cleanTexts(values: unknown, max: number, count: number): string[] {
  if (!Array.isArray(values)) return []
  return [...new Set(values.flatMap((value) => cleanText(value, max) ?? []))].slice(0, count)
}

const parseValid = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> | null =>
  schema.safeParse(value).data ?? null

/** An http(s) URL of a public host, without credentials; relative URLs are resolved against `base`. */
export function cleanUrl(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value.length > RAW_MAX) return null
  const text = value.trim().replaceAll('&amp;', '&')
  if (!URL.canParse(text, base)) return null
  const { href, username, password } = new URL(text, base)
  return username || password ? null : parseValid(url, href)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:$|[T -])/
const AMERICAN = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:$|[\s,])/
const WORDS =
  /^(?:[a-z]+day,?\s+)?(?<month>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:$|[\s,])/i

/**
 * The calendar date in any format that sources use: `2026-11-30`, `2026-11-30-00-00-00`, `2026-11-30 00:00:00`,
 * `11/30/2026`, `Nov 30, 2026 12:00:00 AM EST`, or a `Date` (a spreadsheet's, at midnight UTC). The time of day is
 * dropped, because sources set it to midnight when they mean the day. Null if impossible or outside 2000–2100.
 */
export function cleanDate(value: unknown): string | null {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : parseValid(date, value.toISOString().slice(0, 10))
  if (typeof value !== 'string' || value.length > 100) return null
  const text = value.trim()
  const { groups } = ISO.exec(text) ?? AMERICAN.exec(text) ?? WORDS.exec(text) ?? {}
  const { year, month = '', day = '' } = groups ?? {}
  const number = /\d/.test(month) ? month : String(MONTHS.indexOf(month.toLowerCase()) + 1)
  return parseValid(date, `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** US dollars, to the cent: a number, `1234.5`, `$1,234.50`. Null for negative, too large or other values. */
export function cleanMoney(value: unknown): number | null {
  if (typeof value === 'number') return roundCents(value)
  if (typeof value !== 'string' || value.length > 40) return null
  const match = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/.exec(value.trim())
  return match ? roundCents(Number(`${(match[1] ?? '').replaceAll(',', '')}${match[2] ?? ''}`)) : null
}

const roundCents = (amount: number): number | null => parseValid(money, Math.round(amount * 100) / 100)

/** The federal fiscal year of a date, October to September: `FY2026` for 2025-10-01 to 2026-09-30. */
export function toFederalFiscalYear(day: string): string | null {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return parseValid(fiscalYear, `FY${month >= 10 ? year + 1 : year}`)
}

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
  return formatOffset(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }))
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
export function readMomentInText(day: string, text: string, zone: string): string {
  const [hour, ...others] = text.matchAll(HOUR)
  if (!hour || others.length > 0) return day
  const [, hours = '12', minutes = '00', half = 'p'] = hour
  const named = Object.entries(ZONES).find(([, words]) => words.test(text))?.[0] ?? zone
  // What Arizona calls Mountain time is its own: it has no summer time.
  const isOwn = getWinterOffset(named) === getWinterOffset(zone)
  return cleanMoment(`${day} ${hours}:${minutes} ${half}m`, isOwn ? zone : named) ?? day
}

const getWinterOffset = (zone: string): string => Temporal.ZonedDateTime.from(`2026-01-15[${zone}]`).offset

/**
 * An instant (milliseconds since 1970, or a text with its offset) as a timestamp with the offset of a zone; null outside
 * the years that records may have.
 */
export function toMoment(value: unknown, zone: string): string | null {
  const instant = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
  if (!instant || !cleanDate(instant)) return null
  return formatOffset(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone))
}

export const toDay = (value: unknown, zone: string): string | null => toMoment(value, zone)?.slice(0, 10) ?? null

const formatOffset = (moment: Temporal.ZonedDateTime): string =>
  moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** Elements whose content is not visible text. */
export const UNSEEN = new Set('script style noscript template svg math iframe object embed canvas'.split(' '))

/** Inline elements; all others start a new line. */
export const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
)

/**
 * The visible text of an HTML fragment, entities decoded, with a space where an element breaks the line. Meant for
 * short fields: the time grows with the square of the nesting.
 */
function toTextOfHtml(html: string): string {
  const parts: string[] = []
  let unseen = 0
  const parser = new Parser(
    {
      onopentag(name) {
        if (UNSEEN.has(name)) unseen += 1
        if (!INLINE.has(name)) parts.push(' ')
      },
      ontext(text) {
        if (unseen === 0) parts.push(text)
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen -= 1
        if (!INLINE.has(name)) parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts.join('')
}
