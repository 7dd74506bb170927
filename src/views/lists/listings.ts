import type { ActivityDetail } from '../../resources/activities.ts'
import type { Award } from '../../resources/awards.ts'
import type { Commitment } from '../../resources/commitments.ts'
import { WITHIN } from '../../resources/filters.ts'
import { SCORE_FACTORS } from '../../schema/policies.ts'
import { CATEGORIES } from '../../schema/taxonomy.ts'
import { type EventStatus, STATE_NAMES } from '../../schema/vocabularies.ts'
import type { CalendarEvent, Document } from '../../schema/wire/records.ts'
import { type Entry, formatMark, getStatusMark, type Mark } from '../entries.ts'
import { html, join } from '../html.ts'
import {
  countedText,
  expandDates,
  formatCode,
  formatLongDate,
  formatMoment,
  formatMomentDay,
  formatProse,
  formatWholeDollars,
  shortenText,
  toWords,
} from '../wording.ts'
import { formatSubject, type Listing, WORDS_AND_STATE } from './listing.ts'

export const DOCUMENT_DATES = 'Dates are those of publication; documents without a known date come last.'

export const toDocumentPath = (id: string): string => `/documents/${id}`

export const getDay = (day: string | null): Entry['when'] =>
  day === null ? { text: 'date unknown' } : { text: formatLongDate(day), at: day }

type ListedDocument = Pick<Document, 'id' | 'title' | 'published' | 'category' | 'fileType' | 'highlights'>

/** An entry of a list of documents. @param place where it is from, in a list of several states */
export const toDocumentEntry = (document: ListedDocument, place: string | null = null): Entry => ({
  title: document.title,
  path: toDocumentPath(document.id),
  when: getDay(document.published),
  mark: { text: toWords(document.category) },
  facts: [place, document.fileType, document.highlights && formatProse(shortenText(document.highlights, 140))],
})

export const documentListing: Listing<Document> = {
  name: 'documents',
  title: 'Documents',
  lead: `Announcements, plans, guidance and award lists from states and federal agencies. ${DOCUMENT_DATES}`,
  noun: ['document', 'documents'],
  filters: [
    ...WORDS_AND_STATE,
    { parameter: 'category', label: 'Kind' },
    { parameter: 'programCategory', label: 'Subject', isNoted: true },
    { parameter: 'fileType', label: 'File type', isNoted: true },
  ],
  orders: { Newest: '-published', Title: 'title', State: 'state' },
  heading: ({ category }, place) => `Documents${place}${category ? `: ${formatCode(category)}` : ''}`,
  entry: (document) => toDocumentEntry(document, document.state === null ? 'National' : STATE_NAMES[document.state]),
}

/** The value of `verification` for rows on file that no sum includes. */
export const HELD = 'UNVERIFIED'

export const toAwardPath = (id: string): string => `/awards/${id}`

/** What an award is for; null if unknown. */
export function getPurpose({ projectTitle, initiative, programDescription }: Award): string | null {
  const purpose = projectTitle ?? initiative ?? programDescription
  return purpose && formatProse(purpose)
}

export const formatAmount = ({ federalAmount }: Pick<Award, 'federalAmount'>): string =>
  federalAmount === null ? 'amount not published' : formatWholeDollars(federalAmount)

/** The mark of a row that is not verified, with what it waits for; null for an award. */
export const formatHeldMark = ({ verificationLacks: lacks }: Pick<Award, 'verificationLacks'>): Mark | null =>
  lacks === null ? null : { text: 'not verified', kind: 'warn' }

export const formatHeldReason = ({ verificationLacks: lacks }: Pick<Award, 'verificationLacks'>): string | null =>
  lacks && `waits for ${lacks}`

export const awardListing: Listing<Award> = {
  name: 'awards',
  title: 'Awards',
  lead: 'Who received program money: every verified award to an organization, with the amount if published.',
  noun: ['award', 'awards'],
  links: [
    { text: 'By recipient', path: '/recipients' },
    { text: 'Near your county', path: '/near' },
  ],
  filters: [
    ...WORDS_AND_STATE,
    { parameter: 'county', label: 'County', within: 'state', isNoted: true, omits: 'Awards of unknown county' },
    { parameter: 'recipientKind', label: 'Kind of recipient', isNoted: true, omits: 'Recipients of unknown kind' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'fiscalYear', label: 'Year', isNoted: true },
    {
      parameter: 'verification',
      label: 'Verification',
      blank: 'Verified',
      choices: [
        { value: HELD, label: 'On file, not verified' },
        { value: `VERIFIED,${HELD}`, label: 'All on file' },
      ],
    },
  ],
  orders: { 'Largest amount': '-federalAmount', Organization: 'awardeeName', State: 'state,awardeeName' },
  heading: (chosen, place) =>
    `${chosen.verification === HELD ? 'Awards not verified' : 'Awards'}${formatSubject('for', chosen)}${place}${chosen.near ? ` within ${chosen.within ?? WITHIN.default} miles of ${chosen.near}` : ''}`,
  entry: (award, { recipientPath }) => {
    const purpose = getPurpose(award)
    return {
      title: award.awardeeName,
      path: award.verification === HELD ? toAwardPath(award.id) : recipientPath(award.id),
      when: { text: formatAmount(award) },
      mark: formatHeldMark(award) ?? (award.awardStage === 'INTENT' ? { text: 'intent' } : null),
      facts: [award.stateName, award.fiscalYear, formatHeldReason(award), purpose && shortenText(purpose, 110)],
    }
  },
  table: {
    heads: ['Organization', 'State', 'Year', { number: 'Amount' }, 'For'],
    row: ({ id, federalAmount }, { title, path, mark, facts: [state, year, ...others] = [] }) =>
      html`<tr><th scope="row"><a href="${path}">${title}</a></th><td>${state}</td><td>${year}</td><td class="number" data-label="Amount"><a href="${toAwardPath(id)}">${federalAmount === null ? 'not published' : formatWholeDollars(federalAmount)}</a></td><td class="purpose">${mark && formatMark(mark)} ${join(others, '. ')}</td></tr>`,
  },
}

