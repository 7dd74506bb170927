import { mkdirSync, rmSync } from 'node:fs'
import { checkDataset, prepare } from '../bake/bake.ts'
import { type Rollback, readRollback } from '../bake/folder/kept.ts'
import { lock } from '../bake/folder/lock.ts'
import { type Manifest, readManifest, renewFreshness } from '../bake/folder/manifest.ts'
import { adopt, getCandidateFolder, writeBake } from '../bake/release.ts'
import { DatasetError, formatRecordError } from '../records/ndjson.ts'
import { discard, settle, stage, takeOver } from '../records/staging.ts'
import { findNewest } from '../rules/awards/totals.ts'
import { openBench, prepareCandidate } from './candidate.ts'
import { readBaseline } from './gate/checks.ts'
import { findClockError, formatFailure } from './machine.ts'
import {
  type Ended,
  findSilentSources,
  noteSources,
  pruneReports,
  type Report,
  type RunOptions,
  writeReport,
} from './report.ts'
import { buildSite, rebuildSite } from './site.ts'

/**
 * Performs one nightly run: ingests into a copy of the dataset, finds what changed, bakes a candidate, checks it, and
 * puts dataset and bake in place. Nothing live is touched before the checks pass; a run that is refused, fails or is
 * killed changes nothing. Every run writes its report, even if it fails.
 * @throws Error when another run is in progress on the dataset
 */
export async function runNight(options: RunOptions): Promise<Report> {
  const { data, out, now } = options
  const began = performance.now()
  mkdirSync(out, { recursive: true })
  const unlock = lock(data, now)
  try {
    const ended = await attempt(options)
      .catch((error): Ended => {
        if (error instanceof DatasetError) return { ...NOTHING, ...toRefusal(error) }
        return {
          ...NOTHING,
          outcome: 'failed',
          reasons: [{ check: 'night', reason: formatFailure(error, [data, out]) }],
        }
      })
      // Removed before the report is written, so that even on a full disk there is room for it.
      .finally(() => {
        discard(data)
        rmSync(getCandidateFolder(out), { recursive: true, force: true })
      })
    const report: Report = {
      date: now.toISOString().slice(0, 10),
      startedAt: now.toISOString(),
      ...ended,
      datasetVersion: readManifest(out)?.datasetVersion ?? null,
      ms: Math.round(performance.now() - began),
    }
    try {
      await writeReport(data, report)
    } catch (error) {
      const reason = `The report could not be written: ${formatFailure(error, [data, out])}`
      return { ...report, outcome: 'failed', reasons: [...report.reasons, { check: 'report', reason }] }
    }
    return report
  } finally {
    unlock()
  }
}

/** @throws any error that is not about invalid records */
function toRefusal(error: unknown): Pick<Ended, 'reasons' | 'allowed' | 'changes'> {
  if (!(error instanceof DatasetError)) throw error
  const reasons = error.errors.map((problem) => ({ check: 'records', reason: formatRecordError(problem) }))
  return { reasons, allowed: [], changes: [] }
}

async function attempt(options: RunOptions): Promise<Ended> {
  const { data, out, now, allowed, progress } = options
  settle(data)
  await resume(options)
  const sound = await checkDataset(data)
  const times = [sound.history.feed?.at(-1)?.occurredAt, readManifest(out)?.builtAt]
  const clocks = { now, publishedAt: findNewest(times.filter((time) => time !== undefined)) }
  const isClockAllowed = allowed.some(({ check }) => check === 'clock')
  const early = findClockError({ ...clocks, skewMs: null })
  if (early && !isClockAllowed) return { ...NOTHING, reasons: [{ check: 'clock', reason: early }] }

  const staged = stage(data)
  const bench = openBench(sound, readBaseline(data), allowed)
  const { results, skewMs } = await options.ingest(staged, bench.judge)
  const problem = findClockError({ ...clocks, skewMs })
  if (problem && !isClockAllowed)
    return { ...NOTHING, sources: results, reasons: [{ check: 'clock', reason: problem }] }
  const clock = problem || early ? allowed.filter(({ check }) => check === 'clock') : []

  const refused = async (outcome: Ended['outcome'], reasons: Ended['reasons']): Promise<Ended> => {
    const freshness = await noteSources(data, sound.history, results, options, false)
    renewFreshness(out, freshness)
    const siteFault = await rebuildSite(options)
    const rollback = findPendingRollback(out)
    return { ...NOTHING, siteFault, rollback, outcome, sources: results, reasons, silent: findSilentSources(freshness) }
  }
  if (results.length > 0 && results.every(({ failed }) => failed !== null)) {
    const reasons = results.map(({ source, failed }) => ({ check: 'sources', reason: `${source}: ${failed}` }))
    return refused('silent', reasons)
  }
  const built = await prepareCandidate(staged, results, bench, options).catch(toRefusal)
  if (built.reasons.length > 0) return refused('refused', built.reasons)

  pruneReports(staged, now)
  const before = readManifest(out)?.datasetVersion ?? null
  const freshness = await noteSources(staged, sound.history, results, options, true)
  const siteFault = await buildSite(options, freshness)
  takeOver(data)
  progress('publish', 0)
  const { live, rollback } = putInPlace(getCandidateFolder(out), out)
  renewFreshness(out, freshness)
  return {
    ...NOTHING,
    outcome: live.datasetVersion === before ? 'unchanged' : 'published',
    allowed: [...clock, ...built.allowed],
    sources: results,
    changes: built.changes,
    silent: findSilentSources(freshness),
    siteFault,
    rollback,
  }
}

const NOTHING: Ended = {
  outcome: 'refused',
  reasons: [],
  allowed: [],
  sources: [],
  changes: [],
  silent: [],
  siteFault: null,
  rollback: null,
}

/**
 * Puts the candidate in place. If a person rolled the live bake back, a candidate identical to the bake they removed is
 * not put in place again; one with other data ends the rollback.
 * @returns the live bake after it, and the report's note about a rollback
 */
function putInPlace(candidate: string, out: string): { live: Manifest; rollback: string | null } {
  const rollback = readRollback(out)
  const live = readManifest(out)
  if (rollback && live && readManifest(candidate)?.datasetVersion === rollback.from) {
    return { live, rollback: findPendingRollback(out) }
  }
  const adopted = adopt(candidate, out)
  if (!rollback || adopted.datasetVersion === rollback.version) return { live: adopted, rollback: null }
  const ended = `This run ends the rollback by publishing ${adopted.datasetVersion}.`
  return { live: adopted, rollback: `${describeRollback(rollback)} ${ended}` }
}

function findPendingRollback(out: string): string | null {
  const rollback = readRollback(out)
  if (!rollback) return null
  return `${describeRollback(rollback)} ${rollback.version} stays live until the records give a different bake or someone runs "npm run bake".`
}

const describeRollback = ({ version, from, at }: Rollback): string =>
  `The bake was rolled back by hand from ${from} to ${version} at ${at}.`

/**
 * Bakes what the last run published if the live bake differs: that run died before it put its bake in place, or this
 * machine has only the records. Records edited since then are not published; they must pass the checks first. A bake
 * that was restored by a rollback stays.
 */
async function resume({ data, out, now, progress }: RunOptions): Promise<void> {
  const published = readBaseline(data)?.datasetVersion ?? null
  if (published === null || readRollback(out) || readManifest(out)?.datasetVersion === published) return
  const folder = getCandidateFolder(out)
  try {
    const { publication } = await prepare(data, progress)
    const { datasetVersion } = await writeBake(publication, folder, now.getTime(), progress)
    if (datasetVersion === published) adopt(folder, out)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
