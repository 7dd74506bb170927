import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { filter, filterWeight, presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'

/** The bounding box of the outlines; the westernmost Aleutians extend beyond the usual left edge. */
export const BOX = { x: -58, y: 0, width: 1033, height: 610 } as const

// A fraction of the points is enough at the size of a page.
const DETAIL_SHARE = 0.2
// Square units; smaller islands would be specks.
const AREA_MIN = 1

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>

/** The projected outlines of the states as SVG paths. */
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
