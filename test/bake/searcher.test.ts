import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { bake, openBake } from '../../src/bake/bake.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { startSearcher } from '../../src/bake/searcher.ts'
import { FIXTURE, scratch } from '../api.ts'

const ON_A_THREAD = 0
const HERE = Number.POSITIVE_INFINITY

const { publication } = await prepare(FIXTURE, () => {})

/** Indexes the fixture into a new database. */
function indexed(threadRows: number, folder = scratch()): Database.Database {
  const derived = { last: path.join(folder, 'last'), next: path.join(folder, 'next'), code: 'a' }
  const searcher = startSearcher(publication, path.join(folder, 'search'), derived, threadRows)
  const db = new Database(path.join(folder, 'database'))
  try {
    searcher.writeTo(db)
    return db
  } finally {
    searcher.close()
  }
}

function contentOf(db: Database.Database) {
  const tables = db
    .prepare<[], [name: string, sql: string]>('SELECT name, sql FROM sqlite_schema ORDER BY name')
    .raw()
    .all()
  return tables.map(([name, sql]) => [
    name,
    sql,
    /^CREATE VIRTUAL/.test(sql) ? null : db.prepare(`SELECT * FROM "${name}"`).all(),
  ])
}

describe('the search tables', () => {
  it('are the same whether or not they are written on a thread', () => {
    const [onThread, here] = [indexed(ON_A_THREAD), indexed(HERE)]
    expect(contentOf(onThread)).toEqual(contentOf(here))
    const match = "SELECT rowid, rank FROM documents_search WHERE documents_search MATCH 'rural' ORDER BY rank"
    expect(onThread.prepare(match).all().length).toBeGreaterThan(0)
    expect(onThread.prepare(match).all()).toEqual(here.prepare(match).all())
    expect(onThread.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('are the same when they are started before the other lists are published', async () => {
    const [early, late] = [scratch(), scratch()]
    const baking = openBake(path.join(early, 'baked'))
    const begun = await prepare(FIXTURE, () => {}, null, null, baking.startSearch)
    const { sha256 } = baking.finish(begun.publication, 0, () => {})
    baking.close()
    expect(bake(publication, path.join(late, 'baked'), 0, () => {}).sha256).toBe(sha256)
  })

  it('are removed if the bake is not finished', async () => {
    const folder = scratch()
    const baking = openBake(path.join(folder, 'baked'))
    await prepare(FIXTURE, () => {}, null, null, baking.startSearch)
    baking.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([ON_A_THREAD, HERE])('leave no temporary files behind', (threadRows) => {
    const folder = scratch()
    indexed(threadRows, folder).close()
    expect(readdirSync(folder).sort()).toEqual(['database', 'next'])
  })

  it.each([ON_A_THREAD, HERE])('report why they cannot be written', (threadRows) => {
    const folder = scratch()
    // The cache cannot be written because a folder has its name.
    mkdirSync(path.join(folder, 'next', 'x'), { recursive: true })
    expect(() => indexed(threadRows, folder)).toThrow(/directory|EISDIR|unable to open/)
  })
})
