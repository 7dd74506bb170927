import { LRUCache } from 'lru-cache'
import { RESOURCE_NAMES, type ResourceName } from '../../resources/index.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { type CategoryId, findCategory } from '../../schema/taxonomy.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import type { ChangeRow, Changes, PublicationRow } from './changes.ts'

/** One publication whose changes are available. */
export interface Publication {
  version: string
  /** The version of the previous publication. */
  before: string
  /** The times of its first and last change. */
  until: Instant
}

/** A change of one publication, with the values that webhook filters use. */
export interface PublishedChange extends Pick<RecordChange, 'resource' | 'change'> {
  /** A state code, or NONE. */
  state: string
  /** The categories of the record before and after. */
  categories: readonly CategoryId[]
  /** Its types before and after: those of opportunities, events, and feed events. */
  types: readonly string[]
  /** The change as returned by `/api/v1/changes`. */
  body: string
}

/** The current record of a list, as the list returns it; null if it is gone. */
type Current = (list: ResourceName, id: string) => Readonly<Record<string, unknown>> | null

// The changes of a publication are read once for all webhooks.
const CACHED_MAX = 4

export type Publications = ReturnType<typeof openPublications>

/** Reads single publications. */
export function openPublications(changes: Changes, current: Current) {
  const published = (): Publication[] =>
    changes.publications().flatMap(({ version, until, first }, index, all) => {
      const before = all[index - 1]
      return first !== null && before ? [{ version, before: before.version, until }] : []
    })
  const cached = new LRUCache<string, readonly PublishedChange[]>({ max: CACHED_MAX, memoMethod: readChanges })

  /** The value of a field right after a publication: the old value in a later change, otherwise the current one. */
  function valueAfter({ resource, id }: RecordChange, { last }: PublicationRow, field: string): unknown {
    for (const { body } of changes.after(last ?? 0, resource, id)) {
      const { fields, record } = JSON.parse(body) as RecordChange
      if (record) return record[field]
      const sides = fields[field]
      if (sides) return sides.before
    }
    return isList(resource) ? current(resource, id)?.[field] : undefined
  }

  /** The values of a field before and after a change. */
  function sides(change: RecordChange, publication: PublicationRow, field: string): unknown[] {
    if (change.record) return [change.record[field]]
    const both = change.fields[field]
    return both ? [both.before, both.after] : [valueAfter(change, publication, field)]
  }

  function toPublished({ state, body }: ChangeRow, publication: PublicationRow): PublishedChange {
    const change = JSON.parse(body) as RecordChange
    const read = (fields: readonly string[] = []) => fields.flatMap((field) => sides(change, publication, field))
    const { resource } = change
    const detail = change.record?.detail as { category?: unknown } | undefined
    const words = [...read(CATEGORY_FIELDS[resource]), resource === 'activity' ? detail?.category : null].flat()
    return {
      resource,
      change: change.change,
      state,
      categories: words.flatMap((word) => (typeof word === 'string' ? (findCategory(word) ?? []) : [])),
      types: read(TYPE_FIELDS[resource]).filter((type) => typeof type === 'string'),
      body,
    }
  }

  return {
    /** The publications after an instant, oldest first. */
    after: (until: Instant): Publication[] => published().filter((publication) => publication.until > until),
    /** The time of the newest publication. */
    newest: (): Instant => changes.publications().at(-1)?.until ?? 0,
    find: (version: string): Publication | null =>
      published().find((publication) => publication.version === version) ?? null,
    /** The changes of a publication, in the order of `/api/v1/changes`. */
    changes: (version: string): readonly PublishedChange[] => cached.memo(version),
  }

  function readChanges(version: string): PublishedChange[] {
    const publication = changes.publications().find((one) => one.version === version)
    return publication ? changes.of(publication).map((change) => toPublished(change, publication)) : []
  }
}

/** The fields with the program categories of a list's records, matching its parameter `programCategory`. */
const CATEGORY_FIELDS: { [list: string]: readonly string[] } = {
  awards: ['programCategories'],
  documents: ['programCategories'],
  opportunities: ['programCategories', 'truncatedProgramCategories'],
  activities: ['programCategory'],
}

/** The fields with the type of a list's records, matching its parameter `type`. */
const TYPE_FIELDS: { [list: string]: readonly string[] } = {
  opportunities: ['type'],
  events: ['eventType'],
  activity: ['type'],
}

const isList = (name: string): name is ResourceName => (RESOURCE_NAMES as readonly string[]).includes(name)
