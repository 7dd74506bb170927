import type { OPPORTUNITY_TURNS } from '../../schema/vocabularies.ts'
import type { Places } from '../awards/places.ts'
import { capitalize, formatDollars } from '../text/wording.ts'
import { dayIn } from '../time/moments.ts'
import type { ChangeDraft } from './changes.ts'

/** The fields of a published record, with time-dependent ones as of now. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of every list, as they were published
type Facts = { readonly [field: string]: any }

/** The change of a record since the last publication. */
export type RecordNews =
  | { type: 'CREATED'; id: string; after: Facts }
  | { type: 'UPDATED'; id: string; before: Facts; after: Facts; fields: readonly string[] }
  | { type: 'REMOVED' | 'MERGED'; id: string; before: Facts; mergedInto: string | null }

/** The fields whose changes are reported in the feed. A field that a release adds to all records is not a change. */
// biome-ignore format: word lists read better as running lines
const REPORTED = {
  opportunities: [
    'title', 'type', 'issuingAgency', 'summary', 'status', 'budgetMin', 'budgetMax', 'budgetPerAward', 'applicantTypes',
    'postedDate', 'dueDate', 'loiDate', 'questionDeadline', 'expectedBy', 'rolling', 'sourceUrl',
  ],
  awards: [
    'awardeeName', 'fiscalYear', 'federalAmount', 'matchAmount', 'projectTitle', 'initiative', 'awardDate', 'awardStage',
  ],
  events: [
    'title', 'eventType', 'status', 'startAt', 'endAt', 'hostAgency', 'description', 'registrationUrl', 'recordingUrl',
    'slidesUrl', 'isActive',
  ],
} as const

/** The lists whose changes are reported in the feed. */
export type ReportedList = keyof typeof REPORTED
export const REPORTED_LISTS = Object.keys(REPORTED) as ReportedList[]

/** The change events for the changed records of a list. */
export function getUpdates(list: ReportedList, news: readonly RecordNews[], places: Places): ChangeDraft[] {
  const created = new Set(news.flatMap(({ type, id }) => (type === 'CREATED' ? [id] : [])))
  return news.flatMap((one): ChangeDraft[] => {
    // The same record under another id: the old id still finds it.
    if (one.type === 'MERGED' && one.mergedInto !== null && created.has(one.mergedInto)) return []
    if (one.type !== 'UPDATED') return DRAFTS[list](one, [], places)
    const fields = one.fields.filter((field) => (REPORTED[list] as readonly string[]).includes(field))
    return fields.length === 0 ? [] : DRAFTS[list](one, fields, places)
  })
}

type ToDrafts = (news: RecordNews, fields: readonly string[], places: Places) => ChangeDraft[]

const DRAFTS: { [List in ReportedList]: ToDrafts } = {
  opportunities: opportunityDrafts,
  awards: awardDrafts,
  events: eventDrafts,
}

function opportunityDrafts(news: RecordNews, fields: readonly string[], { findSite, getZone }: Places): ChangeDraft[] {
  // A new opportunity is reported as NEW_OPPORTUNITY.
  if (news.type === 'CREATED') return []
  const { state, type: opportunityType, title } = news.type === 'UPDATED' ? news.after : news.before
  const head = { state, siteUrl: findSite(state), documentId: null }
  const about = { opportunityId: news.id, opportunityType }
  if (news.type !== 'UPDATED') {
    const { type: reason, mergedInto } = news
    const summary = `${reason === 'MERGED' ? 'Merged into another opportunity' : 'No longer published'}: ${title}`
    return [{ ...head, type: 'OPPORTUNITY_REMOVED', summary, detail: { ...about, reason, mergedInto } }]
  }
  const toDay = (due: string | null) => due && dayIn(Date.parse(due), getZone(state))
  const [deadline, previousDeadline] = [toDay(news.after.dueDate), toDay(news.before.dueDate)]
  const turns = getTurns(news.before, news.after)
  const summary = `${turns.length > 0 ? turns.map((turn) => TURN_TEXTS[turn](deadline)).join(', ') : 'Updated'}: ${title}`
  const detail = { ...about, turns, fields: [...fields], deadline, previousDeadline }
  return [{ ...head, type: 'OPPORTUNITY_UPDATED', summary: capitalize(summary), detail }]
}

