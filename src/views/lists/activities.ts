import type { ActivityDetail } from '../../resources/activities.ts'
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
