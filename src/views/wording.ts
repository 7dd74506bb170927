import { once, onceEach } from '../rules/once.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import type { DatePrecision } from '../schema/vocabularies.ts'

export {
  formatAmountInWords as roundDollarText,
  formatCount as countedText,
  formatNumber as countText,
  formatWholeDollars,
} from '../rules/text/wording.ts'

const getShareFormat = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }))
export const formatPercent = (value: number): string => `${getShareFormat().format(value)}%`

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: { [rule: string]: string } = { one: 'st', two: 'nd', few: 'rd' }

/** `1st`, `12th`, `23rd`. */
export const formatOrdinal = (index: number): string => `${index}${ENDINGS[ordinals.select(index)] ?? 'th'}`

export const orUnknown = <Value>(value: Value | null, text: (value: Value) => string): string =>
  value === null ? 'unknown' : text(value)

const getLongDateFormat = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: NATIONAL_ZONE }))
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day (`2026-11-20`), or the day of an instant in the eastern United States: `November 20, 2026`. */
export const formatLongDate = (instant: string | number): string =>
  getLongDateFormat().format(
    new Date(typeof instant === 'string' && DAY.test(instant) ? `${instant}T17:00:00Z` : instant),
  )

const getMinuteFormat = once(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' }),
)

/** An instant to the minute: `November 20, 2026 at 17:00 UTC`. */
export const formatMinute = (instant: string): string => `${getMinuteFormat().format(new Date(instant))} UTC`

/** `WORKFORCE_DEVELOPMENT` as words: `workforce development`. */
export const toWords = (code: string): string =>
  code.toLowerCase().replaceAll('_', ' ').replace('cancelled', 'canceled')
const SHORT_WORDS: readonly string[] = ['CITY', 'DATA', 'OPEN', 'PAST']

/** A code as a label: acronyms, which have at most four letters, as they are, others in words: `RFA`, `City`, `Town hall`. */
export const formatCode = (code: string): string =>
  code.length <= 4 && !SHORT_WORDS.includes(code) ? code : code.charAt(0).toUpperCase() + toWords(code.slice(1))

/** Prose of a record with its ISO dates written as dates; addresses stay as they are. */
export const formatProse = (text: string): string =>
  text.replace(/(?<![\w/-])\d{4}-\d{2}-\d{2}(?![\w/-])/g, (day) => formatLongDate(day))

/** A text whose dates do not wrap. */
export const expandDates = (text: string): string =>
  text.replace(/([A-Z][a-z]+) (\d{1,2}), (?=\d{4})/g, '$1\u00a0$2,\u00a0')

export interface Moment {
  at: string | null
  precision: DatePrecision | null
  /** IANA name. */
  zone: string
}

const getDateFormat = onceEach((name: string) => {
  const [timeZone, precision] = name.split(' ')
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone } as const
  return new Intl.DateTimeFormat('en-US', { ...day, ...(precision === 'TIME' && time) })
})

/** A moment in its own zone, as precise as it is known: `December 1, 2026`, `December 1, 2026 at 5:00 PM CST`. Null when unknown. */
export const formatMoment = ({ at, precision, zone }: Moment): string | null =>
  at === null ? null : getDateFormat(`${zone} ${precision}`).format(new Date(at))

/** The time for which a page holds, in the eastern United States: `December 1, 2026 at 5:00 PM EST`. */
export const formatAsOf = (at: string): string | null => formatMoment({ at, precision: 'TIME', zone: NATIONAL_ZONE })

/** The day of a moment in its own zone: `December 1, 2026`. */
export const formatMomentDay = (at: string | null, zone: string): string | null =>
  formatMoment({ at, zone, precision: 'DATE' })

/** A text cut at a word, with an ellipsis when something is left out. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/(?<![\s,;:.])[\s,;:.]+$/, '')} …`
}
