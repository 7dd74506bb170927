import type { Award } from '../../resources/awards.ts'
import { toPlain } from '../../rules/text/words.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { html } from '../html.ts'
import { dollarText, proseText, shortText } from '../wording.ts'
import type { Listing } from './listing.ts'

const SLUG_MAX = 80
const PURPOSE_MAX = 140

/** The last part of an address, derived from a name; correct for most names. */
const plainSlug = (name: string): string =>
  toPlain(name)
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')

/** The path of the page of an organization that received awards in a state. */
export const awardeePath = ({ state, slug, name }: { state: string; slug: string | null; name: string }): string =>
  `/awards/${state.toLowerCase()}/${slug ?? plainSlug(name)}`

export const awardListing: Listing<Award> = {
  name: 'awards',
  title: 'Awards',
  lead: 'Who received program money: every verified award to an organization, with the amount if published.',
  noun: ['award', 'awards'],
  shape: {
    heads: [
      { label: 'Organization' },
      { label: 'State' },
      { label: 'Year' },
      { label: 'Amount', isNumber: true },
      { label: 'For' },
    ],
  },
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    { parameter: 'county', label: 'County' },
    { parameter: 'recipientKind', label: 'Kind of recipient' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'fiscalYear', label: 'Year' },
  ],
  orders: [
    { label: 'Largest amount', sort: '-federalAmount' },
    { label: 'Organization', sort: 'awardeeName' },
    { label: 'State', sort: 'state,awardeeName' },
  ],
  defaults: {},
  heading: ({ programCategory = '' }) => {
    const subject = CATEGORIES[programCategory as CategoryId]?.label
    return subject ? `Awards for ${subject}` : 'Awards'
  },
  row: (award, { awardeePath }) => {
    const purpose = award.projectTitle ?? award.initiative ?? award.programDescription
    return html`<tr><th scope="row"><a href="${awardeePath(award.id)}">${award.awardeeName}</a></th><td>${award.stateName}</td><td>${award.fiscalYear}</td><td class="number" data-label="Amount">${
      award.federalAmount === null ? html`<span class="soft">not published</span>` : dollarText(award.federalAmount)
    }</td><td class="purpose">${award.awardStage === 'INTENT' && html`<span class="mark">intent</span> `}${purpose && proseText(shortText(purpose, PURPOSE_MAX))}</td></tr>`
  },
}
