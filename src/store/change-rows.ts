import { AS_BEFORE, CHANGES, changeKey } from '../bake/change-text.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { firstAfter } from '../rules/first-after.ts'
import { isoOf } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import { NO_STATE, type RECORD_CHANGES } from '../schema/vocabularies.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'
import { openHistory } from './history.ts'

/** One publication. */
export interface PublicationRow {
  number: number
  version: string
  at: number
  until: number
  told: number
  /** The number of feed events at that time. */
  events: number
}

/** The values that a change can be filtered by. */
export interface ChangeRow {
  resource: string
  /** A code, or NONE. */
  state: string
  change: (typeof RECORD_CHANGES)[number]
}

/** The changes of one publication: where they begin among all changes, among record changes, and among events. */
interface Section {
  publication: PublicationRow
  first: number
  change: number
  event: number
  end: number
}

export type ChangeRows = ReturnType<typeof openChangeRows>

/** Every published change by publication, from 0: first a publication's record changes, then its events. */
export function openChangeRows(dataset: Dataset, { events }: Feed) {
  const history = openHistory(dataset, CHANGES)
  const select = dataset.db.prepare<[], PublicationRow>(
    'SELECT number, version, at, until, told, events FROM publications ORDER BY number',
  )
  const publications = once(() => select.all())

  const sections = once((): readonly Section[] => {
    const all = publications()
    let first = 0
    let change = 0
    return all.flatMap((publication, index) => {
      if (publication.told === 0) return []
      const event = all[index - 1]?.events ?? 0
      const next = history.after(publication.until)
      const end = first + next - change + publication.events - event
      const section = { publication, first, change, event, end }
      first = end
      change = next
      return [section]
    })
  })
  /** The number of record changes in a section. */
  const recordsIn = ({ first, end, event, publication }: Section): number => end - first - (publication.events - event)

  function sectionOf(place: number): Section {
    const all = sections()
    return all[firstAfter(all.length, (at) => (all[at] as Section).first - place) - 1] as Section
  }

  /** A position as one of the record changes, or as one of the events. */
  function sourceOf(place: number): { section: Section; change: number } | { section: Section; event: number } {
    const section = sectionOf(place)
    const own = place - section.first
    const records = recordsIn(section)
    return own < records ? { section, change: section.change + own } : { section, event: section.event + own - records }
  }

  const end = (): number => sections().at(-1)?.end ?? 0

  function at(place: number): number {
    const source = sourceOf(place)
    return 'change' in source ? history.at(source.change) : events.at(source.event)
  }

  function placeOfChange(row: number): number {
    const all = sections()
    const section = all[firstAfter(all.length, (index) => (all[index] as Section).change - row) - 1] as Section
    return section.first + row - section.change
  }

  function placeOfEvent(event: number): number[] {
    const all = sections()
    const section = all[firstAfter(all.length, (index) => (all[index] as Section).event - event) - 1]
    return section && event < section.publication.events
      ? [section.first + recordsIn(section) + event - section.event]
      : []
  }

  return {
    publications,
    get length(): number {
      return end()
    },
    /** The positions of the changes of the publications after one number and up to another. */
    between(after: number, upTo: number): [first: number, end: number] {
      const all = sections()
      const first = all.find(({ publication }) => publication.number > after)?.first ?? end()
      return [first, all.findLast(({ publication }) => publication.number <= upTo)?.end ?? first]
    },
    at,
    row(place: number): ChangeRow {
      const source = sourceOf(place)
      if ('event' in source) return { resource: EVENTS, state: events.state(source.event), change: 'CREATED' }
      const of = (column: string) => history.label(column, source.change)
      return { resource: of('resource'), state: of('state'), change: of('change') as ChangeRow['change'] }
    },
    /** The JSON of a change, as returned by `/api/v1/changes`. */
    body(place: number): string {
      const source = sourceOf(place)
      const { publication } = source.section
      const { state, resource, change } = this.row(place)
      const { id, rest } = 'event' in source ? eventRest(source.event) : changeRest(source.change)
      const head = JSON.stringify({
        resource,
        id,
        state: state === NO_STATE ? null : state,
        change,
        version: publication.version,
        publishedAt: isoOf(publication.at),
        changedAt: isoOf(at(place)),
      })
      return `${head.slice(0, -1)},"updatedAtBefore":${rest}`
    },
    /** The positions of a record's changes, oldest first; in every list if none is given. */
    of(id: string, list?: string): number[] {
      const lists = list === undefined ? RESOURCE_NAMES : [list]
      const changes = lists.flatMap((name) => history.withKey(changeKey(name, id))).map(placeOfChange)
      const event = list === undefined || list === EVENTS ? events.find(id) : null
      return [...changes, ...(event === null ? [] : placeOfEvent(event))].sort((a, b) => a - b)
    },
    /** All positions by their times. */
    byInstant: once((): Uint32Array => {
      const instants = Float64Array.from({ length: end() }, (_, place) => at(place))
      return Uint32Array.from(instants, (_, place) => place).sort(
        (a, b) => (instants[a] as number) - (instants[b] as number) || a - b,
      )
    }),
  }

  function eventRest(event: number): { id: string; rest: string } {
    const { id, body } = events.read(event)
    return { id, rest: `null,"fields":{},"record":${body},"recomputed":[],"mergedInto":null}` }
  }

  function changeRest(row: number): { id: string; rest: string } {
    const id = history.key(row).slice(changeKey(history.label('resource', row), '').length)
    const text = history.text(row)
    if (!text.startsWith(AS_BEFORE)) return { id, rest: text }
    const before = history.previous(row)
    if (before === null) throw new Error('A change lacks the one before it.')
    return { id, rest: `"${isoOf(history.at(before))}"${text.slice(AS_BEFORE.length)}` }
  }
}

const EVENTS = 'activity'
