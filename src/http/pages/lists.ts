import type { FilterValues } from '../../resources/define.ts'
import { getResource } from '../../resources/index.ts'
import { findNewest } from '../../rules/awards/totals.ts'
import { NO_STATE, STATE_NAMES } from '../../schema/vocabularies.ts'
import { WHOLE_LIST } from '../../store/lists/reader.ts'
import { formatEntries } from '../../views/entries.ts'
import { type Html, html, join, type Part } from '../../views/html.ts'
import {
  type FileFormat,
  formatAlertLink,
  formatChoice,
  formatChoices,
  formatFileLinks,
  formatFilters,
  formatHeading,
  formatPager,
  formatTextField,
  getFileFormats,
  getListing,
  type Option,
  toFilePath,
} from '../../views/lists/list-page.ts'
import { type Choice, type ListFilter, type Listing, PAGE_SIZE, type SectionName } from '../../views/lists/listing.ts'
import { HELD } from '../../views/lists/listings.ts'
import { AHEAD, ANY, OPEN } from '../../views/lists/opportunities.ts'
import { DESCRIPTION_MAX, sharePath } from '../../views/records/parts.ts'
import { formatHeads } from '../../views/tables.ts'
import type { View } from '../../views/view.ts'
import { countedText, countText, formatLongDate, roundDollarText, shortenText } from '../../views/wording.ts'
import type { PageContext } from './holdings.ts'
import { formatPath, type ListQuery, parseListQuery } from './list-query.ts'

/** The page of a list with the filters of its query. Parameters that it does not have are ignored. */
export function readListPage(name: SectionName, query: URLSearchParams, context: PageContext) {
  const listing = getListing(name)
  const read = parseListQuery(listing, query, context.now)
  const shown = readShown(name, read, context)
  return { view: formatList(listing as Listing<never>, shown), hasProblems: read.problems.length > 0 }
}

/** `count` is the number of its records among those that the other filters leave. */
type CountedChoice = Choice & { count: number | null }
type ListPage = ReturnType<typeof readShown>

function readShown(name: SectionName, read: ListQuery, context: PageContext) {
  const listing = getListing(name)
  const list = (filters: FilterValues, limit: number, page = 1) =>
    context.service.readers[name].list(
      { filters, sort: read.request.sort, limit, page, isDetailed: listing.isDetailed },
      context.now,
    )
  const listed = list(read.request.filters, PAGE_SIZE, read.page)
  return {
    chosen: read.chosen,
    search: read.search,
    choices: new Map(listing.filters.map((filter) => [filter.parameter, countChoices(name, filter, read, context)])),
    items: JSON.parse(listed.data),
    context: { recipientPath: context.holdings.recipientPath, now: context.now },
    page: read.page,
    pages: Math.ceil(listed.total / PAGE_SIZE),
    total: listed.total,
    all: list(getScope(name, read.request.filters), 1).total,
    apart: name === 'opportunities' ? readUnconfirmed(read, context) : null,
    held: name === 'awards' ? readHeld(read, context) : null,
    problems: read.problems,
    freshness: readFreshness(name, context),
    base: context.base,
    hasAlerts: context.hasAlerts,
  }
}

/** The records of a list with the filters of a query, and what a file of them says of itself. */
export function readListFile(
  name: SectionName,
  format: FileFormat,
  query: URLSearchParams,
  { service, now, base }: PageContext,
) {
  const listing = getListing(name)
  // A file without a query has the whole list.
  const { chosen, search, request, problems } = parseListQuery({ ...listing, defaults: {} }, query, now)
  const { data } = service.readers[name].list({ filters: request.filters, sort: request.sort, limit: WHOLE_LIST }, now)
  const records = JSON.parse(data) as { updatedAt: string }[]
  return {
    problems,
    records,
    title: `Rural health: ${formatHeading(listing as Listing<never>, chosen)}`,
    description: listing.lead,
    updated: findNewest(records.map(({ updatedAt }) => updatedAt)) ?? service.manifest.builtAt,
    address: (base || LOCAL) + toFilePath(name, format, search),
  }
}

// Feeds need an absolute address; without a public one they are read on the machine itself.
const LOCAL = 'http://localhost'

/** Those of the filters that decide which records belong to a list at all. */
const getScope = (name: SectionName, filters: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(getResource(name).filters).flatMap(([parameter, { default: absent }]) =>
      absent && filters[parameter] !== undefined ? [[parameter, filters[parameter]]] : [],
    ),
  )