const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const EVENT_STATUSES = [
  { value: AHEAD.join(','), label: 'Upcoming', heading: 'Upcoming events' },
  { value: 'PAST,RECORDING_AVAILABLE', label: 'Past', heading: 'Past events' },
  { value: 'RECORDING_AVAILABLE', label: 'With a recording', heading: 'Events with a recording' },
  { value: 'CANCELLED', label: 'Canceled', heading: 'Canceled events' },
]
const isAhead = ({ status }: CalendarEvent): boolean => AHEAD.includes(status)

export const eventListing: Listing<CalendarEvent> = {
  name: 'events',
  title: 'Events',
  lead: 'Webinars, town halls and committee meetings, with recordings and slides where available.',
  noun: ['event', 'events'],
  filters: [
    ...WORDS_AND_STATE,
    { parameter: 'status', label: 'Status', choices: EVENT_STATUSES },
    { parameter: 'type', label: 'Type' },
  ],
  orders: { Date: null, State: 'state', Title: 'title' },
  heading: ({ status, type }, place) => {
    const named = EVENT_STATUSES.find(({ value }) => value === status)?.heading ?? 'Events'
    return `${named}${place}${type ? `: ${formatCode(type)}` : ''}`
  },
  entry: (event) => toEventEntry(event),
}

/** An entry of a list of events. @param turns how its status changes after the page is built, see `turnsText` */
export function toEventEntry(event: CalendarEvent, turns: string | null = null): Entry {
  const { id, title, startAt, startAtPrecision, timeZone, recordingUrl, slidesUrl } = event
  const start = { at: startAt, precision: startAtPrecision, zone: timeZone }
  return {
    id: `event-${id}`,
    title,
    path: event.registrationUrl ?? event.sourceUrl,
    when: { text: formatMomentDay(startAt, timeZone) ?? '', at: startAt },
    mark: { ...getStatusMark(event.status, turns), ...(isAhead(event) && { kind: 'accent' }) },
    facts: [
      startAtPrecision === 'TIME' && formatMoment(start),
      event.stateName ?? 'National',
      toWords(event.eventType),
      event.hostAgency,
      recordingUrl !== null && { text: 'Recording', path: recordingUrl },
      slidesUrl !== null && { text: 'Slides', path: slidesUrl },
      isAhead(event) && { text: 'Add to calendar', path: `/events/${id}.ics` },
    ],
  }
}

export const toActivityPath = (id: string): string => `/activities/${id}`

/** What is known of how far an activity has come: `active since August 7, 2026`; null when no source says anything. */
export const formatStatus = ({ status, statusSince }: Pick<ActivityDetail, 'status' | 'statusSince'>): string | null =>
  status && `${toWords(status)}${statusSince ? ` since ${expandDates(formatLongDate(statusSince))}` : ''}`

export const toActivityEntry = (activity: ActivityDetail): Entry => ({
  title: activity.title,
  path: toActivityPath(activity.id),
  facts: [
    CATEGORIES[activity.programCategory].label,
    formatStatus(activity),
    countedText(activity.metrics.length, 'metric'),
  ],
  note: shortenText(activity.description, 220),
})

export const activityListing: Listing<ActivityDetail & { detail?: ActivityDetail }> = {
  name: 'activities',
  title: 'Activities',
  lead: 'What the states plan: the initiatives of their applications, what each is for, and how it is measured.',
  noun: ['activity', 'activities'],
  isDetailed: true,
  filters: [
    ...WORDS_AND_STATE,
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'status', label: 'Status', isNoted: true },
  ],
  orders: { State: null, Title: 'title' },
  heading: (chosen, place) => `Activities${formatSubject('for', chosen)}${place}`,
  entry: ({ detail, ...activity }) => ({
    ...(detail ? toActivityEntry(detail) : { title: activity.title, path: toActivityPath(activity.id) }),
    when: { text: activity.stateName },
  }),
}

export const commitmentListing: Listing<Commitment> = {
  name: 'commitments',
  title: 'Policy commitments',
  lead: 'The policies that states committed to in their applications, for which the federal program gives points. Whether a state has kept its promise is not in the data.',
  noun: ['commitment', 'commitments'],
  filters: [...WORDS_AND_STATE, { parameter: 'factor', label: 'Policy' }],
  orders: { State: null, Policy: 'factor,policy' },
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
