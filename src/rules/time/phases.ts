import type { Instant } from './moments.ts'

/** A span of time, from inclusive until exclusive, in which fields that depend on time stay the same. */
export interface Phase<Fields extends object> {
  from: Instant
  until: Instant
  fields: Fields
}

/** Before and after all instants that records may have. */
export const BEGINNING: Instant = 0
export const END: Instant = Date.UTC(9999, 0, 1)

/**
 * Tabulates time-dependent fields, so queries can read them, filter by them, and know how long they are valid.
 * @param turns the instants at which, or just after which, a field may change; nulls are ignored
 * @param fieldsAt the rule
 */
export function getPhases<Fields extends object>(
  turns: readonly (Instant | null)[],
  fieldsAt: (now: Instant) => Fields,
): Phase<Fields>[] {
  const starts = new Set<Instant>([BEGINNING])
  for (const turn of turns) {
    if (turn === null) continue
    starts.add(turn)
    starts.add(turn + 1)
  }
  const phases: Phase<Fields>[] = []
  for (const from of [...starts].sort((a, b) => a - b)) {
    const fields = fieldsAt(from)
    const last = phases.at(-1)
    if (last && isSame(last.fields, fields)) continue
    if (last) last.until = from
    phases.push({ from, until: END, fields })
  }
  return phases
}

const isSame = <Fields extends object>(a: Fields, b: Fields): boolean =>
  (Object.keys(a) as (keyof Fields)[]).every((field) => a[field] === b[field])
