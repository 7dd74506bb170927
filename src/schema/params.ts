import { distance } from 'fastest-levenshtein'
import * as z from 'zod'
import { CATEGORY_INPUTS, findCategory } from './taxonomy.ts'
import { STATE_NAMES } from './vocabularies.ts'

/** Parameter types: each parses the text of one parameter, reports problems as sentences, and documents itself. */

export interface ParamIssue {
  value: string
  supportedValues?: readonly string[]
  didYouMean?: string
  /** Whether the supported values are repeated at the top of the error. */
  isTopLevel?: boolean
}

type Context = z.core.$RefinementCtx<string>

export function refuse(ctx: Context, message: string, issue: ParamIssue): never {
  ctx.issues.push({ code: 'custom', message, params: issue, input: issue.value })
  return z.NEVER
}

/** A parameter type. @param meta its JSON Schema @param parse the value of a text; it reports problems with `refuse` */
export const parameter = <Value>(meta: z.core.GlobalMeta, parse: (text: string, ctx: Context) => Value) =>
  z.string().transform(parse).meta(meta)

// A two-letter word with a wrong letter is too short to guess from, and no name is longer than the maximum.
const GUESSED_LENGTH = { min: 3, max: 100 } as const

/** The candidate that a misspelled word most likely means; undefined when none is close. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length < GUESSED_LENGTH.min || word.length > GUESSED_LENGTH.max) return undefined
  const folded = word.toLowerCase()
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(folded, candidate.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const best = ranked[0]
  return best && best.steps <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined
}

/** Parses the entries of a comma-separated list; a long one is refused unread. @param values number of values in the closed set */
function parseEntries<Value>(text: string, ctx: Context, values: number, parse: (entries: string[]) => Value): Value {
  const max = Math.max(20, values)
  const entries = text.split(',', max + 1).map((entry) => entry.trim())
  return entries.length > max ? refuse(ctx, `Must have at most ${max} entries.`, { value: text }) : parse(entries)
}

/** The JSON Schema of a list of values of a closed set. */
const listOf = (values: readonly string[]) => ({ type: 'array', items: { type: 'string', enum: [...values] } }) as const

const EMPTY_ENTRY = 'The list has an empty entry.'

interface Guess {
  isTopLevel?: boolean
  meant?: ((word: string) => string | undefined) | undefined
}

function parseValues<Value>(
  text: string,
  find: (word: string) => Value | undefined,
  values: readonly string[],
  what: string,
  ctx: Context,
  { isTopLevel = false, meant }: Guess = {},
): Value[] {
  return parseEntries(text, ctx, values.length, (entries) => {
    const parsed = new Set<Value>()
    for (const [folded, [word = '']] of Map.groupBy(entries, (entry) => entry.toUpperCase())) {
      const value = find(folded)
      if (value !== undefined) parsed.add(value)
      else {
        const didYouMean = findNearest(word, values) ?? meant?.(word)
        const sentence = word === '' ? EMPTY_ENTRY : `"${word}" is not a supported ${what}.`
        refuse(ctx, sentence, { value: word, supportedValues: values, isTopLevel, ...(didYouMean && { didYouMean }) })
      }
    }
    return [...parsed].sort()
  })
}

/** One value from a closed set or a comma-separated list of them, case-insensitive. */
export const listParameter = <Value extends string>(values: readonly Value[], what: string, meant?: Guess['meant']) =>
  parameter(listOf(values), (text, ctx) => {
    const find = (word: string) => values.find((value) => value.toUpperCase() === word)
    return parseValues(text, find, values, what, ctx, { meant })
  })

/** Like `listParameter`, or ALL for every value. */
export const allOrListParameter = <Value extends string>(values: readonly Value[], what: string) => {
  const offered: readonly (Value | 'ALL')[] = [...values, 'ALL']
  return listParameter(offered, what)
    .transform((parsed) => (parsed.includes('ALL') ? [...values] : (parsed as Value[])))
    .meta(listOf(offered))
}

/** Program categories: canonical IDs or legacy aliases, which are mapped to canonical IDs. */
export const programCategories = parameter(listOf(CATEGORY_INPUTS), (text, ctx) =>
  parseValues(text, findCategory, CATEGORY_INPUTS, 'program category', ctx, { isTopLevel: true }),
)

/** One value from an open list or a comma-separated list of them; an unlisted value matches nothing. */
export const openList = (examples: readonly string[]) =>
  z
    .string()
    .max(200, 'Must be at most 200 characters.')
    .transform((text, ctx) =>
      parseEntries(text.toUpperCase(), ctx, 0, (words) =>
        words.includes('') ? refuse(ctx, EMPTY_ENTRY, { value: text }) : [...new Set(words)].sort(),
      ),
    )
    .meta({ type: 'array', items: { type: 'string' }, examples: [[examples[0]]] })

export const wholeNumber = (min: number, max: number) =>
  parameter({ type: 'integer', minimum: min, maximum: max }, (text, ctx) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    return refuse(ctx, `Must be a whole number from ${min} to ${max}, in digits.`, { value: text })
  })

/** `true` or `false`, case-insensitive. */
export const flag = parameter({ type: 'boolean' }, (text, ctx) => {
  const word = text.toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  return refuse(ctx, 'Must be true or false.', { value: text, supportedValues: ['true', 'false'] })
})

