import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { BEGINNING, END, type Phase } from '../rules/phases.ts'
import { blobOf } from './blobs.ts'

interface RowPhase extends Phase<Fields> {
  row: number
  id: string
}

/** The names of the parts of `<list>_spans`. */
export const SPANS = { rows: 'rows', since: 'since', until: 'until', fields: 'fields', turns: 'turns' } as const

/**
 * Writes the phases of rows in the order of their ends, then of the ids, which is the order of a list by its timed
 * field. `<list>_spans` has them as numbers that the service keeps in memory: their rows, the instants between which
 * they apply, the positions of their timed fields among the distinct ones, and every instant at which any of them
 * changes. Phases in which all fields are null are left out.
 * @param textOf the JSON of the timed fields
 */
export function writePhases(
  db: Database.Database,
  { name }: Resource,
  rows: readonly AnyRow[],
  textOf: (fields: Fields) => string,
): void {
  const phases = phasesOf(rows)
  const table = `${name}_spans`
  db.exec(`CREATE TABLE ${table} (name TEXT PRIMARY KEY, labels TEXT, numbers BLOB NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  const instants = (of: (phase: RowPhase) => Instant) => blobOf(Float64Array.from(phases, of))
  insert.run(SPANS.rows, null, blobOf(Uint32Array.from(phases, ({ row }) => row)))
  insert.run(
    SPANS.since,
    null,
    instants(({ from }) => from),
  )
  insert.run(
    SPANS.until,
    null,
    instants(({ until }) => until),
  )
  const texts = phases.map(({ fields }) => textOf(fields))
  const labels = [...new Set(texts)].sort(compare)
  const places = new Map(labels.map((label, place) => [label, place]))
  insert.run(
    SPANS.fields,
    JSON.stringify(labels),
    blobOf(Uint32Array.from(texts, (text) => places.get(text) as number)),
  )
  const turns = phases.flatMap(({ from, until }) => [from, until]).filter((turn) => turn > BEGINNING && turn < END)
  insert.run(SPANS.turns, null, blobOf(Float64Array.from(new Set(turns)).sort()))
}

function phasesOf(rows: readonly AnyRow[]): RowPhase[] {
  const phases = rows.flatMap((row, index) =>
    (row.phases ?? [])
      .filter(({ fields }) => Object.values(fields).some((value) => value !== null))
      .map((phase) => ({ ...phase, row: index + 1, id: idOf(row) })),
  )
  return phases.sort((a, b) => a.until - b.until || compare(a.id, b.id))
}
