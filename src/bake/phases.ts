import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import { BEGINNING, END, type Phase } from '../rules/phases.ts'
import type { AddColumn } from './column-table.ts'

interface RowPhase extends Phase<Fields> {
  row: number
  id: string
}

/** The names of the columns of phases. */
export const PHASES = { rows: 'rows', since: 'since', until: 'until', fields: 'fields', turns: 'turns' } as const

/**
 * Writes the phases of rows in the order of their ends, then of the ids, which is the order of a list by its timed
 * field: their rows, the instants between which they apply, the positions of their timed fields among the distinct ones,
 * and every instant at which any of them changes. Phases in which all fields are null are left out.
 * @param textOf the JSON of the timed fields
 */
export function writePhases(add: AddColumn, rows: readonly AnyRow[], textOf: (fields: Fields) => string): void {
  const phases = phasesOf(rows)
  const numbers = {
    [PHASES.rows]: Uint32Array.from(phases, ({ row }) => row),
    [PHASES.since]: Float64Array.from(phases, ({ from }) => from),
    [PHASES.until]: Float64Array.from(phases, ({ until }) => until),
  }
  for (const [name, own] of Object.entries(numbers)) add('phase', name, own)
  const texts = phases.map(({ fields }) => textOf(fields))
  const labels = [...new Set(texts)].sort(compare)
  const places = new Map(labels.map((label, place) => [label, place]))
  const placed = Uint32Array.from(texts, (text) => places.get(text) as number)
  add('phase', PHASES.fields, placed, labels)
  const turns = phases.flatMap(({ from, until }) => [from, until]).filter((turn) => turn > BEGINNING && turn < END)
  add('phase', PHASES.turns, Float64Array.from(new Set(turns)).sort())
}

function phasesOf(rows: readonly AnyRow[]): RowPhase[] {
  const phases = rows.flatMap((row, index) =>
    (row.phases ?? [])
      .filter(({ fields }) => Object.values(fields).some((value) => value !== null))
      .map((phase) => ({ ...phase, row: index + 1, id: idOf(row) })),
  )
  return phases.sort((a, b) => a.until - b.until || compare(a.id, b.id))
}
