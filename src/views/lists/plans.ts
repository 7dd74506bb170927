import type { ActivityDetail } from '../../resources/activities.ts'
import type { Commitment } from '../../resources/commitments.ts'
import { SCORE_FACTORS } from '../../schema/policies.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { html, joined } from '../html.ts'
import { countedText, dateText, shortText, words } from '../wording.ts'
import type { Listing } from './listing.ts'

const DESCRIPTION_MAX = 220

export const activityPath = (id: string): string => `/activities/${id}`

/** What is known of how far an activity has come: `active since August 7, 2026`; null when no source says anything. */
export const formatStatus = ({ status, statusSince }: Pick<ActivityDetail, 'status' | 'statusSince'>): string | null =>
  status && `${words(status)}${statusSince ? ` since ${dateText(statusSince)}` : ''}`

export const activityListing: Listing<ActivityDetail & { detail?: ActivityDetail }> = {
  name: 'activities',
  title: 'Activities',
  lead: 'What the states plan: the initiatives of their applications, what each is for, and how it is measured.',
  noun: ['activity', 'activities'],
  shape: 'entries',
  isDetailed: true,
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'status', label: 'Status' },
  ],
  orders: [
    { label: 'State', sort: null },
    { label: 'Title', sort: 'title' },
  ],
  defaults: {},
  heading: ({ programCategory = '' }, place) => {
    const subject = CATEGORIES[programCategory as CategoryId]?.label
    return `Activities${subject ? ` for ${subject}` : ''}${place}`
  },
  row: (entry) => {
    const { id, title, stateName, programCategory, detail } = entry
    return html`<li><span class="when">${stateName}</span> <a href="${activityPath(id)}">${title}</a><p>${joined(
      [CATEGORIES[programCategory].label, formatStatus(entry), detail && countedText(detail.metrics.length, 'metric')],
      ' · ',
    )}</p>${detail && html`<p>${shortText(detail.description, DESCRIPTION_MAX)}</p>`}</li>`
  },
}

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
