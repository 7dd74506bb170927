import type { default as Database } from 'better-sqlite3'
import type { Ledger } from '../../ledger/advance.ts'
import { type GoneEntry, isGone } from '../../ledger/shapes.ts'
import { hasOwnDetail, type Resource } from '../../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../../resources/publishing.ts'
import { pick } from '../../rules/pick.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { compare } from '../../rules/text/words.ts'
import { BEGINNING, END, type Phase } from '../../rules/time/status.ts'
import { createTable, createTextTable, FOUND_BY_WORDS } from './create.ts'
import { type Cell, type Column, filterColumns, getBodyColumns, getSideTables } from './format.ts'

/**
 * Writes the tables of one list; docs/baked-file.md describes them.
 * @param rows in the default order of the list, which becomes that of `row`
 */
export function writeList(db: Database.Database, list: Resource, rows: readonly AnyRow[]): void {
  const columns = [...filterColumns(list), ...sortColumns(list)]
  writeRows(db, list, columns, rows)
  writeAliases(db, list, rows)
  for (const { table, read } of getSideTables(list, 'link')) {
    const insert = createTable(db, table, ['value TEXT NOT NULL', 'row INTEGER NOT NULL'], 'value, row')
    rows.forEach((row, index) => {
      for (const value of new Set(read(row))) insert.run(value, index + 1)
    })
    db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row)`)
  }
  for (const { table, read } of getSideTables(list, 'words')) {
    const texts = rows.map(read)
    const columns = (texts[0] ?? ['']).map((_, index) => `text_${index}`)
    const words = createTextTable(db, table, columns, FOUND_BY_WORDS)
    texts.forEach((row, index) => {
      words.add(index + 1, row)
    })
    words.finish()
  }
  if (list.timed.length > 0) writePhases(db, list, rows)
  if (hasOwnDetail(list)) writeDetails(db, list, rows)
  writeIndexes(db, list, columns)
}

/** The columns that a list is only sorted by: its fields, texts in any letter case and those of digits as numbers. */
function sortColumns(list: Resource): Column[] {
  const filtered = new Set(filterColumns(list).map(({ name }) => name))
  return list.orders.sortable
    .filter((field) => !filtered.has(field))
    .map((name) => ({ name, type: 'ANY COLLATE NOCASE', read: ({ item }) => toSortable(item[name] ?? null) }))
}

const toSortable = (value: unknown): Cell => (/^\d+$/.test(String(value)) ? Number(value) : (value as Cell))

function writeRows(db: Database.Database, list: Resource, columns: readonly Column[], rows: readonly AnyRow[]): void {
  const bodies = getBodyColumns(list)
  const insert = createTable(db, list.name, [
    'row INTEGER PRIMARY KEY',
    'id TEXT NOT NULL',
    ...columns.map(({ name, type }) => `${name} ${type}`),
    'digest TEXT NOT NULL',
    ...bodies.map((body) => `${body} TEXT NOT NULL`),
  ])
  const split = splitBody(list)
  rows.forEach((row, index) => {
    const parts = split(row.item)
    const body = parts.join('')
    const cells = columns.map(({ read }) => {
      const value = read(row)
      return typeof value === 'boolean' ? Number(value) : value
    })
    insert.run(index + 1, getId(row), cells, getDigest(body), list.instant ? [] : parts)
  })
}

/** How the JSON of items is split around their time-dependent fields, which are adjacent. */
function splitBody({ item: schema, timed }: Resource): (item: Fields) => string[] {
  const [first] = timed
  if (first === undefined) return (item) => [JSON.stringify(item)]
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const before = names.slice(0, start)
  const after = names.slice(start + timed.length)
  const comma = after.length > 0 ? ',' : ''
  return (item) => [
    `${JSON.stringify(pick(item, before)).slice(0, -1)},`,
    `${comma}${JSON.stringify(pick(item, after)).slice(1)}`,
  ]
}

/** The other names by which records are found: slugs, and the ids of records that were merged into them. */
function writeAliases(db: Database.Database, { name: list }: Resource, rows: readonly AnyRow[]): void {
  const insert = createTable(db, `${list}_names`, ['name TEXT', 'row INTEGER NOT NULL'], 'name')
  rows.forEach((row, index) => {
    const id = getId(row)
    const names = new Set(row.names ?? [id.toLowerCase()])
    names.delete(id)
    for (const name of names) insert.run(name, index + 1)
  })
}

/** The time-dependent fields of every row, from the beginning of time until its end. */
function writePhases(db: Database.Database, { name: list, timed }: Resource, rows: readonly AnyRow[]): void {
  const table = `${list}_phases`
  const columns = ['row INTEGER NOT NULL', 'since INTEGER NOT NULL', 'until INTEGER NOT NULL']
  const insert = createTable(db, table, [...columns, ...timed.map((field) => `${field} TEXT`)], 'row, since')
  const always: Phase<Fields>[] = [{ from: BEGINNING, until: END, fields: {} }]
  rows.forEach(({ phases = always }, index) => {
    for (const { from, until, fields } of phases)
      insert.run(
        index + 1,
        from,
        until,
        timed.map((field) => fields[field] ?? null),
      )
  })
  db.exec(`CREATE INDEX ${table}_by_since ON ${table} (since)`)
  for (const field of timed) db.exec(`CREATE INDEX ${table}_by_${field} ON ${table} (${field}, row, since, until)`)
  const shown = [`${list}.*`, 'since', 'until', ...timed]
  db.exec(
    `CREATE VIEW ${list}_now AS SELECT ${shown.join(', ')} FROM ${list} JOIN ${table} USING (row)\n  WHERE since <= unixepoch() * 1000 AND until > unixepoch() * 1000`,
  )
}

/** What the endpoint of a single record returns, where it differs from the item. */
function writeDetails(db: Database.Database, { name: list }: Resource, rows: readonly AnyRow[]): void {
  const columns = ['row INTEGER PRIMARY KEY', 'digest TEXT NOT NULL', 'body TEXT NOT NULL']
  const insert = createTable(db, `${list}_details`, columns)
  rows.forEach(({ detail }, index) => {
    if (!detail) return
    const body = JSON.stringify(detail)
    insert.run(index + 1, getDigest(body), body)
  })
}

/**
 * The indexes of a list, each in the order of its rows behind its columns: one for each column; and, for columns that are
 * compared with one value, with those that nearly every query has: the filters with a default behind them, and the state
 * before them. An append-only list grows for years, so it has none of these for the scope, which follows from the state.
 */
function writeIndexes(
  db: Database.Database,
  { name: list, filters, instant }: Resource,
  columns: readonly Column[],
): void {
  const stored = Object.entries(filters).filter(([, { from }]) => from)
  const getNames = (chosen: typeof stored) => new Set(chosen.map(([parameter, { column = parameter }]) => column))
  const usual = getNames(stored.filter(([, filter]) => filter.default))
  const compared = getNames(stored.filter(([, { op }]) => op === 'is' || op === 'among')).difference(usual)
  if (instant) compared.delete('scope')
  const others = [...compared].filter((name) => name !== 'state')
  const indexes = [
    ...columns.map(({ name }) => [name]),
    ...(usual.size > 0 ? [...compared].map((name) => [name, ...usual]) : []),
    ...(compared.has('state') ? others.map((name) => ['state', name, ...usual]) : []),
    ...(compared.has('state') && !instant ? [['state', 'updatedAt']] : []),
  ]
  db.exec(`CREATE UNIQUE INDEX ${list}_by_id ON ${list} (id)`)
  for (const index of indexes) {
    db.exec(`CREATE INDEX ${[list, 'by', ...index].join('_')} ON ${list} (${index.join(', ')})`)
  }
}

/** Creates the tables of the records of all lists that are no longer published, and returns what writes those of one. */
export function createRemoved(db: Database.Database, { entries }: Ledger) {
  const columns = ['list TEXT NOT NULL', 'row INTEGER NOT NULL', 'id TEXT NOT NULL', 'at INTEGER NOT NULL']
  const contents = ['state TEXT', 'digest TEXT NOT NULL', 'body TEXT NOT NULL']
  const insert = createTable(db, 'removed', [...columns, ...contents], 'list, row')
  db.exec('CREATE INDEX removed_by_at ON removed (list, at)')
  db.exec('CREATE INDEX removed_by_id ON removed (list, id)')
  const nameColumns = ['list TEXT NOT NULL', 'name TEXT NOT NULL', 'row INTEGER NOT NULL']
  const insertName = createTable(db, 'removed_names', nameColumns, 'list, name')
  const gone = Map.groupBy([...entries.values()].filter(isGone), ({ list }) => list)

  /** Writes the tombstones of a list in the order of their removal, numbered after its rows, and their former names. */
  return function writeRemoved(list: string, rows: number): void {
    const entriesOfList = (gone.get(list) ?? []).toSorted((a, b) => compare(a.removedAt, b.removedAt))
    const into = new Map(entriesOfList.map(({ id, mergedInto }) => [id, mergedInto]))
    const toRows = new Map<string, number>()
    entriesOfList.forEach(({ id, removedAt, reason, state, names = [] }, index) => {
      const row = rows + index + 1
      const body = JSON.stringify({ id, removedAt, reason, mergedInto: findSurvivor(id, into) })
      insert.run(list, row, id, Date.parse(removedAt), state, getDigest(body), body)
      // A name that several records had leads to the most recently removed one.
      for (const name of [id, ...names]) toRows.set(name, row)
    })
    for (const [name, row] of toRows) insertName.run(list, name, row)
  }
}

/** The record that a merged record is part of now: its target may itself have been merged since. */
function findSurvivor(id: string, into: ReadonlyMap<string, GoneEntry['mergedInto']>): string | null {
  const seen = new Set([id])
  let survivor = into.get(id) ?? null
  for (let next = survivor; next !== null && !seen.has(next); next = into.get(next) ?? null) {
    seen.add(next)
    survivor = next
  }
  return survivor
}

/** Rows in the default order of their list: by its fields in turn, nulls last in both directions, then by id. */
export const sortRows = <Row extends AnyRow>({ orders }: Resource, rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => {
    for (const [field, direction] of orders.default) {
      const steps = compareValues(a.item[field], b.item[field])
      if (steps !== 0) return direction === 'desc' && a.item[field] !== null && b.item[field] !== null ? -steps : steps
    }
    return compareValues(getId(a), getId(b))
  })

const foldCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [foldCase(one), foldCase(other)]
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a as string) < (b as string) ? -1 : 1
}
