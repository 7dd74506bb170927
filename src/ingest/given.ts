import { hash } from 'node:crypto'
import * as z from 'zod'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { compare } from '../rules/text/words.ts'
import { INGEST_KINDS, type IngestKind } from './source.ts'

/**
 * The last values that each source gave for each record, as hashes. They show whether a value was corrected by a person
 * (it differs from the source's last value) or may be replaced by the source.
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
const getName = ({ source, kind, key }: GivenEntry): string => givenName(source, kind, key)

export const parseGiven = (text: string | null): Given =>
  new Map(parseNdjson(GIVEN_FILE, text, GivenEntry).map((entry) => [getName(entry), entry]))

/** Sorted by source, kind and key, fields by name, so the same entries give the same text. */
export const formatGiven = (given: Given): string =>
  ndjson(
    [...given]
      .sort(([a], [b]) => compare(a, b))
      .map(([, entry]) => ({ ...entry, fields: Object.fromEntries(Object.entries(entry.fields).sort()) })),
  )

const HASH_LENGTH = 16

/** A short hash of a value. */
export const getHash = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? 'null').slice(0, HASH_LENGTH)
