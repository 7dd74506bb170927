import type { Dataset } from '../records/dataset.ts'
import { groupByAwardee } from '../rules/awardees.ts'
import { compare } from '../rules/compare.ts'
import { newestOf, sumOf } from '../rules/totals.ts'
import { foldCode, listOf } from '../schema/params.ts'
import type { AllotmentRecord, StateRecord } from '../schema/records.ts'
import { HHS_REGIONS } from '../schema/vocabularies.ts'
import { StateDetail, StateSummary } from '../schema/wire/states.ts'
import { activities } from './activities.ts'
import { type Award, awards } from './awards.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { lastTouched } from './last-touched.ts'
import type { Published } from './publishing.ts'
import type { Row } from './row.ts'

export const states = defineResource<StateSummary>()({
  name: 'states',
  summary: 'State summaries',
  description: 'One summary for each of the 50 states, by name. `count` is the number of states in the answer.',
  promises: [
    '`totalAwardByState` is what the federal program awarded to the state, all years.',
    '`awardTotal`, `awardeeCount` and `awardYears` are sums over the published award rows: what the state, or a federal agency directly, awarded to organizations in it. `awardeeCount` counts distinct awardees.',
    '`lastActivity` is the newest date that a record of the state carries (published, posted, amended, awarded) or on which one of its pages changed; the day on which a record came into the dataset never counts.',
  ],
  item: StateSummary,
  timed: [],
  example: {
    query: { region: '7' },
    item: {
      code: 'KS',
      name: 'Kansas',
      region: '7',
      cahCount: 82,
      summary:
        'The Department of Health and Environment leads the program with the Rural Health Innovation Alliance. Five initiatives cover prevention, primary care access, workforce, value-based care, and data and technology.',
      siteUrl: 'https://www.kdhe.ks.gov/2361/Rural-Health-Transformation-Program',
      documents: 6,
      awardTotal: 0,
      awardeeCount: 0,
      lastActivity: '2026-11-20T06:00:00.137Z',
    },
  },
  filters: {
    region: {
      schema: listOf(HHS_REGIONS, 'HHS region'),
      description: 'HHS region number, 1 to 10, or a comma-separated list of them.',
      default: null,
      op: 'is',
      from: ({ item }) => item.region,
    },
  },
  orders: {
    default: [['name', 'asc']],
    sortable: ['name', 'code', 'region', 'cahCount', 'documents', 'awardTotal', 'awardeeCount', 'lastActivity'],
    other: null,
  },
  formats: ['json'],
  page: { default: 50, max: 50 },
  envelope: 'counted',
  detail: {
    parameter: { name: 'code', description: 'Two-letter state code, in any letter case.' },
    summary: 'One state',
    description: 'The state with its program pages, awards by year and the 10 most recent documents.',
    schema: StateDetail,
    fold: foldCode,
  },
  publish(dataset, published) {
    const { records } = dataset
    const allotments = Map.groupBy(
      records.allotments.filter(({ verified }) => verified),
      ({ state }) => state,
    )
    return records.states.map((record) => rowOf(record, allotments.get(record.code) ?? [], dataset, published))
  },
})

const RECENT_DOCUMENTS = 10

function rowOf(
  record: StateRecord,
  allotments: readonly AllotmentRecord[],
  dataset: Dataset,
  published: Published,
): Row<StateSummary> {
  const { code, name, region, cahCount, summary, population, ruralPercent, sites } = record
  const own = published.rowsOf(awards, code).map(({ item }) => item)
  const publishedOn = new Map(dataset.records.documents.map(({ id, published }) => [id, published ?? '']))
  const newestFirst = published
    .rowsOf(documents, code)
    .map(({ item }) => item)
    .sort((a, b) => compare(publishedOn.get(b.id) ?? '', publishedOn.get(a.id) ?? '') || compare(a.id, b.id))
  const head = { code, name, region, cahCount, summary }
  const totals = {
    documents: newestFirst.length,
    awardTotal: sumOf(own.map((award) => award.federalAmount)),
    awardeeCount: groupByAwardee(own).length,
    lastActivity: newestOf(lastTouched(code, dataset, published)),
  }
  const detail: StateDetail = {
    ...head,
    ...totals,
    population,
    ruralPercent,
    sites: sites.map(({ url, label }) => ({ url, label })),
    contact: record.contact,
    portals: record.portals,
    totalAwardByState: sumOf(allotments.map(({ amount }) => amount)),
    activities: published.rowsOf(activities, code).length,
    awardYears: awardYearsOf(own),
    recentDocuments: newestFirst.slice(0, RECENT_DOCUMENTS).map((document) => ({
      id: document.id,
      title: document.title,
      fileType: document.fileType,
      category: document.category,
      fiscalYear: document.fiscalYear,
      award: document.award,
      highlights: document.highlights,
      url: document.url,
      discovered: document.discovered,
    })),
  }
  return { item: { ...head, siteUrl: sites[0]?.url ?? null, ...totals }, detail, names: [code] }
}

function awardYearsOf(awards: readonly Award[]): StateDetail['awardYears'] {
  return [...Map.groupBy(awards, (award) => award.fiscalYear)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([fiscalYear, rows]) => ({
      fiscalYear,
      total: sumOf(rows.map((row) => row.federalAmount)),
      awardees: groupByAwardee(rows)
        .map((own) => ({ name: own[0]?.awardeeName ?? '', total: sumOf(own.map((row) => row.federalAmount)) }))
        .sort((a, b) => compareTotals(a.total, b.total) || compare(a.name, b.name)),
    }))
}

/** The largest first, unknown amounts last. */
const compareTotals = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)
