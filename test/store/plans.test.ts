import { beforeAll, describe, expect, it } from 'vitest'
import { release } from '../../src/bake/release.ts'
import { listParser } from '../../src/http/parameters.ts'
import { facetsOf } from '../../src/resources/facets.ts'
import { updates } from '../../src/resources/filters.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../../src/resources/index.ts'
import { completed } from '../../src/resources/query.ts'
import { type Dataset, openDataset } from '../../src/store/dataset.ts'
import { openFeed } from '../../src/store/feed.ts'
import { openNumbers } from '../../src/store/numbers.ts'
import { openPageCache } from '../../src/store/page-cache.ts'
import { openReader } from '../../src/store/reader.ts'
import { removedOf } from '../../src/store/removed.ts'
import { rowFinder } from '../../src/store/rows.ts'
import { openSpans } from '../../src/store/spans.ts'
import { openValues } from '../../src/store/values.ts'
import { baked, FIXTURE, NOW, scratch } from '../api.ts'
import { scaled } from './scaled.ts'

/** A value for each parameter, plus one with many and one with few matches if that may change the plan. */
const VALUES: Record<string, string[]> = {
  state: ['NE', 'NE,AK,TX'],
  region: ['7'],
  fiscalYear: ['2026'],
  year: ['2026'],
  awardee: ['hosp'],
  recipientKind: ['HOSPITAL,EMS'],
  verification: ['ALL'],
  county: ['Hall County'],
  category: ['OTHER'],
  programCategory: ['WORKFORCE_DEVELOPMENT,OTHER'],
  activityType: ['OTHER'],
  upcoming: ['true'],
  status: [],
  type: [],
  scope: ['STATE'],
  q: ['rural', '"rural health" tele* -nurse'],
  from: ['2026-12-01', '2020-01-01'],
  to: ['2020-01-01', '2026-12-01'],
  includeInactive: ['true'],
  since: ['2026-11-19', '2020-01-01'],
  updatedSince: ['2026-11-20T05:00:00.003Z', '2020-01-01'],
  includeRemoved: ['true'],
  ids: ['00000000-0000-4000-8000-0000000b0001,NE'],
  amountMin: ['100000', '0'],
  amountMax: ['100000'],
  dueAfter: ['2026-11-21', '2020-01-01'],
  dueBefore: ['2026-11-21'],
  postedAfter: ['2026-11-01'],
  postedBefore: ['2026-11-01'],
  discoveredAfter: ['2026-11-01'],
  discoveredBefore: ['2026-11-01'],
}
const OWN_VALUES: Partial<Record<ResourceName, Record<string, string[]>>> = {
  documents: { category: ['STRATEGY,OTHER'] },
  opportunities: { status: ['OPEN,AMENDED'], type: ['RFP'] },
  events: { status: ['UPCOMING,TODAY', 'PAST'], type: ['WEBINAR'] },
  activities: { status: ['ACTIVE'] },
  commitments: { factor: ['D.2', 'D.2,D.3'] },
  activity: { type: ['ALL', 'NEW_DOCUMENT'] },
}

/** The filters tested with at most one other of their kind, and one of the rest. */
const BESIDE = /^ids$|^scope$|Min$|Max$|After$|Before$/

/**
 * Every subset of the filters of a list, with every choice of the values above; those that many lists have, in pairs. By
 * default a tenth of those with more than two filters.
 */
const subsetsOf = (name: ResourceName): Record<string, string>[] =>
  allSubsetsOf(name).filter((subset, place) => process.env.LONG || Object.keys(subset).length <= 2 || place % 10 === 0)

function allSubsetsOf(name: ResourceName): Record<string, string>[] {
  const choices = Object.keys(resource(name).filters).map((parameter) => {
    const values = OWN_VALUES[name]?.[parameter] ?? VALUES[parameter] ?? []
    if (values.length === 0) throw new Error(`no value of ${parameter} of ${name} is known here`)
    return values.map((value) => ({ [parameter]: value }))
  })
  const isShared = (choice: object[]) =>
    Object.keys(choice[0] ?? {}).some((parameter) => parameter in updates || BESIDE.test(parameter))
  const own = choices.filter((choice) => !isShared(choice))
  const shared = productOf(choices.filter(isShared))
    .slice(1)
    .filter((subset) => Object.keys(subset).length <= 2)
  return [...productOf(own), ...shared.flatMap((each) => [{}, ...own.flat()].map((other) => ({ ...other, ...each })))]
}

