import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createAwardListSource } from '../../src/ingest/from/award-lists.ts'
import { recordTo, replayFrom, type Tape } from '../../src/ingest/net/recording.ts'
import { ingest } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import { SOURCES } from '../../src/ingest/sources.ts'
import { readChanges, readLedger } from '../../src/ledger/files.ts'
import { formatRehearsal, rehearse } from '../../src/nightly/rehearsal.ts'
import type { RunOptions } from '../../src/nightly/report.ts'
import { runNight } from '../../src/nightly/run.ts'
import { scratch } from '../api.ts'
import { pair, pointing, SIMPLER_KEY, simplerApi } from '../ingest/apis.ts'
import { LISTS, openLists } from '../ingest/from/portals/lists.ts'
import { testNetwork } from '../ingest/night.ts'
import { standIn } from '../ingest/stand-in.ts'
import { readContents } from '../nightly/folders.ts'
import { formatBonfire, LIST, openServers, seasonFolder } from './servers.ts'
import {
  BONFIRE,
  createListed,
  createNotice,
  createRelease,
  createRule,
  firstWorld,
  HOSTS,
  PORTALS,
  type World,
} from './world.ts'

const SEASON = SOURCES.map((source) => (source.name === 'award-lists' ? createAwardListSource([LIST]) : source))

/** The options of a run against the servers of the season, or from a recording. */
function createOptions(folders: { data: string; out: string }, env: Record<string, string>, now: Date, tape?: Tape) {
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

const copyFolders = (data: string): { data: string; out: string } => {
  const copy = path.join(scratch(), 'data')
  cpSync(data, copy, { recursive: true })
  return { data: copy, out: path.join(copy, 'baked') }
}

/** Everything but the reports, which tell how long the run took, and files with the time of the bake. */
const published = ({ data }: { data: string }) =>
  Object.fromEntries(
    Object.entries(readContents(data)).filter(
      ([file]) => /^(?:records|history)\//.test(file) && !/\/reports\//.test(file),
    ),
  )

const untimed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, field) => (['at', 'was', 'ms'].includes(key) ? undefined : field)))

const UTAH = 'https://utah.bonfirehub.com'
/** The lists of portals that are not among the servers of the season. */
const MORE_LISTS = LISTS.filter(({ portal }) => !(PORTALS as readonly string[]).includes(portal.name))

/** What the portals list in a night: the second one changes the first row, closes the second and adds a third. */
const listedIn = (night: number): [number, string][] =>
  night === 1
    ? [
        [1, 'Rural health clinics'],
        [2, 'Rural health nurses'],
      ]
    : [
        [1, 'Rural health clinics, extended'],
        [3, 'Rural health vans'],
      ]

/** Stand-ins for every source of the service; Grants.gov's new API in place of the classic one, if the test says so. */
async function openEverything(world: World, isSimpler: boolean): Promise<Record<string, string>> {
  const { env } = await openServers(world)
  const getNight = () => (world.now.getUTCDate() === 20 ? 1 : 2)
  const lists = await openLists((shape, asked) => {
    const rows = listedIn(getNight()).map(([number, title]) => shape.row(number, title))
    return shape.answer(rows, rows.length, asked)
  }, MORE_LISTS)
  const utah = await standIn(({ path }) => {
    const bids = listedIn(getNight()).map(([number, title]) => ({ id: `${number}`, title, due: '2027-09-15' }))
    const body = formatBonfire(bids, UTAH)
    return path === '/opportunities/rss' ? { type: 'application/rss+xml', body } : { status: 404 }
  })
  const hosts = [[new URL(UTAH).host, utah] as const, ...lists]
  const map = hosts.map(([host, { origin }]) => `https://${host}=${origin}`)
  const both: Record<string, string> = { ...env, INGEST_ORIGIN_MAP: [env.INGEST_ORIGIN_MAP, ...map].join(',') }
  if (!isSimpler) return both
  const gone = await standIn(() => ({ status: 404, json: { message: 'Not Found' } }))
  const simpler = await simplerApi(() =>
    getNight() === 1
      ? [pair('1'), pair('2', 'forecasted'), pair('3')]
      : [pair('1'), pair('2'), pair('3', 'closed'), pair('4')],
  )
  const { INGEST_ORIGIN_MAP: newApi } = pointing({ grantsGov: gone, simplerGrants: simpler })
  const apis = [both.INGEST_ORIGIN_MAP, newApi].join(',')
  return { ...both, SIMPLER_GRANTS_KEY: SIMPLER_KEY, INGEST_ORIGIN_MAP: apis }
}

