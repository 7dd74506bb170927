import type { ActivityDetail } from '../../resources/activities.ts'
import type { Commitment } from '../../resources/commitments.ts'
import { SCORE_FACTORS } from '../../schema/policies.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import type { Entry } from '../entries.ts'
import { countedText, dateText, shortText, words } from '../wording.ts'
import type { Listing } from './listing.ts'

const DESCRIPTION_MAX = 220

export const activityPath = (id: string): string => `/activities/${id}`

/** What is known of how far an activity has come: `active since August 7, 2026`; null when no source says anything. */
export const formatStatus = ({ status, statusSince }: Pick<ActivityDetail, 'status' | 'statusSince'>): string | null =>
  status && `${words(status)}${statusSince ? ` since ${dateText(statusSince)}` : ''}`

export const activityEntry = (activity: ActivityDetail): Entry => ({
  title: activity.title,
  path: activityPath(activity.id),
  facts: [
    CATEGORIES[activity.programCategory].label,
    formatStatus(activity),
    countedText(activity.metrics.length, 'metric'),
  ],
  note: shortText(activity.description, DESCRIPTION_MAX),
})

export const activityListing: Listing<ActivityDetail & { detail?: ActivityDetail }> = {
  name: 'activities',
  title: 'Activities',
  lead: 'What the states plan: the initiatives of their applications, what each is for, and how it is measured.',
  noun: ['activity', 'activities'],
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
  entry: ({ detail, ...activity }) => ({
    ...(detail ? activityEntry(detail) : { title: activity.title, path: activityPath(activity.id) }),
    when: { text: activity.stateName },
  }),
}

export const commitmentListing: Listing<Commitment> = {
  name: 'commitments',
  title: 'Policy commitments',
  lead: 'The policies that states committed to in their applications, for which the federal program gives points. Whether a state has kept its promise is not in the data.',
  noun: ['commitment', 'commitments'],
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
  entry: ({ id, state, stateName, factorLabel, policy, meaning }) => ({
    id: `commitment-${id}`,
    title: policy,
    path: `/states/${state.toLowerCase()}#plan`,
    when: { text: stateName },
    facts: [`${factorLabel}. ${meaning}`],
  }),
}
