import { LRUCache } from 'lru-cache'
import type { Fielded } from '../../bake/search/passages.ts'
import { once } from '../../rules/once.ts'
import type { Document } from '../../schema/wire/documents.ts'
import type { Dataset } from '../open/dataset.ts'

/** A document that was found. */
export interface Found {
  /** Its item, without its next deadline. */
  item: Document
  stateName: string | null
  /** Its item with its detail. */
  published: () => Fielded
}

type Columns = [stateName: string | null, head: string, tail: string, detail: string | null]

/** More than the results of any page. */
const KEPT = 128

/** Reads documents by the rows of `documents_search`. */
export function openDocuments({ prepare }: Dataset): (row: number) => Found {
  const select = prepare(
    `SELECT s.stateName, t.body_head, t.body_tail, d.body
     FROM documents_search_rows AS s JOIN documents AS t ON t.row = s.listed LEFT JOIN documents_details AS d ON d.row = t.row
     WHERE s.row = ?`,
  ).raw()
  const known = new LRUCache<number, Found>({ max: KEPT, memoMethod: read })

  function read(row: number): Found {
    const found = select.get(row) as Columns | undefined
    if (!found) throw new Error(`The documents have no search row ${row}.`)
    const [stateName, head, tail, detail] = found
    const item: Document = JSON.parse(`${head}"nextDeadline":null${tail}`)
    const published = once(() => (detail === null ? item : { ...item, ...JSON.parse(detail) }))
    return { item, stateName, published }
  }

  return (row) => known.memo(row)
}
