import { numbersOf } from '../bake/blobs.ts'
import type { Resource } from '../resources/define.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { HOLDS } from './operators.ts'

/** How often each value occurs, by filter; values that do not occur are left out. The most frequent come first. */
export type Facets = { [parameter: string]: { [value: string]: number } }

interface Values {
  labels: readonly string[]
  starts: Uint32Array
  places: Uint32Array
}

/** Counts the values of filters over some rows of a list; null stands for all of its rows. */
export type FacetCounter = (parameters: readonly string[], rows: Uint32Array | null, now: Instant) => Facets

export function facetCounter({ db, manifest }: Dataset, resource: Resource): FacetCounter {
  const { name: table, filters } = resource
  const all = manifest.counts[table] ?? 0
  const select = db.prepare<[string], { labels: string; starts: Buffer; places: Buffer }>(
    `SELECT labels, starts, places FROM ${table}_facets WHERE name = ?`,
  )
  const known = new Map<string, Values>()
  const knownPhases = new Map<string, readonly string[]>()

  function valuesOf(column: string): Values {
    let values = known.get(column)
    if (!values) {
      const row = select.get(column)
      if (!row) throw new Error(`${table} has no counts of ${column}.`)
      values = { labels: JSON.parse(row.labels), starts: numbersOf(row.starts), places: numbersOf(row.places) }
      known.set(column, values)
    }
    return values
  }

  function stored(column: string, rows: Uint32Array | null): [value: string, count: number][] {
    const { labels, starts, places } = valuesOf(column)
    const counts = new Uint32Array(labels.length)
    const count = (row: number) => {
      const end = starts[row] as number
      for (let at = starts[row - 1] as number; at < end; at += 1) {
        const place = places[at] as number
        counts[place] = (counts[place] as number) + 1
      }
    }
    if (rows) for (const row of rows) row <= all && count(row)
    else for (let row = 1; row <= all; row += 1) count(row)
    return labels.map((label, place) => [label, counts[place] as number])
  }

  function timed(column: string, rows: Uint32Array | null, now: Instant): [value: string, count: number][] {
    const isWanted = rows && new Uint8Array(all + 1)
    for (const row of rows ?? []) if (isWanted && row <= all) isWanted[row] = 1
    const values = phaseValues(column)
    const holding = db
      .prepare<[string, Instant, Instant], number>(`SELECT row FROM ${table}_phases WHERE "${column}" = ? AND ${HOLDS}`)
      .pluck()
    return values.map((value) => {
      const held = holding.all(value, now, now)
      return [value, isWanted ? held.filter((row) => isWanted[row]).length : held.length]
    })
  }

  function phaseValues(column: string): readonly string[] {
    let values = knownPhases.get(column)
    if (!values) {
      values = db.prepare<[], string>(`SELECT DISTINCT "${column}" FROM ${table}_phases`).pluck().all()
      knownPhases.set(column, values)
    }
    return values
  }

  return (parameters, rows, now) =>
    Object.fromEntries(
      parameters.map((parameter) => {
        const { op, column = parameter } = filters[parameter] ?? {}
        const counts = op === 'timed' ? timed(column, rows, now) : stored(column, rows)
        return [parameter, ordered(counts)]
      }),
    )
}

const ordered = (counts: [value: string, count: number][]): { [value: string]: number } =>
  Object.fromEntries(counts.filter(([, count]) => count > 0).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
