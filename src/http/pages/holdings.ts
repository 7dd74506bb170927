import type { Activity } from '../../resources/activities.ts'
import type { Award } from '../../resources/awards.ts'
import { keyword } from '../../resources/filters.ts'
import type { ResourceName } from '../../resources/index.ts'
import { isSameInitiative } from '../../rules/awards/initiatives.ts'
import { compare } from '../../rules/text/words.ts'
import { type Instant, NATIONAL_ZONE } from '../../rules/time/moments.ts'
import { CHANGE_TYPES, NO_STATE } from '../../schema/vocabularies.ts'
import type { ChangeEvent } from '../../schema/wire/activity.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import type { Document } from '../../schema/wire/documents.ts'
import type { CalendarEvent } from '../../schema/wire/events.ts'
import type { Opportunity } from '../../schema/wire/opportunities.ts'
import { wholeList } from '../../store/lists/reader.ts'
import { inTurn } from '../../store/open/turns.ts'
import type { Service } from '../../store/service.ts'
import { type Awardee, toAwardees } from '../../views/awardees.ts'
import { awardeePath } from '../../views/lists/awards.ts'
import { wordsIn } from '../../views/page-texts.ts'
import type { WholeAward } from '../../views/records/awardee.ts'
import type { Past } from '../../views/records/history.ts'

export type Holdings = Awaited<ReturnType<typeof readHoldings>>

// For an awardee with more awards, only the changes of the first ones are shown.
const CHANGES_OF_MAX = 50
const CHANGES_SHOWN = 20
/** At most this many calls, and documents, that name an activity. */
const LINKED_MAX = 12

/** What is read once of a bake, because it does not depend on the time. */
interface Indexes {
  /** By state and slug. */
  awardees: Map<string, Awardee>
  /** The paths of their pages, by the ids of their awards. */
  paths: Map<string, string>
  /** The change events by record id. */
  events: Map<string, ChangeEvent[]>
}
const read = new WeakMap<Service, Promise<Indexes>>()

