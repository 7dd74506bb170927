import { type FeedEntry, getFormats, type Layout } from '../../formats/formats.ts'
import type { Award } from '../../resources/awards.ts'
import { getResource } from '../../resources/index.ts'
import { formatList } from '../../rules/text/wording.ts'
import { SCORE_FACTORS, type ScoreFactor } from '../../schema/policies.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { NO_STATE, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { toAlertPath } from '../addresses.ts'
import { type Html, html } from '../html.ts'
import { formatCode, formatWholeDollars } from '../wording.ts'
import type { Chosen, Listing, SectionName } from './listing.ts'
import { activityListing, awardListing, commitmentListing, documentListing, eventListing } from './listings.ts'
import { opportunityListing } from './opportunities.ts'

/** The heading of a list with its filters: `Open calls in Nebraska`. */
export function formatHeading(listing: Pick<Listing<never>, 'heading' | 'filters'>, chosen: Chosen): string {
  const states = (chosen.state ?? '').split(',').filter(Boolean)
  const names = states.map((state) => (state === NO_STATE ? 'the nation' : (STATE_NAMES[state as StateCode] ?? state)))
  const where = names.length > 0 ? ` in ${formatList(names)}` : ''
  const words = chosen.q ? ` matching “${chosen.q}”` : ''
  const notes = listing.filters.flatMap(({ parameter, isNoted, choices = [] }) => {
    const value = chosen[parameter]
    if (!isNoted || !value) return []
    return choices.find((choice) => choice.value === value)?.label ?? formatChoice(value, parameter)
  })
  return `${listing.heading(chosen, where)}${words}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

export function formatChoice(value: string, parameter: string): string {
  const values = value.split(',')
  if (values.length > 1) return values.map((each) => formatChoice(each, parameter)).join(', ')
  if (parameter === 'state') return value === NO_STATE ? 'National' : (STATE_NAMES[value as StateCode] ?? value)
  if (Object.hasOwn(CATEGORIES, value)) return CATEGORIES[value as CategoryId].label
  if (parameter === 'factor') return SCORE_FACTORS[value as ScoreFactor] ?? value
  if (parameter === 'fileType' || parameter === 'fiscalYear' || parameter === 'county') return value
  return formatCode(value)
}

export const toFilePath = (name: string, format: string, search: string): string =>
  `/${name}.${format}${search && `?${search}`}`

const FILE_FORMATS = ['csv', 'ics', 'atom'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
const FILE_LABELS = { csv: 'Table (CSV)', ics: 'Calendar (.ics)', atom: 'Feed' } as const

export const getFileFormats = (name: SectionName): FileFormat[] => {
  const offered = getFormats(getLayout(name))
  return FILE_FORMATS.filter((format) => offered.includes(format))
}

/** Links to the files of a list with a query, as list items. @param base where calendars are subscribed to; empty for none */
export const formatFileLinks = (name: SectionName, search: string, base: string, title: string): Html[] =>
  getFileFormats(name).map((format) => {
    const path = toFilePath(name, format, search)
    return html`<li><a href="${path}"${format === 'csv' && html` download`}>${FILE_LABELS[format]}</a></li>${
      format === 'ics' && base && formatSubscribeLinks(base + path, title)
    }`
  })

export const formatAlertLink = (name: SectionName, search: string): Html =>
  html`<a href="${toAlertPath(name, search)}" rel="nofollow">Email me about this</a>`

function formatSubscribeLinks(calendar: string, title: string): Html {
  const webcal = calendar.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}&name=${encodeURIComponent(title)}`
  return html`<li><a href="${webcal}">Subscribe in Apple or Outlook</a></li><li><a href="${google}">Google Calendar</a></li><li><a href="${outlook}">Outlook.com</a></li>`
}

/** The columns and entries of a section's files: those of the API, plus a feed of awards. */
export function getLayout(name: SectionName): Layout {
  const { item, formats } = getResource(name)
  return { item, ...formats, ...(name === 'awards' && { feed: toAwardPost }) }
}

const toAwardPost = (award: Award): FeedEntry => ({
  id: award.id,
  title: `${award.awardeeName} (${award.state})`,
  text: [
    award.federalAmount === null ? 'Amount not published.' : `${formatWholeDollars(award.federalAmount)}.`,
    award.projectTitle ?? award.initiative ?? award.programDescription,
    `From: ${award.sourceDocument.title}`,
  ]
    .filter(Boolean)
    .join('\n'),
  address: award.sourceDocument.url,
  published: award.awardDate === null ? null : `${award.awardDate}T12:00:00.000Z`,
  updated: award.updatedAt,
  categories: [award.stateName, award.fiscalYear, ...award.programCategories],
})

const LISTINGS = {
  activities: activityListing,
  commitments: commitmentListing,
  opportunities: opportunityListing,
  awards: awardListing,
  documents: documentListing,
  events: eventListing,
}

/** A list without the type of its entries, for code that works with any list. */
export const getListing = (name: SectionName): Listing<object> => LISTINGS[name] as unknown as Listing<object>

export type Option = readonly [value: string, label: string]

export const STATE_OPTIONS: readonly Option[] = Object.entries(STATE_NAMES).sort(([, a], [, b]) =>
  a.localeCompare(b, 'en'),
)

export const formatChoices = (name: string, label: string, chosen: string, options: readonly Option[]): Html =>
  html`<label>${label}<select name="${name}" autocomplete="off">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`

export const formatTextField = (name: string, label: string, value: string, more: Html | false = false): Html =>
  html`<label class="words">${label}<input type="search" name="${name}" value="${value}" maxlength="200" autocomplete="off"${more}></label>`

interface Filters {
  label: string
  path: string
  text: Html
  choices: readonly Html[]
  isFiltered: boolean
  isFolded?: boolean
}

export function formatFilters({ label, path, text, choices, isFiltered, isFolded }: Filters): Html {
  const row = html`<div class="row">${choices}</div>`
  return html`<form class="filters" role="search" aria-label="${label}" action="${path}"><div class="row">${text}<button class="button">Show</button></div>
${isFolded ? html`<details class="unfolded"><summary>Filters${isFiltered && html` <span class="mark">on</span>`}</summary>${row}</details>` : row}
<p class="small clear">${isFiltered && html`<a href="${path}">Clear filters</a>`}</p></form>`
}

/** The links to the pages beside one; none where there is only one. */
export const formatPager = (page: number, pages: number, toPath: (page: number) => string): Html | false =>
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${toPath(Math.min(page - 1, pages))}">Previous page</a>`}${
    page < pages && html`<a rel="next" href="${toPath(page + 1)}">Next page</a>`
  }</nav>`
