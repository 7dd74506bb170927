import { getFormats } from '../../formats/formats.ts'
import { SCORE_FACTORS, type ScoreFactor } from '../../schema/policies.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { NO_STATE, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { alertPath } from '../addresses.ts'
import { formatEntries } from '../entries.ts'
import { formatChoices, formatFilters, formatPager, formatTextField, type Option } from '../forms.ts'
import { type Html, html, joined } from '../html.ts'
import { getLayout } from '../layouts.ts'
import { DESCRIPTION_MAX, sharePath } from '../records/parts.ts'
import { formatHeads } from '../tables.ts'
import type { View } from '../view.ts'
import { codeText, countedText, countText, dateText, roundDollarText, shortText } from '../wording.ts'
import type { Choice, Chosen, ListFilter, Listing, RowContext, SectionName } from './listing.ts'

/** A choice with the number of its records among those that the other filters leave. */
export interface CountedChoice extends Choice {
  count: number | null
}

/** What a page of a list shows. */
export interface ListPage {
  /** The text of each chosen filter, including those that hold by default. */
  chosen: Chosen
  /** The query of the page as the API and the files understand it, without the page. */
  search: string
  choices: ReadonlyMap<string, readonly CountedChoice[]>
  items: readonly object[]
  context: RowContext
  page: number
  pages: number
  total: number
  /** The number of records without any filter. */
  all: number
  /** Records that may belong here, in a group of their own; null when there are none. */
  apart: { title: string; text: string; items: readonly object[]; path: string; total: number } | null
  /** Rows on file that the list leaves out because they are not verified; null when there are none. */
  held: { rows: number; amount: number | null; search: string } | null
  /** What is wrong with the query, one sentence each. */
  problems: readonly string[]
  /** The newest date of the list, and when the sources were last checked; null where unknown. */
  freshness: { newest: string | null; checked: string | null }
  /** Public address of the service, for calendars that are subscribed to; null when none is set. */
  base: string | null
  hasAlerts: boolean
}

/** The heading of a list with its filters: `Open calls in Nebraska`. */
export function formatHeading(listing: Pick<Listing<never>, 'heading'>, chosen: Chosen): string {
  const states = (chosen.state ?? '').split(',').filter(Boolean)
  const names = states.map((state) => (state === NO_STATE ? 'the nation' : (STATE_NAMES[state as StateCode] ?? state)))
  const where = names.length > 0 ? ` in ${new Intl.ListFormat('en-US').format(names)}` : ''
  const words = chosen.q ? ` matching “${chosen.q}”` : ''
  return `${listing.heading(chosen, where)}${words}`
}

export function formatChoice(value: string, parameter: string): string {
  if (parameter === 'state') return value === NO_STATE ? 'National' : (STATE_NAMES[value as StateCode] ?? value)
  if (value in CATEGORIES) return CATEGORIES[value as CategoryId].label
  if (parameter === 'factor') return SCORE_FACTORS[value as ScoreFactor] ?? value
  if (parameter === 'fileType' || parameter === 'fiscalYear' || parameter === 'county') return value
  return codeText(value)
}

/** A page of a list: filters, entries, files with the same filters, and links to the other pages. */
export function listView(listing: Listing<never>, shown: ListPage): View {
  const { name, lead, defaults } = listing
  const { chosen, search, page, pages, total, problems } = shown
  const title = formatHeading(listing, chosen)
  const numbered = pages > 1 ? `, page ${countText(page)} of ${countText(pages)}` : ''
  const isFiltered = listing.filters.some(({ parameter }) => (chosen[parameter] ?? '') !== (defaults[parameter] ?? ''))
  const state = chosen.state && chosen.state in STATE_NAMES ? chosen.state : null
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!isFiltered && html`<p class="lead">${lead}</p>`}</header>
${formatForm(listing, shown, isFiltered)}
<div id="results" aria-live="polite">${problems.length > 0 && html`<ul class="error" role="alert">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}
<p class="small"><strong>${countSentence(listing, shown)}</strong>${numbered} ${freshnessText(shown)}${shown.hasAlerts && html` ${alertLink(name, search)}`}</p>
${heldText(shown)}
${
  listing.links &&
  html`<p class="small">${joined(
    listing.links.map(({ text, path }) => html`<a href="${path}">${text}</a>`),
    ' · ',
  )}</p>`
}
${formatRows(listing, shown.items, shown.context)}
${formatPager(page, pages, (target) => `/${name}?${withPage(search, target)}`)}
${apartSection(listing, shown)}
${total > 0 && takeSection(listing, shown, title)}</div></div>`
  return {
    title: `${title}${page > 1 ? numbered : ''}`,
    description: shortText(isFiltered ? `${countSentence(listing, shown)} ${lead}` : lead, DESCRIPTION_MAX),
    path: `/${name}${search || page > 1 ? `?${withPage(search, page)}` : ''}`,
    section: `/${name}`,
    picture: sharePath(state),
    main,
    feed: getFileFormats(name).includes('atom') ? { title, path: filePath(name, 'atom', search) } : null,
  }
}

const countSentence = ({ noun: [one, many] }: Pick<Listing<never>, 'noun'>, { total, all }: ListPage): string =>
  total === 0
    ? `None of the ${countText(all)} ${many} match. Remove a filter to see more.`
    : total === all
      ? `${countText(total)} ${total === 1 ? one : many}`
      : `${countText(total)} of ${countText(all)} ${many}`

