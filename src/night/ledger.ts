import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { historyFile } from '../bake/read.ts'
import type { Outcome } from '../ingest/source.ts'
import { HISTORY, type SourceState } from '../schema/history.ts'

/** Writes down for each source that was asked when it was, and how it went. */
export function recordOutcomes(data: string, outcomes: readonly Outcome[], now: Date): void {
  if (outcomes.length === 0) return
  const { file, schema } = HISTORY.sources
  const ledger = historyFile(data, file)
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').filter(Boolean) : []
  const states = new Map(lines.map((line) => schema.parse(JSON.parse(line))).map((state) => [state.source, state]))
  for (const outcome of outcomes) states.set(outcome.source, stateAfter(states.get(outcome.source), outcome, now))
  const sorted = [...states.values()].sort((a, b) => (a.source < b.source ? -1 : 1))
  mkdirSync(path.dirname(ledger), { recursive: true })
  writeFileSync(ledger, sorted.map((state) => `${JSON.stringify(state)}\n`).join(''))
}

function stateAfter(before: SourceState | undefined, outcome: Outcome, now: Date): SourceState {
  const checkedAt = now.toISOString()
  const hasChanged = outcome.new + outcome.changed > 0
  return {
    source: outcome.source,
    checkedAt,
    succeededAt: outcome.failed === null ? checkedAt : (before?.succeededAt ?? null),
    changedAt: hasChanged ? checkedAt : (before?.changedAt ?? null),
    failure: outcome.failed,
  }
}
