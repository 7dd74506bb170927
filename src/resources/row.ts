import type { Phase } from '../rules/time/phases.ts'

/** A record of any list. */
export type Fields = { [field: string]: unknown }

/** Publication times, which the ledger assigns to every record. */
export interface Stamps {
  createdAt: string
  updatedAt: string
}

type Without<Item, Field extends PropertyKey> = Item extends unknown ? Omit<Item, Field> : never

/** One published record. `TimedField` are the fields of its item that depend on the time of the request. */
export interface Row<Item extends object = Fields, TimedField extends keyof Item = never> {
  /** The list item without its timed fields, before it is stamped. */
  item: Without<Item, TimedField | keyof Stamps>
  /** The timed fields over time; all null at an instant without a phase. */
  phases?: Phase<Pick<Item, TimedField>>[]
  /** The body of the single record, if it differs from the item. */
  detail?: object
  /** On file but not published: only shown when asked for, and never counted. */
  isHeld?: true
  /** The names of the single record. */
  names?: string[]
  /** The ids of records that were merged into it. */
  merged?: readonly string[]
  /** The latest date of the record itself, which orders records that are published together. */
  dated?: string | null
}

/** A row of any list, for code that handles all lists. */
export interface AnyRow extends Omit<Row, 'item' | 'phases'> {
  item: Fields
  phases?: Phase<Fields>[]
}

const NATIONAL = 'national'

/** The id of a row, the last key of every order. */
export const getId = ({ item }: AnyRow): string => String(item.id ?? item.code ?? item.state ?? NATIONAL)
