import type { SourceResult } from '../ingest/source.ts'
import { readHistory, writeHistory } from '../records/folder.ts'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { compare } from '../rules/compare.ts'
import { HISTORY, type SourceState } from '../schema/history.ts'

/** Records when each source was asked, and how that went. */
export async function recordSourceStates(data: string, results: readonly SourceResult[], now: Date): Promise<void> {
  if (results.length === 0) return
  const { file, schema } = HISTORY.sources
  const before = parseNdjson(file, await readHistory(data, file), schema)
  const states = new Map(before.map((state) => [state.source, state]))
  for (const result of results) states.set(result.source, stateAfter(states.get(result.source), result, now))
  await writeHistory(data, file, ndjson([...states.values()].sort((a, b) => compare(a.source, b.source))))
}

function stateAfter(before: SourceState | undefined, result: SourceResult, now: Date): SourceState {
  const checkedAt = now.toISOString()
  const hasChanged = result.new + result.changed > 0
  return {
    source: result.source,
    checkedAt,
    succeededAt: result.failed === null ? checkedAt : (before?.succeededAt ?? null),
    changedAt: hasChanged ? checkedAt : (before?.changedAt ?? null),
    failure: result.failed,
  }
}
