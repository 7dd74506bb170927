import { pick } from '../rules/pick.ts'
import { getDigest } from '../rules/text/digest.ts'
import type { Phase } from '../rules/time/phases.ts'

/** The published fields of a record, by name. */
export type Facts = { readonly [field: string]: unknown }

/** The published content of a record, without its publication instants. */
export interface Content {
  /** The fields of its item and those that its detail adds. */
  facts: Facts
  /** The fields that depend on the time of the request, over time; absent if there are none. */
  phases?: readonly Phase<Facts>[]
}

/** One record as a list publishes it. */
export interface ListedRecord {
  id: string
  /** Two-letter code; null for national scope. */
  state: string | null
  content: Content
  /** Derived fields. Their changes are recorded by name, without values. */
  derived: Facts
  /** Other names of the record, besides its id. */
  names: readonly string[]
  /** The ids of records that were merged into it. */
  absorbed: readonly string[]
  /** Merged ids that are recorded even if they were never published on their own. */
  formerIds: readonly string[]
  /** The latest date of the record itself; null if unknown. */
  dated: string | null
}

/** The hash of a content, independent of the order of its fields. */
export function contentHash({ facts, phases }: Content): string {
  const names = Object.keys(facts).sort()
  return getDigest(JSON.stringify([names.map((name) => [name, facts[name]]), phases ?? []]))
}

/** The hash of each field. */
export const fieldHashes = (fields: Facts): { [field: string]: string } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, getDigest(JSON.stringify(value) ?? '')]))

/** The fields in which two records differ, with both values. A field missing on one side is absent there. */
export interface FieldDifference {
  before: Facts
  after: Facts
}

export function getDifference(before: Facts, after: Facts): FieldDifference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return { before: pick(before, names), after: pick(after, names) }
}
