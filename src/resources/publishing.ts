import slugify from '@sindresorhus/slugify'
import type { Dataset } from '../records/dataset.ts'
import { createPlaces, type Places } from '../rules/awards/places.ts'
import type { ChangeDraft, RecordNews } from '../rules/notices/changes.ts'
import { onceEach } from '../rules/once.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Phase } from '../rules/time/status.ts'
import type { Records } from '../schema/records.ts'

export type Fields = { [field: string]: unknown }

/** Publication times, which the ledger assigns to every record. */
export interface Stamps {
  createdAt: string
  updatedAt: string
}

type Without<Item, Field extends PropertyKey> = Item extends unknown ? Omit<Item, Field> : never

/** One published record. `TimedField` are the fields of its item that depend on the time of the request. */
export interface Row<Item extends object = Fields, TimedField extends keyof Item = never> {
  /** The list item without its timed fields, before it is stamped. */
  item: Without<Item, TimedField | keyof Stamps>
  /** The timed fields over time; all null at an instant without a phase. */
  phases?: Phase<Pick<Item, TimedField>>[]
  detail?: object
  /** On file but not published: only shown when asked for, and never counted. */
  isHeld?: true
  names?: string[]
  merged?: readonly string[]
  /** The latest date of the record itself, which orders records that are published together. */
  dated?: string | null
}

/** A row of any list, for code that handles all lists. */
export interface AnyRow extends Omit<Row, 'item' | 'phases'> {
  item: Fields
  phases?: Phase<Fields>[]
}

/** The id of a row, the last key of every order. */
export const getId = ({ item }: AnyRow): string => String(item.id ?? item.code ?? item.state ?? 'national')

/** What a night adds to the feed besides new records. */
export interface NightlyRun {
  pages: readonly ChangeDraft[]
  now: Instant
}

/** The changes of a list's records since the last publication; none before the first one. */
export type NewsFinder = (list: string, rows: readonly AnyRow[]) => readonly RecordNews[]

/** The part of a list's declaration that publishing needs. */
export interface Publisher<OwnRow extends AnyRow> {
  name: string
  publish: (dataset: Dataset, published: Published) => OwnRow[]
}

type StateRow = AnyRow & { item: { state: string | null } }
type PlacedKind = 'allotments' | 'documents' | 'awards' | 'notices'

/** A publication in progress. Each list is published once, on first use. */
export interface Published {
  places: Places
  /** Set during a nightly publication; null when the dataset is baked unchanged. */
  run: NightlyRun | null
  findNews: NewsFinder
  /** The published rows of a list; those that are only on file are left out. */
  rows: <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => readonly OwnRow[]
  heldRows: <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => readonly OwnRow[]
  /** The records of a state; null for national scope. */
  getRecords: <Kind extends PlacedKind>(kind: Kind, state: string | null) => readonly Records[Kind][number][]
  /** The published items of a state; null for national scope. */
  getItems: <OwnRow extends StateRow>(list: Publisher<OwnRow>, state: string | null) => readonly OwnRow['item'][]
}

export function createPublished(dataset: Dataset, run: NightlyRun | null, findNews: NewsFinder): Published {
  const lists = new Map<string, { shown?: readonly AnyRow[]; held?: readonly AnyRow[] } | null>()
  const groupRecordsByState = onceEach((kind: PlacedKind) =>
    Map.groupBy<unknown, Records[PlacedKind][number]>(dataset.records[kind], ({ state }) => state),
  )
  const groupItemsByState = onceEach((list: Publisher<StateRow>) =>
    Map.groupBy(
      rows(list).map(({ item }) => item),
      ({ state }) => state,
    ),
  )

  function publishOnce<OwnRow extends AnyRow>(list: Publisher<OwnRow>) {
    const earlier = lists.get(list.name)
    if (earlier === null) throw new Error(`The list ${list.name} depends on itself.`)
    if (!earlier) lists.set(list.name, null)
    const made =
      earlier ?? Object.groupBy(list.publish(dataset, published), ({ isHeld }) => (isHeld ? 'held' : 'shown'))
    lists.set(list.name, made)
    return made as { [Kind in 'shown' | 'held']?: readonly OwnRow[] }
  }

  const rows: Published['rows'] = (list) => publishOnce(list).shown ?? []
  const published: Published = {
    places: createPlaces(dataset.records.states),
    run,
    findNews,
    rows,
    heldRows: (list) => publishOnce(list).held ?? [],
    getRecords: <Kind extends PlacedKind>(kind: Kind, state: string | null) =>
      (groupRecordsByState(kind).get(state) ?? []) as Records[Kind][number][],
    getItems: (list, state) => groupItemsByState(list).get(state) ?? [],
  }
  return published
}

const SLUG_TITLE_MAX = 80
const SLUG_ID_LENGTH = 8

/** A URL segment of at most 80 characters of the title, the state, and 8 of the id: `rural-health-fund-nc-012aab11`. */
export function toSlug(title: string, state: string | null, id: string): string {
  const words = slugify(title, { decamelize: false }).slice(0, SLUG_TITLE_MAX + 1)
  // One long word is cut anywhere.
  const end = words.length <= SLUG_TITLE_MAX ? words.length : words.lastIndexOf('-')
  const whole = words.slice(0, end > 0 ? end : SLUG_TITLE_MAX)
  return [whole, state?.toLowerCase(), id.slice(0, SLUG_ID_LENGTH)].filter(Boolean).join('-')
}

/** The slugs of records, in order. The first of several equal ones keeps it; the others have more of their id. */
export function toSlugs(records: readonly { title: string; state: string | null; id: string }[]): string[] {
  const taken = new Set<string>()
  return records.map(({ title, state, id }) => {
    const short = toSlug(title, state, id)
    const slug = taken.has(short) ? short + id.slice(SLUG_ID_LENGTH) : short
    taken.add(slug)
    return slug
  })
}
