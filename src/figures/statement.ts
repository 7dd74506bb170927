/** The lists whose records an answer may cite. */
export const CITED_LISTS = ['documents', 'opportunities', 'events', 'allotments', 'activities', 'commitments'] as const
export type CitedList = (typeof CITED_LISTS)[number]

/** The source of a figure: a document, or another record with its own official page. */
export interface FigureSource {
  /** Id of the record. */
  id: string
  /** The list of the record. */
  list: CitedList
  title: string
  url: string
}

interface Cited {
  id: string
  title: string
  url?: string
  sourceUrl?: string
}

/** A record as a source, by its title or another one. */
export const toSource = (record: Cited, list: CitedList = 'documents', title = record.title): FigureSource => ({
  id: record.id,
  list,
  title,
  url: record.url ?? record.sourceUrl ?? '',
})

/** One sentence from the records, with its sources. */
export interface Statement {
  text: string
  sources: readonly FigureSource[]
}

/** A statement that begins with a capital letter. */
export const say = (text: string, sources: readonly FigureSource[]): Statement => ({
  text: text.charAt(0).toUpperCase() + text.slice(1),
  sources,
})

/** `one award`, `12 awards`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${formatNumber(count)} ${many}`

export const formatNumber = (count: number): string => count.toLocaleString('en-US')

/** `A`, `A and B`, `A, B and C`. */
export const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** The day of an instant in a zone: `November 16, 2026`. */
export const dayText = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))

/** A calendar day, `YYYY-MM-DD`: `November 16, 2026`. */
export const dateText = (date: string): string => dayText(`${date}T00:00:00Z`, 'UTC')
