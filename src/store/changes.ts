import { digestOf } from '../rules/digest.ts'
import { firstAfter } from '../rules/first-after.ts'
import type { Instant } from '../rules/moments.ts'
import { onceEach } from '../rules/once.ts'
import type { ChangeRow, ChangeRows } from './change-rows.ts'

/** Which changes to read: between publications `from` (exclusive) and `to` (inclusive), or after an instant. */
export interface ChangesQuery {
  since?: Instant
  from?: string
  to?: string
  resource?: readonly string[]
  state?: readonly string[]
  change?: readonly string[]
  id?: string
  page: number
  limit: number
}

/** The changes of a page as a JSON array. */
export interface ChangesPage {
  data: string
  digest: string
  count: number
  hasMore: boolean
}

/** Changes are not available from this version or time on. */
export class OutOfReach extends Error {
  readonly parameter: 'since' | 'from' | 'to'
  constructor(parameter: OutOfReach['parameter'], message: string) {
    super(message)
    this.parameter = parameter
  }
}

export type Changes = ReturnType<typeof openChanges>

/** Reads the changes that a bake publishes. */
export function openChanges(changes: ChangeRows) {
  /** The publication before the first one with published changes; the first of all if there are no changes. */
  function startOf() {
    const all = changes.publications()
    const first = all.findIndex((publication) => publication.told === 1)
    const start = all[first > 0 ? first - 1 : all.length - 1]
    const { number = 0, until = 0, version = '' } = start ?? {}
    const reach = `Changes are available from version ${version} of ${new Date(until).toISOString()} on; take a snapshot from /api/v1/exports and follow from there.`
    return { number, until, reach }
  }

  function boundOf(parameter: 'from' | 'to', version: string): number {
    const bound = changes.publications().find((publication) => publication.version === version)
    const { number, reach } = startOf()
    if (!bound) throw new OutOfReach(parameter, `No publication has the version "${version}". ${reach}`)
    if (bound.number < number) throw new OutOfReach(parameter, `Is too long ago. ${reach}`)
    return bound.number
  }

  /** The positions to search for the changes of a query, oldest first. */
  function placesOf({ since, id, ...bounds }: ChangesQuery): Places {
    const [first, end] = boundsOf(bounds)
    if (id !== undefined) {
      const own = changes.of(id).filter((place) => place >= first && place < end)
      return placesIn(since === undefined ? own : after(since, byInstant(own)))
    }
    if (since === undefined) return { length: end - first, at: (index) => first + index }
    const late = after(since, changes.byInstant())
    return placesIn(end === changes.length ? late : late.filter((place) => place < end))
  }

  const boundsOf = ({ from, to }: Pick<ChangesQuery, 'from' | 'to'>): [first: number, end: number] =>
    changes.between(
      from === undefined ? 0 : boundOf('from', from),
      to === undefined ? Number.POSITIVE_INFINITY : boundOf('to', to),
    )

  const byInstant = (places: readonly number[]): Uint32Array =>
    Uint32Array.from(places).sort((a, b) => changes.at(a) - changes.at(b) || a - b)

  const after = (since: Instant, places: Uint32Array): Uint32Array =>
    places.subarray(firstAfter(places.length, (index) => changes.at(places[index] as number) - since))

  /** The labels of every change, read on first use. */
  const labels = onceEach((label: keyof ChangeRow) => labelsOf(changes, label))

  /** Whether a change has one of the wanted values of each label. */
  function chooser(query: ChangesQuery): (place: number) => boolean {
    const wanted = LABELS.flatMap((label) => {
      const values = query[label]
      if (values === undefined) return []
      const { known, numbers } = labels(label)
      return { numbers, isWanted: known.map((value) => values.includes(value)) }
    })
    return (place) => wanted.every(({ numbers, isWanted }) => isWanted[numbers[place] as number])
  }

  return {
    /** Newest first; oldest first if a start is given. @throws OutOfReach */
    page(query: ChangesQuery): ChangesPage {
      const { since, from, page, limit } = query
      const { until, reach } = startOf()
      if (since !== undefined && since < until) throw new OutOfReach('since', `Is too long ago. ${reach}`)
      const places = placesOf(query)
      const isChosen = chooser(query)
      const isNewestFirst = since === undefined && from === undefined
      const shown: string[] = []
      let found = 0
      for (let index = 0; index < places.length && found <= page * limit; index += 1) {
        const place = places.at(isNewestFirst ? places.length - 1 - index : index)
        if (!isChosen(place)) continue
        found += 1
        if (found > (page - 1) * limit && shown.length < limit) shown.push(changes.body(place))
      }
      return {
        data: `[${shown.join(',')}]`,
        digest: digestOf(shown.map(digestOf).join(',')),
        count: shown.length,
        hasMore: found > page * limit,
      }
    },
  }
}

/** Some positions in an order. */
interface Places {
  length: number
  at: (index: number) => number
}

const placesIn = (places: ArrayLike<number>): Places => ({
  length: places.length,
  at: (index) => places[index] as number,
})

const LABELS = ['resource', 'state', 'change'] as const

/** The values of a label, and the number of each change's value. */
function labelsOf(changes: ChangeRows, label: keyof ChangeRow) {
  const known: string[] = []
  const numbers = Uint16Array.from({ length: changes.length }, (_, place) => {
    const value = changes.row(place)[label]
    const number = known.indexOf(value)
    return number >= 0 ? number : known.push(value) - 1
  })
  return { known, numbers }
}
