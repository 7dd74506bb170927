import * as z from 'zod'
import { getAwardCoverage, getAwardFacts } from '../rules/awards/award-coverage.ts'
import { getAwardLists } from '../rules/awards/award-lists.ts'
import { findNewest, getSum } from '../rules/awards/totals.ts'
import { getVerdicts } from '../rules/awards/verification.ts'
import { type GapFacts, getGaps, getSourceGaps } from '../rules/notices/gaps.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { getConfirmedIn } from '../rules/time/freshness.ts'
import { toLocalDay } from '../rules/time/moments.ts'
import { count, timestamp } from '../schema/fields.ts'
import { type Freshness, NATIONAL } from '../schema/history.ts'
import type { StateRecord } from '../schema/records.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { day, listOf, orNull, updatedAt } from '../schema/wire/fields.ts'
import { AwardsCovered } from '../schema/wire/records.ts'
import { activities } from './activities.ts'
import { findLastTouched, findOwnDates } from './activity.ts'
import { awards } from './awards.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { place } from './filters.ts'
import { opportunities } from './opportunities.ts'
import type { Published, Row } from './publishing.ts'

/** A source of a state or of national scope, with the result of its last check. */
export const CoveredSource = z
  .strictObject({
    source: z.string().describe('Name of the source, such as pages or grants-gov.'),
    label: orNull(z.string(), 'Name of the page, for tracked pages.'),
    url: orNull(z.url(), 'URL of the page, for tracked pages.'),
    status: z.enum(['UP', 'DOWN', 'UNKNOWN']).describe('DOWN after three failed checks; UNKNOWN if never checked.'),
    lastChecked: orNull(timestamp, 'When it was last checked.'),
    lastConfirmed: orNull(timestamp, 'When its data was last read successfully.'),
    lastChanged: orNull(timestamp, 'When it last had new or changed data.'),
    downSince: orNull(timestamp, 'When it went down; null while it responds.'),
    note: orNull(z.string(), 'Why the last check failed.'),
  })
  .meta({ id: 'CoveredSource' })
export type CoveredSource = z.infer<typeof CoveredSource>

const PAGES = 'pages'
const NEVER = { lastChecked: null, lastConfirmed: null, lastChanged: null, downSince: null, note: null }
const UNCHECKED: CoveredSource = { source: PAGES, label: null, url: null, status: 'UNKNOWN', ...NEVER }

function getCheckedSources(
  { state, sources }: Pick<Coverage, 'state' | 'sources'>,
  freshness: Freshness,
): CoveredSource[] {
  const place = state ?? NATIONAL
  const checkOfPages = freshness.sources.find(({ source }) => source === PAGES)
  const pages = new Map(freshness.pages.map((page) => [page.url, page]))
  const tracked = sources.map((source): CoveredSource => {
    const page = pages.get(source.url ?? '')
    if (!page) return source
    return {
      ...source,
      status: page.downSince ? 'DOWN' : page.hash ? 'UP' : 'UNKNOWN',
      lastChecked: checkOfPages?.checkedAt ?? null,
      lastConfirmed: page.error === null ? (checkOfPages?.confirmed[page.state] ?? null) : null,
      lastChanged: page.changedAt,
      downSince: page.downSince,
      note: page.error,
    }
  })
  const others = freshness.sources.flatMap((one): CoveredSource[] => {
    // A source that has never responded belongs to no state, so it is listed under national scope.
    const feeds = place in one.confirmed || (state === null && Object.keys(one.confirmed).length === 0)
    if (one.source === PAGES || !feeds) return []
    const status = one.failure === null ? 'UP' : 'DOWN'
    const { source, checkedAt: lastChecked, changedAt: lastChanged, failure: note } = one
    const lastConfirmed = one.confirmed[place] ?? null
    return [{ ...UNCHECKED, source, status, lastChecked, lastConfirmed, lastChanged, note }]
  })
  return [...tracked, ...others]
}

