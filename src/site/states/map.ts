import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { filter, filterWeight, presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'

/** A class of the map: the values from `from` (inclusive) to `to` (exclusive). */
export interface ValueClass {
  rank: number
  from: number
  to: number
}

export const CLASSES = 5
const MILLIONS = 5_000_000

/**
 * At most five classes with bounds that are multiples of a step. Values above zero are in classes of about equal size, so
 * that zeros do not hide what few states have.
 */
export function toClasses(values: readonly number[], step = MILLIONS): ValueClass[] {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b)
  const cut = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? 0) / step) * step
  const inner = Array.from({ length: CLASSES - 1 }, (_, place) => cut((place + 1) / CLASSES))
  const bounds = [...new Set([0, ...inner]), Number.POSITIVE_INFINITY]
  return bounds.slice(1).map((to, place) => ({ rank: place + 1, from: bounds[place] ?? 0, to }))
}

export const getRank = (value: number, classes: readonly ValueClass[]): number =>
  classes.find(({ from, to }) => value >= from && value < to)?.rank ?? 1

/** The range of a class in words: `under 5`, `5 to 10`, `10 or more`. */
export function classText({ from, to }: ValueClass, text: (value: number) => string): string {
  if (!Number.isFinite(to)) return `${text(from)} or more`
  return from === 0 ? `under ${text(to)}` : `${text(from)} to ${text(to)}`
}

/** The bounding box of the outlines; the westernmost Aleutians extend beyond the usual left edge. */
export const BOX = { x: -58, y: 0, width: 1033, height: 610 } as const

// A fraction of the points is enough at the size of a page.
const DETAIL_SHARE = 0.2
// Square units; smaller islands would be specks.
const AREA_MIN = 1

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>

export const STATE_SHAPES: ReadonlyMap<StateCode, string> = shapes(atlas as unknown as Atlas)

function shapes(topology: Atlas): Map<StateCode, string> {
  const weighted = presimplify(topology)
  const thinned = simplify(weighted, quantile(weighted, DETAIL_SHARE))
  const simple = filter(thinned, filterWeight(thinned, AREA_MIN)) as Atlas
  const toOutline = geoPath(null).digits(0)
  const { features } = feature(simple, simple.objects.states)
  return new Map(
    features.flatMap((state) => {
      const code = STATE_CODES.find((candidate) => STATE_NAMES[candidate] === state.properties.name)
      const outline = toOutline(state)
      return code && outline ? [[code, outline]] : []
    }),
  )
}
