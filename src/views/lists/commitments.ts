import type { Commitment } from '../../resources/commitments.ts'
import { SCORE_FACTORS } from '../../schema/policies.ts'
import { html } from '../html.ts'
import type { Listing } from './listing.ts'

export const commitmentListing: Listing<Commitment> = {
  name: 'commitments',
  title: 'Policy commitments',
  lead: 'The policies that states committed to in their applications, for which the federal program gives points. Whether a state has kept its promise is not in the data.',
  noun: ['commitment', 'commitments'],
  shape: 'entries',
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    { parameter: 'factor', label: 'Policy' },
  ],
  orders: [
    { label: 'State', sort: null },
    { label: 'Policy', sort: 'factor,policy' },
  ],
  defaults: {},
  heading: ({ factor = '' }, place) => {
    const label = SCORE_FACTORS[factor as keyof typeof SCORE_FACTORS]
    return `${label ? `Commitments on ${label}` : 'Policy commitments'}${place}`
  },
  row: ({ id, state, stateName, factorLabel, policy, meaning }) =>
    html`<li id="commitment-${id}"><span class="when">${stateName}</span> <a href="/states/${state.toLowerCase()}#plan">${policy}</a><p>${factorLabel}. ${meaning}</p></li>`,
}
