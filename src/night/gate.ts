import type { Publication } from '../bake/publish.ts'
import type { Service } from '../store/service.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import { crawl } from './crawl.ts'

/** One reason not to publish. */
export interface Refusal {
  /** The check of the gate; `records` when the records themselves are not sound, which nobody can override. */
  check: CheckName | 'records'
  reason: string
}

interface Candidate {
  publication: Publication
  service: Service
  last: Baseline | null
  now: number
}

const ROWS_KEPT = 0.9
const TOTAL_JUMP = 0.2
// A table of a state with a handful of rows loses a tenth with a single correction.
const SMALL = 10

/** The checks that a build must pass after its records were found sound. Each says what it found, record by record. */
export const CHECKS = {
  rows: {
    summary: `No table, and no state of a table, has fewer than ${ROWS_KEPT * 100} % of its rows of the last night.`,
    find: ({ publication, last }) => (last ? lostRows(baselineOf(publication), last) : []),
  },
  states: {
    summary: 'No state has vanished.',
    find: ({ publication, last }) => {
      const present = baselineOf(publication).tables.states?.states ?? {}
      return Object.keys(last?.tables.states?.states ?? {})
        .filter((state) => !(state in present))
        .map((state) => `${state} has vanished`)
    },
  },
  totals: {
    summary: `No total moves by more than ${TOTAL_JUMP * 100} %.`,
    find: ({ publication, last }) =>
      Object.entries(baselineOf(publication).totals).flatMap(([name, total]) => {
        const before = last?.totals[name]
        if (before === undefined || Math.abs(total - before) <= before * TOTAL_JUMP) return []
        return [`${name} jumps from ${before} to ${total}`]
      }),
  },
  stats: {
    summary: 'The stats agree with the tables.',
    find: ({ publication, service }) => {
      const { stats } = publication
      const { counts } = service.manifest
      const claims = {
        states: stats.states,
        documents: stats.documents,
        activities: stats.activities,
        awards: stats.fundingCount,
      }
      return Object.entries(claims)
        .filter(([name, claimed]) => counts[name] !== claimed)
        .map(([name, claimed]) => `stats say ${claimed} ${name}, the table has ${counts[name]}`)
    },
  },
  answers: {
    summary: 'Every page of every endpoint answers, and each answer is of its documented shape.',
    find: ({ service, publication, now }) => crawl(service, publication, now),
  },
} as const satisfies Record<string, { summary: string; find: (candidate: Candidate) => string[] | Promise<string[]> }>

export type CheckName = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]

/** Every reason not to publish a candidate. */
export async function refusals(candidate: Candidate): Promise<Refusal[]> {
  const found: Refusal[] = []
  for (const check of CHECK_NAMES) {
    for (const reason of await CHECKS[check].find(candidate)) found.push({ check, reason })
  }
  return found
}

function lostRows(now: Baseline, last: Baseline): string[] {
  return Object.entries(last.tables).flatMap(([table, { rows, states }]) => {
    const kept = now.tables[table]
    const lost = (kept?.rows ?? 0) < rows * ROWS_KEPT ? [`${table} falls from ${rows} to ${kept?.rows ?? 0} rows`] : []
    const lostStates = Object.entries(states).flatMap(([state, before]) => {
      const left = kept?.states[state] ?? 0
      const isLost = before < SMALL ? left === 0 && before > 1 : left < before * ROWS_KEPT
      return isLost ? [`${table} of ${state} falls from ${before} to ${left} rows`] : []
    })
    return [...lost, ...lostStates]
  })
}
