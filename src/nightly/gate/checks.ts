import { existsSync } from 'node:fs'
import * as z from 'zod'
import { readJson } from '../../bake/folder/manifest.ts'
import type { PublishedLists } from '../../bake/publication.ts'
import { isBlank } from '../../ingest/drafts.ts'
import type { Batch } from '../../ingest/run.ts'
import type { Edit, IngestKind } from '../../ingest/source.ts'
import { getHistoryPath, writeHistory } from '../../records/folder.ts'
import { DatasetError } from '../../records/ndjson.ts'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import type { AnyRow, Fields } from '../../resources/publishing.ts'
import { findNewest } from '../../rules/awards/totals.ts'
import { PROGRAM_STARTED } from '../../rules/program.ts'
import { compare, parseWords } from '../../rules/text/words.ts'
import { count } from '../../schema/fields.ts'
import { NATIONAL } from '../../schema/history.ts'
import { SERVICE_CHECKS } from './service.ts'

const FETCHED_KEPT = 0.75
const FETCHED_GROWTH = 2
const CHANGED_SHARE = 0.5
const CLEARED_SHARE = 0.25
const REMOVED_SHARE = 0.1
const PAGES_SHARE = 0.3
const OUTAGES_MAX = 5
/** Below this number of rows, shares are not meaningful. */
const SMALL = { lost: 3, flood: 20, changed: 20, cleared: 5, removed: 3, pages: 10 } as const

/** Checks one source's data against what it sent before: `last` rows. */
export const BATCH_CHECKS = {
  fetched: {
    summary: 'No source returns nothing, loses a quarter of its rows, or doubles.',
    find: ({ source, fetched }, last) => {
      if (fetched === null) return []
      const isOdd =
        (fetched === 0 && last > 0) ||
        (fetched < last * FETCHED_KEPT && last - fetched >= SMALL.lost) ||
        (fetched > last * FETCHED_GROWTH && fetched - last >= SMALL.flood)
      return isOdd ? [{ subject: source, reason: `${source} returned ${fetched} rows, previously ${last}` }] : []
    },
  },
  values: {
    summary: 'No source rewrites half of its records, clears values of a quarter, or removes a tenth.',
    find: ({ source, edits, result }, last) => {
      const records = (isMeant: (edit: Batch['edits'][number]) => boolean) =>
        new Set(edits.filter(isMeant).map(({ id }) => id)).size
      const changed = records(({ field, before }) => field !== null && !isBlank(before))
      const cleared = records(({ field, before, after }) => field !== null && !isBlank(before) && isBlank(after))
      const reportAbove = (count: number, share: number, small: number, what: string): Found[] =>
        count > small && count > last * share
          ? [{ subject: source, reason: `${what} ${count} of ${last} records` }]
          : []
      return [
        ...reportAbove(changed, CHANGED_SHARE, SMALL.changed, 'changes'),
        ...reportAbove(cleared, CLEARED_SHARE, SMALL.cleared, 'clears values of'),
        ...reportAbove(result.removed, REMOVED_SHARE, SMALL.removed, 'removes'),
      ]
    },
  },
  pages: {
    summary: `At most ${PAGES_SHARE * 100}% of the tracked pages change in one run.`,
    find: ({ source, result }) => {
      const updated = result.changes.filter(({ type }) => type === 'PAGE_UPDATED').length
      const isOdd = updated > SMALL.pages && updated > result.fetched * PAGES_SHARE
      return isOdd ? [{ subject: source, reason: `${updated} of ${result.fetched} pages changed` }] : []
    },
  },
  outages: {
    summary: 'At most five tracked pages go down in one run.',
    find: ({ source, result }) => {
      const down = result.changes.filter(({ type }) => type === 'SITE_DOWN').length
      return down > OUTAGES_MAX ? [{ subject: source, reason: `${down} pages went down in one run` }] : []
    },
  },
} as const satisfies Record<string, { summary: string; find: (batch: Batch, last: number) => Found[] }>

