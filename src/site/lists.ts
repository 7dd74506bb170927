import type { Award } from '../resources/awards.ts'
import { compare } from '../rules/compare.ts'
import { type Instant, NATIONAL_ZONE } from '../rules/moments.ts'
import { pick } from '../rules/pick.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import type { Document } from '../schema/wire/documents.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Service } from '../store/service.ts'
import { type Awardee, awardeesOf } from '../views/awardees.ts'
import { type ListedAward, plainSlug } from '../views/lists/awards.ts'
import { DOCUMENT_FIELDS, type ListedDocument } from '../views/lists/documents.ts'
import { EVENT_FIELDS, type ListedEvent } from '../views/lists/events.ts'
import { listingOf } from '../views/lists/index.ts'
import { NATIONAL as NATIONAL_CODE, type SectionName } from '../views/lists/listing.ts'
import { type ListedOpportunity, OPPORTUNITY_FIELDS } from '../views/lists/opportunities.ts'
import { shortText } from '../views/wording.ts'
import { allOf, kept } from './kept.ts'
import { turnsAfter } from './turns.ts'

const PURPOSE_MAX = 140
const NATIONAL = 'National'

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
  return items.map((item) => ({
    ...pick(item, OPPORTUNITY_FIELDS),
    stateName: nameOf(item.state),
    turns: turns.get(item.id) ?? null,
  }))
}

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
    ...pick(item, DOCUMENT_FIELDS),
    stateName: nameOf(item.state),
    highlights: item.highlights && shortText(item.highlights, PURPOSE_MAX),
  }))

/** Events as list entries. */
export function listedEvents(service: Service, now: Instant, items: readonly CalendarEvent[]): ListedEvent[] {
  const turns = turnsAfter(service, now, 'events')
  return items.map((item) => ({
    ...pick(item, EVENT_FIELDS),
    stateName: nameOf(item.state),
    turns: turns.get(item.id) ?? null,
  }))
}

const eventsOf = (service: Service, now: Instant): ListedEvent[] =>
  listedEvents(service, now, allOf<CalendarEvent>(service, 'events', now))

/** The time zone of a state's dates, taken from its opportunities. */
export const zoneIn = (service: Service, now: Instant, state: string): string =>
  allOf<Opportunity>(service, 'opportunities', now).find((item) => item.state === state)?.timeZone ?? NATIONAL_ZONE

const READERS = { opportunities: opportunitiesOf, awards: awardsOf, documents: documentsOf, events: eventsOf }

/** The entries of a section in its default order. */
export function entriesOf(service: Service, now: Instant, name: SectionName): readonly object[] {
  const [order] = Object.values(listingOf(name).orders)
  return kept<readonly object[]>(service, now, `entries of ${name}`, () =>
    READERS[name](service, now).toSorted(order?.compare),
  )
}

/** The entries for the index of a section, of one state or all, sorted so that they pack well. */
export const indexedEntries = (service: Service, now: Instant, name: SectionName, state?: string): object[] =>
  (entriesOf(service, now, name) as readonly { state: string | null; title?: string; name?: string }[])
    .filter((entry) => state === undefined || (entry.state ?? NATIONAL_CODE) === state)
    .sort((a, b) => compare(a.state ?? '', b.state ?? '') || compare(a.title ?? a.name ?? '', b.title ?? b.name ?? ''))
