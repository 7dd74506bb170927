import { type GivenEntry, getHash } from './given.ts'
import { getBlank, getId, getRules } from './kinds.ts'
import type { Draft } from './source.ts'

export type Fields = Record<string, unknown>

/** The result of applying a draft to a record. */
export interface Settled {
  fields: Fields
  /** Hashes of the source's values, by field. */
  given: Record<string, string>
  /** Fields that keep the record's value although the source disagrees, with the source's value. */
  conflicts: { field: string; offered: unknown }[]
}

/** The new record of a draft. */
export function newRecord(draft: Draft, now: Date): Settled {
  const stated = Object.entries(draft.given).filter(([, value]) => !isBlank(value))
  const instants = getRules(draft.kind).setWhenNew.map((field) => [field, now.toISOString()])
  return {
    fields: {
      ...getBlank(draft.kind),
      ...draft.start,
      ...draft.given,
      ...Object.fromEntries(instants),
      id: getId(draft.kind, draft.key),
    },
    given: Object.fromEntries(stated.map(([field, value]) => [field, getHash(value)])),
    conflicts: [],
  }
}

/**
 * Applies a draft to an existing record. The source decides a field whose value is blank or still the one it gave; all
 * other values are a person's. If the source's amount or date differs from a person's, that is a conflict when they
 * first meet; for any field, when the source changes its value, and then until they agree or a person decides.
 * @param isOpen whether a field was in conflict before
 */
export function settle(
  draft: Draft,
  present: Fields,
  known: GivenEntry | undefined,
  isOpen: (field: string) => boolean,
): Settled {
  const { union, own } = getRules(draft.kind)
  const fields = { ...present }
  const given: Record<string, string> = { ...known?.fields }
  const conflicts: Settled['conflicts'] = []
  const isLocked = present.verified === true
  for (const [field, value] of Object.entries(draft.given)) {
    if (value === undefined) continue
    const here = present[field]
    const last = given[field]
    if (isBlank(value)) {
      if (union.includes(field)) continue
      const wasGiven = last !== undefined
      if (wasGiven && last === getHash(here) && !isLocked) fields[field] = value
      else if (!isBlank(here) && (wasGiven || isOpen(field))) conflicts.push({ field, offered: value })
      delete given[field]
      continue
    }
    if (union.includes(field)) {
      fields[field] = [...new Set([...(here as unknown[]), ...(value as unknown[])])]
      continue
    }
    const hash = getHash(value)
    given[field] = hash
    const isOwn = own.includes(field)
    const isFree = last === undefined ? isBlank(here) : last === getHash(here) && !isLocked
    if (isOwn || isFree) fields[field] = value
    else if (hash === getHash(here)) continue
    else if (last === undefined ? isOtherFigure(here, value) : last !== hash || isOpen(field)) {
      conflicts.push({ field, offered: value })
    }
  }
  return { fields, given, conflicts }
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** Whether two values are different amounts or different days; wording may differ. */
function isOtherFigure(here: unknown, there: unknown): boolean {
  if (typeof here === 'number' && typeof there === 'number') return here !== there
  const [day] = (typeof here === 'string' && DAY.exec(here)) || []
  const [other] = (typeof there === 'string' && DAY.exec(there)) || []
  return day !== undefined && other !== undefined && day !== other
}

/** Whether a value is blank: null, false or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