const ROWS_KEPT = 0.9
const ROWS_GROWTH = 2
const TOTAL_JUMP = 0.2
const STATE_TOTAL_JUMP = 0.5
/** With only a few rows, one correction can remove a tenth of a state's rows or double them. */
const SMALL_ROWS = 10
/** Below this amount, one award can change a state's total by half. */
const SMALL_TOTAL = 5_000_000

/** Checks a publication against the one before it. */
export const PUBLICATION_CHECKS = {
  rows: {
    summary: `Every table, and every state in it, keeps at least ${ROWS_KEPT * 100}% of its rows.`,
    find: (now, last) => rowsWhere(now, last, isLoss, 'falls'),
  },
  growth: {
    summary: 'No table, and no state in it, more than doubles its rows.',
    find: (now, last) => rowsWhere(now, last, isFlood, 'grows'),
  },
  states: {
    summary: 'No state is missing.',
    find: (now, last) => {
      const present = now.tables.states?.states ?? {}
      return Object.keys(last.tables.states?.states ?? {})
        .filter((state) => !(state in present))
        .map((state) => ({ subject: state, reason: `${state} is missing` }))
    },
  },
  totals: {
    summary: `No total changes by more than ${TOTAL_JUMP * 100}%, and no total of a state by more than ${STATE_TOTAL_JUMP * 100}%.`,
    find: (now, last) => [
      ...findJumps(now.totals, last.totals, TOTAL_JUMP, 0, (name) => name),
      ...Object.entries(last.stateTotals).flatMap(([total, states]) =>
        findJumps(
          now.stateTotals[total] ?? {},
          states,
          STATE_TOTAL_JUMP,
          SMALL_TOTAL,
          (state) => `${total} of ${state}`,
        ),
      ),
    ],
  },
} as const satisfies Record<string, { summary: string; find: (now: Figures, last: Figures) => Found[] }>

const isLoss = (before: number, after: number): boolean =>
  before < SMALL_ROWS ? after === 0 && before > 1 : after < before * ROWS_KEPT

const isFlood = (before: number, after: number): boolean => after > ROWS_GROWTH * Math.max(before, SMALL_ROWS)

function rowsWhere(now: Figures, last: Figures, isOdd: typeof isLoss, verb: string): Found[] {
  return Object.entries(last.tables).flatMap(([table, { rows, states }]) => {
    const current = now.tables[table] ?? { rows: 0, states: {} }
    const report = (subject: string, before: number, after: number) =>
      isOdd(before, after) ? [{ subject, reason: `${subject} ${verb} from ${before} to ${after} rows` }] : []
    const names = new Set([...Object.keys(states), ...Object.keys(current.states)])
    return [
      ...report(table, rows, current.rows),
      ...[...names].flatMap((state) => report(`${table} of ${state}`, states[state] ?? 0, current.states[state] ?? 0)),
    ]
  })
}

function findJumps(
  now: Readonly<Record<string, number>>,
  last: Readonly<Record<string, number>>,
  share: number,
  small: number,
  getSubject: (name: string) => string,
): Found[] {
  return Object.entries(now).flatMap(([name, total]) => {
    const before = last[name]
    if (before === undefined || Math.max(before, total) <= small || Math.abs(total - before) <= before * share)
      return []
    // A state's first awards are not a jump.
    if (before === 0 && small > 0) return []
    const subject = getSubject(name)
    return [{ subject, reason: `${subject} changes from ${before} to ${total}` }]
  })
}

/** What a first batch may hold: the most records it adds, the fields with dates, those that usually have a value, the name. */
const BOUNDS: {
  [Kind in IngestKind]: { added: number; dates: readonly string[]; usual: readonly string[]; name: string }
} = {
  allotments: { added: 60, dates: [], usual: ['amount', 'sourceUrl'], name: 'sourceTitle' },
  documents: { added: 60, dates: ['published'], usual: ['published', 'fiscalYear', 'highlights'], name: 'title' },
  awards: { added: 150, dates: ['awardDate'], usual: ['federalAmount', 'awardDate'], name: 'awardeeName' },
  notices: {
    added: 80,
    dates: ['postedDate', 'dueDate', 'expectedBy'],
    usual: ['noticeNumber', 'postedDate', 'issuingAgency', 'summary'],
    name: 'title',
  },
}