export const Coverage = z
  .strictObject({
    state: orNull(StateCode, 'Two-letter state code; null for national scope.'),
    stateName: orNull(z.string(), 'Name of the state; null for national scope.'),
    lastChanged: orNull(
      timestamp,
      'The latest date on which one of its records was published, awarded or amended, or one of its program pages changed.',
    ),
    lastConfirmed: orNull(timestamp, 'When a source last confirmed or published one of its records; null if unknown.'),
    records: z
      .strictObject({
        awards: count.describe('Award rows.'),
        documents: count.describe('Documents.'),
        opportunities: count.describe('Opportunities.'),
        events: count.describe('Events.'),
        activities: count.describe('Program activities.'),
      })
      .describe('Number of published records by kind.'),
    awards: AwardsCovered,
    newest: z
      .strictObject({
        awards: orNull(day, 'Newest announcement of a published award.'),
        documents: orNull(day, 'Newest day of publication of a document.'),
        opportunities: orNull(day, 'Newest day on which an opportunity was posted.'),
        events: orNull(day, 'Day of the latest event, which may be ahead.'),
      })
      .describe('The newest date of each kind; null if none has a date.'),
    sources: listOf(CoveredSource, 'The sources of its records.'),
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
  item: Coverage,
  // These fields describe the sources at the time of the request, so they are not part of a publication.
  derived: ['lastConfirmed', 'sources'],
  example: { limit: '2' },
  filters: place,
  orders: { default: [['state', 'asc']], sortable: ['state', 'lastChanged'] },
  page: { default: 60, max: 60 },
  envelope: 'counted',
  tool: 'get_coverage',
  isFree: true,
  live(item, freshness) {
    const lastConfirmed = findNewest([item.lastConfirmed ?? [], getConfirmedIn(freshness, item.state) ?? []].flat())
    const sources = getCheckedSources(item, freshness)
    const facts = {
      sites: item.sources.length,
      sitesDown: sources.filter(({ status }) => status === 'DOWN').length,
      sourcesNeverChecked: sources.filter(({ lastChecked }) => lastChecked === null).length,
      lastConfirmed: lastConfirmed && toLocalDay(Date.parse(lastConfirmed), NATIONAL_ZONE),
    }
    return { ...item, lastConfirmed, sources, gaps: [...item.gaps, ...getSourceGaps(facts, item.state === null)] }
  },
  publish({ records }, published) {
    const lists = getAwardLists(records)
    const verdicts = getVerdicts(records)
    return [...records.states, null].map((record) => {
      const code = record?.code ?? null
      const allotments = record ? published.getRecords('allotments', record.code) : records.allotments
      const verified = allotments.filter((allotment) => allotment.verified)
      const covered = getAwardCoverage(lists, verdicts, code, getSum(verified.map(({ amount }) => amount)))
      const allotmentYears = verified.map(({ fiscalYear }) => fiscalYear)
      const awardFacts = { awardLists: getAwardFacts(lists, verdicts, code), allotmentYears }
      return toRow(record, awardFacts, withRecipients(covered, record), published)
    })
  },
})

function toRow(
  record: StateRecord | null,
  awardFacts: Pick<GapFacts, 'awardLists' | 'allotmentYears'>,
  covered: AwardsCovered,
  published: Published,
): Row<Coverage> {
  const code = record?.code ?? null
  const stateItems = {
    awards: published.getItems(awards, code),
    documents: published.getItems(documents, code),
    opportunities: published.getItems(opportunities, code),
    events: published.getItems(events, code),
    activities: published.getItems(activities, code),
  }
  const counts = Object.fromEntries(Object.entries(stateItems).map(([kind, items]) => [kind, items.length])) as {
    [Kind in keyof typeof stateItems]: number
  }
  const sites = record?.sites ?? []
  const awarded = record ? stateItems.awards : published.rows(awards).map(({ item }) => item)
  const facts: GapFacts = {
    ...counts,
    ...awardFacts,
    awards: awarded.length,
    amountsUnpublished: awarded.filter(({ federalAmount }) => federalAmount === null).length,
    lastDeadline: findNewestDay(stateItems.opportunities, 'dueDate'),
    sites: sites.length,
  }
  return {
    item: {
      state: code,
      stateName: record?.name ?? null,
      lastChanged: findNewest(findLastTouched(code, published)),
      lastConfirmed: findNewest([
        ...findOwnDates(code, published),
        ...stateItems.opportunities.flatMap(({ lastConfirmedAt }) => lastConfirmedAt ?? []),
      ]),
      records: counts,
      awards: covered,
      newest: {
        awards: findNewest(stateItems.awards.flatMap(({ awardDate }) => awardDate ?? [])),
        documents: findNewest(stateItems.documents.flatMap((document) => document.published ?? [])),
        opportunities: findNewestDay(stateItems.opportunities, 'postedDate'),
        events: findNewestDay(stateItems.events, 'startAt'),
      },
      sources: sites.map(({ url, label }) => ({ ...UNCHECKED, url, label })),
      gaps: getGaps(facts, record === null),
    },
  }
}

/** The newest local day of a moment of some records. */
const findNewestDay = <Field extends string>(
  items: readonly ({ [Name in Field]: string | null } & { timeZone: string })[],
  field: Field,
): string | null =>
  findNewest(items.flatMap((item) => (item[field] === null ? [] : toLocalDay(Date.parse(item[field]), item.timeZone))))

/** A state of which no list is known lacks the list itself. */
function withRecipients(covered: AwardsCovered, record: StateRecord | null): AwardsCovered {
  if (record === null || covered.held > 0 || covered.missing.length > 0) return covered
  const url = record.sites[0]?.url ?? null
  const what = 'A list of award recipients'
  const missing = [{ what, rows: null, amount: covered.allotment, verificationLacks: null, since: null, url }]
  return { ...covered, missing }
}
