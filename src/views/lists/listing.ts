import { plainOf } from '../../rules/fold.ts'
import type { Html } from '../html.ts'
import { turnedTo } from './turns.ts'

/** The sections of the site, one list each. */
export const SECTION_NAMES = ['opportunities', 'awards', 'documents', 'events'] as const
export type SectionName = (typeof SECTION_NAMES)[number]

/** The value of `state` for records of national scope. */
export const NATIONAL = 'US'

/** Entries on one page of a list. */
export const PAGE_SIZE = 50

/** A list as pages show it, shared by the build and the browser. */
export interface Listing<Entry> {
  name: SectionName
  /** Singular noun for an entry. */
  noun: string
  /** The filters by query parameter, each with the values of an entry. */
  facets: { [parameter: string]: (entry: Entry) => readonly (string | null)[] }
  /** The sort orders by the value of `sort`; the first is the default. */
  orders: { [sort: string]: { label: string; compare: (a: Entry, b: Entry) => number } }
  /** The text that is searched. */
  words: (entry: Entry) => string
  row: (entry: Entry) => Html
}

/** The entries that match a query, in its order. */
export function chosen<Entry>(listing: Listing<Entry>, entries: readonly Entry[], query: URLSearchParams): Entry[] {
  const facets = Object.entries(listing.facets).flatMap(([parameter, valuesOf]) => {
    const value = query.get(parameter)
    return value ? [(entry: Entry) => valuesOf(entry).includes(value)] : []
  })
  const wanted = wordsOf(query.get('q') ?? '')
  const [first] = Object.values(listing.orders)
  const order = listing.orders[query.get('sort') ?? ''] ?? first
  const found = entries.filter((entry) => facets.every((holds) => holds(entry)) && says(listing.words(entry), wanted))
  return order ? found.toSorted(order.compare) : found
}

const wordsOf = (text: string): string[] => plainOf(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each wanted word is the beginning of a word of the text. */
function says(text: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  const words = wordsOf(text)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

/** Whether a query filters, sorts or pages the list. */
export const asksFor = ({ facets }: Pick<Listing<never>, 'facets'>, query: URLSearchParams): boolean =>
  [...Object.keys(facets), 'q', 'sort', 'page'].some((parameter) => query.get(parameter))

/** Compares numbers: largest first, unknown last. */
export const largestFirst = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)

/**
 * A list of entries in few bytes: each field with the values of all entries, in turn. A field that repeats itself has
 * its different values, and for each entry the place of its value among them.
 */
export interface Packed {
  count: number
  fields: { [field: string]: unknown[] | { values: unknown[]; places: number[] } }
}

export function pack<Entry extends object>(entries: readonly Entry[]): Packed {
  const names = Object.keys(entries[0] ?? {}) as (keyof Entry & string)[]
  const columns = names.map((name) => [name, packedColumn(entries.map((entry) => entry[name]))])
  return { count: entries.length, fields: Object.fromEntries(columns) }
}

function packedColumn(column: readonly unknown[]) {
  const texts = column.map((value) => JSON.stringify(value ?? null))
  const different = [...new Set(texts)]
  if (different.length > column.length / 2) return column
  const places = new Map(different.map((text, place) => [text, place]))
  return { values: different.map((text) => JSON.parse(text)), places: texts.map((text) => places.get(text)) }
}

export function unpack<Entry>({ count, fields }: Packed): Entry[] {
  const columns = Object.entries(fields)
  const valueAt = (column: Packed['fields'][string], place: number) =>
    Array.isArray(column) ? column[place] : column.values[column.places[place] ?? 0]
  return Array.from({ length: count }, (_, place) =>
    Object.fromEntries(columns.map(([field, column]) => [field, valueAt(column, place)])),
  ) as Entry[]
}

/** The entries with their statuses at an instant, which may have changed since the build. */
export const asOf = <Entry extends object>(entries: readonly Entry[], now: number): Entry[] =>
  entries.map((entry) => {
    const status = 'turns' in entry ? turnedTo(entry.turns as string | null, now) : null
    return status === null ? entry : { ...entry, status }
  })
