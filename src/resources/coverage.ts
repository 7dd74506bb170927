import * as z from 'zod'
import { type AwardCoverage, coverageOfAwards, getAwardFacts } from '../rules/awards/award-coverage.ts'
import { getAwardLists } from '../rules/awards/award-lists.ts'
import { findNewest, getSum } from '../rules/awards/totals.ts'
import { getVerdicts } from '../rules/awards/verification.ts'
import { type GapFacts, getGaps, sourceGaps } from '../rules/notices/gaps.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { confirmedIn } from '../rules/time/freshness.ts'
import { dayIn } from '../rules/time/moments.ts'
import { count, timestamp } from '../schema/fields.ts'
import { type Freshness, NATIONAL, type PageState, type SourceState } from '../schema/history.ts'
import type { StateRecord } from '../schema/records.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { address, day, dollars, listOf, orNull, updatedAt } from '../schema/wire/fields.ts'
import { activities } from './activities.ts'
import { lastTouched } from './activity.ts'
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

const unchecked = ({ url, label }: Pick<StateRecord['sites'][number], 'url' | 'label'>): CoveredSource => ({
  source: PAGES,
  label,
  url,
  status: 'UNKNOWN',
  lastChecked: null,
  lastConfirmed: null,
  lastChanged: null,
  downSince: null,
  note: null,
})

function checkedSources(
  { state, sources }: { state: string | null; sources: readonly CoveredSource[] },
  freshness: Freshness,
): CoveredSource[] {
  const place = state ?? NATIONAL
  const pagesSource = freshness.sources.find(({ source }) => source === PAGES)
  const pages = new Map(freshness.pages.map((page) => [page.url, page]))
  // A source that has never responded belongs to no state, so it is listed under national scope.
  const feeds = ({ confirmed }: SourceState) =>
    place in confirmed || (state === null && Object.keys(confirmed).length === 0)
  const others = freshness.sources.filter((source) => source.source !== PAGES && feeds(source))
  return [
    ...sources.map((source) => checkedPage(source, pages.get(source.url ?? ''), pagesSource)),
    ...others.map((other) => checkedSource(other, place)),
  ]
}

function checkedPage(
  source: CoveredSource,
  page: PageState | undefined,
  state: SourceState | undefined,
): CoveredSource {
  if (!page) return source
  return {
    ...source,
    status: page.downSince ? 'DOWN' : page.hash ? 'UP' : 'UNKNOWN',
    lastChecked: state?.checkedAt ?? null,
    lastConfirmed: page.error === null ? (state?.confirmed[page.state] ?? null) : null,
    lastChanged: page.changedAt,
    downSince: page.downSince,
    note: page.error,
  }
}

const checkedSource = (
  { source, checkedAt, changedAt, failure, confirmed }: SourceState,
  place: string,
): CoveredSource => ({
  source,
  label: null,
  url: null,
  status: failure === null ? 'UP' : 'DOWN',
  lastChecked: checkedAt,
  lastConfirmed: confirmed[place] ?? null,
  lastChanged: changedAt,
  downSince: null,
  note: failure,
})

const Compared = z.strictObject({
  published: z.number().describe('What is published, over these lists.'),
  stated: z.number().describe('What official documents state, over these lists.'),
})

const AwardsCovered = z
  .strictObject({
    held: count.describe('Rows on file, published or not.'),
    published: count.describe('Published rows.'),
    sumHeld: orNull(dollars, 'Known amounts of the rows on file; null if none is known.'),
    sumPublished: orNull(dollars, 'Known amounts of the published rows; null if none is known.'),
    rowsOfStated: orNull(Compared, 'Rows, over the lists whose number is stated; null if there are none.'),
    sumOfStated: orNull(
      Compared,
      'US dollars, over the lists whose total is stated; null if there are none. A list made of the money of another is joined to it.',
    ),
    allotment: orNull(dollars, 'What the federal program awarded to the state, all years.'),
    shareNamed: z
      .number()
      .nullable()
      .describe('Share of the allotment that published rows with a recipient and an amount account for.'),
    missing: z
      .array(
        z.strictObject({
          what: z.string().describe('What is missing.'),
          rows: orNull(count, 'Number of awards; null if unknown.'),
          amount: orNull(dollars, 'US dollars; null if unknown.'),
          verificationLacks: z
            .string()
            .nullable()
            .describe('What rows wait for that are on file; null: what is missing is not on file.'),
          since: orNull(day, 'Since when; null if the source bears no date.'),
          url: orNull(address, 'Where it would come from.'),
        }),
      )
      .describe('What is missing among the awards, since when, and where it would come from.'),
  })
  .describe('Awards on file, published and stated.')