/** Federal notices: more listings are open at a time than a state has. */
const ADDED_OF: Readonly<Record<string, number>> = { 'grants-gov': 250 }
const EARLY_SHARE = 0.1
const EARLY_SHARE_SMALL = 0.5
const MISSING_SHARE = 0.6
const UNLIKE_SHARE = 0.5
const REWRITTEN_SHARE = 0.5
const SMALL_BATCH = 10
/** A word that fewer held records have says nothing about what the dataset is about. */
const COMMON_WORD = 3

/** Checks the first batch of a source, for which there is no earlier one, against absolute bounds. */
export function checkFirstBatch({ source, edits, before }: Batch): Found[] {
  const held = [...before.documents, ...before.notices, ...before.activities].map(({ title }) => title)
  const common = held.length >= SMALL_BATCH ? getCommonWords(held) : null
  return [...Map.groupBy(edits, ({ kind }) => kind)].flatMap(([kind, edited]) =>
    [
      ...checkAdded(kind, ADDED_OF[source] ?? BOUNDS[kind].added, edited, common),
      ...checkChanged(kind, edited, before[kind].length),
    ].flatMap(([isOdd, reason]) =>
      isOdd ? [{ subject: source, reason: `the first batch of ${source} ${reason}` }] : [],
    ),
  )
}

type Reason = [isOdd: boolean, reason: string]

function checkAdded(
  kind: IngestKind,
  most: number,
  edits: readonly Edit[],
  common: ReadonlySet<string> | null,
): Reason[] {
  const added = edits.flatMap(({ field, before, after }) =>
    field === null && before === null ? [after as Readonly<Record<string, unknown>>] : [],
  )
  const { dates, usual, name } = BOUNDS[kind]
  const days = added.flatMap(
    (row) => findNewest(dates.map((field) => row[field]).filter((day) => typeof day === 'string')) ?? [],
  )
  const early = days.filter((day) => day < PROGRAM_STARTED).length
  // Of a few records, half: one may have begun before.
  const earlyMax = days.length * (days.length < SMALL_BATCH ? EARLY_SHARE_SMALL : EARLY_SHARE)
  const isLarge = added.length >= SMALL_BATCH
  const blanks = added.flatMap((row) => usual.filter((field) => isBlank(row[field]))).length
  const missing = blanks / (added.length * usual.length)
  // Names of organizations have words of their own.
  const words = name === 'title' ? common : null
  const unlike = added.filter((row) => words && !getContentWords(row[name]).some((word) => words.has(word))).length
  return [
    [added.length > most, `adds ${added.length} ${kind}, more than ${most}`],
    [early > earlyMax, `has dates before the program (${PROGRAM_STARTED}) in ${early} of ${days.length} ${kind}`],
    [isLarge && missing > MISSING_SHARE, `lacks ${Math.round(100 * missing)}% of ${usual.join(', ')} of its ${kind}`],
    [
      isLarge && unlike > added.length * UNLIKE_SHARE,
      `has no word in common with the records that are held, in ${unlike} of ${added.length} ${kind}`,
    ],
  ]
}

const ENDED: ReadonlySet<unknown> = new Set(['CLOSED', 'ARCHIVED', 'WITHDRAWN'])
const ENDED_MAX = 5
const ENDED_SHARE = 0.5

/**
 * Records that the first batch would largely rename are probably not the ones that its rows are about, and a source that
 * ends most of the records that it meets for the first time has probably not looked for them.
 */
