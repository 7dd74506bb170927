import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { getSnapshotPath } from '../../src/bake/snapshot/snapshot-list.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import type { Award } from '../../src/resources/awards.ts'
import { readProgram } from '../../src/site/docs/programs.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, NOW, pageDeps, STARTER, scratch } from '../api.ts'
import { type Listening, listen } from '../contract/listening.ts'
import { builtProject } from './built.ts'

/** The page of the data files, with its samples run as they stand. */

const run = promisify(execFile)

let folder: string
let service: Service
let server: Listening
beforeAll(async () => {
  const bake = await baked(STARTER)
  service = openService(bake.folder)
  const deps = pageDeps(
    () => service,
    () => Date.parse(NOW),
  )
  server = await listen(createPages(deps, { record: null, list: null }))
  folder = scratch()
  for (const file of readManifest(bake.folder)?.snapshot ?? []) {
    copyFileSync(path.join(bake.folder, getSnapshotPath(file)), path.join(folder, file.name))
  }
})
afterAll(() => server.close())

const sample = (file: string): string => readProgram(file, server.address)

/** The known sums of the award rows, by state. */
function sums(): Map<string, number> {
  const { data } = service.readers.awards.list({ limit: 100_000 }, Date.parse(NOW))
  const withAmount = (JSON.parse(data) as Award[]).filter(({ federalAmount }) => federalAmount !== null)
  return new Map(
    [...Map.groupBy(withAmount, ({ state }) => state)].map(([state, rows]) => [
      state,
      rows.reduce((sum, { federalAmount }) => sum + (federalAmount ?? 0), 0),
    ]),
  )
}

/** The first of some commands that can run a probe; null and a line in the log when none can. */
function findProgram(commands: readonly string[], probe: readonly string[], what: string): string | null {
  for (const command of commands) {
    try {
      execFileSync(command, probe, { stdio: 'ignore' })
      return command
    } catch {
      // The next one.
    }
  }
  console.log(`SKIPPED: a sample of the data files: ${what} was not found on this machine.`)
  return null
}

/** An import would take as long as the sample itself. */
const FIND_PANDAS = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("pandas") is None)'

describe('the samples of the data files', () => {
  it.each([
    { title: 'R', commands: ['Rscript'], probe: ['--version'], ending: 'R' },
    { title: 'pandas', commands: ['python3', '/usr/bin/python3'], probe: ['-c', FIND_PANDAS], ending: 'py' },
  ])(
    'in $title print the sums by state',
    async ({ title, commands, probe, ending }) => {
      const program = findProgram(commands, probe, title)
      if (!program) return
      const file = path.join(scratch(), `sample.${ending}`)
      writeFileSync(file, sample(`awards-by-state.${ending}`))
      const { stdout } = await run(program, [file])
      const printed = new Map(
        stdout.split('\n').flatMap((line) => {
          const [, state, sum] = /\b([A-Z]{2})\b.*?([\d.e+]+)\s*$/.exec(line) ?? []
          return state ? [[state, Number(sum)] as const] : []
        }),
      )
      for (const [state, sum] of sums()) expect(Math.abs((printed.get(state) ?? 0) / sum - 1), state).toBeLessThan(1e-4)
    },
    60_000,
  )

  it('in DuckDB lists open calls with their local days', async () => {
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(`SET file_search_path = '${folder}'`)
    const rows = (await connection.runAndReadAll(sample('open-workforce-calls.sql'))).getRowObjectsJson()
    connection.closeSync()
    const query = { filters: { status: ['OPEN', 'CLOSING_SOON'], programCategory: ['WORKFORCE_DEVELOPMENT'] } }
    const { publication } = service.exports
    const { total } = service.readers.opportunities.list(query, Date.parse(publication.at))
    expect(rows).toHaveLength(total)
    for (const { due } of rows) expect(String(due)).toMatch(/^(\d{4}-\d\d-\d\d|null)$/)
  })

  it('in SQLite adds up the awards of each state', () => {
    const db = new Database(readFileSync(path.join(folder, 'dataset.sqlite')))
    const rows = db.prepare(sample('awards-by-state.sql')).all() as { dollars: number }[]
    db.close()
    const largest = [...sums().values()].sort((a, b) => b - a)
    expect(rows.map(({ dollars }) => Math.round(dollars))).toEqual(largest.slice(0, rows.length).map(Math.round))
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('the page of the data files', () => {
  it('links every plain file, explains every column, and is under 50 KB', async () => {
    const project = await builtProject()
    const page = readFileSync(path.join(project, 'dist', 'client', 'data', 'index.html'), 'utf8')
    expect(Buffer.byteLength(page)).toBeLessThan(50_000)
    const manifest = readManifest(path.join(project, 'data', 'baked'))
    for (const { name, compression, fields } of manifest?.snapshot ?? []) {
      if (compression) continue
      expect(page).toContain(`href="/data/${name}"`)
      for (const field of fields) expect(page, `${field} of ${name}`).toContain(field)
    }
    expect(page).toContain(manifest?.datasetVersion ?? '-')
  })

  it('offers a citation that reference managers read', async () => {
    const project = await builtProject()
    const citation = parse(readFileSync(path.join(project, 'dist', 'client', 'CITATION.cff'), 'utf8'))
    expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'dataset', license: 'CC0-1.0' })
    expect(citation.authors.length).toBeGreaterThan(0)
  })
})
