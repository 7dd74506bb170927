import type { Activity } from '../../resources/activities.ts'
import type { Award } from '../../resources/awards.ts'
import type { ResourceName } from '../../resources/index.ts'
import { getAwardeeNames, isSameInitiative } from '../../rules/awards/awardees.ts'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { CHANGE_TYPES, NO_STATE, VERIFICATIONS } from '../../schema/vocabularies.ts'
import type { ChangeEvent, RecordChange } from '../../schema/wire/changes.ts'
import type { CalendarEvent, Document, Opportunity } from '../../schema/wire/records.ts'
import { readWholeList } from '../../store/lists/reader.ts'
import { inTurn } from '../../store/open/dataset.ts'
import type { Service } from '../../store/service.ts'
import { splitWords } from '../../views/page-texts.ts'
import { type Recipient, toRecipientPath, toRecipients } from '../../views/recipients.ts'
import type { WholeAward } from '../../views/records/award.ts'
import type { Past } from '../../views/records/parts.ts'
import type { SiteContext } from '../../views/view.ts'

export type Holdings = Awaited<ReturnType<typeof readHoldings>>

/** What a page is made from: the dataset at the time of its request, and what every page says of the service. */
export interface PageContext extends SiteContext {
  service: Service
  holdings: Holdings
  hasAlerts: boolean
}

// For a recipient with more awards, only the changes of the first ones are shown.
const CHANGES_OF_MAX = 50
const read = new WeakMap<Service, ReturnType<typeof readIndexes>>()

/** The records that record pages need, as of an instant. The first of a bake read whole lists, in turns. */
export async function readHoldings(service: Service, now: Instant) {
  const reading = read.get(service) ?? readIndexes(service, now)
  read.set(service, reading)
  reading.catch(() => read.delete(service))
  const { recipients, bySlug, paths, events } = await reading

  function first<Item>(list: ResourceName, filters: { [parameter: string]: string[] }): Item | null {
    return JSON.parse(service.readers[list].list({ filters, limit: 1 }, now).data)[0] ?? null
  }

  /** The record with this id; null for the id of a record that was merged into another. */
  function named<Item extends { id: string }>(list: ResourceName, id: string): Item | null {
    const record = first<Item>(list, { ids: [id] })
    return record?.id === id ? record : null
  }

  /** Verified awards, each with the path of its recipient. */
  const linkAwards = (isWanted: (award: Award) => boolean) =>
    recipients.flatMap((recipient) =>
      recipient.awards.filter(isWanted).map((award) => ({ award, path: toRecipientPath(recipient) })),
    )

  return {
    opportunity(name: string): Opportunity | null {
      const body = service.readers.opportunities.find(name.toLowerCase(), now)
      return body === null ? null : JSON.parse(body)
    },
    event: (id: string): CalendarEvent | null => named('events', id),
    document: (id: string): Document | null => named('documents', id),
    /** A single award, or a row on file that is not verified, with the page of its recipient. */
    award(id: string): Omit<WholeAward, 'lastRead'> | null {
      const body = service.readers.awards.find(id, now)
      if (body === null) return null
      const award: Award = JSON.parse(body)
      const past = { ...this.readPast('awards', [award.id]), heldUntil: service.verifiedAt(award.id) }
      return { award, recipient: paths.get(award.id) ?? '/recipients', past }
    },
    /** Those with verified awards, the largest sum first. */
    recipients: recipients.filter(({ awards }) => awards.length > 0),
    held: recipients.flatMap(({ held }) => held),
    /** The recipient with this address, or with an alias of it. */
    findRecipient: (slug: string): Recipient | null => bySlug.get(slug) ?? null,
    recipientPath: (awardId: string): string => paths.get(awardId) ?? '/recipients',
    /** The time zone of a state's dates, taken from its opportunities. */
    getZone: (state: string | null): string =>
      first<Opportunity>('opportunities', { state: [state ?? NO_STATE] })?.timeZone ?? NATIONAL_ZONE,
    getNamesakes({ slug, spellings }: Recipient): Recipient[] {
      const names = new Set(spellings.flatMap(getAwardeeNames))
      return recipients.filter(
        (other) =>
          other.slug !== slug && other.spellings.some((each) => getAwardeeNames(each).some((name) => names.has(name))),
      )
    },
    /** The recipients with a name that has all of these word prefixes: those of this very name first, then the largest. */
    recipientsNamed(prefixes: readonly string[]): Recipient[] {
      const isNamed = (name: string) => {
        const nameWords = splitWords(name)
        return prefixes.every((word) => nameWords.some((other) => other.startsWith(word)))
      }
      return this.recipients
        .filter(({ name, spellings }) => isNamed(name) || spellings.some(isNamed))
        .sort((a, b) => Number(isWhole(b, prefixes)) - Number(isWhole(a, prefixes)))
    },
    /** The change events and changed fields of records, newest first. */
    readPast(list: ResourceName, ids: readonly string[]): Past {
      const pastEvents = [...new Set(ids.flatMap((id) => events.get(id) ?? []))]
      const changes = ids.slice(0, CHANGES_OF_MAX).flatMap((id) => readChanges(service, list, id))
      return { events: pastEvents.sort((a, b) => compare(b.occurredAt, a.occurredAt)), changes }
    },
    /** The awards of an activity's initiative, the calls and documents of its state that name it, and its changes. */
    linkedTo({ id, state, title }: Pick<Activity, 'id' | 'state' | 'title'>) {
      const named = (list: ResourceName) => {
        const filters = { state: [state], q: `"${title.replaceAll('"', ' ')}"` }
        return JSON.parse(service.readers[list].list({ filters, limit: 12 }, now).data)
      }
      const awards = linkAwards((award) => award.state === state)
        .filter(({ award: { initiative } }) => initiative !== null && isSameInitiative(initiative, title))
        .sort((a, b) => (b.award.federalAmount ?? -1) - (a.award.federalAmount ?? -1))
      return {
        awards,
        calls: named('opportunities') as Opportunity[],
        documents: named('documents') as Document[],
        past: this.readPast('activities', [id]),
      }
    },
    awardsIn: (documentId: string) => linkAwards(({ sourceDocument }) => sourceDocument.id === documentId),
  }
}

