import { type County, type CountySum, formatCounty, type getPlaceCoverage } from '../rules/awards/counties.ts'
import { RECIPIENT_KINDS, type RecipientKind, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import { formatChoices, formatFilters, formatTextField, STATE_OPTIONS } from './forms.ts'
import { type Html, html, joined } from './html.ts'
import { HELD } from './lists/awards.ts'
import { formatAmount, formatRecipients, kindsText } from './lists/recipients.ts'
import type { Recipient } from './recipients.ts'
import { DESCRIPTION_MAX, sharePath } from './records/parts.ts'
import { formatTable } from './tables.ts'
import type { View } from './view.ts'
import { codeText, countedText, countText, dollarText, shortText } from './wording.ts'

/** A recipient near a county, with its awards there. */
export interface Nearby {
  recipient: Recipient
  awards: number
  amount: number | null
  /** The number of these awards with an amount. */
  known: number
  /** The closest of the counties of these awards, and its distance. */
  county: County
  miles: number
}

/** What the page of recipients near a county shows. */
export interface NearPage {
  text: string
  state: StateCode | null
  county: County | null
  within: number
  kind: RecipientKind | null
  /** The counties that the text may mean, if several. */
  choices: readonly County[]
  /** The county that an unknown text is closest to. */
  suggested: County | null
  /** The counties of the chosen state. */
  counties: readonly County[]
  nearby: readonly Nearby[]
  /** The rows on file within the distance that are not verified. */
  held: number
  /** Without a county: the sums of the state's counties. */
  sums: readonly CountySum[]
  /** How many verified awards of these states name a county. */
  coverage: ReturnType<typeof getPlaceCoverage> & { states: readonly string[] }
}

const DISTANCES = [0, 25, 50, 100, 200] as const

const toQuery = ({ within, kind }: Pick<NearPage, 'within' | 'kind'>, { state, name }: County): string =>
  new URLSearchParams({ state, county: name, within: String(within), ...(kind && { recipientKind: kind }) }).toString()

const listText = (items: readonly string[]): string => new Intl.ListFormat('en-US').format(items)

export const SHARED = 'An award that serves several counties counts whole in each of them.'

/** For how many awards the county is known; the others cannot be found by place. */
export function coverageText({ placed, all, states }: NearPage['coverage']): string {
  const where = states.length === 0 ? '' : ` in ${listText(states.map((state) => STATE_NAMES[state as StateCode]))}`
  if (all === 0) return `No verified awards${where} yet.`
  return `The county is known for ${countText(placed)} of ${countedText(all, 'verified award')}${where}; ${
    placed === all ? 'all are in this list.' : 'the others are not in this list.'
  }`
}

export function nearView(page: NearPage): View {
  const { county, within, state, kind } = page
  const title = county
    ? `Who received money ${within === 0 ? 'in' : `within ${countText(within)} miles of`} ${county.name}, ${STATE_NAMES[county.state]}`
    : state
      ? `Who received money in the counties of ${STATE_NAMES[state]}`
      : 'Who received money near you'
  const lead = 'Recipients of program money by county and distance, with amounts as published.'
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!county && html`<p class="lead">${lead}</p>`}</header>
${formatForm(page)}
<div id="results" aria-live="polite">${problem(page)}${county ? results(page, county) : state && formatSums(page)}
<p class="small soft">${coverageText(page.coverage)} ${county ? 'Distances are straight lines between the centers of counties. An award that serves several counties counts whole, at the closest.' : SHARED}</p>${
    page.counties.length > 0 &&
    html`<datalist id="counties">${page.counties.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`
  }</div></div>`
  return {
    title,
    description: shortText(county ? `${countedText(page.nearby.length, 'recipient')}. ${lead}` : lead, DESCRIPTION_MAX),
    path: county ? `/near?${toQuery({ within, kind }, county)}` : state ? `/near?state=${state}` : '/near',
    section: '/awards',
    picture: sharePath(state),
    main,
  }
}

function formatForm({ text, state, within, kind }: NearPage): Html {
  const distances = [...new Set<number>([...DISTANCES, within])].sort((a, b) => a - b)
  const miles = distances.map((each) => [String(each), each === 0 ? 'This county' : `${each} miles`] as const)
  const kinds = RECIPIENT_KINDS.map((each) => [each, codeText(each)] as const)
  return formatFilters({
    label: 'Find recipients near a county',
    path: '/near',
    text: formatTextField('county', 'County or city', text, html` list="counties"`),
    choices: [
      formatChoices('state', 'State', state ?? '', [['', 'Choose a state'], ...STATE_OPTIONS]),
      formatChoices('within', 'Distance', String(within), miles),
      formatChoices('recipientKind', 'Kind of recipient', kind ?? '', [['', 'All'], ...kinds]),
    ],
    isFiltered: false,
  })
}

function problem(page: NearPage): Html | false {
  const { county, text, choices, suggested, state } = page
  const link = (choice: County) => html`<a href="/near?${toQuery(page, choice)}">${formatCounty(choice)}</a>`
  if (county || text === '') return false
  if (choices.length > 0)
    return html`<div role="alert"><p>${countText(choices.length)} counties may be meant:</p><ul class="take">${choices.map((choice) => html`<li>${link(choice)}</li>`)}</ul></div>`
  return html`<p class="error" role="alert">“${text}” is not known as a county${state && ` of ${STATE_NAMES[state]}`}, and no record names the county of a city of this name. ${
    suggested ? html`Did you mean ${link(suggested)}?` : state ? 'Choose a county below.' : 'Choose the state first.'
  }</p>`
}

function results(page: NearPage, county: County): Html {
  const { nearby, held, within, kind } = page
  const list = new URLSearchParams({
    near: formatCounty(county),
    within: String(within),
    ...(kind && { recipientKind: kind }),
  }).toString()
  const waiting =
    held > 0 &&
    html`<p class="small">Not counted: <a href="/awards?${list}&amp;verification=${HELD}">${countedText(held, 'row')} on file</a> here that ${held === 1 ? 'is' : 'are'} not verified.</p>`
  if (nearby.length === 0)
    return html`<p class="empty">No verified award is known here. Choose a larger distance, or see <a href="/recipients?state=${county.state}">all recipients in ${STATE_NAMES[county.state]}</a>.</p>${waiting}`
  const awards = nearby.reduce((sum, row) => sum + row.awards, 0)
  const known = nearby.reduce((sum, row) => sum + row.known, 0)
  const total = nearby.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0) / 100
  return html`<p><strong>${countedText(nearby.length, 'recipient')}</strong> with ${countedText(awards, 'award')}${
    known === 0
      ? '; no amount is published'
      : `, ${dollarText(total)}${known < awards ? ` in the ${countText(known)} published amounts` : ''}`
  }.</p>
${formatRecipients('Recipients by distance', nearby, [
  ['Kind', ({ recipient }) => kindsText(recipient)],
  ['County', (row) => formatCounty(row.county)],
  ['Distance', ({ miles }) => (miles === 0 ? 'here' : `${countText(miles)} miles`)],
  ['Awards', (row) => countText(row.awards)],
])}
<ul class="take"><li><a href="/near.csv?${toQuery(page, county)}" download>This table (CSV)</a></li><li><a href="/awards?${list}">The awards one by one</a></li></ul>${waiting}`
}

function formatSums(page: NearPage): Html {
  const { sums, counties, state } = page
  const named = new Set(sums.map(({ county }) => county))
  const others = counties.filter((county) => !named.has(county))
  const link = (county: County) => html`<a href="/near?${toQuery(page, county)}">${county.name}</a>`
  const table = {
    caption: 'Awards by county',
    class: 'stack awards',
    heads: ['County', { labeled: 'Awards' }, { number: 'Amount' }],
    rows: sums.map(({ county, awards, total }) => [link(county), countText(awards), formatAmount(total)]),
  }
  return html`${sums.length > 0 && formatTable(table)}<p>${sums.length > 0 ? 'Look around another county' : `Look around a county of ${STATE_NAMES[state as StateCode]}`}: ${joined(others.map(link), ' · ')}</p>`
}
