import type { Dataset } from '../records/dataset.ts'
import { createPlaces, type Places } from '../rules/awards/places.ts'
import type { ChangeDraft } from '../rules/notices/changes.ts'
import type { RecordNews } from '../rules/notices/updates.ts'
import { onceEach } from '../rules/once.ts'
import { toSlugs } from '../rules/text/slugs.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Records } from '../schema/records.ts'
import type { AnyRow } from './row.ts'

/** What a night adds to the feed besides new records. */
export interface NightlyRun {
  /** Changes of the tracked pages. */
  pages: readonly ChangeDraft[]
  now: Instant
}

/** The changes of a list's records since the last publication; none before the first one. */
export type NewsOf = (list: string, rows: readonly AnyRow[]) => readonly RecordNews[]

/** The part of a list's declaration that publishing needs. */
export interface Publisher<OwnRow extends AnyRow> {
  name: string
  publish: (dataset: Dataset, published: Published) => OwnRow[]
}

interface StateRow extends AnyRow {
  item: { state: string | null }
}

type PlacedKind = 'allotments' | 'documents' | 'awards' | 'notices'

/** A publication in progress. Each list is published once, on first use. */
export interface Published {
  places: Places
  slugsOf: typeof toSlugs
  /** Set during a nightly publication; null when the dataset is baked unchanged. */
  run: NightlyRun | null
  newsOf: NewsOf
  /** The published rows of a list; those that are only on file are left out. */
  rows: <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => readonly OwnRow[]
  /** The rows that are only on file. */
  heldRows: <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => readonly OwnRow[]
  /** The records of a state; null for national scope. */
  getRecords: <Kind extends PlacedKind>(kind: Kind, state: string | null) => readonly Records[Kind][number][]
  /** The rows of a state; null for national scope. */
  getRows: <OwnRow extends StateRow>(list: Publisher<OwnRow>, state: string | null) => readonly OwnRow[]
}

export function publishing(dataset: Dataset, run: NightlyRun | null, newsOf: NewsOf): Published {
  const lists = new Map<string, { shown: readonly AnyRow[]; held: readonly AnyRow[] } | null>()
  const recordsByState = onceEach((kind: PlacedKind) =>
    Map.groupBy<unknown, Records[PlacedKind][number]>(dataset.records[kind], ({ state }) => state),
  )
  const rowsByState = onceEach((list: Publisher<StateRow>) =>
    Map.groupBy<unknown, StateRow>(rows(list), ({ item }) => item.state),
  )

  function getRows(list: Publisher<AnyRow>) {
    const earlier = lists.get(list.name)
    if (earlier === null) throw new Error(`The list ${list.name} depends on itself.`)
    if (earlier) return earlier
    lists.set(list.name, null)
    const rows = list.publish(dataset, published)
    const made = { shown: rows.filter(({ isHeld }) => !isHeld), held: rows.filter(({ isHeld }) => isHeld) }
    lists.set(list.name, made)
    return made
  }

  const rows = <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => getRows(list).shown as readonly OwnRow[]

  const published: Published = {
    places: createPlaces(dataset.records.states),
    slugsOf: toSlugs,
    run,
    newsOf,
    rows,
    heldRows: <OwnRow extends AnyRow>(list: Publisher<OwnRow>) => getRows(list).held as readonly OwnRow[],
    getRecords: <Kind extends PlacedKind>(kind: Kind, state: string | null) =>
      (recordsByState(kind).get(state) ?? []) as Records[Kind][number][],
    getRows: <OwnRow extends StateRow>(list: Publisher<OwnRow>, state: string | null) =>
      (rowsByState(list).get(state) ?? []) as OwnRow[],
  }
  return published
}
