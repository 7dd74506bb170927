import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'
import { type Dataset, openDataset } from '../../src/store/open/dataset.ts'
import { openService } from '../../src/store/service.ts'
import { baked } from '../api.ts'

const DOCUMENT = readFileSync(path.join(import.meta.dirname, '../../docs/baked-file.md'), 'utf8')
const COMMON = ['row', 'id', 'digest', 'body', 'body_head', 'body_tail']

let dataset: Dataset
let folder: string
beforeAll(async () => {
  folder = (await baked()).folder
  dataset = openDataset(folder)
})

/** The names in backticks in the line of a table. */
const documentedIn = (table: string): string[] => {
  const line = DOCUMENT.split('\n').find((each) => each.startsWith(`| \`${table}\` |`)) ?? ''
  return [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string)
}

/** The line that documents a table: its own, or that of all tables of its kind. */
function getLine(table: string): string {
  if (documentedIn(table).length > 0) return table
  const kind = /_(names|phases|now|details|q)$/.exec(table)?.[1] ?? 'FILTER'
  return `LIST_${kind}`
}

it('docs/baked-file.md has every table and column', () => {
  const tables = dataset.db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND type <> 'view' AND name NOT GLOB 'sqlite_*'",
    )
    .pluck()
    .all()
  expect(tables.length).toBeGreaterThan(40)
  const missing = tables.flatMap((table) => {
    const documented = documentedIn(getLine(table))
    const columns = dataset.db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    const isList = (RESOURCE_NAMES as readonly string[]).includes(table)
    return columns
      .filter((column) => !(isList && COMMON.includes(column)) && !column.startsWith('text_'))
      .filter((column) => !documented.includes(column))
      .map((column) => `${table}.${column}`)
  })
  expect(missing).toEqual([])
})

it('the view of the present answers like the filters of the API', () => {
  const now = Date.now()
  const { readers } = openService(folder)
  const filters = { scope: ['STATE'], status: ['CLOSED'] }
  const { data } = readers.opportunities.list({ filters, limit: 100 }, now)
  const ids = dataset.db
    .prepare("SELECT id FROM opportunities_now WHERE scope = 'STATE' AND status = 'CLOSED' ORDER BY row")
    .pluck()
    .all()
  expect(ids.length).toBeGreaterThan(0)
  expect(ids).toEqual((JSON.parse(data) as { id: string }[]).map(({ id }) => id))
})