function checkChanged(kind: IngestKind, edits: readonly Edit[], held: number): Reason[] {
  const changes = edits.filter(({ field }) => field !== null)
  const changed = new Set(changes.map(({ id }) => id)).size
  const renamed = changes.filter(({ field, before }) => field === BOUNDS[kind].name && !isBlank(before)).length
  const ended = changes.filter(({ field, after }) => field === 'sourceStatus' && ENDED.has(after)).length
  return [
    [
      changed >= SMALL_BATCH && renamed > changed * REWRITTEN_SHARE,
      `renames ${renamed} of the ${changed} ${kind} it changes`,
    ],
    [
      ended > ENDED_MAX && ended > changed * ENDED_SHARE,
      `ends ${ended} of the ${changed} ${kind} it changes, of ${held} that are held`,
    ],
  ]
}

const getContentWords = (value: unknown): string[] =>
  typeof value === 'string' ? [...new Set(parseWords(value))].filter((word) => word.length > 3) : []

function getCommonWords(texts: readonly unknown[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const word of texts.flatMap(getContentWords)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].flatMap(([word, count]) => (count >= COMMON_WORD ? [word] : [])))
}

/** All checks, with those that the ingest and the run make themselves. */
const CHECKS = {
  ...PUBLICATION_CHECKS,
  ...BATCH_CHECKS,
  ...SERVICE_CHECKS,
  first: {
    summary:
      'The first batch of a source is not too large, from before the program, incomplete, or unlike the records that are held.',
  },
  dates: { summary: 'No row has dates that are out of order or too far ahead.' },
  clock: { summary: "This machine's clock agrees with the last publication and with the sources." },
}
export type CheckName = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]
export const getSummary = (check: CheckName): string => CHECKS[check].summary

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

export function getFigures(publication: PublishedLists): Figures {
  const { stats, states } = publication
  const sumField = (field: string) =>
    sortEntries(states.map(({ item, detail }) => [item.code, Number(({ ...item, ...detail } as Fields)[field] ?? 0)]))
  return {
    tables: Object.fromEntries(
      RESOURCE_NAMES.map((name) => {
        const rows = (publication[name] as AnyRow[]).filter(({ isHeld }) => !isHeld)
        return [name, { rows: rows.length, states: countByState(rows) }]
      }),
    ),
    totals: {
      totalStateAward: stats.totalStateAward,
      awardTotal: states.reduce((sum, { item }) => sum + Number(item.awardTotal), 0),
    },
    stateTotals: { awardTotal: sumField('awardTotal'), totalAwardByState: sumField('totalAwardByState') },
  }
}

function countByState(rows: readonly { item: object }[]): Record<string, number> {
  const groups = Map.groupBy(rows, ({ item }) => {
    const { state, code } = item as { state?: string | null; code?: string }
    return state ?? code ?? NATIONAL
  })
  return sortEntries([...groups].map(([state, items]) => [state, items.length]))
}

const sortEntries = (entries: [string, number][]): Record<string, number> =>
  Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)))

export function readBaseline(data: string): Baseline | null {
  const file = getHistoryPath(data, BASELINE_FILE)
  const baseline = readJson(Baseline, file)
  if (baseline || !existsSync(file)) return baseline
  throw new DatasetError([{ file: BASELINE_FILE, line: 0, field: 'file', reason: 'is damaged. Restore it from git' }])
}

export const writeBaseline = (data: string, baseline: Baseline): Promise<void> =>
  writeHistory(data, BASELINE_FILE, `${JSON.stringify(baseline, null, 1)}\n`)

/** Small changes of a count of fetched rows mean nothing: it is kept until it is off by more than a tenth. */
const DRIFT = 0.1

export function toFetchedAfter(
  before: Baseline['fetched'],
  counts: readonly { source: string; fetched: number }[],
): Baseline['fetched'] {
  const after = { ...before }
  for (const { source, fetched } of counts) {
    const usual = after[source]
    if (usual === undefined || Math.abs(fetched - usual) > usual * DRIFT) after[source] = fetched
  }
  return sortEntries(Object.entries(after))
}
