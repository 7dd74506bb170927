import { expect, it } from 'vitest'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { awardListSource, awardPdfSource } from '../../src/ingest/from/award-lists.ts'
import { cmsNewsroom } from '../../src/ingest/from/cms-newsroom.ts'
import { federalRegister } from '../../src/ingest/from/federal-register.ts'
import { grantsGov } from '../../src/ingest/from/grants-gov/source.ts'
import { bonfire } from '../../src/ingest/from/portals/bonfire.ts'
import { delawareBids, hawaiiHands, iowaBids, southDakotaBoard } from '../../src/ingest/from/portals/json-lists.ts'
import { portalSource } from '../../src/ingest/from/portals/portal.ts'
import { usaspending } from '../../src/ingest/from/usaspending.ts'
import { pagesSource } from '../../src/ingest/pages/source.ts'
import { ingest } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import { readBaseline } from '../../src/nightly/gate/baseline.ts'
import type { Report } from '../../src/nightly/report.ts'
import { nightlyRun } from '../../src/nightly/run.ts'
import { testNetwork } from '../ingest/night.ts'
import { type datasetFolder, feedOf } from '../nightly/folders.ts'
import { longSeason, shortSeason } from './cases.ts'
import { expectedChanges, ledgerChanges, ledgerOf } from './ledger.ts'
import { expectedEvents, observed, pageEvents, published, type Sights, type Slices, shownAt } from './observer.ts'
import type { Night } from './plan.ts'
import {
  LIST,
  openServers,
  PDF_LIST,
  SEASON_SOURCES,
  type SeasonSource,
  type Servers,
  seasonFolder,
} from './servers.ts'
import { firstWorld, HOSTS, type World } from './world.ts'

const FIRST = Date.parse('2026-11-20T08:00:00.000Z')
const DAY_MS = 86_400_000
/** The season is short by default: every event once. */
const PLANS = process.env.LONG ? longSeason(120) : shortSeason()

const SOURCES = [
  grantsGov,
  usaspending,
  federalRegister,
  cmsNewsroom,
  bonfire,
  ...[delawareBids, hawaiiHands, iowaBids, southDakotaBoard].map(portalSource),
  awardListSource([LIST]),
  awardPdfSource([PDF_LIST]),
  pagesSource,
]
type Folders = ReturnType<typeof datasetFolder>

function oneNight(
  folders: Folders,
  servers: Servers,
  { now }: World,
  release: readonly SeasonSource[],
): Promise<Report> {
  const settings = readIngestSettings(servers.env)
  return nightlyRun({
    ...folders,
    now,
    allowed: [],
    progress: () => {},
    ingest: async (data, judge) => {
      const network = testNetwork(servers.env, { timeoutMs: 3_000, now: () => now.getTime() })
      const released = new Set<string>(release)
      const results = await ingest({ sources: SOURCES, data, network, settings, now, judge, released, clock: () => 0 })
      const skewMs = network.skewMs()
      await network.close()
      return { results, skewMs }
    },
  })
}

/** Names of the sources that a night could not take, each with why. */
function heldIn(report: Report): Record<string, string> {
  return Object.fromEntries(
    report.sources.flatMap(({ source, quarantined }) => {
      const whole = quarantined.filter(({ check }) => check !== 'dates')
      return whole[0] ? [[source, whole[0].check]] : []
    }),
  )
}

const failedIn = (report: Report): string[] => report.sources.flatMap(({ source, failed }) => (failed ? [source] : []))

/**
 * The expected state after a run: the truth for sources that were used, the previous state for the others and for
 * held-back rows.
 */
function expectedSlices(truth: Slices, before: Slices, plan: Night, world: World): Slices {
  const expected = { ...truth }
  const names = SEASON_SOURCES.filter((name) => name !== 'pages')
  for (const name of names) {
    const isStopped = plan.outcome !== undefined || plan.held?.[name] || plan.failed?.includes(name)
    if (isStopped) expected[name] = before[name]
    for (const key of plan.heldRows?.[name]?.(world) ?? []) {
      const { [key]: _, ...others } = expected[name]
      const stood = before[name][key]
      expected[name] = stood ? { ...others, [key]: stood } : others
    }
  }
  return expected
}

it(`a season of ${PLANS.length} runs: each publishes what a perfect observer would publish, or gives its reason`, async () => {
  const folders = seasonFolder(['DE', 'IA', 'SD'])
  const world = firstWorld(new Date(FIRST))
  const servers = await openServers(world)
  await oneNight(folders, servers, world, [])
  let truth = observed(world, null)
  let stood = truth
  const sights: Sights = { words: new Map(world.pages), down: new Set() }
  expect(await published(folders, world.now)).toEqual(shownAt(stood, world.now))

  for (const [number, planned] of PLANS.entries()) {
    world.now = new Date(FIRST + (number + 1) * DAY_MS)
    const plan = planned(world)
    const label = `night ${number + 1}: ${plan.name}`
    plan.truth?.(world, 100 + number)
    plan.person?.(folders.data)
    servers.tell(plan.lies ?? {}, plan.clockMs ?? 0)
    const told = feedOf(folders.data).length
    const { count } = ledgerOf(folders)
    const before = stood
    const report = await oneNight(folders, servers, world, plan.release ?? [])
    expectOutcome(report, plan, label)
    truth = observed(world, truth)
    stood = expectedSlices(truth, before, plan, world)
    expect([label, await published(folders, world.now)]).toEqual([label, shownAt(stood, world.now)])
    const isStopped = plan.outcome !== undefined || plan.held?.pages !== undefined
    const unseen = new Set(isStopped ? HOSTS : (plan.unseen ?? []))
    const events = expectedEvents(world, sights, unseen, new Set(plan.down))
    expect([label, pageEvents(folders.data, told)]).toEqual([label, events])
    const changes = expectedChanges(shownAt(before, world.now), shownAt(stood, world.now))
    expect([label, ledgerChanges(folders, count, world.now)]).toEqual([label, changes])
    expectAgreement(folders, label)
  }
}, 600_000)

function expectOutcome(report: Report, plan: Night, label: string): void {
  const { outcome, reasons } = report
  const isPublished = outcome === 'published' || outcome === 'unchanged'
  expect([label, isPublished ? 'published' : outcome, isPublished ? reasons : []]).toEqual([
    label,
    plan.outcome ?? 'published',
    [],
  ])
  if (plan.outcome === 'refused') return
  expect([label, heldIn(report), failedIn(report)]).toEqual([label, plan.held ?? {}, plan.failed ?? []])
}

/** Ledger, feed and bake belong to one run. */
function expectAgreement({ data, out }: Folders, label: string): void {
  const times = feedOf(data).map(({ occurredAt }) => String(occurredAt))
  expect([label, times]).toEqual([label, [...new Set(times)].sort()])
  expect([label, readManifest(out)?.datasetVersion]).toEqual([label, readBaseline(data)?.datasetVersion])
  expect([label, readManifest(out)?.counts.activity]).toEqual([label, times.length])
  expect([label, ledgerOf({ data, out }).version]).toEqual([label, readManifest(out)?.datasetVersion])
}
