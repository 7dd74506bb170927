import { z } from 'zod'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { compare } from '../rules/compare.ts'
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

/** Sorted by source, kind, record and field, so the same conflicts give the same text. */
export const formatConflicts = (conflicts: readonly Conflict[]): string =>
  ndjson(conflicts.toSorted((a, b) => compare(conflictName(a), conflictName(b))).map((row) => Conflict.parse(row)))
