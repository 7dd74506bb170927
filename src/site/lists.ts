import type { Award } from '../resources/awards.ts'
import type { ResourceName } from '../resources/index.ts'
import { compare } from '../rules/compare.ts'
import { type Instant, NATIONAL_ZONE } from '../rules/moments.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import type { Document } from '../schema/wire/documents.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Service } from '../store/service.ts'
import { type Awardee, awardeesOf } from '../views/awardees.ts'
import { type ListedAward, plainSlug } from '../views/lists/awards.ts'
import type { ListedDocument } from '../views/lists/documents.ts'
import type { ListedEvent } from '../views/lists/events.ts'
import { listingOf } from '../views/lists/index.ts'
import { NATIONAL as NATIONAL_CODE, type SectionName } from '../views/lists/listing.ts'
import type { ListedOpportunity } from '../views/lists/opportunities.ts'
import { shortText } from '../views/wording.ts'
import { itemsOf } from './states.ts'
import { turnsAfter } from './turns.ts'

const ALL = 1_000_000
const PURPOSE_MAX = 140
const NATIONAL = 'National'

const known = new WeakMap<Service, Map<string, readonly unknown[]>>()

/** What is read or sorted once and kept, because many pages need it. */
function kept<Item>(service: Service, now: Instant, what: string, read: () => readonly Item[]): readonly Item[] {
  const own = known.get(service) ?? new Map<string, readonly unknown[]>()
  known.set(service, own)
  const place = `${what} ${now}`
  const items = own.get(place) ?? read()
  own.set(place, items)
  return items as readonly Item[]
}

/** Every item of a list. */
export const allOf = <Item>(service: Service, name: ResourceName, now: Instant): readonly Item[] =>
  kept(service, now, name, () => itemsOf<Item>(service.readers[name].list({ limit: ALL }, now)))

const nameOf = (state: string | null): string =>
  state === null ? NATIONAL : STATE_NAMES[state as keyof typeof STATE_NAMES]

/** Every awardee of the dataset. */
export const allAwardees = (service: Service, now: Instant): readonly Awardee[] =>
  kept(service, now, 'awardees', () => awardeesOf(allOf<Award>(service, 'awards', now)))

/** Opportunities as list entries. */
export function listedOpportunities(
  service: Service,
  now: Instant,
  items: readonly Opportunity[],
): ListedOpportunity[] {
  const turns = turnsAfter(service, now, 'opportunities')
  return items.map((item) => listedOpportunity(item, turns.get(item.id) ?? null))
}

const listedOpportunity = (item: Opportunity, turns: string | null): ListedOpportunity => ({
  slug: item.slug,
  title: item.title,
  type: item.type,
  state: item.state,
  stateName: nameOf(item.state),
  status: item.status,
  dueDate: item.dueDate,
  dueDatePrecision: item.dueDatePrecision,
  timeZone: item.timeZone,
  postedDate: item.postedDate,
  issuingAgency: item.issuingAgency,
  budgetMax: item.budgetMax,
  budgetPerAward: item.budgetPerAward,
  rolling: item.rolling,
  programCategories: item.programCategories,
  turns,
})

const opportunitiesOf = (service: Service, now: Instant): ListedOpportunity[] =>
  listedOpportunities(service, now, allOf<Opportunity>(service, 'opportunities', now))

const awardsOf = (service: Service, now: Instant): ListedAward[] =>
  allAwardees(service, now).flatMap(({ slug, awards }) =>
    awards.map((award) => ({
      name: award.awardeeName,
      slug: slug === plainSlug(award.awardeeName) ? null : slug,
      state: award.state,
      stateName: award.stateName,
      fiscalYear: award.fiscalYear,
      amount: award.federalAmount,
      purpose: purposeOf(award),
      stage: award.awardStage,
      categories: award.programCategories,
    })),
  )

const purposeOf = ({ projectTitle, initiative, programDescription }: Award): string | null => {
  const text = projectTitle ?? initiative ?? programDescription
  return text && shortText(text, PURPOSE_MAX)
}

const documentsOf = (service: Service, now: Instant): ListedDocument[] =>
  allOf<Document>(service, 'documents', now).map((item) => ({
    id: item.id,
    title: item.title,
    fileType: item.fileType,
    category: item.category,
    state: item.state,
    stateName: nameOf(item.state),
    fiscalYear: item.fiscalYear,
    highlights: item.highlights && shortText(item.highlights, PURPOSE_MAX),
    discovered: item.discovered,
  }))

/** Events as list entries. */
export function listedEvents(service: Service, now: Instant, items: readonly CalendarEvent[]): ListedEvent[] {
  const turns = turnsAfter(service, now, 'events')
  return items.map((item) => listedEvent(item, turns.get(item.id) ?? null))
}

const listedEvent = (item: CalendarEvent, turns: string | null): ListedEvent => ({
  id: item.id,
  title: item.title,
  state: item.state,
  stateName: nameOf(item.state),
  eventType: item.eventType,
  status: item.status,
  startAt: item.startAt,
  startAtPrecision: item.startAtPrecision,
  timeZone: item.timeZone,
  hostAgency: item.hostAgency,
  registrationUrl: item.registrationUrl,
  recordingUrl: item.recordingUrl,
  slidesUrl: item.slidesUrl,
  sourceUrl: item.sourceUrl,
  turns,
})

const eventsOf = (service: Service, now: Instant): ListedEvent[] =>
  listedEvents(service, now, allOf<CalendarEvent>(service, 'events', now))

/** The time zone of a state's dates, taken from its opportunities. */
export const zoneIn = (service: Service, now: Instant, state: string): string =>
  allOf<Opportunity>(service, 'opportunities', now).find((item) => item.state === state)?.timeZone ?? NATIONAL_ZONE

const READERS = { opportunities: opportunitiesOf, awards: awardsOf, documents: documentsOf, events: eventsOf }

/** The entries of a section in its default order. */
export function entriesOf(service: Service, now: Instant, name: SectionName): readonly object[] {
  const [order] = Object.values(listingOf(name).orders)
  return kept<object>(service, now, `entries of ${name}`, () => READERS[name](service, now).toSorted(order?.compare))
}

/** The entries for the index of a section, of one state or all, sorted so that they pack well. */
export const indexedEntries = (service: Service, now: Instant, name: SectionName, state?: string): object[] =>
  (entriesOf(service, now, name) as readonly { state: string | null; title?: string; name?: string }[])
    .filter((entry) => state === undefined || (entry.state ?? NATIONAL_CODE) === state)
    .sort((a, b) => compare(a.state ?? '', b.state ?? '') || compare(a.title ?? a.name ?? '', b.title ?? b.name ?? ''))
