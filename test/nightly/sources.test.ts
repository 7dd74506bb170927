import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openService } from '../../src/store/service.ts'
import { commandHere } from '../command.ts'
import {
  federalAward,
  federalRegisterApi,
  grantsGovApi,
  opportunity,
  pointing,
  registerDocument,
  transaction,
  usaspendingApi,
} from '../ingest/apis.ts'
import { type StandIn, standIn } from '../ingest/stand-in.ts'
import { datasetFolder, readFeed, readLines, readRows, rewrite } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')

/** A whole run, with every source except the award lists, which have no stand-ins. */
const toArgs = (data: string, out: string): string[] => [
  ...['--data', data, '--out', out],
  ...['grants-gov', 'usaspending', 'federal-register', 'pages'].flatMap((name) => ['--source', name]),
]

/** The run as cron starts it. */
function nightly(data: string, out: string, env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    const { PATH = '', NODE_COMPILE_CACHE } = process.env
    const options = { env: { PATH, NODE_COMPILE_CACHE, ...env } }
    execFile(process.execPath, [SCRIPT, ...toArgs(data, out)], options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, out: stdout, err: stderr }),
    )
  })
}

const page = (words: string): Promise<StandIn> =>
  standIn(({ path: asked }) =>
    asked === '/robots.txt'
      ? { status: 404 }
      : {
          body: `<html><body><main><h1>Program</h1><p>${words}</p><p>The state runs the program with its hospitals and clinics, and tells of it here.</p></main></body></html>`,
        },
  )

const mapped = (servers: Parameters<typeof pointing>[0], sites: StandIn) =>
  pointing(
    servers,
    ['ak', 'ne', 'ny', 'tx'].map((code) => `https://${code}.example.org=${sites.origin}`),
  )

it('a full run adds what is new, the next one what has changed, and a source that is down stops only itself', async () => {
  const { data, out } = datasetFolder()
  const git = (...words: string[]) => execFileSync('git', ['-C', data, ...words], { encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet')
  git('config', 'user.name', 'night')
  git('config', 'user.email', 'night@example.org')
  // So the stand-in's amounts are the state's own and no total jumps.
  rewrite(data, 'allotments', (rows) => rows.filter(({ fiscalYear }) => fiscalYear === 'FY2026'))

  const usaspending = await usaspendingApi(
    [federalAward('RHTCMS1')],
    [transaction('RHTCMS1', '2025-12-29', '272174856.16')],
  )
  const first = await nightly(
    data,
    out,
    mapped(
      {
        grantsGov: await grantsGovApi([
          opportunity('1'),
          opportunity('2', { hit: { title: 'Rural Health Workforce Program' } }),
        ]),
        usaspending,
        federalRegister: await federalRegisterApi([registerDocument('2026-00001')]),
      },
      await page('Applications open in spring.'),
    ),
  )
  expect(first.out).toMatch(/grants-gov +2 +2 +0 +0 +0 +\d+\.\d +ok/)
  expect(first.out).toMatch(/federal-register +1 +1 +0 +0 +0 +\d+\.\d +ok/)
  expect(first.code).toBe(0)
  expect(git('log', '--format=%s').trim()).toMatch(
    /^Publish the nightly run of \d{4}-\d{2}-\d{2}: (\d+ documents, )?\d+ opportunities$/,
  )
  expect(git('status', '--porcelain', '--', 'records', 'history')).toBe('')
  const told = readFeed(data)
  expect(readLines(data, 'notices').filter(({ scope }) => scope === 'NATIONAL')).toHaveLength(3)

  const second = await commandHere(
    'scripts/nightly.ts',
    toArgs(data, out),
    mapped(
      {
        grantsGov: await grantsGovApi([
          opportunity('1', { synopsis: { awardCeiling: '750000', lastUpdatedDate: 'Nov 20, 2026 09:12:00 AM EST' } }),
          opportunity('3', { hit: { title: 'Rural Maternity Care Program' } }),
        ]),
        usaspending,
        federalRegister: await standIn(() => ({ status: 404 })),
      },
      await page('Applications close in summer.'),
    ),
  )
  expect(second.code).toBe(0)
  expect(second.stdout).toMatch(/grants-gov +2 +1 +2 +0 +0 +\d+\.\d +ok/)
  expect(second.stdout).toMatch(/federal-register .*FAILED: responded with 404/)
  const added = readFeed(data).slice(told.length)
  expect(readFeed(data).slice(0, told.length)).toEqual(told)
  expect(added.filter(({ type }) => type === 'NEW_OPPORTUNITY')).toHaveLength(1)
  expect(added.filter(({ type }) => type === 'PAGE_UPDATED').length).toBeGreaterThan(0)
  expect(added.filter(({ type }) => type === 'NEW_DOCUMENT')).toEqual([])
  expect(git('log', '-1', '--format=%b')).toMatch(/Failed sources: federal-register\.[\s\S]*NE:\n- Page updated/)

  const service = openService(out)
  const covered = service.readers.coverage.list({ filters: { state: ['NE'] } }, Date.now())
  expect(JSON.parse(covered.data)[0].sources[0]).toMatchObject({
    source: 'pages',
    status: 'UP',
    lastChecked: expect.any(String),
  })
  service.close()
  const sources = readRows(path.join(data, 'history/sources.ndjson'))
  expect(sources.find(({ source }) => source === 'federal-register')).toMatchObject({ failure: 'responded with 404' })
  const report = JSON.parse(
    readFileSync(path.join(data, 'history/reports', `${new Date().toISOString().slice(0, 10)}.json`), 'utf8'),
  )
  expect(report.sources.map(({ source }: { source: string }) => source)).toEqual([
    'grants-gov',
    'usaspending',
    'federal-register',
    'pages',
  ])
})

it.each([
  ['an unknown check', ['--allow', 'weather: fine'], /CHECK is one of rows, growth, states, totals, fetched/],
  ['an override without a reason', ['--allow', 'rows'], /Use "CHECK: why"/],
  ['an unknown source', ['--source', 'nobody'], /The sources are grants-gov/],
  ['a run that names no contact', [], /^nightly: set BASE_URL and CONTACT_EMAIL: .* nothing was requested/],
  ['a folder without a recording', ['--replay', 'docs', '--no-site'], /is not a recording/],
  ['two recordings at once', ['--replay', 'docs', '--record', 'other'], /Use either --record or --replay/],
])('the command rejects %s and lists what it accepts', async (_, words, message) => {
  const ran = await commandHere('scripts/nightly.ts', words)
  expect(ran.code).toBe(1)
  expect(ran.stderr).toMatch(message)
})
