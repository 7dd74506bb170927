import type { z } from 'zod'
import type { Draft, Rejection, Run } from './source.ts'

/**
 * The drafts of rows. A row without one is skipped for the reason that is returned instead.
 * @param refOf how a person can find a skipped row in the source
 */
export function draftsOf<Row, Made extends Draft>(
  rows: readonly Row[],
  draftOf: (row: Row) => Made | string,
  refOf: (row: Row) => string,
  rejected: Rejection[],
): Made[] {
  return rows.flatMap((row) => {
    const draft = draftOf(row)
    if (typeof draft !== 'string') return [draft]
    rejected.push({ ref: refOf(row), reason: draft })
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
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
