import * as z from 'zod'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { compare } from '../rules/text/words.ts'
import { INGEST_KINDS } from './source.ts'

/** Fields on which a source and the record disagree. The record's value is kept until a person decides. */
export const CONFLICTS_FILE = 'conflicts.ndjson'

const Conflict = z.strictObject({
  source: z.string(),
  kind: z.enum(INGEST_KINDS),
  id: z.string(),
  ref: z.string(),
  field: z.string(),
  recorded: z.unknown(),
  offered: z.unknown(),
  /** The UTC day on which the difference was first found. */
  since: z.string(),
})
export type Conflict = z.infer<typeof Conflict>

type Place = Pick<Conflict, 'source' | 'kind' | 'id' | 'field'>

/** Identifies the field that a conflict is about. */
export const conflictName = ({ source, kind, id, field }: Place): string => JSON.stringify([source, kind, id, field])

export const parseConflicts = (text: string | null): Conflict[] => parseNdjson(CONFLICTS_FILE, text, Conflict)

/**
 * Replaces the conflicts of one record in `fields`, the fields that a draft states, with those found in this run. A
 * conflict that continues keeps its first day.
 */
export function recordConflicts(
  conflicts: Map<string, Conflict>,
  row: Pick<Conflict, 'source' | 'kind' | 'id' | 'ref'>,
  fields: readonly string[],
  found: readonly Pick<Conflict, 'field' | 'offered'>[],
  record: Readonly<Record<string, unknown>>,
  today: string,
): void {
  const getName = (field: string) => conflictName({ ...row, field })
  const before = new Map(fields.map((field) => [field, conflicts.get(getName(field))]))
  for (const field of fields) conflicts.delete(getName(field))
  for (const { field, offered } of found) {
    const since = before.get(field)?.since ?? today
    conflicts.set(getName(field), { ...row, field, recorded: record[field], offered, since })
  }
}

/** Sorted by source, kind, record and field, so the same conflicts give the same text. */
export const formatConflicts = (conflicts: readonly Conflict[]): string =>
  ndjson(conflicts.toSorted((a, b) => compare(conflictName(a), conflictName(b))).map((row) => Conflict.parse(row)))
