import { type DetailLayout, detailOf, LAYOUTS, untimed } from '../bake/details.ts'
import type { Resource } from '../resources/define.ts'
import { once } from '../rules/once.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

/** What is stored of the body of a single record; nulls if it is that of the list. */
export type StoredDetail = [layout: number | null, own: string | null, digest: string | null]

/** The columns of a stored detail, for a table `d`. */
export const DETAIL_COLUMNS = 'd.layout, d.own, d.digest'
export const NO_DETAIL_COLUMNS = 'NULL, NULL, NULL'

/** Completes the bodies of single records from the parts of their items; null if nothing is stored of them. */
export type CompleteDetail = (
  head: string,
  tail: string | null,
  layout: number | null,
  own: string | null,
) => string | null

export function detailCompleter(dataset: Dataset, list: Resource): CompleteDetail {
  const layouts = once(() =>
    openColumns(dataset, list)
      .labels('layout', LAYOUTS)
      .map((text): DetailLayout => JSON.parse(text)),
  )
  return (head, tail, layout, own) =>
    layout === null || own === null ? null : detailOf(layouts()[layout - 1], untimed(head, tail ?? ''), own)
}