const productOf = (choices: Record<string, string>[][]): Record<string, string>[] =>
  choices.reduce<Record<string, string>[]>(
    (subsets, choice) => [{}, ...choice].flatMap((value) => subsets.map((subset) => ({ ...subset, ...value }))),
    [{}],
  )

interface Asked {
  sql: string
  values: unknown[]
  rows: number
}

/** The dataset, recording every query that is run on it. */
function watched(dataset: Dataset, asked: Asked[]): Dataset {
  const db = new Proxy(dataset.db, {
    get(target, key) {
      if (key !== 'prepare') return Reflect.get(target, key, target)
      return (sql: string) => {
        const statement = target.prepare(sql)
        const { all } = statement
        statement.all = (...values: unknown[]) => {
          const found = all.apply(statement, values)
          asked.push({ sql, values, rows: found.length })
          return found
        }
        return statement
      }
    },
  })
  return { ...dataset, db }
}

// For small tables a full scan is right: what counts are the plans for large ones.
const TIMES = 20

describe('on a large dataset', () => {
  let dataset: Dataset
  beforeAll(async () => {
    const { publication } = await baked(FIXTURE)
    const folder = scratch()
    release(scaled(publication, TIMES), folder, Date.parse(NOW), () => {})
    dataset = openDataset(folder)
  })

  it.each(RESOURCE_NAMES)(
    '%s uses an index, sorts nothing, and reads no unnecessary rows, whatever its filters',
    (name) => {
      const asked: Asked[] = []
      const seen = watched(dataset, asked)
      const list = resource(name)
      const indexes = {
        values: openValues(seen, list),
        numbers: openNumbers(seen, list),
        spans: openSpans(seen, list),
      }
      const find = rowFinder(seen, list, indexes, removedOf(seen, list), list.instant ? openFeed(seen) : null)
      const parse = listParser(resource(name))
      for (const subset of subsetsOf(name))
        find(completed(resource(name), parse(String(new URLSearchParams(subset)))).filters, Date.parse(NOW))
      const bad = new Set<string>()
      for (const { sql, values, rows } of asked) {
        // Values from a request are bound, never written into the text.
        expect(sql).not.toMatch(/'/)
        // Only words are looked up row by row: a filter that keeps much of a list is read only like this.
        if (!sql.includes('MATCH')) expect(rows, sql).toBeLessThan(10)
        const steps = dataset.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
        for (const { detail } of steps) {
          if (!/SCAN|TEMP B-TREE/.test(detail) || isIndexOfWords(detail) || isReadOnce(sql)) continue
          // Lists with one record per state do not grow.
          if (publishedOf(name) < TIMES && !/TEMP B-TREE/.test(detail)) continue
          bad.add(`${detail}: ${sql}`)
        }
      }
      expect([...bad]).toEqual([])
    },
  )

  it.each(RESOURCE_NAMES)('%s reads pages, details, cursors, counts and orders by an index', (name) => {
    const prepared = new Set<string>()
    const db = new Proxy(dataset.db, {
      get(target, key) {
        if (key !== 'prepare') return Reflect.get(target, key, target)
        return (sql: string) => {
          prepared.add(sql)
          return target.prepare(sql)
        }
      },
    })
    const list = resource(name)
    const reader = openReader({ ...dataset, db }, list, {
      pages: openPageCache(),
      feed: () => openFeed({ ...dataset, db }),
      freshness: () => ({ sources: [], pages: [] }),
    })
    const sort = list.orders.sortable.map((field) => [field, 'desc'] as const)
    const { next } = reader.list({ limit: 2, facets: facetsOf(list), sort, isDetailed: true }, Date.parse(NOW))
    if (next) reader.list({ limit: 2, after: next, sort }, Date.parse(NOW))
    const bad: string[] = []
    for (const sql of prepared) {
      if (isReadOnce(sql)) continue
      const unbound = (sql.match(/\?/g) ?? []).map(() => null)
      const steps = dataset.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...unbound) as { detail: string }[]
      for (const { detail } of steps) {
        if (/TEMP B-TREE/.test(detail) || (/SCAN/.test(detail) && !/VIRTUAL TABLE/.test(detail)))
          bad.push(`${detail}: ${sql}`)
      }
    }
    expect(prepared.size).toBeGreaterThan(5)
    expect(bad).toEqual([])
  })

  const publishedOf = (name: ResourceName): number => dataset.manifest.counts[name] ?? 0
})

const isIndexOfWords = (detail: string): boolean => /^SCAN \w+ VIRTUAL TABLE INDEX/.test(detail)

/** The few values of a column, which are read once for all requests. */
const isReadOnce = (sql: string): boolean => sql.startsWith('SELECT DISTINCT')