/** The dataset's coverage of a state: number of records, freshness and known gaps. */
export const Coverage = z
  .strictObject({
    state: orNull(StateCode, 'Two-letter state code; null for national scope.'),
    stateName: orNull(z.string(), 'Name of the state; null for national scope.'),
    lastChanged: orNull(
      timestamp,
      'The latest date on which one of its records was published, awarded or amended, or one of its program pages changed.',
    ),
    lastConfirmed: orNull(timestamp, 'When a source last confirmed its records; null when none has.'),
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
  promises: [],
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
    const lastConfirmed = findNewest(
      [item.lastConfirmed, confirmedIn(freshness, item.state)].filter((each) => each !== null),
    )
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
    const lists = getAwardLists(records)
    const verdicts = getVerdicts(records)
    return [...records.states, null].map((record) => {
      const allotments = record ? published.getRecords('allotments', record.code) : records.allotments
      const amounts = allotments.flatMap(({ verified, amount }) => (verified ? [amount] : []))
      const covered = coverageOfAwards(lists, verdicts, record?.code ?? null, getSum(amounts))
      const awardFacts = {
        awardLists: getAwardFacts(lists, verdicts, record?.code ?? null),
        allotmentYears: allotments.flatMap(({ verified, fiscalYear }) => (verified ? [fiscalYear] : [])),
      }
      return toRow(record, awardFacts, withRecipients(covered, record), published)
    })
  },
})

function toRow(
  record: StateRecord | null,
  awardFacts: Pick<GapFacts, 'awardLists' | 'allotmentYears'>,
  covered: AwardCoverage,
  published: Published,
): Row<Coverage> {
  const code = record?.code ?? null
  const items = published.getRows(awards, code).map(({ item }) => item)
  const notices = published.getRows(opportunities, code).map(({ item }) => item)
  const counts = {
    awards: items.length,
    documents: published.getRows(documents, code).length,
    opportunities: notices.length,
    events: published.getRows(events, code).length,
    activities: published.getRows(activities, code).length,
  }
  const sites = record?.sites ?? []
  const awarded = record ? items : published.rows(awards).map(({ item }) => item)
  const facts: GapFacts = {
    ...counts,
    ...awardFacts,
    awards: awarded.length,
    amountsUnpublished: awarded.filter(({ federalAmount }) => federalAmount === null).length,
    lastDeadline: findNewest(
      notices.flatMap(({ dueDate, timeZone }) => (dueDate === null ? [] : dayIn(Date.parse(dueDate), timeZone))),
    ),
    sites: sites.length,
  }
  return {
    item: {
      state: code,
      stateName: record?.name ?? null,
      lastChanged: findNewest(lastTouched(code, published)),
      lastConfirmed: findNewest(notices.flatMap(({ lastConfirmedAt }) => lastConfirmedAt ?? [])),
      records: counts,
      awards: covered,
      newest: newestDays(items, code, published),
      sources: sites.map(unchecked),
      gaps: getGaps(facts, record === null),
    },
  }
}

/** A state of which no list is known lacks the list itself. */
function withRecipients(covered: AwardCoverage, record: StateRecord | null): AwardCoverage {
  if (record === null || covered.held > 0 || covered.missing.length > 0) return covered
  const url = record.sites[0]?.url ?? null
  const what = 'A list of award recipients'
  const missing = [{ what, rows: null, amount: covered.allotment, verificationLacks: null, since: null, url }]
  return { ...covered, missing }
}

function newestDays(
  items: readonly { awardDate: string | null }[],
  code: StateCode | null,
  published: Published,
): Coverage['newest'] {
  const toDay = (moments: readonly (string | null)[]) =>
    findNewest(moments.flatMap((moment) => moment?.slice(0, 'YYYY-MM-DD'.length) ?? []))
  return {
    awards: toDay(items.map(({ awardDate }) => awardDate)),
    documents: toDay(published.getRows(documents, code).map(({ item }) => item.published)),
    opportunities: toDay(published.getRows(opportunities, code).map(({ item }) => item.postedDate)),
    events: toDay(published.getRows(events, code).map(({ item }) => item.startAt)),
  }
}