const isWhole = ({ name }: Recipient, words: readonly string[]): boolean =>
  splitWords(name).every((word) => words.includes(word))

const readChanges = ({ changes }: Service, list: ResourceName, id: string): RecordChange[] =>
  JSON.parse(changes.page({ resource: [list], id, change: ['CREATED', 'UPDATED'], page: 1, limit: 20 }).data)

/**
 * What is read once of a bake, because it does not depend on the time: the recipients, the largest sum first, also by the
 * last part of their addresses; the paths of their pages by the ids of their awards; and the change events by record.
 */
async function readIndexes({ readers }: Service, now: Instant) {
  const awards = await readWholeList<Award>(readers.awards, now, { verification: [...VERIFICATIONS] })
  const all = await inTurn(() => toRecipients(awards))
  const recipients = all.sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name))
  const bySlug = new Map<string, Recipient>()
  for (const recipient of recipients) for (const alias of recipient.aliases) bySlug.set(alias, recipient)
  for (const recipient of recipients) bySlug.set(recipient.slug, recipient)
  const events = new Map<string, ChangeEvent[]>()
  const add = (event: ChangeEvent): void => {
    const ids = Object.entries(event.detail).flatMap(([field, value]) => (field.endsWith('Id') ? String(value) : []))
    for (const id of new Set(ids)) events.set(id, [...(events.get(id) ?? []), event])
  }
  for (const event of await readWholeList<ChangeEvent>(readers.activity, now, { type: [...CHANGE_TYPES] })) add(event)
  const paths = new Map(
    recipients.flatMap((recipient) =>
      [...recipient.awards, ...recipient.held].map(({ id }) => [id, toRecipientPath(recipient)] as const),
    ),
  )
  return { recipients, bySlug, paths, events }
}
