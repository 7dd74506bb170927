import { readFreshness } from '../bake/folder/freshness.ts'
import { PAGES_FILE, parsePages } from '../ingest/pages/state.ts'
import type { SourceResult } from '../ingest/source.ts'
import type { History } from '../records/dataset.ts'
import { readHistory, writeHistory } from '../records/folder.ts'
import { ndjson } from '../records/ndjson.ts'
import { compare } from '../rules/text/words.ts'
import { latestFreshness } from '../rules/time/freshness.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import { type Freshness, HISTORY, NATIONAL, SILENT_AFTER_RUNS, type SourceState } from '../schema/history.ts'
import type { RunOptions } from './options.ts'

function stateAfter(before: SourceState | undefined, result: SourceResult, now: Date, isTaken: boolean): SourceState {
  const checkedAt = now.toISOString()
  const failedOn = [...new Set([...(before?.failedOn ?? []), checkedAt.slice(0, 10)])].slice(-SILENT_AFTER_RUNS)
  const hasChanged = isTaken && result.new + result.changed + result.removed > 0
  const confirmed: Record<string, string> = { ...before?.confirmed }
  if (isTaken) for (const state of result.confirmed) confirmed[state ?? NATIONAL] = checkedAt
  return {
    source: result.source,
    checkedAt,
    succeededAt: result.failed === null ? checkedAt : (before?.succeededAt ?? null),
    changedAt: hasChanged ? checkedAt : (before?.changedAt ?? null),
    failure: result.failed,
    failedOn: result.failed === null ? [] : failedOn,
    confirmed: Object.fromEntries(Object.entries(confirmed).sort(([a], [b]) => compare(a, b))),
  }
}

/**
 * Records in the history of a dataset folder how the sources responded.
 * @param isTaken whether their data is part of the dataset now, and confirms it
 * @returns the current state of the sources, for `renewFreshness`
 */
export async function noteSources(
  data: string,
  history: History,
  results: readonly SourceResult[],
  { out, now }: Pick<RunOptions, 'out' | 'now'>,
  isTaken: boolean,
): Promise<Freshness> {
  const before = latestFreshness(history, readFreshness(out))
  const states = new Map(before.sources.map((state) => [state.source, state]))
  for (const result of results) states.set(result.source, stateAfter(states.get(result.source), result, now, isTaken))
  const sources = [...states.values()].sort((a, b) => compare(a.source, b.source))
  if (results.length > 0) await recordSourceStates(data, history.sources, sources)
  return { sources, pages: parsePages(await readHistory(data, PAGES_FILE)) }
}

/** The sources that have failed so many nights in a row that they need attention. */
export const silentSources = ({ sources }: Freshness): SourceState[] =>
  sources.filter(({ failedOn }) => failedOn.length >= SILENT_AFTER_RUNS)

/**
 * How often the history is updated if a source's state differs only in times. The freshness file beside the bake has
 * them for every run.
 */
const NOTED_EVERY_MS = 7 * DAY_MS

/**
 * Writes the states to the history of a dataset. A state that differs only in its times is written once a week, so a
 * run without changes leaves the history unchanged.
 */
async function recordSourceStates(
  data: string,
  before: readonly SourceState[],
  after: readonly SourceState[],
): Promise<void> {
  const known = new Map(before.map((state) => [state.source, state]))
  const noted = after.map((state) => {
    const last = known.get(state.source)
    const isNews =
      !last ||
      formatFacts(last) !== formatFacts(state) ||
      Date.parse(state.checkedAt) - Date.parse(last.checkedAt) >= NOTED_EVERY_MS
    return isNews ? state : last
  })
  await writeHistory(data, HISTORY.sources.file, ndjson(noted))
}

const formatFacts = ({ failure, failedOn, changedAt, confirmed }: SourceState): string =>
  JSON.stringify([failure, failedOn, changedAt, Object.keys(confirmed)])
