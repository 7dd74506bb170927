import { mkdirSync, rmSync } from 'node:fs'
import { readManifest } from '../bake/folder/manifest.ts'
import { candidateFolder } from '../bake/release.ts'
import { discard } from '../records/staging.ts'
import { attempt, NOTHING } from './attempt.ts'
import { failureText } from './disk.ts'
import { lock } from './lock.ts'
import type { RunOptions } from './options.ts'
import { type Ended, type Report, writeReport } from './report.ts'

/**
 * Performs one nightly run: ingests into a copy of the dataset, finds what changed, bakes a candidate, checks it, and
 * puts dataset and bake in place. Nothing live is touched before the checks pass; a run that is refused, fails or is
 * killed changes nothing. Every run writes its report, even if it fails.
 * @throws Error when another run is in progress on the dataset
 */
export async function nightlyRun(options: RunOptions): Promise<Report> {
  const { data, out, now } = options
  const began = performance.now()
  mkdirSync(out, { recursive: true })
  const unlock = lock(data, now)
  try {
    const ended = await attempted(options)
    const report: Report = {
      date: now.toISOString().slice(0, 10),
      startedAt: now.toISOString(),
      ...ended,
      datasetVersion: readManifest(out)?.datasetVersion ?? null,
      ms: Math.round(performance.now() - began),
    }
    try {
      writeReport(data, report)
    } catch (error) {
      const reason = `The report could not be written: ${failureText(error, [data, out])}`
      return { ...report, outcome: 'failed', reasons: [...report.reasons, { check: 'report', reason }] }
    }
    return report
  } finally {
    unlock()
  }
}

/** One attempt at a run. Its temporary files are removed, so that even on a full disk there is room for the report. */
async function attempted(options: RunOptions): Promise<Ended> {
  const { data, out } = options
  try {
    return await attempt(options)
  } catch (error) {
    const reason = failureText(error, [data, out])
    return { ...NOTHING, outcome: 'failed', reasons: [{ check: 'night', reason }] }
  } finally {
    discard(data)
    rmSync(candidateFolder(out), { recursive: true, force: true })
  }
}
