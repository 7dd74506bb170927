import { compare } from '../../rules/compare.ts'
import type { OpportunityStatus } from '../../schema/vocabularies.ts'
import type { Opportunity } from '../../schema/wire/opportunities.ts'
import { html, joined } from '../html.ts'
import { codeText, momentDay, roundDollarText } from '../wording.ts'
import { type Listing, NATIONAL } from './listing.ts'
import { statusMark } from './status-marks.ts'
import type { Listed } from './turns.ts'

/** The fields of an opportunity that a list has. */
export const OPPORTUNITY_FIELDS = [
  'slug',
  'title',
  'type',
  'state',
  'status',
  'dueDate',
  'dueDatePrecision',
  'timeZone',
  'postedDate',
  'issuingAgency',
  'budgetMax',
  'budgetPerAward',
  'rolling',
  'programCategories',
] as const satisfies (keyof Opportunity)[]

/** An opportunity in a list. */
export type ListedOpportunity = Pick<Opportunity, (typeof OPPORTUNITY_FIELDS)[number]> & Listed

export const opportunityPath = (slug: string): string => `/opportunities/${slug}`

/** The choice of `status` that stands for several statuses. */
const OPEN = 'open'
const OPEN_STATUSES: readonly OpportunityStatus[] = ['OPEN', 'CLOSING_SOON', 'AMENDED']

const AHEAD: readonly OpportunityStatus[] = [...OPEN_STATUSES, 'UPCOMING']

export const opportunityListing: Listing<ListedOpportunity> = {
  name: 'opportunities',
  noun: 'opportunity',
  facets: {
    state: ({ state }) => [state ?? NATIONAL],
    status: ({ status }) => [status.toLowerCase(), OPEN_STATUSES.includes(status) ? OPEN : null],
    type: ({ type }) => [type],
    category: ({ programCategories }) => programCategories,
  },
  orders: {
    deadline: { label: 'Next deadline', compare: byDeadline },
    newest: {
      label: 'Newest',
      compare: (a, b) => compare(b.postedDate ?? '', a.postedDate ?? '') || compare(a.slug, b.slug),
    },
    amount: {
      label: 'Largest amount',
      compare: (a, b) => (b.budgetMax ?? -1) - (a.budgetMax ?? -1) || byDeadline(a, b),
    },
    state: { label: 'State', compare: (a, b) => compare(a.stateName, b.stateName) || byDeadline(a, b) },
  },
  words: ({ title, issuingAgency, stateName }) => `${title} ${issuingAgency ?? ''} ${stateName}`,
  row: (entry) =>
    html`<li>${dueText(entry)} <a href="${opportunityPath(entry.slug)}">${entry.title}</a><p>${statusMark(entry.status, entry.turns)} ${joined(
      [entry.stateName, codeText(entry.type), amountText(entry), entry.issuingAgency],
      ' · ',
    )}</p></li>`,
}

type Timed = Pick<ListedOpportunity, 'slug' | 'status' | 'dueDate' | 'postedDate'>

/** Open ones first, by due date, then announced ones; closed ones last, latest first. */
export function byDeadline(a: Timed, b: Timed): number {
  const rank = ({ status, dueDate }: Timed) =>
    !AHEAD.includes(status) ? 3 : dueDate !== null ? 0 : OPEN_STATUSES.includes(status) ? 1 : 2
  const place = rank(a) - rank(b)
  if (place !== 0) return place
  const isOver = rank(a) === 3
  const due = isOver ? compare(b.dueDate ?? '', a.dueDate ?? '') : compare(a.dueDate ?? '', b.dueDate ?? '')
  return due || compare(b.postedDate ?? '', a.postedDate ?? '') || compare(a.slug, b.slug)
}

function dueText({ dueDate, dueDatePrecision, timeZone, rolling, status }: ListedOpportunity) {
  if (dueDate === null)
    return html`<span class="when">${rolling ? 'rolling' : status === 'UPCOMING' ? 'announced' : 'no due date'}</span>`
  const day = momentDay({ at: dueDate, precision: dueDatePrecision, zone: timeZone })
  return html`<time datetime="${dueDate}"><span class="unseen">${status === 'CLOSED' ? 'Was due ' : 'Due '}</span>${day}</time>`
}

/** The amount of an opportunity; null when none is known. */
const amountText = ({ budgetMax, budgetPerAward }: Pick<Opportunity, 'budgetMax' | 'budgetPerAward'>) =>
  budgetPerAward !== null
    ? `up to ${roundDollarText(budgetPerAward)} each`
    : budgetMax !== null
      ? `${roundDollarText(budgetMax)} total`
      : null
