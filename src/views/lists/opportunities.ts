import { compare } from '../../rules/text/words.ts'
import { DAY_MS, toLocalDay } from '../../rules/time/moments.ts'
import { type OpportunityStatus, STATE_NAMES } from '../../schema/vocabularies.ts'
import type { Opportunity } from '../../schema/wire/records.ts'
import { type Entry, getStatusMark, type Mark } from '../entries.ts'
import { countedText, formatCode, formatMoment, formatMomentDay, roundDollarText } from '../wording.ts'
import { type Chosen, formatSubject, type Listing, WORDS_AND_STATE } from './listing.ts'

export const toOpportunityPath = (slug: string): string => `/opportunities/${slug}`

const OPEN_STATUSES: readonly OpportunityStatus[] = ['OPEN', 'CLOSING_SOON', 'AMENDED']
const AHEAD_STATUSES: readonly OpportunityStatus[] = [...OPEN_STATUSES, 'UPCOMING']

/** The values of `status` for what can be applied for, for that with what is announced, and for all. */
export const OPEN = OPEN_STATUSES.join(',')
export const AHEAD = AHEAD_STATUSES.join(',')
const CLOSED = 'CLOSED'
export const ANY = [...AHEAD_STATUSES, CLOSED].join(',')

const STATUSES = [
  { value: AHEAD, label: 'Open and announced', heading: 'Open and announced calls' },
  { value: OPEN, label: 'Open for applications', heading: 'Open calls' },
  { value: 'CLOSING_SOON', label: 'Closing soon', heading: 'Calls closing within 14 days' },
  { value: 'UPCOMING', label: 'Announced', heading: 'Announced calls' },
  { value: CLOSED, label: 'Closed', heading: 'Closed calls' },
  { value: ANY, label: 'All, including closed', heading: 'All calls' },
]

function formatHeading(chosen: Chosen, place: string): string {
  const { status = '', statusBasis, closing } = chosen
  const window = closing ? `, closing within ${closing} days` : ''
  const named = STATUSES.find(({ value }) => value === status)?.heading ?? 'Calls'
  const calls = statusBasis === 'UNCONFIRMED' ? 'Calls that may still be open' : named
  return `${calls}${formatSubject('on', chosen)}${place}${window}${status === ANY && !statusBasis ? ', including closed' : ''}`
}

export const opportunityListing: Listing<Opportunity> = {
  name: 'opportunities',
  title: 'Opportunities',
  lead: 'Grants, requests for proposals and other calls under the Rural Health Transformation Program, with deadlines.',
  noun: ['opportunity', 'opportunities'],
  filters: [
    ...WORDS_AND_STATE,
    { parameter: 'status', label: 'Status', choices: STATUSES },
    { parameter: 'applicantType', label: 'Who can apply', isNoted: true, omits: 'Calls that do not say who can apply' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'type', label: 'Type', isNoted: true },
    {
      parameter: 'closing',
      label: 'Closes',
      choices: [14, 30, 90].map((days) => ({ value: String(days), label: `within ${days} days` })),
    },
    {
      parameter: 'amountMin',
      label: 'Amount',
      isNoted: true,
      omits: 'Calls without a published amount',
      choices: [
        { value: '100000', label: 'at least $100,000' },
        { value: '500000', label: 'at least $500,000' },
        { value: '1000000', label: 'at least $1 million' },
        { value: '5000000', label: 'at least $5 million' },
      ],
    },
  ],
  orders: {
    'Next deadline': 'dueDate',
    Newest: '-postedDate',
    'Latest deadline': '-dueDate',
    'Largest amount': '-budgetMax',
    State: 'state',
    Title: 'title',
  },
  defaults: { status: AHEAD },
  insteadOfDefaults: 'statusBasis',
  heading: formatHeading,
  entry: (opportunity, { now }) => toOpportunityEntry(opportunity, null, now),
}

/**
 * An entry of a list of opportunities.
 * @param turns how its status changes after the page is built, see `turnsText`
 * @param now the time of the request; without it, the entry does not count days
 */
export function toOpportunityEntry(
  opportunity: Opportunity,
  turns: string | null = null,
  now: number | null = null,
): Entry {
  const { state, title, slug, type, issuingAgency } = opportunity
  return {
    title,
    path: toOpportunityPath(slug),
    when: getDue(opportunity),
    mark: getMark(opportunity, turns),
    facts: [
      formatUnconfirmed(opportunity),
      now !== null && formatClosing(opportunity, now),
      state === null ? 'National' : STATE_NAMES[state],
      formatCode(type),
      formatAmount(opportunity),
      issuingAgency,
    ],
  }
}

type Timed = Pick<Opportunity, 'slug' | 'status' | 'dueDate' | 'postedDate'>

/** Open ones first, by due date, then announced ones; closed ones last, latest first. */
export function byDeadline(a: Timed, b: Timed): number {
  const rank = ({ status, dueDate }: Timed) =>
    !AHEAD_STATUSES.includes(status) ? 3 : dueDate !== null ? 0 : OPEN_STATUSES.includes(status) ? 1 : 2
  const index = rank(a) - rank(b)
  if (index !== 0) return index
  const isOver = rank(a) === 3
  const due = isOver ? compare(b.dueDate ?? '', a.dueDate ?? '') : compare(a.dueDate ?? '', b.dueDate ?? '')
  return due || compare(b.postedDate ?? '', a.postedDate ?? '') || compare(a.slug, b.slug)
}

function getDue({ dueDate, timeZone, rolling, status }: Opportunity): Entry['when'] {
  if (dueDate === null) return { text: rolling ? 'rolling' : status === 'UPCOMING' ? 'announced' : 'no due date' }
  const day = formatMomentDay(dueDate, timeZone) ?? ''
  return { text: day, at: dueDate, label: status === 'CLOSED' ? 'Was due' : 'Due' }
}

/** How many local days are left until the due date of a call, and its time: `closes in 12 days, 5:00 PM CST`; null where it is far or unknown. */
function formatClosing(
  { dueDate, dueDatePrecision: precision, timeZone, status }: Opportunity,
  now: number,
): string | null {
  if (dueDate === null || status === 'CLOSED') return null
  const [today, day] = [toLocalDay(now, timeZone), toLocalDay(Date.parse(dueDate), timeZone)]
  const left = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (left > 60) return null
  const time = precision === 'TIME' && formatMoment({ at: dueDate, precision, zone: timeZone })?.split(' at ')[1]
  return `closes ${left === 0 ? 'today' : `in ${countedText(left, 'day')}`}${time ? `, ${time}` : ''}`
}

export const getMark = ({ status, statusBasis }: Opportunity, turns: string | null = null): Mark =>
  statusBasis === 'UNCONFIRMED' ? { text: 'may still be open' } : getStatusMark(status, turns)

/** When a call that no source confirmed lately was last confirmed; null for another. */
export function formatUnconfirmed({ statusBasis, lastConfirmedAt, timeZone }: Opportunity): string | null {
  if (statusBasis !== 'UNCONFIRMED') return null
  const day = formatMomentDay(lastConfirmedAt, timeZone)
  return day === null ? 'never confirmed by a source' : `not confirmed since ${day}`
}

const formatAmount = ({ budgetMax, budgetPerAward }: Pick<Opportunity, 'budgetMax' | 'budgetPerAward'>) =>
  budgetPerAward !== null
    ? `up to ${roundDollarText(budgetPerAward)} each`
    : budgetMax !== null
      ? `${roundDollarText(budgetMax)} total`
      : null
