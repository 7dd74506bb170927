import { formatCell } from './cells.ts'
import { type Column, table } from './table.ts'

/**
 * The columns of lists on a screen, from left to right. Columns that end in `?` are dropped if the screen is too narrow.
 * Lists without an entry show their plain fields.
 */
export const LAYOUT: { readonly [command: string]: readonly string[] } = {
  states: ['code', 'name', 'region', 'documents', 'awardTotal', 'awardeeCount', 'lastActivity?'],
  awards: ['state', 'fiscalYear', 'federalAmount', 'awardeeName', 'programDescription', 'activityType?'],
  documents: ['state', 'fiscalYear', 'category', 'nextDeadline?', 'title', 'id?'],
  opportunities: ['state', 'status', 'type', 'dueDate', 'title', 'id?'],
  events: ['state', 'status', 'startAt', 'eventType', 'title', 'registrationUrl?'],
  activities: ['state', 'fiscalYear', 'status', 'category?', 'title'],
  commitments: ['state', 'factor', 'policy', 'meaning?'],
  changes: ['occurredAt', 'state', 'type', 'summary', 'siteUrl?'],
  coverage: ['state', 'stateName', 'lastChanged', 'sources', 'gaps'],
  search: ['state', 'fiscalYear', 'category?', 'title', 'snippet', 'id?'],
}

type Fields = { readonly [field: string]: unknown }

/** The records of a list as a table. */
export function formatTable(command: string, records: readonly object[], width: number | null): string {
  const layout = LAYOUT[command] ?? plainLayout(records)
  const fields = layout.map((field) => field.replace('?', ''))
  const columns = fields.map(
    (field, place): Column => ({
      title: formatTitle(field),
      isNumber: records.some((record) => typeof (record as Fields)[field] === 'number'),
      isOptional: layout[place]?.endsWith('?') ?? false,
    }),
  )
  const rows = records.map((record) => fields.map((field) => formatCell(field, (record as Fields)[field])))
  return table(columns, rows, width)
}

const KEPT = 4

/** The fields with a single readable value. Those after the first few are dropped if the screen is too narrow. */
function plainLayout(records: readonly object[]): string[] {
  const plain = Object.entries(records[0] ?? {}).flatMap(([field, value]) =>
    (typeof value === 'object' && value !== null) || /^id$|Url$/.test(field) ? [] : [field],
  )
  return plain.map((field, place) => (place < KEPT ? field : `${field}?`))
}

/** A single record, one field per line, with its lists of records as tables below. */
export function formatRecord(record: object, width: number | null): string {
  const fields = Object.entries(record)
  const lists = fields.filter((field): field is [string, object[]] => isList(field[1]))
  const simple = fields.filter(([, value]) => !isList(value)).flatMap(([field, value]) => flat(field, value))
  const room = Math.max(...simple.map(([title]) => title.length)) + 2
  const lines = simple.map(
    ([title, text]) => title.padEnd(room) + wrapped(text, width === null ? null : width - room, room),
  )
  return [
    `${lines.join('\n')}\n`,
    ...lists.map(([field, records]) => `\n${formatTitle(field)}\n${formatList(records, width)}`),
  ].join('')
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null)

const flat = (field: string, value: unknown): [title: string, text: string][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([part, inner]) => [
        `${formatTitle(field)} ${formatTitle(part).toLowerCase()}`,
        formatCell(part, inner),
      ])
    : [[formatTitle(field), formatCell(field, value)]]

function formatList(records: readonly object[], width: number | null): string {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const columns = fields.map((field): Column => ({ title: formatTitle(field), isNumber: false, isOptional: false }))
  return table(
    columns,
    records.map((record) => fields.map((field) => formatCell(field, (record as Fields)[field]))),
    width,
  )
}

/** `awardTotal` as `Award total`, `siteUrl` as `Site URL`. */
const formatTitle = (field: string): string => {
  const words = field
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/\b(url|id|cah|loi)\b/g, (letters) => letters.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Text wrapped to a width; lines after the first are indented. */
function wrapped(text: string, width: number | null, indent: number): string {
  if (width === null || width < 20) return text
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const last = lines.length - 1
    if (lines[last] && `${lines[last]} ${word}`.length > width) lines.push(word)
    else lines[last] = lines[last] ? `${lines[last]} ${word}` : word
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
