import { z } from 'zod'
import type { Dataset, History } from '../records/dataset.ts'
import { awardFactsOf } from '../rules/award-facts.ts'
import { awardListsOf } from '../rules/award-lists.ts'
import { type GapFacts, gapsOf } from '../rules/gaps.ts'
import { newestOf } from '../rules/totals.ts'
import { verdictsOf } from '../rules/verification.ts'
import { count, timestamp } from '../schema/fields.ts'
import type { StateRecord } from '../schema/records.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { activities } from './activities.ts'
import { awards } from './awards.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { state } from './filters.ts'
import { lastTouched } from './last-touched.ts'
import { opportunities } from './opportunities.ts'
import type { Published } from './publishing.ts'
import type { Row } from './row.ts'

/** How a source of a state, or of the nation, was found when it was last asked. */
export const CoveredSource = z
  .strictObject({
    source: z.string().describe('Name of the source: pages, grants-gov, …'),
    label: z.string().nullable().describe('Name of the page, for tracked pages.'),
    url: z.url().nullable().describe('Address of the page, for tracked pages.'),
    status: z
      .enum(['UP', 'DOWN', 'UNKNOWN'])
      .describe('DOWN after three failed checks; UNKNOWN when it was never read.'),
    lastChecked: timestamp.nullable(),
    lastChanged: timestamp.nullable().describe('When it last said something new.'),
    downSince: timestamp.nullable(),
    note: z.string().nullable().describe('Why the last check came to nothing.'),
  })
  .meta({ id: 'CoveredSource' })
export type CoveredSource = z.infer<typeof CoveredSource>

/** What the dataset holds of a state, how fresh it is, and what is known to be missing. */
export const Coverage = z
  .strictObject({
    state: StateCode.nullable().describe('Two-letter state code; null for national scope.'),
    stateName: z.string().nullable(),
    lastChanged: timestamp
      .nullable()
      .describe(
        'The latest date on which one of its records was published, awarded or amended, or its program page changed.',
      ),
    records: z
      .strictObject({ awards: count, documents: count, opportunities: count, events: count, activities: count })
      .describe('Published records by kind.'),
    sources: z.array(CoveredSource),
    gaps: z.array(z.string()).describe('What is known to be missing, in words.'),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

export const coverage = defineResource<Coverage>()({
  name: 'coverage',
  summary: 'Freshness and gaps',
  description:
    'For each state, and for national scope last: its sources with the time of their last check and change, its records by kind, and what is known to be missing. Free of charge.',
  promises: [],
  item: Coverage,
  timed: [],
  example: {
    query: { limit: '2' },
    item: {
      state: 'NE',
      stateName: 'Nebraska',
      lastChanged: '2026-11-20T06:00:00.147Z',
      records: { awards: 40, documents: 8, opportunities: 17, events: 2, activities: 7 },
      sources: [
        {
          source: 'pages',
          label: 'DHHS Grant Opportunities',
          url: 'https://dhhs.ne.gov/Pages/Grant-Opportunities.aspx',
          status: 'UNKNOWN',
          lastChecked: null,
          lastChanged: null,
          downSince: null,
          note: null,
        },
      ],
      gaps: [],
    },
  },
  filters: { state: { ...state, from: ({ item }) => item.state } },
  orders: { default: [['state', 'asc']], sortable: ['state', 'lastChanged'], other: null },
  formats: ['json'],
  page: { default: 60, max: 60 },
  envelope: 'counted',
  isFree: true,
  detail: null,
  publish(dataset, published) {
    const { records } = dataset
    const lists = awardListsOf(records)
    const verdicts = verdictsOf(records)
    const years = Map.groupBy(
      records.allotments.filter(({ verified }) => verified),
      ({ state }) => state,
    )
    return [...records.states, null].map((record) => {
      const allotments = record ? (years.get(record.code) ?? []) : [...years.values()].flat()
      const awardFacts = {
        awardLists: awardFactsOf(lists, verdicts, record?.code ?? null),
        allotmentYears: allotments.map(({ fiscalYear }) => fiscalYear),
      }
      return rowOf(record, awardFacts, dataset, published)
    })
  },
})

/** @param record null for national scope */
function rowOf(
  record: StateRecord | null,
  awardFacts: Pick<GapFacts, 'awardLists' | 'allotmentYears'>,
  dataset: Dataset,
  published: Published,
): Row<Coverage> {
  const { history } = dataset
  const code = record?.code ?? null
  const own = published.rowsOf(awards, code).map(({ item }) => item)
  const notices = published.rowsOf(opportunities, code).map(({ item }) => item)
  const counts = {
    awards: own.length,
    documents: published.rowsOf(documents, code).length,
    opportunities: notices.length,
    events: published.rowsOf(events, code).length,
    activities: published.rowsOf(activities, code).length,
  }
  const sources = record ? pageSources(record, history) : nationalSources(history)
  const checks = sources.flatMap(({ lastChecked }) => lastChecked ?? [])
  const facts: GapFacts = {
    ...counts,
    ...awardFacts,
    amountsUnpublished: own.filter(({ federalAmount }) => federalAmount === null).length,
    lastDeadline: newestOf(notices.flatMap(({ dueDate }) => dueDate ?? [])),
    sites: record?.sites.length ?? 0,
    sitesDown: sources.filter(({ status }) => status === 'DOWN').length,
    sourcesNeverAsked: sources.length - checks.length,
    lastConfirmed: newestOf(checks),
  }
  return {
    item: {
      state: code,
      stateName: record?.name ?? null,
      lastChanged: newestOf(lastTouched(code, dataset, published)),
      records: counts,
      sources,
      gaps: gapsOf(facts, record === null),
    },
  }
}

/** The source that checks the program pages of the states; the others are asked for the whole nation. */
const PAGES = 'pages'

function pageSources({ sites }: StateRecord, { pages, sources }: History): CoveredSource[] {
  const pagesSource = sources.find(({ source }) => source === PAGES)
  return sites.map(({ url, label }) => {
    const page = pages.find((candidate) => candidate.url === url)
    return {
      source: PAGES,
      label,
      url,
      status: page?.downSince ? 'DOWN' : page?.hash ? 'UP' : 'UNKNOWN',
      lastChecked: page ? (pagesSource?.succeededAt ?? null) : null,
      lastChanged: page?.changedAt ?? null,
      downSince: page?.downSince ?? null,
      note: page?.error ?? null,
    }
  })
}

const nationalSources = ({ sources }: History): CoveredSource[] =>
  sources
    .filter(({ source }) => source !== PAGES)
    .map(({ source, checkedAt, changedAt, failure }) => ({
      source,
      label: null,
      url: null,
      status: failure === null ? 'UP' : 'DOWN',
      lastChecked: checkedAt,
      lastChanged: changedAt,
      downSince: null,
      note: failure,
    }))
