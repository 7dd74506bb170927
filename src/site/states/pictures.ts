import type { Instant } from '../../rules/time/moments.ts'
import { type Html, html } from '../../views/html.ts'
import { dateText } from '../../views/wording.ts'
import { BOX, classText, getRank, STATE_SHAPES, toClasses } from './map.ts'
import { type ComparedState, type Measure, ranked } from './measures.ts'

/** Pictures for embedding in other pages, with a title, numbers, source and date. */

const COLORS = ['#d3e6dc', '#abcfbe', '#7ab09a', '#45876f', '#0b5142'] as const
const UNKNOWN = '#e4e4e4'
const INK = '#15201b'
const SOFT = '#4a5951'
const FONT = "'Public Sans', system-ui, sans-serif"
const WIDTH = 960

const getColor = (rank: number): string => COLORS[rank - 1] ?? UNKNOWN

function picture(title: string, height: number, content: readonly Html[], { source }: Measure, now: Instant): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}, by state" font-family="${FONT}"><rect width="100%" height="100%" fill="#fcfdfb"/><text x="24" y="40" font-size="24" font-weight="600" fill="${INK}">${title}, by state</text>${content}<text x="24" y="${height - 16}" font-size="13" fill="${SOFT}">Source: ${source}. ${dateText(now)}. Rural Health Program Data Service</text></svg>`
    .text
}

const MAP = { top: 60, height: 640, scale: 0.85 } as const

export function mapPicture(states: readonly ComparedState[], measure: Measure, now: Instant): string {
  const { of, text, label, step } = measure
  const classes = toClasses(
    ranked(states, measure).map(({ value }) => value),
    step,
  )
  const shapes = states.map((state) => {
    const value = of(state)
    const color = value === null ? UNKNOWN : getColor(getRank(value, classes))
    return html`<path d="${STATE_SHAPES.get(state.code)}" fill="${color}" stroke="#fcfdfb"><title>${state.name}: ${
      value === null ? 'unknown' : text(value)
    }</title></path>`
  })
  const legend = classes.map(
    (entry, place) =>
      html`<rect x="${24 + place * 182}" y="580" width="16" height="16" fill="${getColor(entry.rank)}"/><text x="${
        46 + place * 182
      }" y="593" font-size="13" fill="${INK}">${classText(entry, text)}</text>`,
  )
  const map = html`<g transform="translate(${24 - BOX.x * MAP.scale} ${MAP.top}) scale(${MAP.scale})">${shapes}</g>`
  return picture(label, MAP.height, [map, ...legend], measure, now)
}

const ROW = 20
const CHART = { top: 60, left: 150, bar: 640 } as const

/** The states as bars, largest first, each with its number; unknown ones last. */
export function chartPicture(states: readonly ComparedState[], measure: Measure, now: Instant): string {
  const { of, text, label } = measure
  const known = ranked(states, measure)
  const largest = Math.max(1, known[0]?.value ?? 0)
  const rows = [
    ...known.map(({ state, value }) => ({ name: state.name, value: value as number | null })),
    ...states.filter((state) => of(state) === null).map(({ name }) => ({ name, value: null })),
  ]
  const bars = rows.map(({ name, value }, place) => {
    const y = CHART.top + place * ROW
    const width = value === null ? 0 : Math.round((value / largest) * CHART.bar)
    return html`<text x="${CHART.left - 8}" y="${y + 14}" font-size="13" text-anchor="end" fill="${INK}">${name}</text><rect x="${CHART.left}" y="${y + 3}" width="${width}" height="14" fill="#45876f"/><text x="${CHART.left + width + 6}" y="${y + 14}" font-size="13" fill="${SOFT}">${
      value === null ? 'unknown' : text(value)
    }</text>`
  })
  return picture(label, CHART.top + rows.length * ROW + 44, bars, measure, now)
}
