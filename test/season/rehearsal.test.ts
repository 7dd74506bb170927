import { cpSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { awardListSource, awardPdfSource } from '../../src/ingest/from/award-lists/source.ts'
import type { Tape } from '../../src/ingest/net/network.ts'
import { recordTo, replayFrom } from '../../src/ingest/net/tape.ts'
import { ingest } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import { SOURCES } from '../../src/ingest/sources.ts'
import { readChanges, readLedger } from '../../src/ledger/files.ts'
import type { RunOptions } from '../../src/nightly/options.ts'
import { rehearsalText, rehearse } from '../../src/nightly/rehearsal.ts'
import { nightlyRun } from '../../src/nightly/run.ts'
import { scratch } from '../api.ts'
import { testNetwork } from '../ingest/night.ts'
import { contentsOf, datasetFolder, rewrite } from '../nightly/folders.ts'
import { EVENTS } from './events.ts'
import { LIST, openServers, PDF_LIST } from './servers.ts'
import { BONFIRE, firstWorld, HOSTS } from './world.ts'

const SEASON = SOURCES.map((source) => {
  if (source.name === 'award-lists') return awardListSource([LIST])
  return source.name === 'award-pdfs' ? awardPdfSource([PDF_LIST]) : source
})

/** The options of a run against the servers of the season, or from a recording. */
function optionsOf(folders: { data: string; out: string }, env: Record<string, string>, now: Date, tape?: Tape) {
  const options: RunOptions = {
    ...folders,
    now,
    allowed: [],
    progress: () => {},
    ingest: async (data, judge) => {
      const network = testNetwork(env, { timeoutMs: 3_000, now: () => now.getTime(), ...(tape && { tape }) })
      const settings = readIngestSettings(env)
      const results = await ingest({ sources: SEASON, data, network, settings, now, judge, clock: () => 0 })
      return { results, skewMs: network.skewMs() }
    },
  }
  return options
}

const copyOf = (data: string): { data: string; out: string } => {
  const copy = path.join(scratch(), 'data')
  cpSync(data, copy, { recursive: true })
  return { data: copy, out: path.join(copy, 'baked') }
}

/** Everything but the reports, which tell how long the run took, and files with the time of the bake. */
const published = ({ data }: { data: string }) =>
  Object.fromEntries(
    Object.entries(contentsOf(data)).filter(
      ([file]) => /^(?:records|history)\//.test(file) && !/\/reports\//.test(file),
    ),
  )

const untimed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, own) => (['at', 'was', 'ms'].includes(key) ? undefined : own)))

it('a rehearsal prints what the run then publishes and touches nothing, and a recording gives the same publication', async () => {
  const folders = datasetFolder()
  rewrite(folders.data, 'states', (rows) =>
    rows.map((row, index) => ({
      ...row,
      portals: row.code === 'NE' ? [{ label: 'Bid portal', url: BONFIRE }] : [],
      sites: HOSTS.filter((_, n) => n % rows.length === index).map((host) => ({
        url: `https://${host}/rhtp`,
        label: host,
        agency: 'Department of Health',
      })),
    })),
  )
  const world = firstWorld(new Date('2026-11-20T08:00:00.000Z'))
  const { env } = await openServers(world)
  await nightlyRun(optionsOf(folders, env, world.now))
  world.now = new Date('2026-11-21T08:00:00.000Z')
  for (const [index, { truth }] of EVENTS.entries()) if (index % 2 === 0) truth?.(world, 100 + index)

  const before = contentsOf(folders.data)
  const earlier = copyOf(folders.data)
  const rehearsal = await rehearse(optionsOf(folders, env, world.now))
  expect(contentsOf(folders.data)).toEqual(before)
  expect(rehearsal.report.outcome).toBe('published')
  expect(rehearsal.changes.length).toBeGreaterThan(3)

  const recorded = path.join(scratch(), 'recording')
  const recording = { now: world.now.toISOString(), sources: SEASON.map(({ name }) => name), since: null, env: {} }
  const known = readLedger(folders.data)?.publications.length ?? 0
  const report = await nightlyRun(optionsOf(folders, env, world.now, recordTo(recorded, recording)))
  const changes = readChanges(folders.data, readLedger(folders.data)?.publications.slice(known) ?? [])
  expect(untimed(rehearsal.changes)).toEqual(untimed(changes))
  const told = ({ sources, changes: events }: typeof report) =>
    untimed([sources.map(({ source, edits, quarantined }) => ({ source, edits, quarantined })), events])
  expect(told(rehearsal.report)).toEqual(told(report))

  expect(readdirSync(recorded)).toContain('recording.json')
  const { recording: read, tape } = replayFrom(recorded)
  expect(read).toEqual(recording)
  world.notices.length = 0
  const replayed = await nightlyRun(optionsOf(earlier, env, new Date(read.now), tape))
  expect(replayed.datasetVersion).toBe(report.datasetVersion)
  expect(published(earlier)).toEqual(published(folders))

  const text = rehearsalText(rehearsal)
  expect(text).toMatch(
    /\ngrants-gov: \d+ requests, \d+ KB, 0\.0 s\n {2}127\.0\.0\.1:\d+: \d+ requests \(200 x\d+, 404 x1\)/,
  )
  expect(text).toMatch(/\n {2}added {2}notices [\w-]+: "Rural /)
  expect(text).toMatch(/\n {2}changed {2}notices [\w-]+, title: "Rural dental [^"]+" becomes "Rural grants /)
  expect(text).toMatch(/\nWould be published: \d+ changed records, \d+ events\n {2}(?:added|changed|ended) /)
  expect(text).toContain('No check would block the run.')
}, 60_000)

it('a recording does not overwrite another, and only a recording is replayed', () => {
  const folder = scratch()
  recordTo(path.join(folder, 'one'), { now: '2026-11-21T08:00:00.000Z', sources: [], since: null, env: {} })
  expect(() =>
    recordTo(path.join(folder, 'one'), { now: '2026-11-21T08:00:00.000Z', sources: [], since: null, env: {} }),
  ).toThrow(/is not empty; record into a new one/)
  expect(() => replayFrom(folder)).toThrow(/is not part of a recording/)
  expect(existsSync(path.join(folder, 'one', 'recording.json'))).toBe(true)
})
