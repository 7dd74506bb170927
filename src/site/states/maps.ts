import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoAlbersUsa, geoPath } from 'd3-geo'
import { create } from 'fontkitten'
import sharp from 'sharp'
import { feature } from 'topojson-client'
import { filter, filterWeight, presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { type CountySum, getPlaceCoverage, sumByCounty } from '../../rules/awards/counties.ts'
import { sumAmounts } from '../../rules/awards/totals.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { toStatePath } from '../../views/addresses.ts'
import { type Html, html } from '../../views/html.ts'
import { formatCoverage, type Recipient } from '../../views/recipients.ts'
import { countedText, formatLongDate, formatWholeDollars, orUnknown, roundDollarText } from '../../views/wording.ts'
import { type ComparedState, type Measure, rankStates } from './states.ts'

/** A class of the map: the values from `from` (inclusive) to `to` (exclusive). */
export interface ValueClass {
  rank: number
  from: number
  to: number
}

export const CLASSES = 5

/**
 * At most five classes with bounds that are multiples of a step. Values above zero are in classes of about equal size, so
 * that zeros do not hide what few states have.
 */
export function toClasses(values: readonly number[], step = 5_000_000): ValueClass[] {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b)
  const cut = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? 0) / step) * step
  const inner = Array.from({ length: CLASSES - 1 }, (_, index) => cut((index + 1) / CLASSES))
  const bounds = [...new Set([0, ...inner]), Number.POSITIVE_INFINITY]
  return bounds.slice(1).map((to, place) => ({ rank: place + 1, from: bounds[place] ?? 0, to }))
}

export const getRank = (value: number, classes: readonly ValueClass[]): number =>
  classes.find(({ from, to }) => value >= from && value < to)?.rank ?? 1

/** The range of a class in words: `under 5`, `5 to 10`, `10 or more`. */
export function formatClass({ from, to }: ValueClass, text: (value: number) => string): string {
  if (!Number.isFinite(to)) return `${text(from)} or more`
  return from === 0 ? `under ${text(to)}` : `${text(from)} to ${text(to)}`
}

/** The colors of a map and their ranges. @param text a bound in words */
export const formatLegend = (classes: readonly ValueClass[], text: (value: number) => string): Html =>
  html`<ul>${classes.map(
    (entry) =>
      html`<li><svg class="swatch" aria-hidden="true"><rect width="100%" height="100%" fill="var(--ramp-${entry.rank})"/></svg> ${formatClass(entry, text)}</li>`,
  )}</ul>`

/** The bounding box of the outlines; the westernmost Aleutians extend beyond the usual left edge. */
export const BOX = { x: -58, y: 0, width: 1033, height: 610 } as const

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>
const weighted = presimplify(atlas as unknown as Atlas)

/** The atlas with a share of its points removed. */
const thinOut = (share: number) => simplify(weighted, quantile(weighted, share)) as Atlas
// A fraction of the points is enough at the size of a page.
const SMALL = thinOut(0.2)
const LARGE = thinOut(0.65)
// Square units; smaller islands would be specks.
const AREA_MIN = 1
const toOutline = geoPath(null).digits(1)
const toCoarseOutline = geoPath(null).digits(0)
const findShapes = (shapes: Atlas) => feature(shapes, shapes.objects.states).features

export const STATE_SHAPES: ReadonlyMap<StateCode, string> = new Map(
  findShapes(filter(SMALL, filterWeight(SMALL, AREA_MIN)) as Atlas).flatMap((state) => {
    const code = STATE_CODES.find((candidate) => STATE_NAMES[candidate] === state.properties.name)
    const outline = toCoarseOutline(state)
    return code && outline ? [[code, outline]] : []
  }),
)

/** A map of the states with links. Hidden from screen readers, so a table with the same values must accompany it. */
export const formatMap = (states: readonly { code: StateCode; title: string; paint: Html }[]): Html =>
  html`<svg class="map" viewBox="${BOX.x} ${BOX.y} ${BOX.width} ${BOX.height}" aria-hidden="true" focusable="false">${states.map(
    ({ code, title, paint }) =>
      html`<a href="${toStatePath(code)}" tabindex="-1"><path ${paint} d="${STATE_SHAPES.get(code)}"><title>${title}</title></path></a>`,
  )}</svg>`

