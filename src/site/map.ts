import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'

/** The outlines of the states, projected already: SVG paths in a box of WIDTH by HEIGHT. */
export const WIDTH = 975
export const HEIGHT = 610

// A fraction of the points is enough at the size of a page.
const KEPT = 0.2

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>

export const STATE_SHAPES: ReadonlyMap<StateCode, string> = shapes(atlas as unknown as Atlas)

function shapes(topology: Atlas): Map<StateCode, string> {
  const weighted = presimplify(topology)
  const simple = simplify(weighted, quantile(weighted, KEPT))
  const draw = geoPath(null).digits(1)
  const { features } = feature(simple, simple.objects.states)
  return new Map(
    features.flatMap((state) => {
      const code = STATE_CODES.find((candidate) => STATE_NAMES[candidate] === state.properties.name)
      const outline = draw(state)
      return code && outline ? [[code, outline]] : []
    }),
  )
}
