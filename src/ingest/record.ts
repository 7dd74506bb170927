import { DAY_MS } from '../rules/time/moments.ts'
import { getRules } from './kinds.ts'
import type { Fields } from './settle.ts'
import type { Draft, IngestKind } from './source.ts'

/** The records of a kind by id, as fields. */
export type Rows = Map<string, Fields>

/** Days until the ingest records again that a source still lists a record. */
const CONFIRM_DAYS = 14

/** A settled record with the times set by the run. */
export function stamped(draft: Draft, fields: Fields, isChanged: boolean, now: Date): Fields {
  const { setWhenChanged: moved, confirmed } = getRules(draft.kind)
  const stamps = isChanged ? [...moved] : []
  if (confirmed && draft.isListed !== false && isDueForConfirmation(fields[confirmed], now)) stamps.push(confirmed)
  const instants = stamps.map((field) => [field, field === confirmed ? toDay(now) : now.toISOString()])
  return { ...fields, ...Object.fromEntries(instants) }
}

const toDay = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Whether another span of `CONFIRM_DAYS` has started since a confirmation. Spans follow the calendar, so all records
 * are confirmed in the same run and the runs in between change nothing.
 */
export function isDueForConfirmation(confirmedAt: unknown, now: Date): boolean {
  const span = (ms: number) => Math.floor(ms / (CONFIRM_DAYS * DAY_MS))
  return typeof confirmedAt !== 'string' || span(Date.parse(confirmedAt)) < span(now.getTime())
}

/** Errors in a record that its fields alone do not show. */
export function toError(kind: IngestKind, record: Fields, records: ReadonlyMap<IngestKind, Rows>): string | null {
  if (kind === 'notices' && Number(record.budgetMin ?? 0) > Number(record.budgetMax ?? Infinity)) {
    return 'budgetMin: is greater than budgetMax'
  }
  if (kind === 'awards' && !records.get('documents')?.has(String(record.sourceDocumentId))) {
    return 'sourceDocumentId: no document has this id'
  }
  return null
}
