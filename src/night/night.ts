import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bake } from '../bake/bake.ts'
import type { Allowed } from '../bake/manifest.ts'
import { prepare } from '../bake/prepare.ts'
import { adopt, candidateFolder, readManifest } from '../bake/release.ts'
import type { SourceResult } from '../ingest/source.ts'
import type { Progress } from '../records/dataset.ts'
import { DatasetFault, faultText } from '../records/fault.ts'
import { FEED_FILE, historyFile } from '../records/folder.ts'
import type { Night } from '../resources/publishing.ts'
import { untoldIn } from '../rules/changes.ts'
import { HISTORY } from '../schema/history.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import { openService } from '../store/service.ts'
import { baselineOf, readBaseline, writeBaseline } from './baseline.ts'
import { type Refusal, refusals } from './gate.ts'
import { lock } from './lock.ts'
import { type Report, writeReport } from './report.ts'
import { recordSourceStates } from './source-states.ts'
import { discard, settle, stage, takeOver } from './staging.ts'

export interface NightOptions {
  /** The dataset folder, with `records` and `history`. */
  data: string
  /** The folder of the bake that is live. */
  out: string
  now: Date
  /** Brings the staged dataset up to date and tells what each source came to. */
  ingest: (staged: string) => Promise<SourceResult[]>
  /** Checks of the gate that a person overrides for this night. */
  allowed: readonly Allowed[]
  progress: Progress
}

/**
 * One night: ingest into a copy of the dataset, find what changed, bake a candidate, check it at the gate, and put
 * dataset and bake in place. Nothing that is live is touched before the gate is passed; a refused or killed night
 * changes nothing, and its report says why.
 */
export async function night(options: NightOptions): Promise<Report> {
  const { data, out, now, progress } = options
  const began = performance.now()
  mkdirSync(out, { recursive: true })
  const unlock = lock(data)
  try {
    settle(data)
    const staged = stage(data)
    const sources = await options.ingest(staged)
    await recordSourceStates(staged, sources, now)
    const attempt = await candidate(staged, sources, options)
    const live = () => readManifest(out)?.datasetVersion ?? null
    const before = live()
    if (attempt.reasons.length > 0) discard(data)
    else {
      takeOver(data)
      progress('put in place', 0)
      adopt(candidateFolder(out), out)
    }
    const report: Report = {
      date: now.toISOString().slice(0, 10),
      startedAt: now.toISOString(),
      outcome: attempt.reasons.length > 0 ? 'refused' : live() === before ? 'unchanged' : 'published',
      reasons: attempt.reasons,
      allowed: attempt.allowed,
      sources,
      changes: attempt.reasons.length > 0 ? [] : attempt.changes,
      datasetVersion: live(),
      ms: Math.round(performance.now() - began),
    }
    writeReport(data, report)
    return report
  } finally {
    discard(data)
    rmSync(candidateFolder(out), { recursive: true, force: true })
    unlock()
  }
}

interface Attempt {
  reasons: Refusal[]
  allowed: Allowed[]
  changes: ChangeEvent[]
}

/** Bakes the candidate of a staged dataset and lists the reasons not to publish it. */
async function candidate(staged: string, sources: readonly SourceResult[], options: NightOptions): Promise<Attempt> {
  const { out, now, allowed, progress } = options
  const pages = sources.flatMap((source) => source.changes)
  const prepared = await soundDataset(staged, progress, { pages, now: now.getTime() })
  if ('reasons' in prepared) return { ...prepared, allowed: [], changes: [] }
  const { dataset, publication } = prepared
  // The feed only grows: what comes after the published events is new.
  const changes = publication.activity.slice(dataset.history.feed?.length ?? 0).map(({ item }) => item)
  mkdirSync(path.join(staged, 'history'), { recursive: true })
  appendFileSync(historyFile(staged, FEED_FILE), linesOf(changes))
  if (dataset.history.feed === null)
    writeFileSync(historyFile(staged, HISTORY.untold.file), linesOf(untoldIn(publication, changes)))

  const last = readBaseline(staged)
  writeBaseline(staged, baselineOf(publication))
  bake(publication, candidateFolder(out), now.getTime(), progress)
  progress('check the candidate', 0)
  const service = openService(candidateFolder(out))
  try {
    const found = await refusals({ publication, service, last, now: now.getTime() })
    const overridden = allowed.filter(({ check }) => found.some((refusal) => refusal.check === check))
    const reasons = found.filter(({ check }) => !overridden.some((one) => one.check === check))
    if (reasons.length === 0 && overridden.length > 0)
      bake(publication, candidateFolder(out), now.getTime(), progress, overridden)
    return { reasons, allowed: overridden, changes }
  } finally {
    service.close()
  }
}

/** The staged dataset and its publication, or every fault of its records. */
async function soundDataset(
  staged: string,
  progress: Progress,
  news: Night,
): Promise<Awaited<ReturnType<typeof prepare>> | { reasons: Refusal[] }> {
  try {
    return await prepare(staged, progress, news)
  } catch (error) {
    if (!(error instanceof DatasetFault)) throw error
    return { reasons: error.faults.map((fault) => ({ check: 'records', reason: faultText(fault) })) }
  }
}

const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
