import type { AwardRecord, DocumentRecord, ListRecord, PoolRecord, Records } from '../../schema/records.ts'
import { getSum, toCents } from './totals.ts'

/** An award list: a document or part of one, its rows and pools, and what is known about it as a whole. */
export interface AwardList {
  document: DocumentRecord
  /** Null if nothing is known about the list as a whole. */
  statement: ListRecord | null
  /** Its award rows except those rejected or marked as duplicates. */
  rows: AwardRecord[]
  pools: PoolRecord[]
}

/** Every award list: each recorded one, and the remaining rows and pools of each document. */
export function getAwardLists({ documents, lists, awards, pools }: Records): AwardList[] {
  const counted = awards.filter(({ rejected, duplicateOf }) => rejected === null && duplicateOf === null)
  const rowsByDocument = Map.groupBy(counted, ({ sourceDocumentId }) => sourceDocumentId)
  const poolsByDocument = Map.groupBy(pools, ({ sourceDocumentId }) => sourceDocumentId)
  const listsByDocument = Map.groupBy(lists, ({ documentId }) => documentId)
  return documents.flatMap((document) => {
    const rows = rowsByDocument.get(document.id) ?? []
    const documentPools = poolsByDocument.get(document.id) ?? []
    const statements = listsByDocument.get(document.id) ?? []
    const stated = statements.map((statement) => ({
      document,
      statement,
      rows: rows.filter((row) => isWithin(statement, row.sourceLine)),
      pools: documentPools.filter((pool) => isWithin(statement, pool.sourceLine)),
    }))
    const isLeft = ({ sourceLine }: { sourceLine: number | null }) =>
      !statements.some((statement) => isWithin(statement, sourceLine))
    const left = { document, statement: null, rows: rows.filter(isLeft), pools: documentPools.filter(isLeft) }
    return left.rows.length + left.pools.length > 0 ? [...stated, left] : stated
  })
}

/** Whether a row belongs to a list, by its line. Rows without a line belong to lists that span a whole document. */
export function isWithin({ firstLine, lastLine }: Pick<ListRecord, 'firstLine' | 'lastLine'>, line: number | null) {
  if (firstLine === null || lastLine === null) return true
  return line !== null && line >= firstLine && line <= lastLine
}

/** The lists whose totals can be added up: one that is made of another's money is joined to it. */
export function toWholeLists(lists: readonly AwardList[]): AwardList[] {
  const toParts = Map.groupBy(lists, ({ statement }) => statement?.partOf ?? null)
  return (toParts.get(null) ?? []).map((list) => {
    const parts = (list.statement && toParts.get(list.statement.id)) || []
    return parts.length === 0 ? list : { ...list, rows: [list, ...parts].flatMap(({ rows }) => rows) }
  })
}

/** What is officially stated for all lists of a document together; null if any of them lacks it. */
export function getStatement(lists: readonly ListRecord[]) {
  const rows = lists.map(({ statedRows }) => statedRows).filter((count) => count !== null)
  const totals = lists.map(({ statedTotal }) => statedTotal).filter((total) => total !== null)
  return {
    statedRows: rows.length === lists.length ? getSum(rows) : null,
    statedTotal: totals.length === lists.length ? getSum(totals) : null,
    statedIn: lists.find(({ statedIn }) => statedIn !== null)?.statedIn ?? null,
  }
}

/** What is stored of a list, its rows and its pools together. */
export function getHolding({ rows, pools }: Pick<AwardList, 'rows' | 'pools'>) {
  const apart = pools.filter(({ named }) => !named)
  const isCountedWhole = apart.every(({ awards }) => awards !== null)
  const amounts = [...rows.map(({ federalAmount }) => federalAmount), ...pools.map(({ amount }) => amount)]
  return {
    rows: rows.length,
    /** Null if the number of a pool's awards that are no rows is unknown. */
    awards: isCountedWhole ? apart.reduce((count, { awards }) => count + (awards ?? 0), rows.length) : null,
    sum: getSum(amounts),
    isWholeSum: amounts.every((amount) => amount !== null),
  }
}

export const CENT = 0.01

/** What a list is compared with: the official statement, otherwise its most complete reading. `unit` is in dollars. */
export function findMeasure({ statement }: AwardList) {
  if (!statement) return null
  const { statedRows, statedTotal, statedTotalUnit, readings } = statement
  if (statedRows !== null || statedTotal !== null) {
    return { rows: statedRows, total: statedTotal, unit: statedTotalUnit ?? CENT }
  }
  const fullest = readings.toSorted((a, b) => b.rows - a.rows)[0]
  return fullest ? { rows: fullest.rows, total: fullest.sum, unit: CENT } : null
}

/** Whether fewer rows or dollars are stored than the list is known to have. */
export function isShort(list: AwardList): boolean {
  const measure = findMeasure(list)
  if (!measure) return false
  const { rows, sum } = getHolding(list)
  if (measure.rows !== null && rows < measure.rows) return true
  return measure.total !== null && toCents(measure.total - (sum ?? 0)) >= toCents(measure.unit)
}