/** The choices of a filter, counted over the records that the other filters leave. */
function countChoices(
  name: SectionName,
  { parameter, choices, isText, within }: ListFilter,
  { request }: ListQuery,
  { service, now }: PageContext,
): CountedChoice[] {
  if (isText || (within && request.filters[within] === undefined)) return []
  const { [parameter]: _, ...rest } = request.filters
  const filter = getResource(name).filters[parameter]
  const isCounted = filter !== undefined && filter.op !== 'atLeast'
  // Without a filter that has a default, the list would count the default alone.
  const everything = choices?.flatMap(({ value }) => value.split(','))
  const others = filter?.default ? { ...rest, [parameter]: [...new Set(everything)].sort() } : rest
  const countIn = (filters: FilterValues): { [value: string]: number } =>
    service.readers[name].list({ filters, facets: [parameter], limit: 1 }, now).facets?.[parameter] ?? {}
  const counts = isCounted ? countIn(others) : {}
  if (choices) {
    const count = (value: string) => value.split(',').reduce((sum, each) => sum + (counts[each] ?? 0), 0)
    return choices.map((choice) => ({ ...choice, count: isCounted ? count(choice.value) : null }))
  }
  // Readers look for their own state and kind, also where nothing for them is open at the moment.
  const usual = parameter === 'state' ? STATE_NAMES : countIn(within ? { [within]: request.filters[within] } : {})
  return [...new Set([...Object.keys(usual), ...Object.keys(counts)])]
    .map((value) => ({ value, label: formatChoice(value, parameter), count: counts[value] ?? 0 }))
    .sort((a, b) => Number(b.value === NO_STATE) - Number(a.value === NO_STATE) || a.label.localeCompare(b.label, 'en'))
}

/** The calls that may still be open but were not confirmed lately, beside those that are. */
function readUnconfirmed({ chosen, request, page }: ListQuery, { service, now }: PageContext) {
  if (page > 1 || (chosen.status !== AHEAD && chosen.status !== OPEN)) return null
  const filters = { ...request.filters, status: ['CLOSED'], statusBasis: ['UNCONFIRMED'] }
  const unconfirmed = service.readers.opportunities.list({ filters, limit: 25 }, now)
  if (unconfirmed.total === 0) return null
  return {
    title: 'May still be open',
    text: 'Open or announced when a source last confirmed them. Check the official page of each.',
    items: JSON.parse(unconfirmed.data),
    path: formatPath('/opportunities', { ...chosen, status: 'CLOSED', statusBasis: 'UNCONFIRMED' }),
    total: unconfirmed.total,
  }
}

/** The rows on file that would be in the list if they were verified. */
function readHeld({ chosen, request }: ListQuery, { service, now }: PageContext) {
  if (chosen.verification) return null
  const filters = { ...request.filters, verification: [HELD] }
  const { total } = service.readers.awards.list({ filters, limit: 1 }, now)
  if (total === 0) return null
  return {
    rows: total,
    amount: service.readers.awards.getAmount(filters, now),
    path: formatPath('/awards', { ...chosen, verification: HELD }),
  }
}

const DATES: { [Name in SectionName]?: string } = {
  opportunities: 'postedDate',
  awards: 'awardDate',
  documents: 'published',
}

function readFreshness(name: SectionName, { service, now }: PageContext) {
  const checked = findNewest(service.freshness.sources.map(({ checkedAt }) => checkedAt))
  const field = DATES[name]
  if (!field) return { newest: null, checked }
  const { data } = service.readers[name].list({ sort: [[field, 'desc']], limit: 5 }, now)
  const days = (JSON.parse(data) as { [field: string]: string | null }[]).flatMap((item) => item[field] ?? [])
  return { newest: findNewest(days.filter((day) => Date.parse(day) <= now)), checked }
}

function formatList(listing: Listing<never>, shown: ListPage): View {
  const { name, lead, defaults = {} } = listing
  const { chosen, search, page, pages, total, problems, apart } = shown
  const title = formatHeading(listing, chosen)
  const numbered = pages > 1 ? `, page ${countText(page)} of ${countText(pages)}` : ''
  const isFiltered = Object.entries(chosen).some(([name, value]) => name !== 'sort' && value !== defaults[name])
  const state = chosen.state && chosen.state in STATE_NAMES ? chosen.state : null
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!isFiltered && html`<p class="lead">${lead}</p>`}</header>
${formatForm(listing, shown, isFiltered)}
<div id="results" aria-live="polite">${problems.length > 0 && html`<ul class="error" role="alert">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}
<p class="small"><strong>${countSentence(listing, shown)}</strong>${numbered}. ${formatBeyond(listing, shown)} ${formatFreshness(shown)}${shown.hasAlerts && html` ${formatAlertLink(name, search)}`}</p>
${formatHeld(shown)}
${
  listing.links &&
  html`<p class="small">${join(
    listing.links.map(({ text, path }) => html`<a href="${path}">${text}</a>`),
    ' · ',
  )}</p>`
}
${formatRows(listing, shown.items, shown.context)}
${formatPager(page, pages, (target) => formatPath(`/${name}`, chosen, target))}
${formatApartSection(listing, shown)}
${total > 0 && takeSection(listing, shown, title)}</div></div>`
  return {
    title: `${title}${page > 1 ? numbered : ''}`,
    description: shortenText(
      isFiltered
        ? `${countSentence(listing, shown)}. ${apart ? `${countText(apart.total)} may still be open. ` : ''}${lead}`
        : lead,
      DESCRIPTION_MAX,
    ),
    path: formatPath(`/${name}`, chosen, page),
    section: `/${name}`,
    picture: sharePath(state),
    main,
    feed: getFileFormats(name).includes('atom') ? { title, path: toFilePath(name, 'atom', search) } : null,
  }
}

