import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Publication } from '../bake/publish.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { compare } from '../rules/compare.ts'
import { count } from '../schema/fields.ts'

/** What a night published, in figures: what the next night's gate compares with. */
export const Baseline = z.strictObject({
  tables: z.record(z.string(), z.strictObject({ rows: count, states: z.record(z.string(), count) })),
  totals: z.record(z.string(), z.number()),
})
export type Baseline = z.infer<typeof Baseline>

const BASELINE_FILE = path.join('history', 'baseline.json')
const NATIONAL = 'national'

/** The figures of a publication: rows by table and state, and the totals that the API tells. */
export function baselineOf(publication: Publication): Baseline {
  const { stats, states } = publication
  return {
    tables: Object.fromEntries(
      RESOURCE_NAMES.map((name) => [name, { rows: publication[name].length, states: byState(publication[name]) }]),
    ),
    totals: {
      totalStateAward: stats.totalStateAward,
      awardTotal: states.reduce((sum, { item }) => sum + (item.awardTotal ?? 0), 0),
    },
  }
}

function byState(rows: readonly { item: { [field: string]: unknown } }[]): Record<string, number> {
  const groups = Map.groupBy(rows, ({ item }) => String(item.state ?? item.code ?? NATIONAL))
  return Object.fromEntries(
    [...groups].map(([state, own]) => [state, own.length] as const).sort(([a], [b]) => compare(a, b)),
  )
}

/** The figures of the last night of a dataset; null before the first. */
export function readBaseline(data: string): Baseline | null {
  let text: string
  try {
    text = readFileSync(path.join(data, BASELINE_FILE), 'utf8')
  } catch {
    return null
  }
  return Baseline.parse(JSON.parse(text))
}

export const writeBaseline = (data: string, baseline: Baseline): void =>
  writeFileSync(path.join(data, BASELINE_FILE), `${JSON.stringify(baseline, null, 1)}\n`)
