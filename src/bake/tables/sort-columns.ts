import * as z from 'zod'
import type { Resource } from '../../resources/define.ts'
import type { AnyRow, Fields } from '../../resources/row.ts'
import { type Cell, type Column, filterColumns } from './columns.ts'

/** The columns that a list is only sorted by. Instants are stored as numbers, like those of filters. */
export function sortColumns(list: Resource): Column[] {
  const filtered = new Set(filterColumns(list).map(({ name }) => name))
  const shape = 'shape' in list.item ? (list.item.shape as { [field: string]: z.ZodType }) : {}
  return list.orders.sortable
    .filter((field) => !filtered.has(field))
    .map((field) => {
      const schema = plainSchema(shape[field])
      const read = ({ item }: AnyRow) => ((item as Fields)[field] ?? null) as Cell
      if (schema instanceof z.ZodISODateTime) {
        return { name: field, type: 'INTEGER', read: (row) => instantOrNull(read(row)) }
      }
      if (!(schema instanceof z.ZodNumber)) return { name: field, type: 'TEXT', read }
      return { name: field, type: schema.isInt ? 'INTEGER' : 'REAL', read }
    })
}

const instantOrNull = (value: Cell): number | null => (value === null ? null : Date.parse(String(value)))

function plainSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? plainSchema(schema.unwrap() as z.ZodType)
    : schema
}
