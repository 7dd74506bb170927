import type { z } from 'zod'
import type { Rejection, Run } from './source.ts'

/**
 * What is made of each row. A row of which nothing can be made is skipped for the reason that is returned instead.
 * @param getReference how a person can find a skipped row in the source
 */
export function makeRecords<Row, Made extends object>(
  rows: readonly Row[],
  make: (row: Row) => Made | string,
  getReference: (row: Row, index: number) => string,
  rejected: Rejection[],
): Made[] {
  return rows.flatMap((row, index) => {
    const made = make(row)
    if (typeof made !== 'string') return [made]
    rejected.push({ ref: getReference(row, index), reason: made })
    return []
  })
}

/** Whether a row may not be left out for its date. */
export const isRecent = ({ since }: Pick<Run, 'since'>, date: string | null | undefined): boolean =>
  since === null || (date ?? since) >= since

/** The first reason why a value does not match a schema. @param whole the name of the value itself */
export function firstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message}`
}

/** Why something failed, whatever was thrown. */
export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