/** Something new, something changed and something removed in what the sources of the season hold. */
function changeEverything({ notices, rules, grants, listed, releases, bids, pages }: World): void {
  notices.push(createNotice(100), createNotice(101, { status: 'forecasted', due: null }))
  Object.assign(notices[0]!, { due: '2027-06-01', amount: null, version: 2, updated: '2026-11-20' })
  Object.assign(notices[1]!, { status: 'withdrawn', title: 'Rural grants [skip ci] @octocat Fixes #1' })
  rules.push(createRule(100))
  Object.assign(rules[0]!, { commentsClose: null })
  Object.assign(grants[0]!, { amount: 60_100 })
  listed.push(createListed(100))
  listed.shift()
  releases.push(createRelease(100))
  Object.assign(bids[0]!, { isListed: false })
  pages.set(HOSTS[0]!, 'Round 100 is open for applications.')
}

/** The classic API is that of the season too. */
const GRANTS_APIS = [
  [', with the new API of Grants.gov', true],
  [', with the classic API of Grants.gov', false],
] as const

it.each(process.env.LONG ? GRANTS_APIS : GRANTS_APIS.slice(0, 1))(
  'a rehearsal of all sources prints what the run then publishes and touches nothing, and a recording gives the same publication%s',
  async (_, isSimpler) => {
    const folders = seasonFolder([...LISTS.map(({ portal }) => portal.state), 'UT'], { NE: BONFIRE, UT: UTAH })
    const world = firstWorld(new Date('2026-11-20T08:00:00.000Z'))
    const env = await openEverything(world, isSimpler)
    const first = await runNight(createOptions(folders, env, world.now))
    expect(first.sources.map(({ source }) => source)).toEqual(SOURCES.map(({ name }) => name))
    expect(first.sources.filter(({ failed, quarantined }) => failed !== null || quarantined.length > 0)).toEqual([])
    world.now = new Date('2026-11-21T08:00:00.000Z')
    changeEverything(world)

    const before = readContents(folders.data)
    const earlier = copyFolders(folders.data)
    const rehearsal = await rehearse(createOptions(folders, env, world.now))
    expect(readContents(folders.data)).toEqual(before)
    expect(rehearsal.report.outcome).toBe('published')

    const recorded = path.join(scratch(), 'recording')
    const recording = { now: world.now.toISOString(), sources: SEASON.map(({ name }) => name) }
    const publishedBefore = readLedger(folders.data)?.publications.length ?? 0
    const report = await runNight(createOptions(folders, env, world.now, recordTo(recorded, recording)))
    const changes = readChanges(folders.data, readLedger(folders.data)?.publications.slice(publishedBefore) ?? [])
    expect(untimed(rehearsal.changes)).toEqual(untimed(changes))
    const told = ({ sources, changes: events }: typeof report) =>
      untimed([sources.map(({ source, edits, quarantined }) => ({ source, edits, quarantined })), events])
    expect(told(rehearsal.report)).toEqual(told(report))
    // Every new portal adds one solicitation, changes one and closes one.
    for (const { portal } of MORE_LISTS) {
      expect(report.sources.find(({ source }) => source === portal.name)).toMatchObject({ new: 1, changed: 2 })
    }

    const { recording: read, tape } = replayFrom(recorded)
    expect(read).toEqual(recording)
    world.notices.length = 0
    const replayed = await runNight(createOptions(earlier, env, new Date(read.now), tape))
    expect(replayed.datasetVersion).toBe(report.datasetVersion)
    expect(published(earlier)).toEqual(published(folders))
    expect(
      readdirSync(recorded)
        .map((file) => readFileSync(path.join(recorded, file), 'utf8'))
        .join(),
    ).not.toContain(SIMPLER_KEY)

    const text = formatRehearsal(rehearsal)
    for (const { name } of SOURCES) expect(text).toMatch(new RegExp(`\\n${name}: \\d+ requests, \\d+ KB, `))
    expect(text).toMatch(/\n {2}api\.usaspending\.gov: \d+ requests \(.*200 x\d+/)
    expect(text).toMatch(/\n {2}added {2}notices [\w-]+: "Rural /)
    expect(text).toMatch(
      /\n {2}changed {2}notices [\w-]+, title: "Rural health clinics" becomes "Rural health clinics, extended"/,
    )
    expect(text).toMatch(/\nWould be published: \d+ changed records, \d+ events\n {2}(?:added|changed|ended) /)
    expect(text).toContain('No check would block the run.')
  },
  60_000,
)

it('a recording does not overwrite another, and only a recording is replayed', () => {
  const folder = scratch()
  recordTo(path.join(folder, 'one'), { now: '2026-11-21T08:00:00.000Z', sources: [] })
  expect(() => recordTo(path.join(folder, 'one'), { now: '2026-11-21T08:00:00.000Z', sources: [] })).toThrow(
    /is not empty; record into a new one/,
  )
  expect(() => replayFrom(folder)).toThrow(/is not a recording/)
  expect(existsSync(path.join(folder, 'one', 'recording.json'))).toBe(true)
})