const freshnessText = ({ freshness: { newest, checked } }: ListPage): Html =>
  html`<span class="soft">${newest && html`Newest: <time datetime="${newest}">${dateText(newest)}</time>. `}${
    checked && html`Sources checked on <time datetime="${checked}">${dateText(checked)}</time>.`
  }</span>`

const heldText = ({ held }: ListPage): Html | null =>
  held &&
  html`<p class="small">Not counted: <a href="/awards?${held.search}">${countedText(held.rows, 'row')} on file${held.amount !== null && ` worth ${roundDollarText(held.amount)}`}</a> that ${held.rows === 1 ? 'is' : 'are'} not verified. <a href="/coverage">What is missing</a></p>`

function formatRows(
  { entry, table, title }: Listing<never>,
  items: readonly object[],
  context: RowContext,
): Html | false {
  if (items.length === 0) return false
  const entries = items.map((item) => entry(item as never, context))
  if (!table) return formatEntries(entries)
  const rows = entries.map((each, place) => table.row(items[place] as never, each))
  return html`<table class="stack awards"><caption class="unseen">${title}</caption>${formatHeads(table.heads)}<tbody>${rows}</tbody></table>`
}

function formatForm({ name, filters, orders, defaults }: Listing<never>, shown: ListPage, isFiltered: boolean): Html {
  const format = (filter: ListFilter) => formatFilter(filter, shown, filter.parameter in defaults)
  const sorts = orders.map(({ label, sort }, place) => [place === 0 ? '' : (sort ?? ''), label] as const)
  return formatFilters({
    label: `Filter ${name}`,
    path: `/${name}`,
    text: html`${filters.filter(({ isText }) => isText).map(format)}`,
    choices: [
      ...filters.filter(({ isText }) => !isText).map(format),
      formatChoices('sort', 'Sort by', shown.chosen.sort ?? '', sorts),
    ],
    isFiltered,
    isFolded: true,
  })
}

function formatFilter(
  { parameter, label, isText, within, blank = 'All' }: ListFilter,
  { chosen, choices }: ListPage,
  hasDefault: boolean,
): Html {
  const value = chosen[parameter] ?? ''
  if (isText) return formatTextField(parameter, label, value)
  const offered = choices.get(parameter) ?? []
  const isOffered = value === '' || offered.some((choice) => choice.value === value)
  const options: Option[] = offered.map((choice) => [
    choice.value,
    choice.count === null ? choice.label : `${choice.label} (${countText(choice.count)})`,
  ])
  if (!hasDefault) options.unshift(['', within && !chosen[within] ? 'Choose a state first' : blank])
  if (!isOffered) options.push([value, formatChoice(value, parameter)])
  return formatChoices(parameter, label, value, options)
}

const withPage = (search: string, page: number): string => {
  const query = new URLSearchParams(search)
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

function apartSection(listing: Listing<never>, { apart, context }: ListPage): Html | false {
  if (!apart) return false
  const { title, text, items, path, total } = apart
  const [one, many] = listing.noun
  return html`<section aria-labelledby="apart"><h2 id="apart">${title}</h2><p class="small soft">${text}</p>${formatRows(listing, items, context)}${
    total > items.length &&
    html`<p class="more"><a href="${path}">All ${countText(total)} ${total === 1 ? one : many}</a></p>`
  }</section>`
}

export const filePath = (name: string, format: string, search: string): string =>
  `/${name}.${format}${search && `?${search}`}`

const FILE_FORMATS = ['csv', 'ics', 'atom'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
const FILE_LABELS = { csv: 'Table (CSV)', ics: 'Calendar (.ics)', atom: 'Feed' } as const

export const getFileFormats = (name: SectionName): FileFormat[] => {
  const offered = getFormats(getLayout(name))
  return FILE_FORMATS.filter((format) => offered.includes(format))
}

/** Links to the files of a list with a query, as list items. @param base where calendars are subscribed to; null for none */
export const fileLinks = (name: SectionName, search: string, base: string | null, title: string): Html[] =>
  getFileFormats(name).map((format) => {
    const path = filePath(name, format, search)
    return html`<li><a href="${path}"${format === 'csv' && html` download`}>${FILE_LABELS[format]}</a></li>${
      format === 'ics' && base !== null && subscribeLinks(base + path, title)
    }`
  })

export const alertLink = (name: SectionName, search: string): Html =>
  html`<a href="${alertPath(name, search)}" rel="nofollow">Email me about this</a>`

function takeSection({ name }: Pick<Listing<never>, 'name'>, { search, base, total }: ListPage, title: string): Html {
  const these = total === 1 ? 'This one as a file' : `These ${countText(total)} as a file`
  return html`<section aria-labelledby="take"><h2 id="take" class="small">${these}</h2><ul class="take">${fileLinks(name, search, base, title)}</ul></section>`
}

function subscribeLinks(calendar: string, title: string): Html {
  const webcal = calendar.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}&name=${encodeURIComponent(title)}`
  return html`<li><a href="${webcal}">Subscribe in Apple or Outlook</a></li><li><a href="${google}">Google Calendar</a></li><li><a href="${outlook}">Outlook.com</a></li>`
}
