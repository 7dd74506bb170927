import * as z from 'zod'
import { timestamp } from '../schema/fields.ts'
import { type Freshness, NATIONAL, type PageState, type SourceState } from '../schema/history.ts'
import type { StateRecord } from '../schema/records.ts'

/** A source of a state or of national scope, with the result of its last check. */
export const CoveredSource = z
  .strictObject({
    source: z.string().describe('Name of the source, such as pages or grants-gov.'),
    label: z.string().nullable().describe('Name of the page, for tracked pages.'),
    url: z.url().nullable().describe('URL of the page, for tracked pages.'),
    status: z.enum(['UP', 'DOWN', 'UNKNOWN']).describe('DOWN after three failed checks; UNKNOWN if never checked.'),
    lastChecked: timestamp.nullable().describe('When it was last checked.'),
    lastConfirmed: timestamp.nullable().describe('When its data was last read successfully.'),
    lastChanged: timestamp.nullable().describe('When it last had new or changed data.'),
    downSince: timestamp.nullable().describe('When it went down; null while it responds.'),
    note: z.string().nullable().describe('Why the last check failed.'),
  })
  .meta({ id: 'CoveredSource' })
export type CoveredSource = z.infer<typeof CoveredSource>

/** The source that checks the program pages of the states. */
const PAGES = 'pages'

/** A program page that has not been checked yet. */
export const unchecked = ({ url, label }: Pick<StateRecord['sites'][number], 'url' | 'label'>): CoveredSource => ({
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

/** The checked pages of a state and the other sources that confirmed its records. */
export function checkedSources(
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