const MOMENT_LENGTH_MAX = 40
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/
const timestampWithZone = z.iso.datetime({ offset: true })
const timestampWithoutZone = z.iso.datetime({ local: true })

/** An ISO 8601 date, or a timestamp with optional seconds. UTC if it has no offset. Parsed into its canonical form. */
export const moment = parameter(
  {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
  (text, ctx) => {
    const message = 'Must be an ISO 8601 date or timestamp, such as 2026-11-30 or 2026-11-30T17:00:00Z.'
    if (text.length > MOMENT_LENGTH_MAX) return refuse(ctx, message, { value: text })
    const written = text
      .trim()
      .toUpperCase()
      // An unencoded plus sign arrives as a space.
      .replace(/ (\d{2}:?\d{2})$/, '+$1')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
      .replace(/T(\d{2}:\d{2})(?!:)/, 'T$1:00')
    if (BARE_DATE.test(written) && z.iso.date().safeParse(written).success) return written
    if (timestampWithZone.safeParse(written).success) return written
    if (timestampWithoutZone.safeParse(written).success) return `${written}Z`
    return refuse(ctx, message, { value: text })
  },
)

export const words = (max = 200) =>
  parameter({ type: 'string', minLength: 1, maxLength: max }, (text, ctx) => {
    if (text.length > max)
      return refuse(ctx, `Must be at most ${max} characters; it has ${text.length}.`, { value: text.slice(0, max) })
    if (text.trim() === '') return refuse(ctx, 'Must not be blank.', { value: text })
    return text.trim()
  })

/** A text that a rule normalizes or rejects. */
export const ruled = (rule: (text: string) => string | null, message: string, example: string) =>
  parameter({ type: 'string', examples: [example] }, (text, ctx) => rule(text) ?? refuse(ctx, message, { value: text }))

export const foldId = (name: string): string => name.toLowerCase()
export const foldCode = (name: string): string => name.toUpperCase()

const CODES = new Map(Object.entries(STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/** The code of the state that a name most likely means; undefined when none is close. */
export const findMeantState = (word: string): string | undefined =>
  CODES.get(findNearest(word.trim(), [...CODES.keys()]) ?? '')

/** A comma-separated list of names from a closed set, case-insensitive; parsed into the order of the set. */
export const namesParameter = (names: readonly string[], what: string) =>
  parameter(listOf(names), (text, ctx) =>
    parseEntries(text, ctx, names.length, (entries) => {
      const find = findName(names)
      const requested = new Set([...new Set(entries)].map((word) => find(word) ?? refuseName(ctx, word, names, what)))
      return names.filter((name) => requested.has(name))
    }),
  )

/** Two names may differ only in letter case: `timeZone` and `timezone` of an event. */
const findName = (names: readonly string[]) => {
  const byFolded = new Map(names.map((name) => [name.toLowerCase(), name]))
  return (word: string): string | undefined => (names.includes(word) ? word : byFolded.get(word.toLowerCase()))
}

function refuseName(ctx: Context, word: string, names: readonly string[], what: string): never {
  const didYouMean = findNearest(word, names)
  const message = word === '' ? EMPTY_ENTRY : `"${word}" is not ${what} of this list.`
  return refuse(ctx, message, { value: word, supportedValues: names, ...(didYouMean && { didYouMean }) })
}

/** Sort fields in order of precedence, with a minus sign for descending: `-dueDate,state`. */
export const sortKeys = (fields: readonly string[]) => {
  const keys = fields.flatMap((field) => [field, `-${field}`])
  return parameter(listOf(keys), (text, ctx) =>
    parseEntries(text, ctx, 0, (entries) => {
      const order = new Map<string, 'asc' | 'desc'>()
      const find = findName(fields)
      for (const word of entries) {
        const field = find(word.replace(/^[-+]/, ''))
        if (field === undefined) refuseName(ctx, word, keys, 'a field to sort by')
        else if (order.has(field)) refuse(ctx, `"${field}" is given twice.`, { value: text })
        else order.set(field, word.startsWith('-') ? 'desc' : 'asc')
      }
      return [...order]
    }),
  )
}

const IDS_MAX = 100
const ID_LENGTH_MAX = 200

/** Up to 100 ids. @param fold normalizes an id */
export const ids = (fold: (id: string) => string) =>
  parameter({ type: 'array', items: { type: 'string' } }, (text, ctx) => {
    const ids = [...new Set(text.split(',').map((id) => fold(id.trim())))].sort()
    const value = text.slice(0, ID_LENGTH_MAX)
    if (ids.includes('')) refuse(ctx, 'The list has an empty entry.', { value: text })
    if (ids.length > IDS_MAX) {
      const message = `Has ${ids.length} ids, but at most ${IDS_MAX} are allowed. Send the others in another request.`
      refuse(ctx, message, { value })
    }
    if (ids.some((id) => id.length > ID_LENGTH_MAX)) {
      refuse(ctx, `Ids must be at most ${ID_LENGTH_MAX} characters long.`, { value })
    }
    return ids
  })

/** An amount in US dollars in digits, with or without cents. Parsed into its canonical form. */
export const dollars = parameter({ type: 'number', minimum: 0 }, (text, ctx) => {
  if (/^\d{1,13}(\.\d{1,2})?$/.test(text)) return String(Number(text))
  return refuse(ctx, 'Must be an amount in US dollars in digits only, such as 250000 or 250000.50.', { value: text })
})
