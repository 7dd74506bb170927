import type { Award } from '../../resources/awards.ts'
import type { ResourceName } from '../../resources/index.ts'
import { compare } from '../../rules/compare.ts'
import { type Instant, NATIONAL_ZONE } from '../../rules/moments.ts'
import { CHANGE_TYPES } from '../../schema/vocabularies.ts'
import type { ChangeEvent } from '../../schema/wire/activity.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import type { Document } from '../../schema/wire/documents.ts'
import type { CalendarEvent } from '../../schema/wire/events.ts'
import type { Opportunity } from '../../schema/wire/opportunities.ts'
import type { Service } from '../../store/service.ts'
import { type Awardee, awardeesOf } from '../../views/awardees.ts'
import { awardeePath } from '../../views/lists/awards.ts'
import { wordsIn } from '../../views/page-texts.ts'
import type { Past } from '../../views/records/history.ts'

/** The records that record pages need, as of an instant. */
export interface Holdings {
  opportunity: (name: string) => Opportunity | null
  event: (id: string) => CalendarEvent | null
  document: (id: string) => Document | null
  awardee: (state: string, slug: string) => Awardee | null
  /** The time zone of a state's dates, taken from its opportunities. */
  zoneOf: (state: string | null) => string
  /** The awardees of the same name in other states. */
  elsewhere: (awardee: Awardee) => Awardee[]
  /** The awardees whose name matches all of these word prefixes: those of this very name first, then the largest. */
  awardeesNamed: (wanted: readonly string[]) => Awardee[]
  /** The change events and changed fields of records, newest first. */
  pastOf: (list: ResourceName, ids: readonly string[]) => Past
  /** The award rows of a document, each with the path of its awardee. */
  awardsIn: (documentId: string) => { award: Award; path: string }[]
}

const ALL = 1_000_000
// For an awardee with more awards, only the changes of the first ones are shown.
const CHANGES_OF_MAX = 50
const CHANGES_SHOWN = 20

/** The cached holdings of a bake and the expiry of each list. */
interface Found {
  lists: Map<ResourceName, { until: Instant; byId: Map<string, unknown> }>
  awardees: Map<string, Awardee> | null
  events: Map<string, ChangeEvent[]> | null
}
const found = new WeakMap<Service, Found>()

/** The holdings of a bake. Lists are read once and cached until their next change over time. */
export function holdingsOf(service: Service, now: Instant): Holdings {
  const cached = found.get(service) ?? { lists: new Map(), awardees: null, events: null }
  found.set(service, cached)

  function listed<Item extends { id: string }>(name: ResourceName): Map<string, Item> {
    const reader = service.readers[name]
    const until = reader.until(now)
    const known = cached.lists.get(name)
    if (known?.until === until) return known.byId as Map<string, Item>
    const items = JSON.parse(reader.list({ limit: ALL }, now).data) as Item[]
    const byId = new Map(items.map((item) => [item.id, item]))
    cached.lists.set(name, { until, byId })
    return byId
  }

  function awardees(): Map<string, Awardee> {
    cached.awardees ??= new Map(
      awardeesOf([...listed<Award>('awards').values()]).map((awardee) => [`${awardee.state} ${awardee.slug}`, awardee]),
    )
    return cached.awardees
  }

  return {
    opportunity(name) {
      const body = service.readers.opportunities.find(name.toLowerCase(), now)
      return body === null ? null : JSON.parse(body)
    },
    event: (id) => listed<CalendarEvent>('events').get(id) ?? null,
    document: (id) => listed<Document>('documents').get(id) ?? null,
    awardee: (state, slug) => awardees().get(`${state.toUpperCase()} ${slug}`) ?? null,
    zoneOf: (state) =>
      [...listed<Opportunity>('opportunities').values()].find((item) => item.state === state)?.timeZone ??
      NATIONAL_ZONE,
    elsewhere: ({ slug, state }) =>
      [...awardees().values()].filter((other) => other.slug === slug && other.state !== state),
    awardeesNamed(wanted) {
      if (wanted.length === 0) return []
      return [...awardees().values()]
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
    pastOf(list, ids) {
      cached.events ??= eventsById(service, now)
      const events = [...new Set(ids.flatMap((id) => cached.events?.get(id) ?? []))]
      const changes = ids.slice(0, CHANGES_OF_MAX).flatMap((id) => changesOf(service, list, id))
      return { events: events.sort((a, b) => compare(b.occurredAt, a.occurredAt)), changes }
    },
    awardsIn: (documentId) =>
      [...awardees().values()].flatMap((awardee) =>
        awardee.awards
          .filter(({ sourceDocument }) => sourceDocument.id === documentId)
          .map((award) => ({ award, path: awardeePath(awardee) })),
      ),
  }
}

/** Whether a name has no other words. */
const isWhole = ({ name }: Awardee, wanted: readonly string[]): boolean =>
  wordsIn(name).every((word) => wanted.includes(word))

const changesOf = ({ changes }: Service, list: ResourceName, id: string): RecordChange[] =>
  JSON.parse(changes.page({ resource: [list], id, change: ['UPDATED'], page: 1, limit: CHANGES_SHOWN }).data)

/** The change events by record id. */
function eventsById({ readers }: Service, now: Instant): Map<string, ChangeEvent[]> {
  const query = { filters: { type: [...CHANGE_TYPES] }, limit: ALL }
  const byId = new Map<string, ChangeEvent[]>()
  for (const event of JSON.parse(readers.activity.list(query, now).data) as ChangeEvent[]) {
    const ids = Object.entries(event.detail).flatMap(([field, value]) => (field.endsWith('Id') ? String(value) : []))
    for (const id of new Set(ids)) byId.set(id, [...(byId.get(id) ?? []), event])
  }
  return byId
}
