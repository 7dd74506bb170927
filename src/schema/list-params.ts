import * as z from 'zod'
import { type Context, nearest, parameter, parseEntries, refuse } from './params.ts'

/** Types of the parameters that every list accepts: `sort`, `facets`, `fields` and `ids`. */

/** A comma-separated list of names from a closed set, case-insensitive; parsed into the order of the set. */
export const namesParameter = (names: readonly string[], what: string) =>
  parameter({ type: 'array', items: { type: 'string', enum: [...names] } }, (text, ctx) => {
    const entries = parseEntries(text, ctx, names.length)
    if (ctx.issues.length > 0) return z.NEVER
    const byFolded = new Map(names.map((name) => [name.toLowerCase(), name]))
    const requested = new Set<string>()
    for (const word of new Set(entries)) {
      // Two names may differ only in letter case: `timeZone` and `timezone` of an event.
      const name = names.includes(word) ? word : byFolded.get(word.toLowerCase())
      if (name !== undefined) requested.add(name)
      else refuseName(ctx, word, names, what)
    }
    return names.filter((name) => requested.has(name))
  })

function refuseName(ctx: Context, word: string, names: readonly string[], what: string): void {
  const didYouMean = nearest(word, names)
  const message = word === '' ? 'The list has an empty entry.' : `"${word}" is not ${what} of this list.`
  refuse(ctx, message, { value: word, supportedValues: names, ...(didYouMean && { didYouMean }) })
}

/** Sort fields in order of precedence, with a minus sign for descending: `-dueDate,state`. */
export const sortKeys = (fields: readonly string[]) => {
  const keys = fields.flatMap((field) => [field, `-${field}`])
  const byFolded = new Map(fields.map((field) => [field.toLowerCase(), field]))
  return parameter({ type: 'array', items: { type: 'string', enum: keys } }, (text, ctx) => {
    const entries = parseEntries(text, ctx)
    if (ctx.issues.length > 0) return z.NEVER
    const order: [field: string, direction: 'asc' | 'desc'][] = []
    for (const word of entries) {
      const isDescending = word.startsWith('-')
      const field = byFolded.get(word.replace(/^[-+]/, '').toLowerCase())
      if (field === undefined) refuseName(ctx, word, keys, 'a field to sort by')
      else if (order.some(([earlier]) => earlier === field)) {
        refuse(ctx, `"${field}" is given twice.`, { value: text })
      } else order.push([field, isDescending ? 'desc' : 'asc'])
    }
    return order
  })
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
