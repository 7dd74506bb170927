import * as z from 'zod'
import { onceEach } from '../rules/once.ts'

/** A column of a table: one scalar of the records. */
export interface Column {
  /** The path of the field: `title`, `sourceDocument.url`. */
  name: string
  description: string
  /** Whether a cell contains a list of values. */
  isList: boolean
  formatCell: (record: object) => string
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
  type?: string
}

/** The columns of a record's shape: one per scalar, in the order of its fields. */
export const getColumns = onceEach((item: z.ZodType): readonly Column[] => {
  const root = z.toJSONSchema(item, { io: 'output', unrepresentable: 'any' }) as Shape & { $defs?: Definitions }
  const columns = getLeaves(root, root.$defs ?? {}).map(toColumn)
  return [...new Map(columns.map((column) => [column.name, column])).values()]
})

type Definitions = { [id: string]: Shape }

/** A scalar, or a list of scalars, within a shape. */
interface Leaf {
  path: readonly string[]
  description: string
  isList: boolean
}

function getLeaves(given: Shape, definitions: Definitions, path: readonly string[] = [], isList = false): Leaf[] {
  const shape = given.$ref ? { ...definitions[given.$ref.replace('#/$defs/', '')], ...described(given) } : given
  const forms = (shape.anyOf ?? shape.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (forms.length > 0) {
    return forms.flatMap((form) => getLeaves({ ...form, ...described(shape) }, definitions, path, isList))
  }
  if (shape.properties) {
    return Object.entries(shape.properties).flatMap(([field, part]) =>
      getLeaves(part, definitions, [...path, field], isList),
    )
  }
  if (shape.items) return getLeaves({ ...shape.items, ...described(shape) }, definitions, path, true)
  return [{ path, description: shape.description ?? '', isList }]
}

const described = ({ description }: Shape): Pick<Shape, 'description'> => (description ? { description } : {})

const toColumn = ({ path, description, isList }: Leaf): Column => ({
  name: path.join('.'),
  description,
  isList,
  formatCell: (record) => formatCell(valueAt(record, path)),
})

/** @param depth how much of the path leads to the value */
function valueAt(value: unknown, path: readonly string[], depth = 0): unknown {
  const field = path[depth]
  if (field === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => valueAt(entry, path, depth))
  return valueAt((value as { [field: string]: unknown })[field], path, depth + 1)
}

function formatCell(value: unknown, separator = LIST_SEPARATOR): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map((entry) => formatCell(entry, INNER_SEPARATOR)).join(separator) : String(value)
}