type Turn = (typeof OPPORTUNITY_TURNS)[number]

const TURN_TEXTS: { [Name in Turn]: (deadline: string | null) => string } = {
  DEADLINE_EXTENDED: (deadline) => `deadline extended to ${deadline}`,
  DEADLINE_MOVED_UP: (deadline) => `deadline moved up to ${deadline}`,
  AMENDED: () => 'amended',
  CLOSED: () => 'closed',
  REOPENED: () => 'reopened',
}

function getTurns(before: Facts, after: Facts): Turn[] {
  const isDated = before.dueDate !== null && after.dueDate !== null
  const was = before.status === 'CLOSED'
  const is = after.status === 'CLOSED'
  const holds: { [Name in Turn]: boolean } = {
    DEADLINE_EXTENDED: isDated && after.dueDate > before.dueDate,
    DEADLINE_MOVED_UP: isDated && after.dueDate < before.dueDate,
    AMENDED: before.status !== 'AMENDED' && after.status === 'AMENDED',
    CLOSED: !was && is,
    REOPENED: was && !is,
  }
  return (Object.keys(holds) as Turn[]).filter((turn) => holds[turn])
}

function awardDrafts(news: RecordNews, fields: readonly string[], { findSite: siteOf }: Places): ChangeDraft[] {
  const { state, awardeeName, fiscalYear, sourceDocument, ...now } = 'after' in news ? news.after : news.before
  const head = { state, siteUrl: siteOf(state), documentId: sourceDocument?.id ?? null }
  const about = { awardId: news.id, awardeeName, fiscalYear }
  if (news.type === 'CREATED') {
    const amount = now.federalAmount === null ? 'amount not published' : formatDollars(now.federalAmount)
    const summary = `New award: ${awardeeName}, ${amount}, ${fiscalYear}`
    return [{ ...head, type: 'NEW_AWARD', summary, detail: { ...about, federalAmount: now.federalAmount } }]
  }
  const isGone = news.type !== 'UPDATED'
  const summary = `${isGone ? 'Award no longer published' : 'Award updated'}: ${awardeeName}, ${fiscalYear}`
  const detail = {
    ...about,
    fields: [...fields],
    federalAmount: isGone ? null : now.federalAmount,
    previousFederalAmount: news.before.federalAmount,
    reason: isGone ? news.type : null,
  }
  return [{ ...head, type: 'AWARD_UPDATED', summary, detail }]
}

function eventDrafts(news: RecordNews, fields: readonly string[], { findSite: siteOf }: Places): ChangeDraft[] {
  const { state, title, eventType, startAt, timeZone, registrationUrl } = 'after' in news ? news.after : news.before
  const head = { state, siteUrl: siteOf(state), documentId: null }
  const about = { eventId: news.id, eventType }
  if (news.type === 'CREATED') {
    const detail = { ...about, startAt, registrationUrl }
    return [
      {
        ...head,
        type: 'EVENT_ANNOUNCED',
        summary: `New event: ${title}, ${dayIn(Date.parse(startAt), timeZone)}`,
        detail,
      },
    ]
  }
  const isGone = news.type !== 'UPDATED'
  const isCancelled = !isGone && news.after.status === 'CANCELLED' && news.before.status !== 'CANCELLED'
  const what = isGone ? 'Event no longer published' : isCancelled ? 'Event canceled' : 'Event changed'
  const detail = {
    ...about,
    fields: [...fields],
    startAt,
    previousStartAt: news.before.startAt,
    reason: isGone ? news.type : null,
  }
  return [{ ...head, type: 'EVENT_CHANGED', summary: `${what}: ${title}`, detail }]
}
