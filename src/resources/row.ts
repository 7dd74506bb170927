import type { Phase } from '../rules/phases.ts'

/** A record of any list. */
export type Fields = { [field: string]: unknown }

/** The instants of publication, which the ledger gives to every record. */
export interface Stamps {
  createdAt: string
  updatedAt: string
}

type Without<Item, Field extends PropertyKey> = Item extends unknown ? Omit<Item, Field> : never

/** One published record. `TimedField` are the fields of its item that depend on the moment of the request. */
export interface Row<Item extends object = Fields, TimedField extends keyof Item = never> {
  /** The item as the list answers it, without its timed fields and before it is stamped. */
  item: Without<Item, TimedField | keyof Stamps>
  /** The timed fields over time; at an instant without a phase all of them are null. */
  phases?: Phase<Pick<Item, TimedField>>[]
  /** The body of the single record, where its shape is not that of the item. */
  detail?: object
  /** The names by which the single record is found. */
  names?: string[]
  /** The ids of records that were merged into it. */
  merged?: readonly string[]
  /** The newest date that the record itself carries; the order of records that are published together. */
  dated?: string | null
}

/** A row of any list, for code that treats all alike. */
export interface AnyRow {
  item: Fields
  phases?: Phase<Fields>[]
  detail?: object
  names?: string[]
  merged?: readonly string[]
  dated?: string | null
}

/** The id of what concerns the nation instead of a state. */
const NATIONAL = 'national'

/** The id of a row, by which every order ends. */
export const idOf = ({ item }: AnyRow): string => String(item.id ?? item.code ?? item.state ?? NATIONAL)
