import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openExports } from '../../src/bake/exports.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { RESOURCE_NAMES, resource } from '../../src/resources/index.ts'
import { FIXTURE, scratch } from '../api.ts'

const ON_A_THREAD = 0
const HERE = Number.POSITIVE_INFINITY

const { publication } = await prepare(FIXTURE, () => {})

/** Packs the fixture, and returns the bytes of a database with the snapshot. */
function packed(threadRows: number, folder = scratch()): Buffer {
  const derived = { last: path.join(folder, 'last'), next: path.join(folder, 'next'), code: 'a' }
  const exports = openExports(publication, { file: path.join(folder, 'draft', 'exports'), derived }, threadRows)
  const file = path.join(folder, 'database')
  const db = new Database(file)
  try {
    for (const name of RESOURCE_NAMES) exports.add(resource(name), publication[name])
    exports.writeTo(db)
  } finally {
    exports.close()
    db.close()
  }
  return readFileSync(file)
}

function prepared(): string {
  const folder = scratch()
  mkdirSync(path.join(folder, 'draft'))
  return folder
}

describe('snapshot files', () => {
  it('are the same whether or not they are packed on a thread', () => {
    const onThread = packed(ON_A_THREAD, prepared())
    expect(onThread.length).toBeGreaterThan(0)
    expect(onThread.equals(packed(HERE, prepared()))).toBe(true)
  })

  it.each([ON_A_THREAD, HERE])('leave no temporary files behind', (threadRows) => {
    const folder = prepared()
    packed(threadRows, folder)
    expect(readdirSync(path.join(folder, 'draft'))).toEqual([])
  })

  it.each([ON_A_THREAD, HERE])('report why they cannot be packed', (threadRows) => {
    const folder = prepared()
    // The cache cannot be written because a folder has its name.
    mkdirSync(path.join(folder, 'next', 'x'), { recursive: true })
    expect(() => packed(threadRows, folder)).toThrow(/directory|EISDIR|unable to open/)
  })
})