const countSentence = ({ noun: [one, many] }: Pick<Listing<never>, 'noun'>, { total, all }: ListPage): string =>
  total === 0
    ? `None of the ${countText(all)} ${many} match`
    : total === all
      ? `${countText(total)} ${total === 1 ? one : many}`
      : `${countText(total)} of ${countText(all)} ${many}`

/** Which records the filters leave out, and where they are. */
function formatBeyond({ name, filters }: Listing<never>, { total, apart, chosen, choices }: ListPage): Part {
  const closed =
    total === 0 && chosen.status !== ANY && choices.get('status')?.find(({ value }) => value === ANY)?.count
  return [
    apart && html`<a href="#apart">${countText(apart.total)} may still be open</a>. `,
    closed
      ? html`<a href="${formatPath(`/${name}`, { ...chosen, status: ANY })}">${countText(closed)} including closed ones</a>. `
      : total === 0 && 'Remove a filter to see more. ',
    filters.map(({ parameter, omits }) => omits && chosen[parameter] && `${omits} are left out. `),
  ]
}

const formatFreshness = ({ freshness: { newest, checked } }: ListPage): Html =>
  html`<span class="soft">${newest && html`Newest: <time datetime="${newest}">${formatLongDate(newest)}</time>. `}${
    checked && html`Sources checked on <time datetime="${checked}">${formatLongDate(checked)}</time>.`
  }</span>`

const formatHeld = ({ held }: ListPage): Html | null =>
  held &&
  html`<p class="small">Not counted: <a href="${held.path}">${countedText(held.rows, 'row')} on file${held.amount !== null && ` worth ${roundDollarText(held.amount)}`}</a> that ${held.rows === 1 ? 'is' : 'are'} not verified. <a href="/coverage">What is missing</a></p>`

function formatRows(
  { entry, table, title }: Listing<never>,
  items: readonly object[],
  context: ListPage['context'],
): Html | false {
  if (items.length === 0) return false
  const entries = items.map((item) => entry(item as never, context))
  if (!table) return formatEntries(entries)
  const rows = entries.map((each, index) => table.row(items[index] as never, each))
  return html`<table class="stack awards"><caption class="unseen">${title}</caption>${formatHeads(table.heads)}<tbody>${rows}</tbody></table>`
}

function formatForm(
  { name, filters, orders, defaults = {} }: Listing<never>,
  shown: ListPage,
  isFiltered: boolean,
): Html {
  const format = (filter: ListFilter) => formatFilter(filter, shown, filter.parameter in defaults)
  const unoffered = Object.entries(shown.chosen).filter(
    ([name]) => name !== 'sort' && !filters.some(({ parameter }) => parameter === name),
  )
  const sorts = Object.entries(orders).map(([label, sort], place) => [place === 0 ? '' : (sort ?? ''), label] as const)
  return formatFilters({
    label: `Filter ${name}`,
    path: `/${name}`,
    text: html`${filters.filter(({ isText }) => isText).map(format)}${unoffered.map(([parameter, value]) => html`<input type="hidden" name="${parameter}" value="${value}">`)}`,
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

function formatApartSection(listing: Listing<never>, { apart, context }: ListPage): Html | false {
  if (!apart) return false
  const { title, text, items, path, total } = apart
  const [one, many] = listing.noun
  return html`<section aria-labelledby="apart"><h2 id="apart">${title}</h2><p class="small soft">${text}</p>${formatRows(listing, items, context)}${
    total > items.length &&
    html`<p class="more"><a href="${path}">All ${countText(total)} ${total === 1 ? one : many}</a></p>`
  }</section>`
}

function takeSection({ name }: Pick<Listing<never>, 'name'>, { search, base, total }: ListPage, title: string): Html {
  const these = total === 1 ? 'This one as a file' : `These ${countText(total)} as a file`
  return html`<section aria-labelledby="take"><h2 id="take" class="small">${these}</h2><ul class="take">${formatFileLinks(name, search, base, title)}</ul></section>`
}
