import { mkdirSync, rmSync } from 'node:fs'
import { candidateFolder, readManifest } from '../bake/release.ts'
import { discard } from '../records/staging.ts'
import { attempt, NOTHING } from './attempt.ts'
import { failureText } from './disk.ts'
import { lock } from './lock.ts'
import type { NightOptions } from './options.ts'
import { type Ended, type Report, writeReport } from './report.ts'

/**
 * One night: ingest into a copy of the dataset, find what changed, bake a candidate, check it at the gate, and put
 * dataset and bake in place. Nothing that is live is touched before the gate is passed; a night that is refused, fails
 * or is killed changes nothing. Every night writes its report, one that fails too.
 * @throws Error when another night is running on the dataset
 */
export async function night(options: NightOptions): Promise<Report> {
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

/** An attempt at a night; what it leaves is removed, so that even on a full disk there is room for the report. */
async function attempted(options: NightOptions): Promise<Ended> {
  const { data, out } = options
  try {
    return await attempt(options)
  } catch (error) {
    const reason = failureText(error, [data, out])
    return {
      ...NOTHING,
      outcome: 'failed',
      reasons: [{ check: 'night', reason }],
    }
  } finally {
    discard(data)
    rmSync(candidateFolder(out), { recursive: true, force: true })
  }
}
