import type { UntoldRecord } from '../../schema/history.ts'
import { getTopLegacy } from '../../schema/taxonomy.ts'
import type { OPPORTUNITY_TURNS } from '../../schema/vocabularies.ts'
import type { ChangeEvent } from '../../schema/wire/changes.ts'
import type { TimelessDocument, TimelessOpportunity } from '../../schema/wire/records.ts'
import type { Places } from '../awards/places.ts'
import { recordId } from '../record-id.ts'
import { capitalize, formatDollars } from '../text/wording.ts'
import { compare } from '../text/words.ts'
import { type Instant, toIso, toLocalDay } from '../time/moments.ts'

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** A change event before it is published: without its id and its position in the feed. */
export type ChangeDraft = DistributedOmit<ChangeEvent, 'id' | 'occurredAt'>

/** The subject of a draft: identifies a change that the feed already has. */
export function getSubject({ detail }: ChangeDraft): string {
  const { opportunityId, documentId, awardId, eventId, url } = detail as Readonly<Record<string, string | undefined>>
  const subject = opportunityId ?? documentId ?? awardId ?? eventId ?? url
  if (subject === undefined) throw new Error('unknown type of change')
  return subject
}

/** The event of a document that is new in the dataset. */
export function toDocumentChange(document: TimelessDocument, siteUrl: string | null): ChangeDraft {
  const { id: documentId, state, title, fileType, category: documentCategory, fiscalYear, url } = document
  const detail = { documentId, title, fileType, documentCategory, fiscalYear, url }
  return { state, type: 'NEW_DOCUMENT', summary: `New document: ${title}`, siteUrl, documentId, detail }
}

/** The event of an opportunity that is new in the dataset; its deadline is the date in the zone of its state. */
export function toOpportunityChange(
  opportunity: TimelessOpportunity,
  siteUrl: string | null,
  zone: string,
): ChangeDraft {
  const { id: opportunityId, type: opportunityType, title, state, dueDate, budgetMin, budgetMax } = opportunity
  const deadline = dueDate && toLocalDay(Date.parse(dueDate), zone)
  const category = getTopLegacy([...opportunity.programCategories, ...opportunity.truncatedProgramCategories])
  const applicationUrl = opportunity.sourceUrl
  return {
    state,
    type: 'NEW_OPPORTUNITY',
    summary: `New ${opportunityType}: ${title}${deadline ? `, due ${deadline}` : ''}`,
    siteUrl,
    documentId: null,
    detail: { opportunityId, opportunityType, category, deadline, applicationUrl, budgetMin, budgetMax },
  }
}

/** The records that the feed reports. */
export interface Inventory {
  documents: readonly { item: TimelessDocument; publishedAt: Instant | null }[]
  opportunities: readonly { item: TimelessOpportunity; names?: readonly string[] }[]
}

/**
 * Starts the feed: documents and opportunities at their own dates, and what was found on the tracked pages. Records
 * without a date, or with a future one, are left out (see `untoldIn`).
 * @param now no event is later
 */
export function foundFeed(
  inventory: Inventory,
  places: Places,
  pages: readonly ChangeDraft[],
  now: Instant,
): ChangeEvent[] {
  const dated = collectNews(inventory, places).flatMap(({ draft, at }) =>
    at !== null && at <= now ? { draft, at } : [],
  )
  return placeChanges([], [...dated, ...pages.map((draft) => ({ draft, at: now }))])
}

/** The documents and opportunities that a new feed leaves out, so later runs leave them out too. */
export function findUntold(
  { documents, opportunities }: { [Kind in keyof Inventory]: readonly { item: { id: string } }[] },
  feed: readonly ChangeEvent[],
): UntoldRecord[] {
  const reported = new Set(feed.map(getSubject))
  const of = (type: UntoldRecord['type'], rows: readonly { item: { id: string } }[]) =>
    rows.map(({ item }) => ({ type, subject: item.id })).filter(({ subject }) => !reported.has(subject))
  return [...of('NEW_DOCUMENT', documents), ...of('NEW_OPPORTUNITY', opportunities)]
}

/**
 * The change events to append to the feed: documents and opportunities that it does not have yet, and what was found on
 * the tracked pages. The feed and what it left out at its start are the memory, so the same dataset adds nothing again.
 * @param feed the published events
 * @param untold what the start of the feed left out
 * @param others drafts of what was found on the tracked pages, and of changes to published records
 * @param now the time of all new events
 */
export function collectRunChanges(
  inventory: Inventory,
  places: Places,
  feed: readonly ChangeEvent[],
  untold: readonly UntoldRecord[],
  others: readonly ChangeDraft[],
  now: Instant,
): ChangeEvent[] {
  const told = [...feed.map((event) => ({ type: event.type, subject: getSubject(event) })), ...untold]
  const reported = new Set(told.map(({ type, subject }) => `${type} ${subject}`))
  // The id of a merged record may be that of a notice that is already in the feed.
  const fresh = collectNews(inventory, places).filter(
    ({ draft, names }) => !names.some((name) => reported.has(`${draft.type} ${name}`)),
  )
  return placeChanges(
    feed,
    [...fresh.map(({ draft }) => draft), ...others].map((draft) => ({ draft, at: now })),
  )
}

function collectNews({ documents, opportunities }: Inventory, { findSite, getZone }: Places) {
  return [
    ...documents.map(({ item, publishedAt }) => ({
      draft: toDocumentChange(item, findSite(item.state)),
      at: publishedAt,
      names: [item.id],
    })),
    ...opportunities.map(({ item, names = [item.id] }) => ({
      draft: toOpportunityChange(item, findSite(item.state), getZone(item.state)),
      at: item.postedDate === null ? null : Date.parse(item.postedDate),
      names,
    })),
  ]
}