/** The records that record pages need, as of an instant. The first of a bake read whole lists, in turns. */
export async function readHoldings(service: Service, now: Instant) {
  const reading = read.get(service) ?? readIndexes(service, now)
  read.set(service, reading)
  reading.catch(() => read.delete(service))
  const { awardees, paths, events } = await reading

  /** The first record of a list with a value of a filter. */
  function first<Item>(list: ResourceName, filters: { [parameter: string]: string[] }): Item | null {
    return JSON.parse(service.readers[list].list({ filters, limit: 1 }, now).data)[0] ?? null
  }

  /** The record with this id; null for the id of a record that was merged into another. */
  function named<Item extends { id: string }>(list: ResourceName, id: string): Item | null {
    const found = first<Item>(list, { ids: [id] })
    return found?.id === id ? found : null
  }

  return {
    opportunity(name: string): Opportunity | null {
      const body = service.readers.opportunities.find(name.toLowerCase(), now)
      return body === null ? null : JSON.parse(body)
    },
    event: (id: string): CalendarEvent | null => named('events', id),
    document: (id: string): Document | null => named('documents', id),
    /** A single award, or a row on file that is not verified, with the page of its recipient if it is verified. */
    award(id: string): Omit<WholeAward, 'lastRead'> | null {
      const body = service.readers.awards.find(id, now)
      if (body === null) return null
      const award: Award = JSON.parse(body)
      const past = { ...this.readPast('awards', [award.id]), heldUntil: service.verifiedAt(award.id) }
      return { award, recipient: paths.get(award.id) ?? null, past }
    },
    /** The path of the page of an award's recipient. */
    awardeePath: (awardId: string): string => paths.get(awardId) ?? '/awards',
    awardee: (state: string, slug: string): Awardee | null => awardees.get(`${state.toUpperCase()} ${slug}`) ?? null,
    /** The time zone of a state's dates, taken from its opportunities. */
    getZone: (state: string | null): string =>
      first<Opportunity>('opportunities', { state: [state ?? NO_STATE] })?.timeZone ?? NATIONAL_ZONE,
    /** The awardees of the same name in other states. */
    elsewhere: ({ slug, state }: Awardee): Awardee[] =>
      [...awardees.values()].filter((other) => other.slug === slug && other.state !== state),
    /** The awardees whose name matches all of these word prefixes: those of this very name first, then the largest. */
    awardeesNamed(wanted: readonly string[]): Awardee[] {
      if (wanted.length === 0) return []
      return [...awardees.values()]
        .filter(({ name }) => {
          const own = wordsIn(name)
          return wanted.every((word) => own.some((other) => other.startsWith(word)))
        })
        .sort(
          (a, b) =>
            Number(isWhole(b, wanted)) - Number(isWhole(a, wanted)) ||
            (b.total ?? 0) - (a.total ?? 0) ||
            compare(a.name, b.name),
        )
    },
    /** The change events and changed fields of records, newest first. */
    readPast(list: ResourceName, ids: readonly string[]): Past {
      const own = [...new Set(ids.flatMap((id) => events.get(id) ?? []))]
      const changes = ids.slice(0, CHANGES_OF_MAX).flatMap((id) => readChanges(service, list, id))
      return { events: own.sort((a, b) => compare(b.occurredAt, a.occurredAt)), changes }
    },
    /** The awards of an activity's initiative, the calls and documents of its state that name it, and its changes. */
    linkedTo({ id, state, title }: Pick<Activity, 'id' | 'state' | 'title'>) {
      const named = (list: ResourceName) => {
        const q = keyword('').schema.parse(`"${title.replaceAll('"', ' ')}"`)
        return JSON.parse(service.readers[list].list({ filters: { state: [state], q }, limit: LINKED_MAX }, now).data)
      }
      const awards = [...awardees.values()]
        .filter((awardee) => awardee.state === state)
        .flatMap((awardee) => awardee.awards.map((award) => ({ award, path: awardeePath(awardee) })))
        .filter(({ award: { initiative } }) => initiative !== null && isSameInitiative(initiative, title))
        .sort((a, b) => (b.award.federalAmount ?? -1) - (a.award.federalAmount ?? -1))
      return {
        awards,
        calls: named('opportunities') as Opportunity[],
        documents: named('documents') as Document[],
        past: this.readPast('activities', [id]),
      }
    },
    /** The award rows of a document, each with the path of its awardee. */
    awardsIn: (documentId: string) =>
      [...awardees.values()].flatMap((awardee) =>
        awardee.awards
          .filter(({ sourceDocument }) => sourceDocument.id === documentId)
          .map((award) => ({ award, path: awardeePath(awardee) })),
      ),
  }
}

/** Whether a name has no other words. */
const isWhole = ({ name }: Awardee, wanted: readonly string[]): boolean =>
  wordsIn(name).every((word) => wanted.includes(word))

const readChanges = ({ changes }: Service, list: ResourceName, id: string): RecordChange[] =>
  JSON.parse(changes.page({ resource: [list], id, change: ['CREATED', 'UPDATED'], page: 1, limit: CHANGES_SHOWN }).data)

async function readIndexes({ readers }: Service, now: Instant): Promise<Indexes> {
  const awards = await wholeList<Award>(readers.awards, now)
  const awardees = new Map<string, Awardee>()
  for (const own of Map.groupBy(awards, ({ state }) => state).values()) {
    for (const awardee of await inTurn(() => toAwardees(own))) awardees.set(`${awardee.state} ${awardee.slug}`, awardee)
  }
  const events = new Map<string, ChangeEvent[]>()
  const add = (event: ChangeEvent): void => {
    const ids = Object.entries(event.detail).flatMap(([field, value]) => (field.endsWith('Id') ? String(value) : []))
    for (const id of new Set(ids)) events.set(id, [...(events.get(id) ?? []), event])
  }
  for (const event of await wholeList<ChangeEvent>(readers.activity, now, { type: [...CHANGE_TYPES] })) add(event)
  const paths = new Map(
    [...awardees.values()].flatMap((awardee) => awardee.awards.map(({ id }) => [id, awardeePath(awardee)] as const)),
  )
  return { awardees, paths, events }
}
