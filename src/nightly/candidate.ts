import type { Allowed } from '../bake/folder/manifest.ts'
import { type Prepared, prepare } from '../bake/prepare.ts'
import { writePublished } from '../bake/publish/ledger.ts'
import type { Publication } from '../bake/publish/publish.ts'
import { candidateFolder, noteAllowed, writeBake } from '../bake/release.ts'
import type { Finding, SourceResult } from '../ingest/source.ts'
import { DatasetError, errorText } from '../records/dataset-error.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import { openService } from '../store/service.ts'
import { type Baseline, fetchedAfter, getFigures, readBaseline, writeBaseline } from './gate/baseline.ts'
import { PUBLICATION_CHECKS } from './gate/checks.ts'
import { serviceFindings } from './gate/service.ts'
import { type Bench, findings } from './judge.ts'
import type { RunOptions } from './options.ts'

/** A baked candidate: why it may not be published, the overrides that were used, and its new change events. */
export interface Built {
  reasons: Finding[]
  allowed: Allowed[]
  changes: ChangeEvent[]
}

/** Bakes the candidate of a staged dataset into its folder and checks it. */
export async function candidate(
  staged: string,
  results: readonly SourceResult[],
  bench: Bench,
  { out, now, allowed, progress }: RunOptions,
): Promise<Built> {
  let prepared: Prepared
  try {
    const run = { pages: results.flatMap(({ changes }) => changes), now: now.getTime() }
    prepared = await prepare(staged, progress, run)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    const reasons = error.errors.map((one) => ({ check: 'records', reason: errorText(one) }))
    return { reasons, allowed: [], changes: [] }
  }
  const { publication } = prepared
  const changes = await writePublished(staged, prepared, publication)

  const folder = candidateFolder(out)
  const last = readBaseline(staged)
  const manifest = await writeBake(publication, folder, now.getTime(), progress)
  await writeBaseline(staged, getBaseline(publication, manifest.datasetVersion, last, results))
  progress('check the candidate', 0)
  const found = await gateFindings(folder, prepared, last, bench, now.getTime())
  const used = [...bench.used(), ...allowed.filter(({ check }) => found.some((finding) => finding.check === check))]
  const reasons = found.filter(({ check }) => !used.some((one) => one.check === check))
  if (reasons.length === 0 && used.length > 0) noteAllowed(folder, manifest, used)
  return { reasons, allowed: used, changes }
}

async function gateFindings(
  folder: string,
  { allotments, publication }: Prepared,
  last: Baseline | null,
  bench: Bench,
  now: number,
): Promise<Finding[]> {
  const figures = getFigures(publication)
  const published = last ? findings(PUBLICATION_CHECKS, (find) => find(figures, last)) : []
  const service = openService(folder)
  try {
    const served = await serviceFindings({ publication, allotments, service, now })
    const all = [...published.filter((finding) => !bench.isExcused(finding)), ...served]
    return all.map(({ check, reason }) => ({ check, reason }))
  } finally {
    service.close()
  }
}

function getBaseline(
  publication: Publication,
  datasetVersion: string,
  last: Baseline | null,
  results: readonly SourceResult[],
): Baseline {
  const taken = results.filter(({ failed, isHeldBack }) => failed === null && !isHeldBack)
  return { ...getFigures(publication), datasetVersion, fetched: fetchedAfter(last?.fetched ?? {}, taken) }
}
