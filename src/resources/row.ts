import type { Phase } from '../rules/phases.ts'

/** A record of any list. */
export type Fields = { [field: string]: unknown }

/** One published record. `TimedField` are the fields of its item that depend on the moment of the request. */
export interface Row<Item extends object = Fields, TimedField extends keyof Item = never> {
  /** The item as the list answers it, without its timed fields. */
  item: [TimedField] extends [never] ? Item : Omit<Item, TimedField>
  /** The timed fields over time; at an instant without a phase all of them are null. */
  phases?: Phase<Pick<Item, TimedField>>[]
  /** The body of the single record, where its shape is not that of the item. */
  detail?: object
  /** The names by which the single record is found. */
  names?: string[]
}

/** A row of any list, for code that treats all alike. */
export interface AnyRow {
  item: Fields
  phases?: Phase<Fields>[]
  detail?: object
  names?: string[]
}
