import { geoAlbersUsa, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { type CountySum, getPlaceCoverage, sumByCounty } from '../../rules/awards/counties.ts'
import { getSum } from '../../rules/awards/totals.ts'
import { STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { coverageText, type Recipient } from '../../views/recipients.ts'

const awardsIn = (state: string, recipients: readonly Recipient[]) =>
  recipients.flatMap(({ awards }) => awards.filter((award) => award.state === state))

/** The recipients of a state with the sums of their awards there, the largest first. */
export const largestRecipients = (state: string, recipients: readonly Recipient[]) =>
  recipients
    .map((recipient) => ({
      recipient,
      amount: getSum(awardsIn(state, [recipient]).map(({ federalAmount }) => federalAmount)),
    }))
    .sort((a, b) => (b.amount ?? -1) - (a.amount ?? -1))

/** The sums of a state's counties, and for how many of its awards the county is known. */
export function countySums(state: StateCode, recipients: readonly Recipient[]): { sums: CountySum[]; note: string } {
  const awards = awardsIn(state, recipients)
  return { sums: sumByCounty(awards), note: coverageText(getPlaceCoverage(awards), [state]) }
}

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>

// The projection of the atlas; points outside it have no place on the map.
const project = geoAlbersUsa().scale(1300).translate([487.5, 305])
const DETAIL_SHARE = 0.35
const toOutline = geoPath(null).digits(1)
const weighted = presimplify(atlas as unknown as Atlas)
const outlines = simplify(weighted, quantile(weighted, 1 - DETAIL_SHARE))
const MARGIN = 2
/** The share of the map's smaller side that the largest circle has as its radius. */
const LARGEST = 0.07
const SMALLEST = 0.012

/** The map of a state's counties: its outline, and a circle for each sum whose area is the amount. */
export function countyMap(state: StateCode, sums: readonly CountySum[]) {
  const { features } = feature(outlines, outlines.objects.states)
  const shape = features.find(({ properties }) => properties.name === STATE_NAMES[state])
  if (!shape) return null
  const [[left, top], [right, bottom]] = toOutline.bounds(shape)
  const [width, height] = [right - left, bottom - top]
  const largest = Math.max(...sums.map(({ total }) => total ?? 0))
  const side = Math.sqrt(width * height)
  const circles = sums.flatMap(({ county, awards, total }) => {
    const [x, y] = project([county.longitude, county.latitude]) ?? []
    if (x === undefined || y === undefined) return []
    const radius = side * Math.max(SMALLEST, LARGEST * Math.sqrt((total ?? 0) / Math.max(1, largest)))
    return [{ x: round(x), y: round(y), radius: round(radius), county, awards, total }]
  })
  const box = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(round).join(' ')
  return { box, outline: toOutline(shape) ?? '', circles }
}

const round = (value: number): number => Math.round(value * 10) / 10
