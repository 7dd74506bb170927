import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { BEGINNING, END, type Phase } from '../rules/phases.ts'
import { blobOf } from './blobs.ts'
import { timedColumns } from './columns.ts'

interface RowPhase extends Phase<Fields> {
  row: number
  id: string
}

/** The names of the parts of `<list>_spans`, besides the timed columns. */
export const SPANS = { rows: 'rows', since: 'since', until: 'until', turns: 'turns' } as const

/**
 * Writes the phases of rows in the order of their ends, then of the ids, which is the order of a list by its timed
 * field. `<list>_phases` has the JSON of the timed fields; `<list>_spans` has the same phases as numbers, by which
 * requests select rows in memory: their rows, the instants between which they apply, the positions of their values
 * among the labels of each timed filter, and every instant at which any of them changes. Phases in which all fields are
 * null are left out.
 * @param textOf the JSON of the timed fields
 */
export function writePhases(
  db: Database.Database,
  resource: Resource,
  rows: readonly AnyRow[],
  textOf: (fields: Fields) => string,
): void {
  const phases = phasesOf(rows)
  const table = `${resource.name}_phases`
  db.exec(
    `CREATE TABLE ${table} (phase INTEGER PRIMARY KEY, row INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, fields TEXT NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (NULL, ?, ?, ?, ?)`)
  for (const { row, from, until, fields } of phases) insert.run(row, from, until, textOf(fields))
  db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row, since, until, fields)`)
  writeSpans(db, `${resource.name}_spans`, phases, timedColumns(resource))
}

function phasesOf(rows: readonly AnyRow[]): RowPhase[] {
  const phases = rows.flatMap((row, index) =>
    (row.phases ?? [])
      .filter(({ fields }) => Object.values(fields).some((value) => value !== null))
      .map((phase) => ({ ...phase, row: index + 1, id: idOf(row) })),
  )
  return phases.sort((a, b) => a.until - b.until || compare(a.id, b.id))
}

function writeSpans(
  db: Database.Database,
  table: string,
  phases: readonly RowPhase[],
  columns: readonly string[],
): void {
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
  const turns = phases.flatMap(({ from, until }) => [from, until]).filter((turn) => turn > BEGINNING && turn < END)
  insert.run(SPANS.turns, null, blobOf(Float64Array.from(new Set(turns)).sort()))
  for (const column of columns) {
    const labels = [...new Set(phases.map(({ fields }) => String(fields[column])))].sort(compare)
    const places = Uint32Array.from(phases, ({ fields }) => labels.indexOf(String(fields[column])))
    insert.run(column, JSON.stringify(labels), blobOf(places))
  }
}
