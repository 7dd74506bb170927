import { beforeAll, describe, expect, it } from 'vitest'
import type { PublishedLists } from '../../src/bake/publication.ts'
import { release } from '../../src/bake/release.ts'
import { createListParser } from '../../src/http/request/parameters.ts'
import { getFacets } from '../../src/resources/define.ts'
import { updates } from '../../src/resources/filters.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../src/resources/index.ts'
import { openPageCache, openReader } from '../../src/store/lists/reader.ts'
import { type Dataset, openDataset } from '../../src/store/open/dataset.ts'
import { baked, FIXTURE, NOW, scratch } from '../api.ts'

type Row = { item: { id?: string }; names?: string[] }

/** A publication in which every record with an id is repeated under other ids. */
function scaled(publication: PublishedLists, times: number): PublishedLists {
  const copies = (row: Row): Row[] => {
    const { id } = row.item
    if (id === undefined) return [row]
    return Array.from({ length: times }, (_, copy) => {
      if (copy === 0) return row
      const rename = (name: string) => `${copy}-${name}`
      return { ...row, item: { ...row.item, id: rename(id) }, ...(row.names && { names: row.names.map(rename) }) }
    })
  }
  const lists = RESOURCE_NAMES.map((name) => [name, (publication[name] as Row[]).flatMap(copies)])
  return { ...publication, ...Object.fromEntries(lists) }
}

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
  near: ['Hall County, NE'],
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
  documents: { category: ['STRATEGY,OTHER'], fileType: ['PDF'] },
  opportunities: { status: ['OPEN,AMENDED'], statusBasis: ['SOURCE'], applicantType: ['HOSPITAL'], type: ['RFP'] },
  events: { status: ['UPCOMING,TODAY', 'PAST'], type: ['WEBINAR'] },
  activities: { status: ['ACTIVE'] },
  commitments: { factor: ['D.2', 'D.2,D.3'] },
  activity: { type: ['ALL', 'NEW_DOCUMENT'] },
}

/** The filters tested with at most one other of their kind, and one of the rest. */
const BESIDE = /^ids$|^scope$|^near$|Min$|Max$|After$|Before$/

/**
 * Every subset of the filters of a list, with every choice of the values above; those that many lists have, in pairs. By
 * default a tenth of those with more than two filters.
 */
const listSubsets = (name: ResourceName): Record<string, string>[] =>
  listAllSubsets(name).filter(
    (subset, place) => process.env.LONG || Object.keys(subset).length <= 2 || place % 10 === 0,
  )

function listAllSubsets(name: ResourceName): Record<string, string>[] {
  const choices = Object.entries(getResource(name).filters).flatMap(([parameter, { op }]) => {
    // It belongs to another filter.
    if (op === 'refines') return []
    const values = OWN_VALUES[name]?.[parameter] ?? VALUES[parameter] ?? []
    if (values.length === 0) throw new Error(`no value of ${parameter} of ${name} is known here`)
    return [values.map((value) => ({ [parameter]: value }))]
  })
  const isShared = (choice: object[]) =>
    Object.keys(choice[0] ?? {}).some((parameter) => parameter in updates || BESIDE.test(parameter))
  const unshared = choices.filter((choice) => !isShared(choice))
  const shared = createProduct(choices.filter(isShared))
    .slice(1)
    .filter((subset) => Object.keys(subset).length <= 2)
  return [
    ...createProduct(unshared),
    ...shared.flatMap((each) => [{}, ...unshared.flat()].map((other) => ({ ...other, ...each }))),
  ]
}

const createProduct = (choices: Record<string, string>[][]): Record<string, string>[] =>
  choices.reduce<Record<string, string>[]>(
    (subsets, choice) => [{}, ...choice].flatMap((value) => subsets.map((subset) => ({ ...subset, ...value }))),
    [{}],
  )

/** A dataset that records the SQL that is prepared on it. */
function watched(dataset: Dataset): { dataset: Dataset; asked: Set<string> } {
  const asked = new Set<string>()
  const prepare: Dataset['prepare'] = (sql) => {
    asked.add(sql)
    return dataset.prepare(sql)
  }
  return { dataset: { ...dataset, prepare }, asked }
}

// For small tables a full scan is right: what counts are the plans for large ones.
const TIMES = 20

describe('on a large dataset', () => {
  let dataset: Dataset
  beforeAll(async () => {
    const { publication } = await baked(FIXTURE)
    const folder = scratch()
    await release(scaled(publication, TIMES), folder, Date.parse(NOW), () => {})
    dataset = openDataset(folder)
  })

  /** The steps of a statement that read a whole table, or sort what is already in the order of the list. */
  function costlySteps(sql: string): string[] {
    const unbound = (sql.match(/\?/g) ?? []).map(() => null)
    const steps = dataset.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...unbound) as { detail: string }[]
    const isSorted = /ORDER BY (?!row )/.test(sql)
    // All values of a filter are read once, or counted; few events are inactive, and nearly all records are of states.
    if (/^SELECT DISTINCT|GROUP BY 1$|inactive = 0|FROM (activities|commitments) WHERE scope = \+\? UNION/.test(sql))
      return []
    return steps.flatMap(({ detail }) => {
      const isScan =
        /SCAN/.test(detail) && !/VIRTUAL TABLE|CONSTANT ROW|USING (COVERING )?INDEX|subquery|SCAN c$/.test(detail)
      const isSort = /TEMP B-TREE/.test(detail) && !isSorted
      return isScan || isSort ? [`${detail}: ${sql}`] : []
    })
  }

  function open(name: ResourceName) {
    const { dataset: seen, asked } = watched(dataset)
    const freshness = () => ({ sources: [], pages: [] })
    return { reader: openReader(seen, getResource(name), { cache: openPageCache(), freshness }), asked }
  }

  // Lists with one record per state do not grow.
  const growing = RESOURCE_NAMES.filter((name) => !['states', 'coverage', 'allotments'].includes(name))

  it.each(growing)('%s: every combination of filters is found by an index, in the order of the list', (name) => {
    const { reader, asked } = open(name)
    const parse = createListParser(getResource(name))
    for (const subset of listSubsets(name)) reader.list(parse(String(new URLSearchParams(subset))), Date.parse(NOW))
    // Values from a request are bound, never written into the text.
    expect([...asked].filter((sql) => sql.includes('FROM') && /hosp|Hall|2026/.test(sql))).toEqual([])
    // SQLite plans a statement with an order anew for each value that is bound without a plus.
    expect([...asked].filter((sql) => /ORDER BY/.test(sql) && /(?:[=<>]|LIMIT|OFFSET) \?/.test(sql))).toEqual([])
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].flatMap(costlySteps)).toEqual([])
  })

  it.each(growing)('%s: pages, details, cursors, facets and sort orders are read by an index', (name) => {
    const { reader, asked } = open(name)
    const list = getResource(name)
    const now = Date.parse(NOW)
    const { next } = reader.list({ limit: 2, facets: getFacets(list), isDetailed: true }, now)
    for (const field of list.orders.sortable) reader.list({ limit: 2, sort: [[field, 'desc']] }, now)
    if (next) reader.list({ limit: 2, after: next }, now)
    reader.single(String(next?.id), now)
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].flatMap(costlySteps)).toEqual([])
  })
})
