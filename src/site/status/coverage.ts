import { stringify } from 'csv-stringify/sync'
import type { Coverage, CoveredSource } from '../../resources/coverage.ts'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import { findNewest, getSum } from '../../rules/awards/totals.ts'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { compare } from '../../rules/text/words.ts'
import { type Instant, toLocalDay } from '../../rules/time/moments.ts'
import { getPublishedCounts } from '../../store/open/dataset.ts'
import type { Service } from '../../store/service.ts'
import { type Html, html } from '../../views/html.ts'
import { HELD } from '../../views/lists/listings.ts'
import {
  countedText,
  countText,
  expandDates,
  formatLongDate,
  formatPercent,
  formatProse,
  roundDollarText,
} from '../../views/wording.ts'
import { readAll } from '../lists.ts'
import { formatMillions, formatStateLink } from '../states/states.ts'

/** The kinds of records whose newest date is told. */
// The days of events are often ahead of the day on which they were learned.
const KINDS = { opportunities: 'calls and notices', awards: 'awards', documents: 'documents' } as const

const SOURCES: { [source: string]: string } = {
  pages: 'state pages',
  'award-lists': 'award lists',
  'grants-gov': 'Grants.gov',
  usaspending: 'USAspending',
  'cms-newsroom': 'CMS newsroom',
  'federal-register': 'Federal Register',
}

export const readCoverage = (service: Service, now: Instant): readonly Coverage[] =>
  readAll<Coverage>(service, 'coverage', now)

/** The newest day of each kind of records up to today, with its label. */
function getNewestDays(service: Service, now: Instant): { label: string; day: string }[] {
  const today = toLocalDay(now, NATIONAL_ZONE)
  const states = readCoverage(service, now)
  return Object.entries(KINDS).flatMap(([kind, label]) => {
    const days = states.flatMap(({ newest }) => newest[kind as keyof typeof KINDS] ?? [])
    const day = findNewest(days.filter((each) => each <= today))
    return day === null ? [] : [{ label, day }]
  })
}

/** `calls and notices October 6, 2026; awards October 2, 2026` */
export const formatNewest = (service: Service, now: Instant): string =>
  getNewestDays(service, now)
    .map(({ label, day }) => `${label} ${expandDates(formatLongDate(day))}`)
    .join('; ')

export const getNewestDay = (service: Service, now: Instant): string | null =>
  findNewest(getNewestDays(service, now).map(({ day }) => day))

/** When any source last confirmed a record: in a nightly run, or in the copy that the record was read from. */
export const getLastConfirmed = (service: Service, now: Instant): string | null =>
  findNewest(readCoverage(service, now).flatMap(({ lastConfirmed }) => lastConfirmed ?? []))

const getLastChecks = ({ freshness }: Service) =>
  freshness.sources.map(({ source, checkedAt }) => ({ label: SOURCES[source] ?? source, checkedAt }))

export const getLastCheck = (service: Service): string | null =>
  findNewest(getLastChecks(service).map(({ checkedAt }) => checkedAt))

/** When the sources were last checked, in one sentence. */
export function formatChecks(service: Service): string {
  const checks = getLastChecks(service)
  if (checks.length === 0) return 'No automatic check of the sources has run yet.'
  const byDay = Map.groupBy(checks, ({ checkedAt }) => formatLongDate(checkedAt))
  const days = [...byDay].map(([day, dayChecks]) => `${dayChecks.map(({ label }) => label).join(', ')} on ${day}`)
  return `Last checked: ${days.join('; ')}.`
}

/** A warning that no automatic check of the sources has run yet; null once one has. */
export function findAgeWarning(service: Service, now: Instant): string | null {
  if (getLastChecks(service).length > 0) return null
  const newest = getNewestDay(service, now)
  return newest === null ? 'Check the source.' : `Data as of ${formatLongDate(newest)}. Check the source.`
}

/** What is missing among the awards of all states, the largest amount of each state first. */
export const getMissingAwards = (service: Service, now: Instant): MissingAward[] =>
  readCoverage(service, now).flatMap(({ state, stateName, awards }) =>
    state === null
      ? []
      : awards.missing
          .map((each) => ({ ...each, state, stateName: stateName ?? state }))
          .sort((a, b) => (b.amount ?? -1) - (a.amount ?? -1)),
  )

type MissingAward = Coverage['awards']['missing'][number] & { state: string; stateName: string }

/** `138 of 138`; null if nothing is stated. */
export const formatOfStated = (compared: Coverage['awards']['rowsOfStated'], text: (value: number) => string) =>
  compared && `${text(compared.published)} of ${text(compared.stated)}`

/** The share of a state's allotment that has a named recipient; null where no amount of its awards is known. */
export const formatNamed = ({ published, sumPublished, shareNamed }: Coverage['awards']): string | null =>
  shareNamed === null || (published > 0 && sumPublished === null) ? null : formatPercent(shareNamed * 100)

