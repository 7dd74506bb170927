import { z } from 'zod'
import type { Award } from '../../resources/awards.ts'
import { suggestCounty, WITHIN } from '../../resources/filters.ts'
import {
  type County,
  findCounties,
  findPlaces,
  formatCounty,
  getCountiesIn,
  getMiles,
  getPlaceCoverage,
  splitCounty,
  sumByCounty,
} from '../../rules/awards/counties.ts'
import { getSum, sumAmounts } from '../../rules/awards/totals.ts'
import { compare, fold } from '../../rules/text/words.ts'
import { RECIPIENT_KINDS, type RecipientKind, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { type Html, html, join } from '../../views/html.ts'
import {
  formatChoices,
  formatFilters,
  formatPager,
  formatTextField,
  STATE_OPTIONS,
} from '../../views/lists/list-page.ts'
import { PAGE_SIZE } from '../../views/lists/listing.ts'
import { HELD } from '../../views/lists/listings.ts'
import { splitWords } from '../../views/page-texts.ts'
import { formatCoverage, getAwardStates, type Recipient, SHARED, toRecipientPath } from '../../views/recipients.ts'
import { DESCRIPTION_MAX, sharePath } from '../../views/records/parts.ts'
import { SEARCH_LENGTH } from '../../views/search.ts'
import { formatTable, type Heading } from '../../views/tables.ts'
import type { View } from '../../views/view.ts'
import { countedText, countText, formatCode, formatWholeDollars, shortenText } from '../../views/wording.ts'
import type { Holdings } from './holdings.ts'
import { formatPath, parsePage } from './list-query.ts'

/** A table of recipients. @param columns headings between the recipient and the amount, with their cells */
const formatRecipients = <Row extends { recipient: Recipient; amount: number | null }>(
  caption: string,
  rows: readonly Row[],
  columns: readonly [head: Heading, cell: (row: Row) => Html | string][],
): Html =>
  formatTable({
    caption,
    class: 'stack awards',
    heads: ['Recipient', ...columns.map(([head]) => head), { number: 'Amount' }],
    rows: rows.map((row) => [
      html`<a href="${toRecipientPath(row.recipient)}">${row.recipient.name}</a>`,
      ...columns.map(([, cell]) => cell(row)),
      formatAmount(row.amount),
    ]),
  })

const formatAmount = (amount: number | null): Html | string =>
  amount === null ? html`<span class="soft">not published</span>` : formatWholeDollars(amount)

const formatKindCounts = ({ kinds }: Pick<Recipient, 'kinds'>): string => kinds.map(formatCode).join(', ') || 'unknown'

const formatKinds = (chosen: string): Html => {
  const kinds = RECIPIENT_KINDS.map((kind) => [kind, formatCode(kind)] as const)
  return formatChoices('recipientKind', 'Kind of recipient', chosen, [['', 'All'], ...kinds])
}

/** The page of the recipients that a query asks for, the largest first. */
export function formatRecipientsPage(query: URLSearchParams, holdings: Holdings): View {
  const read = (name: string) => (query.get(name) ?? '').trim()
  const q = read('q').slice(0, SEARCH_LENGTH.max)
  const state = read('state').toUpperCase()
  const kind = read('recipientKind').toUpperCase()
  const named = q === '' ? holdings.recipients : holdings.recipientsNamed(splitWords(q))
  const matching = named.filter(
    ({ awards, kinds }) =>
      (state === '' || awards.some((award) => award.state === state)) &&
      (kind === '' || (kinds as readonly string[]).includes(kind)),
  )
  const page = parsePage(query)
  const pages = Math.ceil(matching.length / PAGE_SIZE)
  const rows = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const chosen = { q, state, recipientKind: kind }
  const toPage = (target: number) => formatPath('/recipients', chosen, target)
  const stateName = STATE_NAMES[state as keyof typeof STATE_NAMES]
  const where = stateName ? ` in ${stateName}` : ''
  const title = `Recipients${where}${q ? ` matching “${q}”` : ''}${kind ? ` (${formatCode(kind)})` : ''}`
  const lead =
    'Every organization with verified awards, with all of its awards under the spellings of its name, in every state. Equal names in several states stay apart unless a source shows that they are one organization.'
  const all = countedText(holdings.recipients.length, 'recipient')
  const count = matching.length === holdings.recipients.length ? all : `${countText(matching.length)} of ${all}`
  const isFiltered = Object.values(chosen).some(Boolean)
  const table = formatRecipients(
    title,
    rows.map((recipient) => ({ recipient, amount: recipient.total })),
    [
      [{ labeled: 'State' }, ({ recipient }) => [...getAwardStates(recipient).values()].join(', ')],
      [{ labeled: 'Kind' }, ({ recipient }) => formatKindCounts(recipient)],
      [{ number: 'Awards' }, ({ recipient }) => countText(recipient.awards.length)],
    ],
  )
  const choices = [formatChoices('state', 'State', state, [['', 'All'], ...STATE_OPTIONS]), formatKinds(kind)]
  const text = formatTextField('q', 'Name', q)
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!isFiltered && html`<p class="lead">${lead}</p>`}</header>
${formatFilters({ label: 'Filter recipients', path: '/recipients', text, choices, isFiltered })}
<div id="results"><p class="small"><strong>${count}</strong>${pages > 1 && `, page ${countText(page)} of ${countText(pages)}`}. <a href="/near">Find those near a county</a></p>
${rows.length > 0 ? table : html`<p class="empty">No recipient matches. Use fewer words or remove a filter.</p>`}
${formatPager(page, pages, toPage)}</div></div>`
  return {
    title: page > 1 ? `${title}, page ${countText(page)}` : title,
    description: shortenText(isFiltered ? `${count}. ${lead}` : lead, DESCRIPTION_MAX),
    path: toPage(page),
    section: '/awards',
    picture: sharePath(stateName ? state : null),
    main,
  }
}

type NearPage = ReturnType<typeof readNear>

/** The recipients near a county, as a query asks for them. Values that are not known are ignored. */
export function readNear(query: URLSearchParams, { recipients, held }: Holdings) {
  const read = (name: string) => (query.get(name) ?? '').trim()
  const text = read('county')
  const asked = read('state').toUpperCase()
  const state = asked in STATE_NAMES ? (asked as StateCode) : splitCounty(text).state
  const miles = Number(read('within') || WITHIN.default)
  const within = Number.isInteger(miles) && miles >= 0 && miles <= WITHIN.max ? miles : WITHIN.default
  const kind = RECIPIENT_KINDS.find((each) => each === read('recipientKind').toUpperCase()) ?? null
  const all = recipients.flatMap(({ awards }) => awards)
  const meant = text === '' ? [] : findMeant(text, state, [...all, ...held])
  const [county = null] = meant.length === 1 ? meant : []
  const shown = county?.state ?? state
  const inState = shown === null ? [] : all.filter((award) => award.state === shown)
  const near = county && findNearby(county, within, kind, recipients)
  const around = new Set(near ? [county.state, ...near.states] : shown ? [shown] : [])
  return {
    text: county ? county.name : text,
    state: shown,
    county,
    within,
    kind,
    choices: county ? [] : meant.length > 0 ? meant : findBeginning(text, state),
    suggested: meant.length > 0 || text === '' || state === null ? null : suggestCounty(state, splitCounty(text).name),
    counties: shown === null ? [] : getCountiesIn(shown),
    nearby: near?.nearby ?? [],
    held: county ? held.filter((award) => findClosest(award, county, within, kind) !== null).length : 0,
    sums: county ? [] : sumByCounty(inState),
    coverage: formatCoverage(
      getPlaceCoverage(around.size > 0 ? all.filter((award) => around.has(award.state)) : all),
      [...around].sort(),
    ),
  }
}

/** The counties of this name; for a city, those of the award rows that name both the city and its county. */
function findMeant(text: string, state: StateCode | null, awards: readonly Award[]): County[] {
  const { name } = splitCounty(text)
  const named = state === null ? findCounties(text) : findCounties(`${name}, ${state}`)
  if (named.length > 0) return named
  const foldedName = fold(name)
  const ofPlace = awards
    .filter((award) => state === null || award.state === state)
    .filter(({ county, place }) => county !== null && place?.split('; ').some((each) => fold(each) === foldedName))
  return [...new Set(ofPlace.flatMap(findPlaces))]
}

const findBeginning = (text: string, state: StateCode | null): County[] =>
  state === null || text === ''
    ? []
    : getCountiesIn(state).filter(({ name }) => fold(name).startsWith(fold(splitCounty(text).name)))

/** The county of an award that is closest, with its distance; null if it is farther away or of another kind. */
function findClosest(award: Award, from: County, within: number, kind: RecipientKind | null) {
  if (kind !== null && award.recipientKind !== kind) return null
  const places = findPlaces(award).map((county) => ({ award, county, miles: getMiles(from, county) }))
  const [closest] = places.sort((a, b) => a.miles - b.miles)
  return closest && closest.miles <= within ? closest : null
}

/** The recipients of awards to counties within a distance, by distance; and the states of all counties within it. */
function findNearby(from: County, within: number, kind: RecipientKind | null, recipients: readonly Recipient[]) {
  const rows = recipients.flatMap((recipient) => {
    const awards = recipient.awards.flatMap((award) => findClosest(award, from, within, kind) ?? [])
    const [closest] = awards.toSorted((a, b) => a.miles - b.miles)
    if (!closest) return []
    const { total: amount, amountsKnown } = sumAmounts(awards.map(({ award }) => award))
    return [{ recipient, awards: awards.length, amount, amountsKnown, county: closest.county, miles: closest.miles }]
  })
  const states = (Object.keys(STATE_NAMES) as StateCode[]).filter((state) =>
    getCountiesIn(state).some((county) => getMiles(from, county) <= within),
  )
  const nearby = rows.sort(
    (a, b) => a.miles - b.miles || (b.amount ?? -1) - (a.amount ?? -1) || compare(a.recipient.name, b.recipient.name),
  )
  return { nearby, states }
}

/** More rows would make a page of more than 50 KB. */
const NEARBY_SHOWN = 100

const toPath = ({ within, kind }: NearPage, { state, name }: County, path = '/near'): string =>
  formatPath(path, {
    state,
    county: name,
    within: within === WITHIN.default ? '' : String(within),
    recipientKind: kind ?? '',
  })

export function formatNear(page: NearPage): View {
  const { county, within, state } = page
  const title = county
    ? `Who received money ${within === 0 ? 'in' : `within ${countText(within)} miles of`} ${county.name}, ${STATE_NAMES[county.state]}`
    : state
      ? `Who received money in the counties of ${STATE_NAMES[state]}`
      : 'Who received money near you'
  const lead = 'Recipients of program money by county and distance, with amounts as published.'
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!county && html`<p class="lead">${lead}</p>`}</header>
${formatForm(page)}
<div id="results" aria-live="polite">${formatProblem(page)}${county ? formatResults(page, county) : state && formatSums(page)}
<p class="small soft">${page.coverage} ${county ? 'Distances are straight lines between the centers of counties. An award that serves several counties counts whole, at the closest.' : SHARED}</p>${
    page.counties.length > 0 &&
    html`<datalist id="counties">${page.counties.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`
  }</div></div>`
  return {
    title,
    description: shortenText(
      county ? `${countedText(page.nearby.length, 'recipient')}. ${lead}` : lead,
      DESCRIPTION_MAX,
    ),
    path: county ? toPath(page, county) : state ? `/near?state=${state}` : '/near',
    section: '/awards',
    picture: sharePath(state),
    main,
  }
}

function formatForm({ text, state, within, kind }: NearPage): Html {
  const distances = [...new Set([0, 25, 50, 100, 200, within])].sort((a, b) => a - b)
  const miles = distances.map((each) => [String(each), each === 0 ? 'This county' : `${each} miles`] as const)
  return formatFilters({
    label: 'Find recipients near a county',
    path: '/near',
    text: formatTextField('county', 'County or city', text, html` list="counties"`),
    choices: [
      formatChoices('state', 'State', state ?? '', [['', 'Choose a state'], ...STATE_OPTIONS]),
      formatChoices('within', 'Distance', String(within), miles),
      formatKinds(kind ?? ''),
    ],
    isFiltered: false,
  })
}

function formatProblem(page: NearPage): Html | false {
  const { county, text, choices, suggested, state } = page
  const link = (choice: County) => html`<a href="${toPath(page, choice)}">${formatCounty(choice)}</a>`
  if (county || text === '') return false
  if (choices.length > 0)
    return html`<div role="alert"><p>${countText(choices.length)} counties may be meant:</p><ul class="take">${choices.map((choice) => html`<li>${link(choice)}</li>`)}</ul></div>`
  return html`<p class="error" role="alert">“${text}” is not known as a county${state && ` of ${STATE_NAMES[state]}`}, and no record names the county of a city of this name. ${
    suggested ? html`Did you mean ${link(suggested)}?` : state ? 'Choose a county below.' : 'Choose the state first.'
  }</p>`
}

function formatResults(page: NearPage, county: County): Html {
  const { nearby, held, within, kind } = page
  const list = { near: formatCounty(county), within: String(within), recipientKind: kind ?? '' }
  const waiting =
    held > 0 &&
    html`<p class="small">Not counted: <a href="${formatPath('/awards', { ...list, verification: HELD })}">${countedText(held, 'row')} on file</a> here that ${held === 1 ? 'is' : 'are'} not verified.</p>`
  if (nearby.length === 0)
    return html`<p class="empty">No verified award is known here. Choose a larger distance, or see <a href="/recipients?state=${county.state}">all recipients in ${STATE_NAMES[county.state]}</a>.</p>${waiting}`
  const awards = nearby.reduce((sum, row) => sum + row.awards, 0)
  const withAmount = nearby.reduce((sum, row) => sum + row.amountsKnown, 0)
  const total = getSum(nearby.map(({ amount }) => amount))
  return html`<p><strong>${countedText(nearby.length, 'recipient')}</strong> with ${countedText(awards, 'award')}${
    total === null
      ? '; no amount is published'
      : `, ${formatWholeDollars(total)}${withAmount < awards ? ` in the ${countText(withAmount)} published amounts` : ''}`
  }.</p>
${formatRecipients('Recipients by distance', nearby.slice(0, NEARBY_SHOWN), [
  [{ labeled: 'Kind' }, ({ recipient }) => formatKindCounts(recipient)],
  [{ labeled: 'County' }, (row) => formatCounty(row.county)],
  [{ number: 'Distance' }, ({ miles }) => (miles === 0 ? 'here' : `${countText(miles)} miles`)],
  [{ number: 'Awards' }, (row) => countText(row.awards)],
])}
${nearby.length > NEARBY_SHOWN && html`<p class="more">These are the nearest ${countText(NEARBY_SHOWN)}; the file has all.</p>`}
<ul class="take"><li><a href="${toPath(page, county, '/near.csv')}" download>This table (CSV)</a></li><li><a href="${formatPath('/awards', list)}">The awards one by one</a></li></ul>${waiting}`
}

function formatSums(page: NearPage): Html {
  const { sums, counties, state } = page
  const named = new Set(sums.map(({ county }) => county))
  const others = counties.filter((county) => !named.has(county))
  const link = (county: County) => html`<a href="${toPath(page, county)}">${county.name}</a>`
  const table = {
    caption: 'Awards by county',
    class: 'stack awards',
    heads: ['County', { number: 'Awards' }, { number: 'Amount' }],
    rows: sums.map(({ county, awards, total }) => [link(county), countText(awards), formatAmount(total)]),
  }
  return html`${sums.length > 0 && formatTable(table)}<p>${sums.length > 0 ? 'Look around another county' : `Look around a county of ${STATE_NAMES[state as StateCode]}`}: ${join(others.map(link), ' · ')}</p>`
}

/** A row of the table of recipients near a county, as a file. */
export const NearbyRow = z.object({
  recipient: z.string(),
  kind: z.string(),
  county: z.string(),
  state: z.string(),
  distanceMiles: z.number(),
  awards: z.number(),
  awardAmountsKnown: z.number(),
  federalAmount: z.number().nullable(),
  url: z.string(),
})

export const toNearbyRow = (
  { recipient, county, miles, awards, amountsKnown: withAmount, amount }: NearPage['nearby'][number],
  base: string,
): z.infer<typeof NearbyRow> => ({
  recipient: recipient.name,
  kind: recipient.kinds.join('; '),
  county: county.name,
  state: county.state,
  distanceMiles: miles,
  awards,
  awardAmountsKnown: withAmount,
  federalAmount: amount,
  url: base + toRecipientPath(recipient),
})
