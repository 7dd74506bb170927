import type { Instant } from './moments.ts'

/** A span of time, from inclusive until exclusive, in which a time-dependent value stays the same. */
export interface Phase<Value> {
  from: Instant
  until: Instant
  value: Value
}

/** Before and after all instants that records may hold. */
export const BEGINNING: Instant = 0
export const END: Instant = Date.UTC(9999, 0, 1)

/**
 * Tabulates a value that depends on time, so that a query can read it, filter by it, and know how long it holds.
 * @param turns the instants at which, or just after which, the value may change; nulls are passed over
 * @param valueAt the rule
 */
export function phasesOf<Value>(turns: readonly (Instant | null)[], valueAt: (now: Instant) => Value): Phase<Value>[] {
  const starts = new Set<Instant>([BEGINNING])
  for (const turn of turns) {
    if (turn === null) continue
    starts.add(turn)
    starts.add(turn + 1)
  }
  const phases: Phase<Value>[] = []
  for (const from of [...starts].sort((a, b) => a - b)) {
    const value = valueAt(from)
    const last = phases.at(-1)
    if (last && last.value === value) continue
    if (last) last.until = from
    phases.push({ from, until: END, value })
  }
  return phases
}
