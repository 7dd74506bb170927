import type { Allowed } from '../bake/folder/manifest.ts'
import type { Checked } from '../bake/prepare.ts'
import { publish } from '../bake/publish/publish.ts'
import type { Batch } from '../ingest/run.ts'
import type { Finding } from '../ingest/source.ts'
import type { Records } from '../schema/records.ts'
import { type Baseline, type Figures, type Found, getFigures } from './gate/baseline.ts'
import { BATCH_CHECKS, firstBatchFindings, PUBLICATION_CHECKS } from './gate/checks.ts'

export type Named = Found & { check: string }

export type Bench = ReturnType<typeof openBench>

/** The subjects of the checks of the change feed, as a whole and by state. */
const FEED = /^activity\b/

const getName = ({ check, subject }: Named): string => `${check} ${subject}`

/**
 * Judges the changes that each source would make to the dataset: against its earlier data, and by the effect on the
 * publication. The first time a source is queried, absolute bounds take the place of its earlier data.
 */
export function openBench(dataset: Checked, last: Baseline | null, allowed: readonly Allowed[]) {
  const figures = new WeakMap<object, Figures>()
  const figuresFor = (records: Readonly<Records>): Figures => {
    const known =
      figures.get(records) ??
      getFigures(publish({ ...dataset, records: records as Records, errors: [], formatLine: () => 0 }, null))
    figures.set(records, known)
    return known
  }
  const excused = new Set<string>()
  let mayFeedGrow = false
  const used = new Set<Allowed>()

  const judge = (batch: Batch): Finding[] => {
    // A source that returned nothing so far has no earlier batch.
    const fetchedBefore = last?.fetched[batch.source] || null
    const own =
      fetchedBefore === null
        ? firstBatchFindings(batch).map((found) => ({ check: 'first', ...found }))
        : findings(BATCH_CHECKS, (find) => find(batch, fetchedBefore))
    const published =
      last && batch.edits.length > 0
        ? findings(PUBLICATION_CHECKS, (find) => find(figuresFor(batch.after), figuresFor(batch.before)))
        : []
    const blocking = (batch.isReleased ? [] : [...own, ...published]).filter(({ check }) => {
      const override = allowed.find((one) => one.check === check)
      if (override) used.add(override)
      return !override
    })
    if (blocking.length === 0) {
      for (const finding of published) excused.add(getName(finding))
      // New records are expected to add events to the feed.
      mayFeedGrow ||= published.length > 0 || batch.isReleased
    }
    return blocking.map(({ check, reason }) => ({ check, reason }))
  }

  const isFeedGrowth = ({ check, subject }: Named) => check === 'growth' && FEED.test(subject)
  const isExcused = (finding: Named) => excused.has(getName(finding)) || (mayFeedGrow && isFeedGrowth(finding))

  return {
    judge,
    /** Findings for which a batch was already excused; they do not stop the run. */
    isExcused,
    used: (): Allowed[] => [...used],
  }
}

export function findings<Find>(
  checks: Readonly<Record<string, { find: Find }>>,
  ask: (find: Find) => readonly Found[],
): Named[] {
  return Object.entries(checks).flatMap(([check, { find }]) => ask(find).map((found) => ({ check, ...found })))
}
