import * as z from 'zod'

/** Field types of records. Their bounds keep malicious source text out of the published data. */

const URL_MAX = 2_000
const MONEY_MAX = 1_000_000_000_000
const YEAR_FIRST = 2000
const YEAR_LAST = 2100

// C0 and C1 controls, line and paragraph separators, byte-order mark, bidirectional overrides, replacement characters, lone surrogates.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether a text is one line without control characters, byte-order marks, direction overrides or broken encoding. */
export const isPrintable = (value: string): boolean => !UNPRINTABLE.test(value)

/** One line of text: 1 to `max` characters without control characters or surrounding white space. */
export const text = (max = 1_000) =>
  z
    .string()
    .min(1, 'is empty (use null if unknown)')
    .max(max, `is longer than ${max} characters`)
    .refine(isPrintable, 'contains a control character')
    .refine((value) => value.trim() === value, 'begins or ends with white space')

/** The extracted text of a document: like `text`, but with line breaks and tabs. */
export const fullText = z
  .string()
  .min(1)
  .max(2_000_000, 'is longer than 2,000,000 characters')
  .refine((value) => isPrintable(value.replace(/[\n\t]/g, ' ')), 'contains a control character')

export const id = z.uuid('is not a UUID').lowercase('is not lowercase')

export const url = z
  .url({
    protocol: /^https?$/,
    // Reading it at once would load zod in processes that validate nothing.
    get hostname() {
      return z.regexes.domain
    },
    message: 'is not an http(s) URL of a public host',
  })
  .max(URL_MAX, `is longer than ${URL_MAX} characters`)
  .refine((value) => !/\s/.test(value) && isPrintable(value), 'contains white space or a control character')

const isWithinCentury = (value: string): boolean => {
  const year = Number(value.slice(0, 4))
  return year >= YEAR_FIRST && year <= YEAR_LAST
}
const OUT_OF_CENTURY = `is outside ${YEAR_FIRST}–${YEAR_LAST}`

export const date = z.iso
  .date({ error: 'is not a date (YYYY-MM-DD)', abort: true })
  .refine(isWithinCentury, OUT_OF_CENTURY)

export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'is not a month (YYYY-MM)', abort: true })
  .refine(isWithinCentury, OUT_OF_CENTURY)

/** A date, or a timestamp with an offset: `2026-11-30` or `2026-11-30T17:00:00-05:00`. */
export const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'is neither a date (YYYY-MM-DD) nor a timestamp with an offset',
  })
  .refine(isWithinCentury, OUT_OF_CENTURY)

/** A published timestamp: UTC with milliseconds, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`.')
  .meta({ id: 'Timestamp' })

/** US dollars, not negative. */
export const money = z.number().min(0, 'is negative').max(MONEY_MAX, `is more than ${MONEY_MAX}`)
export const count = z.int().min(0)

/** A fiscal year in its canonical form, `FY2026`. */
export const fiscalYear = z
  .string()
  .regex(/^FY\d{4}$/, { error: 'is not a fiscal year (FY2026)', abort: true })
  .refine((value) => isWithinCentury(value.slice(2)), OUT_OF_CENTURY)

const knownZones = new Set<string>()

/** An IANA time zone known to this runtime. */
export const timeZone = z.string().refine((value) => {
  if (knownZones.has(value)) return true
  try {
    // Takes as long as checking the rest of a record.
    new Intl.DateTimeFormat('en-US', { timeZone: value })
    knownZones.add(value)
    return true
  } catch {
    return false
  }
}, 'is not a known IANA time zone')
