import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { onceEach } from '../rules/once.ts'

export type ValueType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'moment' | 'object'

/** A field of records, or a column of a table, as the schema of the records describes it. */
export interface Described {
  name: string
  type: ValueType
  /** 0 for one value, 1 for a list of values, 2 for a list of lists. */
  depth: number
  description: string
  values: readonly string[]
}

/** A column of a table: one scalar of the records, or the scalars of a list. Its name is a path: `sourceDocument.url`. */
export interface Column extends Described {
  getValue: (record: object) => unknown
}

/** Separates the values of a list in one cell; nested lists are joined by `INNER_SEPARATOR`. */
const LIST_SEPARATOR = '; '
const INNER_SEPARATOR = ', '

interface Shape {
  $ref?: string
  description?: string
  properties?: { [field: string]: Shape }
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  type?: string | string[]
  format?: string
  enum?: string[]
  const?: string
}

/** The columns of a record's shape: one per scalar, in the order of its fields. */
export const getColumns = onceEach((item: z.ZodType): readonly Column[] =>
  describe(item, true).map((column) => {
    const path = column.name.split('.')
    return { ...column, getValue: (record) => getValue(record, path) }
  }),
)

export const getFields = onceEach((item: z.ZodType): readonly Described[] => describe(item, false))

/** A value as the text of one cell; an unknown one is empty. */
export function formatCell(value: unknown, separator = LIST_SEPARATOR): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map((entry) => formatCell(entry, INNER_SEPARATOR)).join(separator) : String(value)
}

/** @param isFlat whether objects are described field by field */
function describe(item: z.ZodType, isFlat: boolean): Described[] {
  const root = z.toJSONSchema(item, { io: 'output', unrepresentable: 'any' }) as Shape & { $defs?: Definitions }
  const definitions = root.$defs ?? {}
  const parts = isFlat
    ? getLeaves(root, definitions, [])
    : getForms(root, definitions)
        .flatMap(({ properties }) => Object.entries(properties ?? {}))
        .flatMap(([name, part]) => getLeaves(part, definitions, [name], 0, false))
  // The forms of a union share columns.
  return [...Map.groupBy(parts, ({ name }) => name).values()].map((same) => ({
    ...(same.at(-1) as Described),
    type: new Set(same.map(({ type }) => type)).size === 1 ? (same[0] as Described).type : 'text',
    depth: Math.max(...same.map(({ depth }) => depth)),
    values: [...new Set(same.flatMap(({ values }) => values))],
  }))
}

type Definitions = { [id: string]: Shape }

/** The possible forms of a value besides null, each with the description that is nearest to the field. */
function getForms(shape: Shape, definitions: Definitions): Shape[] {
  const target = shape.$ref ? getForms(definitions[shape.$ref.replace('#/$defs/', '')] ?? {}, definitions) : null
  const forms = target ?? (shape.anyOf ?? shape.oneOf)?.flatMap((form) => getForms(form, definitions)) ?? [shape]
  return forms
    .filter(({ type }) => type !== 'null')
    .map((form) => (shape.description ? { ...form, description: shape.description } : form))
}

function getLeaves(part: Shape, definitions: Definitions, path: string[], depth = 0, isFlat = true): Described[] {
  return getForms(part, definitions).flatMap((shape): Described[] => {
    const { description = '', properties, items } = shape
    if (items) {
      const entry = { ...items, ...(shape.description && { description }) }
      return getLeaves(entry, definitions, path, depth + 1, isFlat)
    }
    if (properties && isFlat) {
      return Object.entries(properties).flatMap(([field, part]) =>
        getLeaves(part, definitions, [...path, field], depth, isFlat),
      )
    }
    const values = shape.enum ?? (typeof shape.const === 'string' ? [shape.const] : [])
    return [{ name: path.join('.'), type: getType(shape), depth, description, values }]
  })
}

function getType({ type: types = [], format, properties }: Shape): ValueType {
  if (properties) return 'object'
  const type = [types].flat().find((one) => one !== 'null')
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  if (format === 'date') return 'date'
  return format === 'date-time' ? 'moment' : 'text'
}

function getValue(value: unknown, path: readonly string[], depth = 0): unknown {
  const field = path[depth]
  if (field === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => getValue(entry, path, depth))
  return getValue((value as { [field: string]: unknown })[field], path, depth + 1)
}

/** The byte-order mark, from which some spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 100

/**
 * A table of records (RFC 4180) with a header, one column per scalar and CRLF line ends. A cell that a spreadsheet would
 * read as a formula starts with an apostrophe.
 * @param fields null for all
 */
export function* formatCsv(
  item: z.ZodType,
  records: readonly object[],
  { hasMark, fields }: { hasMark: boolean; fields: readonly string[] | null },
): Generator<string> {
  const columns = getColumns(item).filter(({ name }) => fields?.includes(name.split('.')[0] ?? '') ?? true)
  yield (hasMark ? BYTE_ORDER_MARK : '') + formatLines([columns.map(({ name }) => name)])
  for (let start = 0; start < records.length; start += ROWS_AT_ONCE) {
    const rows = records.slice(start, start + ROWS_AT_ONCE)
    yield formatLines(rows.map((record) => columns.map(({ getValue }) => formatCell(getValue(record)))))
  }
}

const formatLines = (rows: readonly string[][]): string =>
  stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' })
