import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Publication } from '../../bake/publish/publish.ts'
import { historyFile, writeHistory } from '../../records/folder.ts'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import type { AnyRow, Fields } from '../../resources/publishing.ts'
import { compare } from '../../rules/text/words.ts'
import { count } from '../../schema/fields.ts'

export interface Found {
  subject: string
  reason: string
}

const amounts = z.record(z.string(), z.number())

/** The figures of a publication: rows by table and state, and the totals that the API reports. */
const Figures = z.strictObject({
  tables: z.record(z.string(), z.strictObject({ rows: count, states: z.record(z.string(), count) })),
  totals: amounts,
  stateTotals: z.record(z.string(), amounts).default({}),
})
export type Figures = z.infer<typeof Figures>

/** The figures of the last published run, for the checks of the next one. */
const Baseline = Figures.extend({
  /** The version that was published; null if the file was written by an older release. */
  datasetVersion: z.string().nullable().default(null),
  fetched: z.record(z.string(), count).default({}),
})
export type Baseline = z.infer<typeof Baseline>

const BASELINE_FILE = 'baseline.json'
const NATIONAL = 'national'

export function getFigures(publication: Publication): Figures {
  const { stats, states } = publication
  const total = (field: string) =>
    sorted(states.map(({ item, detail }) => [item.code, Number(({ ...item, ...detail } as Fields)[field] ?? 0)]))
  return {
    tables: Object.fromEntries(
      RESOURCE_NAMES.map((name) => {
        const rows = (publication[name] as AnyRow[]).filter(({ isHeld }) => !isHeld)
        return [name, { rows: rows.length, states: byState(rows) }]
      }),
    ),
    totals: {
      totalStateAward: stats.totalStateAward,
      awardTotal: states.reduce((sum, { item }) => sum + Number(item.awardTotal), 0),
    },
    stateTotals: { awardTotal: total('awardTotal'), totalAwardByState: total('totalAwardByState') },
  }
}

function byState(rows: readonly { item: object }[]): Record<string, number> {
  const groups = Map.groupBy(rows, ({ item }) => {
    const { state, code } = item as { state?: string | null; code?: string }
    return state ?? code ?? NATIONAL
  })
  return sorted([...groups].map(([state, own]) => [state, own.length]))
}

const sorted = (entries: [string, number][]): Record<string, number> =>
  Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)))

export function readBaseline(data: string): Baseline | null {
  const file = historyFile(data, BASELINE_FILE)
  return existsSync(file) ? Baseline.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

export const writeBaseline = (data: string, baseline: Baseline): Promise<void> =>
  writeHistory(data, BASELINE_FILE, `${JSON.stringify(baseline, null, 1)}\n`)

/** Small changes of a count of fetched rows mean nothing: it is kept until it is off by more than a tenth. */
const DRIFT = 0.1

export function fetchedAfter(
  before: Baseline['fetched'],
  counts: readonly { source: string; fetched: number }[],
): Baseline['fetched'] {
  const after = { ...before }
  for (const { source, fetched } of counts) {
    const known = after[source]
    if (known === undefined || Math.abs(fetched - known) > known * DRIFT) after[source] = fetched
  }
  return sorted(Object.entries(after))
}