const getAwardsIn = (state: string, recipients: readonly Recipient[]) =>
  recipients.flatMap(({ awards }) => awards.filter((award) => award.state === state))

/** The recipients of a state with the sums of their awards there, the largest first. */
export const getLargestRecipients = (state: string, recipients: readonly Recipient[]) =>
  recipients
    .map((recipient) => ({
      recipient,
      amount: sumAmounts(getAwardsIn(state, [recipient])).total,
    }))
    .sort((a, b) => (b.amount ?? -1) - (a.amount ?? -1))

/** The sums of a state's counties, and for how many of its awards the county is known. */
export function sumCounties(state: StateCode, recipients: readonly Recipient[]): { sums: CountySum[]; note: string } {
  const awards = getAwardsIn(state, recipients)
  return { sums: sumByCounty(awards), note: formatCoverage(getPlaceCoverage(awards), [state]) }
}

// The projection of the atlas; points outside it have no place on the map.
const projectPoint = geoAlbersUsa().scale(1300).translate([487.5, 305])
const MARGIN = 2
/** The share of the map's smaller side that the largest circle has as its radius. */
const LARGEST = 0.07
const SMALLEST = 0.012

/** The map of a state's counties: its outline, and a circle for each sum whose area is the amount. */
export function drawCountyMap(state: StateCode, sums: readonly CountySum[]) {
  const shape = findShapes(LARGE).find(({ properties }) => properties.name === STATE_NAMES[state])
  if (!shape) return null
  const [[left, top], [right, bottom]] = toOutline.bounds(shape)
  const [width, height] = [right - left, bottom - top]
  const largest = Math.max(...sums.map(({ total }) => total ?? 0))
  const side = Math.sqrt(width * height)
  const circles = sums.flatMap(({ county, awards, total }) => {
    const [x, y] = projectPoint([county.longitude, county.latitude]) ?? []
    if (x === undefined || y === undefined) return []
    const radius = side * Math.max(SMALLEST, LARGEST * Math.sqrt((total ?? 0) / Math.max(1, largest)))
    return [{ x: round(x), y: round(y), radius: round(radius), county, awards, total }]
  })
  const box = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(round).join(' ')
  return { box, outline: toOutline(shape) ?? '', circles }
}

const round = (value: number): number => Math.round(value * 10) / 10
const COLORS = ['#d3e6dc', '#abcfbe', '#7ab09a', '#45876f', '#0b5142'] as const
const UNKNOWN = '#e4e4e4'
const INK = '#15201b'
const SOFT = '#4a5951'
const ACCENT = '#06594a'
const PAPER = '#fcfdfb'
const FONT = "'Public Sans', system-ui, sans-serif"
const WIDTH = 960
const getColor = (rank: number): string => COLORS[rank - 1] ?? UNKNOWN

/** A picture for other pages, with a title, numbers, source and date. */
const drawPicture = ({ label, source }: Measure, height: number, content: readonly Html[], now: Instant): string =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${label}, by state" font-family="${FONT}"><rect width="100%" height="100%" fill="${PAPER}"/><text x="24" y="40" font-size="24" font-weight="600" fill="${INK}">${label}, by state</text>${content}<text x="24" y="${height - 16}" font-size="13" fill="${SOFT}">Source: ${source}. ${formatLongDate(now)}. Rural Health Program Data Service</text></svg>`
    .text

const MAP = { top: 60, height: 640, scale: 0.85 } as const

