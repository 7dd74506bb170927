import type { Content, Facts } from '../ledger/content.ts'
import { BEGINNING, END } from '../rules/phases.ts'

/** The time-dependent fields over time; null for an open start or end. */
export const toTimeline = (phases: NonNullable<Content['phases']>): Facts[] =>
  phases.map(({ from, until, fields }) => ({
    from: from <= BEGINNING ? null : new Date(from).toISOString(),
    until: until >= END ? null : new Date(until).toISOString(),
    ...fields,
  }))
