import type { Figures } from './baseline.ts'

/** A finding of a check: its subject and the reason. */
export interface Found {
  subject: string
  reason: string
}

const ROWS_KEPT = 0.9
const ROWS_GROWTH = 2
const TOTAL_JUMP = 0.2
const STATE_TOTAL_JUMP = 0.5
/** With only a few rows, one correction can remove a tenth of a state's rows or double them. */
const SMALL_ROWS = 10
/** Below this amount, one award can change a state's total by half. */
const SMALL_TOTAL = 5_000_000

/** Checks a publication against the one before it. */
export const PUBLICATION_CHECKS = {
  rows: {
    summary: `Every table, and every state in it, keeps at least ${ROWS_KEPT * 100}% of its rows.`,
    find: (now, last) => rowsWhere(now, last, isLoss, 'falls'),
  },
  growth: {
    summary: 'No table, and no state in it, more than doubles its rows.',
    find: (now, last) => rowsWhere(now, last, isFlood, 'grows'),
  },
  states: {
    summary: 'No state is missing.',
    find: (now, last) => {
      const present = now.tables.states?.states ?? {}
      return Object.keys(last.tables.states?.states ?? {})
        .filter((state) => !(state in present))
        .map((state) => ({ subject: state, reason: `${state} is missing` }))
    },
  },
  totals: {
    summary: `No total changes by more than ${TOTAL_JUMP * 100}%, and no total of a state by more than ${STATE_TOTAL_JUMP * 100}%.`,
    find: (now, last) => [
      ...jumps(now.totals, last.totals, TOTAL_JUMP, 0, (name) => name),
      ...Object.entries(last.stateTotals).flatMap(([total, states]) =>
        jumps(now.stateTotals[total] ?? {}, states, STATE_TOTAL_JUMP, SMALL_TOTAL, (state) => `${total} of ${state}`),
      ),
    ],
  },
} as const satisfies Record<string, { summary: string; find: (now: Figures, last: Figures) => Found[] }>

type Compare = (before: number, after: number) => boolean

const isLoss: Compare = (before, after) =>
  before < SMALL_ROWS ? after === 0 && before > 1 : after < before * ROWS_KEPT

const isFlood: Compare = (before, after) => after > ROWS_GROWTH * Math.max(before, SMALL_ROWS)

function rowsWhere(now: Figures, last: Figures, isOdd: Compare, verb: string): Found[] {
  return Object.entries(last.tables).flatMap(([table, { rows, states }]) => {
    const own = now.tables[table] ?? { rows: 0, states: {} }
    const found = (subject: string, before: number, after: number) =>
      isOdd(before, after) ? [{ subject, reason: `${subject} ${verb} from ${before} to ${after} rows` }] : []
    const names = new Set([...Object.keys(states), ...Object.keys(own.states)])
    return [
      ...found(table, rows, own.rows),
      ...[...names].flatMap((state) => found(`${table} of ${state}`, states[state] ?? 0, own.states[state] ?? 0)),
    ]
  })
}

function jumps(
  now: Readonly<Record<string, number>>,
  last: Readonly<Record<string, number>>,
  share: number,
  small: number,
  getSubject: (name: string) => string,
): Found[] {
  return Object.entries(now).flatMap(([name, total]) => {
    const before = last[name]
    if (before === undefined || Math.max(before, total) <= small || Math.abs(total - before) <= before * share)
      return []
    // A state's first awards are not a jump.
    if (before === 0 && small > 0) return []
    const subject = getSubject(name)
    return [{ subject, reason: `${subject} changes from ${before} to ${total}` }]
  })
}