export function mapPicture(states: readonly ComparedState[], measure: Measure, now: Instant): string {
  const { of, text, step } = measure
  const values = rankStates(states, measure).map(({ value }) => value)
  const classes = toClasses(values, step)
  const shapes = states.map((state) => {
    const value = of(state)
    const color = value === null ? UNKNOWN : getColor(getRank(value, classes))
    return html`<path d="${STATE_SHAPES.get(state.code)}" fill="${color}" stroke="${PAPER}"><title>${state.name}: ${orUnknown(value, text)}</title></path>`
  })
  const legend = classes.map((entry, index) => {
    const x = 24 + index * 182
    return html`<rect x="${x}" y="580" width="16" height="16" fill="${getColor(entry.rank)}"/><text x="${x + 22}" y="593" font-size="13" fill="${INK}">${formatClass(entry, text)}</text>`
  })
  const map = html`<g transform="translate(${24 - BOX.x * MAP.scale} ${MAP.top}) scale(${MAP.scale})">${shapes}</g>`
  return drawPicture(measure, MAP.height, [map, ...legend], now)
}

const ROW = 20
const CHART = { top: 60, left: 150, bar: 640 } as const

/** The states as bars, largest first, each with its number; unknown ones last. */
export function drawChart(states: readonly ComparedState[], measure: Measure, now: Instant): string {
  const { of, text } = measure
  const values = states.map((state) => ({ name: state.name, value: of(state) }))
  const rows = values.sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const largest = Math.max(1, rows[0]?.value ?? 0)
  const bars = rows.map(({ name, value }, place) => {
    const y = CHART.top + place * ROW
    const width = value === null ? 0 : Math.round((value / largest) * CHART.bar)
    return html`<text x="${CHART.left - 8}" y="${y + 14}" font-size="13" text-anchor="end" fill="${INK}">${name}</text><rect x="${CHART.left}" y="${y + 3}" width="${width}" height="14" fill="#45876f"/><text x="${CHART.left + width + 6}" y="${y + 14}" font-size="13" fill="${SOFT}">${orUnknown(value, text)}</text>`
  })
  return drawPicture(measure, CHART.top + rows.length * ROW + 44, bars, now)
}

export const SHARE_SIZE = { width: 1200, height: 630 } as const
const require = createRequire(import.meta.url)
const readFont = (file: string) => {
  const font = create(readFileSync(require.resolve(file)))
  if (!('glyphsForString' in font)) throw new Error(`${file} holds several fonts.`)
  return font
}
const SERIF = readFont('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff')

/** A line of text as outlines, so that rendering needs no installed font. */
function drawLine(text: string, x: number, y: number, size: number, color: string) {
  const scale = size / SERIF.unitsPerEm
  let at = 0
  const outlines = SERIF.glyphsForString(text).map((glyph) => {
    const index = at
    at += glyph.advanceWidth
    return html`<path transform="translate(${index} 0)" d="${glyph.path.toSVG()}"/>`
  })
  return html`<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines}</g>`
}

export async function shareImage(state: ComparedState): Promise<Buffer> {
  const { code, name, totalAwardByState, awardPerRuralResident: perResident, open } = state
  const figures = [
    `${orUnknown(totalAwardByState, roundDollarText)} from the program`,
    ...(perResident === null ? [] : [`${formatWholeDollars(perResident)} for each rural resident`]),
    `${countedText(open, 'call')} open or announced`,
  ]
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}"><rect width="100%" height="100%" fill="${PAPER}"/><rect width="100%" height="14" fill="${ACCENT}"/>${map(code)}${drawLine(name, 72, 190, name.length > 12 ? 84 : 104, INK)}${figures.map(
    (text, place) => drawLine(text, 72, 300 + place * 66, 42, place === 0 ? ACCENT : INK),
  )}${drawLine('Rural Health Program Data Service', 72, 570, 30, SOFT)}</svg>`
  return sharp(Buffer.from(svg.text)).png().toBuffer()
}

/** The map of all states, with one of them set apart. */
function map(code: string) {
  const { x, y, width } = { x: 690, y: 330, width: 450 }
  const scale = width / BOX.width
  const shapes = [...STATE_SHAPES].map(
    ([other, outline]) =>
      html`<path d="${outline}" fill="${other === code ? ACCENT : COLORS[0]}" stroke="${PAPER}" stroke-width="2"/>`,
  )
  return html`<g transform="translate(${x - BOX.x * scale} ${y}) scale(${scale})">${shapes}</g>`
}
