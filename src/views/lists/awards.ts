import type { Award } from '../../resources/awards.ts'
import { compare } from '../../rules/compare.ts'
import { plainOf } from '../../rules/fold.ts'
import { html } from '../html.ts'
import { dollarText, proseText } from '../wording.ts'
import { type Listing, largestFirst } from './listing.ts'

/** An award in a list. */
export interface ListedAward {
  name: string
  /** The last part of the awardee's address; null where it follows from the name. */
  slug: string | null
  state: string
  stateName: string
  fiscalYear: string
  amount: number | null
  purpose: string | null
  stage: Award['awardStage']
  categories: readonly string[]
}

const SLUG_MAX = 80

/** The last part of an address, derived from a name; correct for most names. */
export const plainSlug = (name: string): string =>
  plainOf(name)
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')

export const awardeePath = ({ state, slug, name }: Pick<ListedAward, 'state' | 'slug' | 'name'>): string =>
  `/awards/${state.toLowerCase()}/${slug ?? plainSlug(name)}`

const byName = (a: ListedAward, b: ListedAward): number =>
  compare(a.name, b.name) ||
  compare(a.slug ?? '', b.slug ?? '') ||
  compare(a.state, b.state) ||
  largestFirst(a.amount, b.amount)

export const awardListing: Listing<ListedAward> = {
  name: 'awards',
  noun: 'award',
  facets: {
    state: ({ state }) => [state],
    year: ({ fiscalYear }) => [fiscalYear],
    category: ({ categories }) => categories,
  },
  orders: {
    amount: { label: 'Largest amount', compare: (a, b) => largestFirst(a.amount, b.amount) || byName(a, b) },
    name: { label: 'Organization', compare: byName },
    state: { label: 'State', compare: (a, b) => compare(a.stateName, b.stateName) || byName(a, b) },
  },
  words: ({ name, stateName, purpose }) => `${name} ${stateName} ${purpose ?? ''}`,
  row: (award) =>
    html`<tr><th scope="row"><a href="${awardeePath(award)}">${award.name}</a></th><td>${award.stateName}</td><td>${award.fiscalYear}</td><td class="number" data-label="Amount">${
      award.amount === null ? html`<span class="soft">not published</span>` : dollarText(award.amount)
    }</td><td class="purpose">${award.stage === 'INTENT' && html`<span class="mark">intent</span> `}${award.purpose && proseText(award.purpose)}</td></tr>`,
}
