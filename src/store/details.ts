import { type DetailLayout, detailOf, LAYOUTS, ownFields, untimed } from '../bake/details.ts'
import type { Resource } from '../resources/define.ts'
import type { Fields } from '../resources/row.ts'
import { once } from '../rules/once.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

/** What is stored of the body of a single record; nulls if it is that of the list. */
export type StoredDetail = [layout: number | null, own: string | null, digest: string | null]

/** The columns of a stored detail, for a table `d`. */
export const DETAIL_COLUMNS = 'd.layout, d.own, d.digest'

/** Reads the bodies of single records. */
export interface Details {
  /** The body, from the parts of the item; null if nothing is stored of it. */
  complete: (head: string, tail: string | null, layout: number | null, own: string | null) => string | null
  /** The fields of the body that do not follow from the item. */
  own: (layout: number | null, own: string | null) => Fields
}

export function openDetails(dataset: Dataset, list: Resource): Details {
  const layouts = once(() =>
    openColumns(dataset, list)
      .labels('layout', LAYOUTS)
      .map((text): DetailLayout => JSON.parse(text)),
  )
  return {
    complete: (head, tail, layout, own) =>
      layout === null || own === null ? null : detailOf(layouts()[layout - 1], untimed(head, tail ?? ''), own),
    own: (layout, own) => (layout === null || own === null ? {} : ownFields(layouts()[layout - 1], own)),
  }
}
