import { z } from 'zod'
import { awardFactsOf } from '../rules/award-facts.ts'
import { awardListsOf } from '../rules/award-lists.ts'
import { confirmedIn } from '../rules/freshness.ts'
import { type GapFacts, gapsOf, sourceGaps } from '../rules/gaps.ts'
import { dayIn, NATIONAL_ZONE } from '../rules/moments.ts'
import { newestOf } from '../rules/totals.ts'
import { verdictsOf } from '../rules/verification.ts'
import { count, timestamp } from '../schema/fields.ts'
import type { StateRecord } from '../schema/records.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { updatedAt } from '../schema/wire/fields.ts'
import { activities } from './activities.ts'
import { awards } from './awards.ts'
import { CoveredSource, checkedSources, unchecked } from './covered-sources.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { place } from './filters.ts'
import { lastTouched } from './last-touched.ts'
import { opportunities } from './opportunities.ts'
import type { Published } from './publishing.ts'
import type { Row } from './row.ts'

/** The dataset's coverage of a state: number of records, freshness and known gaps. */
export const Coverage = z
  .strictObject({
    state: StateCode.nullable().describe('Two-letter state code; null for national scope.'),
    stateName: z.string().nullable().describe('Name of the state; null for national scope.'),
    lastChanged: timestamp
      .nullable()
      .describe(
        'The latest date on which one of its records was published, awarded or amended, or one of its program pages changed.',
      ),
    lastConfirmed: timestamp.nullable().describe('When a source last confirmed its records; null when none has.'),
    records: z
      .strictObject({
        awards: count.describe('Award rows.'),
        documents: count.describe('Documents.'),
        opportunities: count.describe('Opportunities.'),
        events: count.describe('Events.'),
        activities: count.describe('Program activities.'),
      })
      .describe('Number of published records by kind.'),
    sources: z.array(CoveredSource).describe('The sources of its records.'),
    gaps: z.array(z.string()).describe('Known gaps, as sentences.'),
    updatedAt,
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

export const coverage = defineResource<Coverage>()({
  name: 'coverage',
  summary: 'Freshness and gaps',
  description:
    'For each state, and last for national scope: its sources with the times of their last check and change, its number of records by kind, and known gaps. Free of charge.',
  promises: [],
  item: Coverage,
  timed: [],
  // These fields describe the sources at the time of the request, so they are not part of a publication.
  derived: ['lastConfirmed', 'sources'],
  example: {
    query: { limit: '2' },
    item: {
      state: 'NE',
      stateName: 'Nebraska',
      lastChanged: '2026-09-01T05:00:00.000Z',
      lastConfirmed: '2026-11-20T08:17:00.000Z',
      records: { awards: 33, documents: 7, opportunities: 19, events: 2, activities: 7 },
      sources: [
        unchecked({
          label: 'DHHS Grant Opportunities',
          url: 'https://dhhs.ne.gov/Pages/Grant-Opportunities.aspx',
        }),
      ],
      gaps: [
        '57 award rows not published, waiting for an official count or total of the list, or a second reading of it.',
        'The allotment of FY2027 is not published.',
      ],
      updatedAt: '2026-11-21T08:00:02.776Z',
    },
  },
  filters: place,
  orders: { default: [['state', 'asc']], sortable: ['state', 'lastChanged'], other: null },
  formats: { calendar: null, feed: null },
  page: { default: 60, max: 60 },
  envelope: 'counted',
  isFree: true,
  detail: null,
  live(item, freshness) {
    const lastConfirmed = confirmedIn(freshness, item.state)
    const sources = checkedSources(item, freshness)
    const facts = {
      sites: item.sources.length,
      sitesDown: sources.filter(({ status }) => status === 'DOWN').length,
      sourcesNeverChecked: sources.filter(({ lastChecked }) => lastChecked === null).length,
      lastConfirmed: lastConfirmed && dayIn(Date.parse(lastConfirmed), NATIONAL_ZONE),
    }
    return { ...item, lastConfirmed, sources, gaps: [...item.gaps, ...sourceGaps(facts, item.state === null)] }
  },
  publish({ records }, published) {
    const lists = awardListsOf(records)
    const verdicts = verdictsOf(records)
    return [...records.states, null].map((record) => {
      const allotments = record ? published.recordsOf('allotments', record.code) : records.allotments
      const awardFacts = {
        awardLists: awardFactsOf(lists, verdicts, record?.code ?? null),
        allotmentYears: allotments.flatMap(({ verified, fiscalYear }) => (verified ? [fiscalYear] : [])),
      }
      return rowOf(record, awardFacts, published)
    })
  },
})

/** @param record null for national scope */
function rowOf(
  record: StateRecord | null,
  awardFacts: Pick<GapFacts, 'awardLists' | 'allotmentYears'>,
  published: Published,
): Row<Coverage> {
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
  const sites = record?.sites ?? []
  const awarded = record ? own : published.rows(awards).map(({ item }) => item)
  const facts: GapFacts = {
    ...counts,
    ...awardFacts,
    awards: awarded.length,
    amountsUnpublished: awarded.filter(({ federalAmount }) => federalAmount === null).length,
    lastDeadline: newestOf(
      notices.flatMap(({ dueDate, timeZone }) => (dueDate === null ? [] : dayIn(Date.parse(dueDate), timeZone))),
    ),
    sites: sites.length,
  }
  return {
    item: {
      state: code,
      stateName: record?.name ?? null,
      lastChanged: newestOf(lastTouched(code, published)),
      lastConfirmed: null,
      records: counts,
      sources: sites.map(unchecked),
      gaps: gapsOf(facts, record === null),
    },
  }
}