/** The id of an event. */
export const createEventId = (type: string, subject: string, occurredAt: string): string =>
  recordId('change', [type, subject, occurredAt])

/** A draft and its earliest possible time in the feed. */
export type TimedDraft = { draft: ChangeDraft; at: Instant }

/**
 * Positions drafts after the published events: each at its own millisecond, in the order of their times, then of their
 * subjects, and none before the last published one. Returns only the new events.
 */
export function placeChanges(published: readonly ChangeEvent[], drafts: readonly TimedDraft[]): ChangeEvent[] {
  let last = published.reduce((newest, event) => Math.max(newest, Date.parse(event.occurredAt)), 0)
  return drafts
    .map(({ draft, at }) => ({ draft, at, subject: getSubject(draft) }))
    .sort((a, b) => a.at - b.at || compare(a.subject, b.subject))
    .map(({ draft, at, subject }) => {
      last = Math.max(at, last + 1)
      const occurredAt = toIso(last)
      return { id: createEventId(draft.type, subject, occurredAt), ...draft, occurredAt } as ChangeEvent
    })
}

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

const DRAFTS = { opportunities: draftOpportunityChanges, awards: draftAwardChanges, events: draftEventChanges }

function draftOpportunityChanges(
  news: RecordNews,
  fields: readonly string[],
  { findSite, getZone }: Places,
): ChangeDraft[] {
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
  const toDay = (due: string | null) => due && toLocalDay(Date.parse(due), getZone(state))
  const [deadline, previousDeadline] = [toDay(news.after.dueDate), toDay(news.before.dueDate)]
  const turns = (Object.keys(TURNS) as Turn[]).filter((turn) => TURNS[turn].holds(news.before, news.after))
  const texts = turns.map((turn) => `${TURNS[turn].text}${turn.startsWith('DEADLINE') ? deadline : ''}`)
  const summary = `${texts.join(', ') || 'Updated'}: ${title}`
  const detail = { ...about, turns, fields: [...fields], deadline, previousDeadline }
  return [{ ...head, type: 'OPPORTUNITY_UPDATED', summary: capitalize(summary), detail }]
}

type Turn = (typeof OPPORTUNITY_TURNS)[number]

/** What may happen to an opportunity: when it holds, and how it is told. A deadline that is not known moves nowhere. */
const TURNS: { [Name in Turn]: { holds: (before: Facts, after: Facts) => boolean; text: string } } = {
  DEADLINE_EXTENDED: { holds: (before, after) => after.dueDate > before.dueDate, text: 'deadline extended to ' },
  DEADLINE_MOVED_UP: { holds: (before, after) => after.dueDate < before.dueDate, text: 'deadline moved up to ' },
  AMENDED: { holds: (before, after) => before.status !== 'AMENDED' && after.status === 'AMENDED', text: 'amended' },
  CLOSED: { holds: (before, after) => before.status !== 'CLOSED' && after.status === 'CLOSED', text: 'closed' },
  REOPENED: { holds: (before, after) => before.status === 'CLOSED' && after.status !== 'CLOSED', text: 'reopened' },
}

function draftAwardChanges(news: RecordNews, fields: readonly string[], { findSite }: Places): ChangeDraft[] {
  const { state, awardeeName, fiscalYear, sourceDocument, ...now } = 'after' in news ? news.after : news.before
  const head = { state, siteUrl: findSite(state), documentId: sourceDocument?.id ?? null }
  const about = { awardId: news.id, awardeeName, fiscalYear }
  if (news.type === 'CREATED') {
    const amount = now.federalAmount === null ? 'amount not published' : formatDollars(now.federalAmount)
    const summary = `New award: ${awardeeName}, ${amount}, ${fiscalYear}`
    return [{ ...head, type: 'NEW_AWARD', summary, detail: { ...about, federalAmount: now.federalAmount } }]
  }
  const isGone = news.type !== 'UPDATED'
  const summary = `${isGone ? 'Award no longer published' : 'Award updated'}: ${awardeeName}, ${fiscalYear}`
  const { federalAmount: previousFederalAmount } = news.before
  const [federalAmount, reason] = isGone ? [null, news.type] : [now.federalAmount, null]
  const detail = { ...about, fields: [...fields], federalAmount, previousFederalAmount, reason }
  return [{ ...head, type: 'AWARD_UPDATED', summary, detail }]
}

function draftEventChanges(news: RecordNews, fields: readonly string[], { findSite }: Places): ChangeDraft[] {
  const { state, title, eventType, startAt, timeZone, registrationUrl } = 'after' in news ? news.after : news.before
  const head = { state, siteUrl: findSite(state), documentId: null }
  const about = { eventId: news.id, eventType }
  if (news.type === 'CREATED') {
    const summary = `New event: ${title}, ${toLocalDay(Date.parse(startAt), timeZone)}`
    return [{ ...head, type: 'EVENT_ANNOUNCED', summary, detail: { ...about, startAt, registrationUrl } }]
  }
  const isGone = news.type !== 'UPDATED'
  const isCancelled = !isGone && news.after.status === 'CANCELLED' && news.before.status !== 'CANCELLED'
  const what = isGone ? 'Event no longer published' : isCancelled ? 'Event canceled' : 'Event changed'
  const reason = isGone ? news.type : null
  const detail = { ...about, fields: [...fields], startAt, previousStartAt: news.before.startAt, reason }
  return [{ ...head, type: 'EVENT_CHANGED', summary: `${what}: ${title}`, detail }]
}
