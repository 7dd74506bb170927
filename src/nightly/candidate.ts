import { type Checked, prepare, writePublished } from '../bake/bake.ts'
import { findCrossErrors } from '../bake/checks/cross-checks.ts'
import type { Allowed } from '../bake/folder/manifest.ts'
import { publish } from '../bake/publication.ts'
import { getCandidateFolder, noteAllowed, writeBake } from '../bake/release.ts'
import type { Batch } from '../ingest/run.ts'
import type { Finding, SourceResult } from '../ingest/source.ts'
import { onceEach } from '../rules/once.ts'
import type { Records } from '../schema/records.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import { openService } from '../store/service.ts'
import {
  BATCH_CHECKS,
  type Baseline,
  checkFirstBatch,
  type Found,
  getFigures,
  PUBLICATION_CHECKS,
  readBaseline,
  toFetchedAfter,
  writeBaseline,
} from './gate/checks.ts'
import { findServiceFaults } from './gate/service.ts'
import type { RunOptions } from './report.ts'

/**
 * Bakes the candidate of a staged dataset into its folder and checks it.
 * @returns why it may not be published, the overrides that were used, and its new change events
 */
export async function prepareCandidate(
  staged: string,
  results: readonly SourceResult[],
  bench: ReturnType<typeof openBench>,
  { out, now, allowed, progress }: RunOptions,
): Promise<{ reasons: Finding[]; allowed: Allowed[]; changes: ChangeEvent[] }> {
  const run = { pages: results.flatMap(({ changes }) => changes), now: now.getTime() }
  const prepared = await prepare(staged, progress, run)
  const { publication } = prepared
  const changes = await writePublished(staged, prepared)

  const folder = getCandidateFolder(out)
  const last = readBaseline(staged)
  const manifest = await writeBake(publication, folder, now.getTime(), progress)
  const taken = results.filter(
    ({ source, failed, isHeldBack }) => failed === null && !isHeldBack && bench.isCounted(source),
  )
  const fetched = toFetchedAfter(last?.fetched ?? {}, taken)
  const figures = getFigures(publication)
  await writeBaseline(staged, { ...figures, datasetVersion: manifest.datasetVersion, fetched })
  progress('check the candidate', 0)
  const published = last ? collectFindings(PUBLICATION_CHECKS, (find) => find(figures, last)) : []
  const service = openService(folder)
  const served = await findServiceFaults({ publication, service, now: now.getTime() })
    // Closed in any case, so that its files can be removed.
    .finally(() => service.close())
  const all = [...published.filter((finding) => !bench.isExcused(finding)), ...served]
  const used = [...bench.used(), ...allowed.filter(({ check }) => all.some((finding) => finding.check === check))]
  const reasons = all.flatMap(({ check, reason }) =>
    used.some((one) => one.check === check) ? [] : [{ check, reason }],
  )
  if (reasons.length === 0 && used.length > 0) noteAllowed(folder, manifest, used)
  return { reasons, allowed: used, changes }
}

type Named = Found & { check: string }

/**
 * Judges the changes that each source would make to the dataset: against its earlier data, and by the effect on the
 * publication. The first time a source is queried, absolute bounds take the place of its earlier data.
 */
export function openBench(dataset: Checked, last: Baseline | null, allowed: readonly Allowed[]) {
  const countFigures = onceEach((records: Readonly<Records>) =>
    getFigures(publish({ ...dataset, records: records as Records, errors: [], formatLine: () => 0 }, null)),
  )
  const excused = new Set<string>()
  let mayFeedGrow = false
  const used = new Set<Allowed>()
  // A source of which only a part was read says nothing about how many rows it has.
  const counted = new Set<string>()

  /** Errors that would keep the whole run from being published: the sources before this one left the dataset sound. */
  function findRecordErrors({ source, after }: Batch): Named[] {
    const all = Object.values(after).flat() as { id?: string }[]
    const formatLine = (record: object) => all.indexOf(record)
    const errors = findCrossErrors({ ...dataset, records: after as Records, errors: [], formatLine })
    return errors.map(({ file, line, field, reason }) => ({
      check: 'records',
      subject: source,
      reason: `${file}: ${all[line]?.id}: ${field}: ${reason}`,
    }))
  }

  const judge = (batch: Batch): Finding[] => {
    // A source that returned nothing so far has no earlier batch.
    const fetchedBefore = last?.fetched[batch.source] || null
    const inBatch =
      fetchedBefore === null
        ? checkFirstBatch(batch).map((one) => ({ check: 'first', ...one }))
        : collectFindings(BATCH_CHECKS, (find) => find(batch, fetchedBefore))
    const published =
      last && batch.edits.length > 0
        ? collectFindings(PUBLICATION_CHECKS, (find) => find(countFigures(batch.after), countFigures(batch.before)))
        : []
    const unusual = (batch.isReleased ? [] : [...inBatch, ...published]).filter(({ check }) => {
      const override = allowed.find((one) => one.check === check)
      if (override) used.add(override)
      return !override
    })
    const blocking = [...unusual, ...(batch.edits.length > 0 ? findRecordErrors(batch) : [])]
    if (blocking.length === 0) {
      for (const { check, subject } of published) excused.add(`${check} ${subject}`)
      // New records are expected to add events to the feed.
      mayFeedGrow ||= published.length > 0 || batch.isReleased
      if (batch.fetched !== null || batch.isReleased) counted.add(batch.source)
    }
    return blocking.map(({ check, reason }) => ({ check, reason }))
  }

  const isExcused = ({ check, subject }: Named) =>
    excused.has(`${check} ${subject}`) || (mayFeedGrow && check === 'growth' && /^activity\b/.test(subject))
  return { judge, isExcused, isCounted: (source: string) => counted.has(source), used: (): Allowed[] => [...used] }
}

function collectFindings<Find>(
  checks: Readonly<Record<string, { find: Find }>>,
  ask: (find: Find) => readonly Found[],
): Named[] {
  return Object.entries(checks).flatMap(([check, { find }]) => ask(find).map((one) => ({ check, ...one })))
}
