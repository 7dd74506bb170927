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

/** A document as a source. */
export const toSource = ({ id, title, url }: { id: string; title: string; url: string }): FigureSource => ({
  id,
  list: 'documents',
  title,
  url,
})

/** One sentence from the records, with its sources. */
export interface Statement {
  text: string
  sources: readonly FigureSource[]
}

/** `one award`, `12 awards`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-US')} ${many}`

/** `A`, `A and B`, `A, B and C`. */
export const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** The day of an instant in a zone: `November 16, 2026`. */
export const dayText = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))

/** A calendar day, `YYYY-MM-DD`: `November 16, 2026`. */
export const dateText = (date: string): string => dayText(`${date}T00:00:00Z`, 'UTC')
