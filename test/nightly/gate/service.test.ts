import { hash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { addSeal } from '../../../src/bake/folder/manifest.ts'
import { findServiceFaults } from '../../../src/nightly/gate/service.ts'
import { openService } from '../../../src/store/service.ts'
import { baked, scratch } from '../../api.ts'

const NOW = Date.parse('2026-11-20T17:00:00.000Z')

/** What the checks find in the fixture's bake after its database was modified. */
async function findingsAfter(spoil: (db: Database.Database) => void): Promise<string[]> {
  const { publication, folder: whole } = await baked()
  const folder = path.join(scratch(), 'baked')
  cpSync(whole, folder, { recursive: true })
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const database = path.join(folder, manifest.database)
  const db = new Database(database)
  spoil(db)
  db.close()
  writeFileSync(file, JSON.stringify(addSeal({ ...manifest, sha256: hash('sha256', readFileSync(database)) })))
  const service = openService(folder)
  try {
    const faults = await findServiceFaults({ publication, service, now: NOW })
    return faults.map(({ check, reason }) => `${check}: ${reason}`)
  } finally {
    service.close()
  }
}

const replace = (table: string, body: string, from: string, to: string) => (db: Database.Database) => {
  const { changes } = db
    .prepare(`UPDATE ${table} SET ${body} = replace(${body}, ?, ?) WHERE instr(${body}, ?)`)
    .run(from, to, from)
  expect(changes).toBeGreaterThan(0)
}

describe('the responses of a candidate', () => {
  it('of the fixture are valid', async () => {
    expect(await findingsAfter(() => {})).toEqual([])
  })

  it.each<[string, (db: Database.Database) => void, RegExp]>([
    [
      'that lack a row are found',
      (db) => db.prepare('DELETE FROM events WHERE row = 3').run(),
      /^answers: \/api\/v1\/events.* returned 500|^answers: \/api\/v1\/events.*is missing/,
    ],
    [
      'that do not match their schema are found',
      replace('opportunities', 'body_head', '"scope":"STATE"', '"scope":"PLANET"'),
      /^answers: \/api\/v1\/opportunities\?.*: data\.\d+\.scope: /,
    ],
    [
      'that differ from what was published are found',
      replace('awards', 'body', '"state":"AK"', '"state":"AL"'),
      /^answers: \/api\/v1\/awards: state of .* differs from the published value/,
    ],
    ...['awardTotal', 'documents'].map((field): [string, (db: Database.Database) => void, RegExp] => [
      `whose ${field} of a state does not match its rows are found`,
      (db) => db.prepare(`UPDATE states SET body = json_set(body, '$.${field}', 12345)`).run(),
      new RegExp(`^stats: state \\w\\w: ${field} is 12345, but the records add up to`),
    ]),
    ...['states', 'documents', 'activities', 'fundingCount', 'federalTracked', 'totalStateAward'].map(
      (field): [string, (db: Database.Database) => void, RegExp] => [
        `whose ${field} in the stats does not match the lists is found`,
        (db) => db.prepare(`UPDATE singles SET body = json_set(body, '$.${field}', 12345) WHERE name = 'stats'`).run(),
        new RegExp(`^stats: stats: ${field} is 12345, but the records add up to \\d+`),
      ],
    ),
  ])('%s', async (_, spoil, reason) => {
    expect((await findingsAfter(spoil)).join('\n')).toMatch(new RegExp(reason.source, 'm'))
  })
})
