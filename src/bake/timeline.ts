import type { Content, Facts } from '../ledger/content.ts'
import { BEGINNING, END } from '../rules/phases.ts'

/** The fields that depend on the moment, over time; null where there is no beginning, or no end. */
export const timelineOf = (phases: NonNullable<Content['phases']>): Facts[] =>
  phases.map(({ from, until, fields }) => ({
    from: from <= BEGINNING ? null : new Date(from).toISOString(),
    until: until >= END ? null : new Date(until).toISOString(),
    ...fields,
  }))