/** Rows on file that are not published, and their known amounts; null when all are published. */
export function getHeld({ held, published, sumHeld, sumPublished }: Coverage['awards']) {
  if (held === published) return null
  const amount = getSum([sumHeld, sumPublished === null ? null : -sumPublished])
  return { rows: held - published, amount: sumHeld === null || amount === 0 ? null : amount }
}

type StateCoverage = Coverage & { code: string; name: string }
const toMillions = (amount: number | null): string | null => (amount === null ? null : formatMillions(amount))
const DASH = '–'

/** The columns of the coverage of the states after their names, with their cells; null is unknown. */
export const COLUMNS: { readonly [head: string]: (state: StateCoverage) => Html | string | null } = {
  'Rows published': ({ awards }) => countText(awards.published),
  'Rows on file': ({ awards, code }) => {
    const held = countText(awards.held)
    return getHeld(awards) ? html`<a href="/awards?state=${code}&verification=${HELD}">${held}</a>` : held
  },
  'Rows of stated': ({ awards }) => formatOfStated(awards.rowsOfStated, countText),
  '$M published': ({ awards }) => toMillions(awards.sumPublished),
  '$M on file': ({ awards }) => toMillions(awards.sumHeld),
  '$M of stated': ({ awards }) => formatOfStated(awards.sumOfStated, formatMillions),
  Named: ({ awards }) => formatNamed(awards),
  'Newest award': ({ newest }) => newest.awards,
  'Newest notice': ({ newest }) => newest.opportunities,
  'Newest document': ({ newest }) => newest.documents,
  'Latest event': ({ newest }) => newest.events,
}

/** The rows of the table of the states, by name. */
export const readStateRows = (service: Service, now: Instant): (Html | string)[][] =>
  readCoverage(service, now)
    .flatMap((each) => (each.state === null ? [] : [{ ...each, code: each.state, name: each.stateName ?? each.state }]))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((each) => [formatStateLink(each), ...Object.values(COLUMNS).map((toCell) => toCell(each) ?? DASH)])

/** The rows of the table of what is missing; the first of a state is its anchor. */
export const readMissingRows = (service: Service, now: Instant): (Html | string)[][] =>
  getMissingAwards(service, now).map(({ state, stateName, what, rows, amount, since, url }, place, all) => [
    all[place - 1]?.state === state ? stateName : html`<span id="${state}">${stateName}</span>`,
    url ? html`<a href="${url}">${formatProse(what)}</a>` : formatProse(what),
    rows === null ? DASH : countText(rows),
    toMillions(amount) ?? DASH,
    since ?? DASH,
  ])

/** How many awards are published and on file, and what waits: `…, 783 rows worth $1.2 million wait for verification …`. */
export function formatWaiting(service: Service, now: Instant): string {
  const nation = readCoverage(service, now).find(({ state }) => state === null)?.awards
  if (!nation) return ''
  const held = getHeld(nation)
  const counts = `${countText(nation.published)} awards are published, ${countText(nation.held)} are on file.`
  const worth = held && held.amount !== null ? ` worth ${roundDollarText(held.amount)}` : ''
  return held ? `${counts} ${countedText(held.rows, 'row')}${worth} wait for verification and are in no sum.` : counts
}

/** Rows as a table that spreadsheet programs open; an unknown value is an empty cell. */
export const toTable = (rows: readonly object[]): string =>
  stringify([...rows], { header: true, record_delimiter: 'windows', bom: true, escape_formulas: true })

type Sourced = { sourceUrl?: string; url?: string; sourceDocument?: { url: string } }

/** The number of records with a source, and the most frequent hosts of these sources. */
export function getSourceHosts(service: Service, now: Instant) {
  const records = RESOURCE_NAMES.flatMap((name) => readAll<Sourced>(service, name, now))
  const hosts = records.flatMap(({ sourceUrl, sourceDocument, url }) => {
    const address = sourceUrl ?? sourceDocument?.url ?? url
    return address ? [new URL(address).hostname.replace(/^www\./, '')] : []
  })
  const counted = [...Map.groupBy(hosts, (host) => host)]
    .map(([host, same]) => ({ host, records: same.length }))
    .sort((a, b) => b.records - a.records || compare(a.host, b.host))
  return { total: hosts.length, hosts: counted.slice(0, 15) }
}

export const getNationalCoverage = (service: Service, now: Instant): CoveredSource[] =>
  readCoverage(service, now).find(({ state }) => state === null)?.sources ?? []

/** The number of records in each list; coverage is about the data, not a part of it. */
export const recordCounts = ({ manifest }: Service): { label: string; count: number }[] =>
  RESOURCE_NAMES.filter((name) => name !== 'coverage').map((name) => ({
    label: getResource(name).summary,
    count: getPublishedCounts(manifest)[name] ?? 0,
  }))
