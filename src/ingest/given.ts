import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { INGEST_KINDS, type IngestKind } from './source.ts'

/**
 * What each source last said of each record, as hashes of its values. They tell a value that a person has corrected
 * (it is no longer the one the source gave) from one that the source may replace.
 */
export const GIVEN_FILE = 'given.ndjson'

const GivenEntry = z.strictObject({
  source: z.string(),
  kind: z.enum(INGEST_KINDS),
  key: z.string(),
  /** The record that the row belongs to. */
  id: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type GivenEntry = z.infer<typeof GivenEntry>

/** The entries by source, kind and key. */
export type Given = ReadonlyMap<string, GivenEntry>

export const givenName = (source: string, kind: IngestKind, key: string): string => JSON.stringify([source, kind, key])
const nameOf = ({ source, kind, key }: GivenEntry): string => givenName(source, kind, key)

export const parseGiven = (text: string | null): Given =>
  new Map(parseNdjson(GIVEN_FILE, text, GivenEntry).map((entry) => [nameOf(entry), entry]))

/** Sorted by source, kind and key, fields by name: the same entries are the same text. */
export function formatGiven(given: Given): string {
  const names = [...given.keys()].sort()
  return ndjson(
    names.flatMap((name) => {
      const entry = given.get(name)
      return entry ? [{ ...entry, fields: Object.fromEntries(Object.entries(entry.fields).sort()) }] : []
    }),
  )
}

const HASH_LENGTH = 16

/** A short hash of a value. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? 'null')
    .digest('hex')
    .slice(0, HASH_LENGTH)
