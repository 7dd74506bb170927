import type { Result } from './rounds.ts'
import { WORKLOAD_NAMES, WORKLOADS } from './workloads.ts'

const WIDTH = 760
const LABEL_WIDTH = 200
const BAR = 13
const GAP = 4
const BETWEEN = 34
const TOP = 54
const RIGHT = 96
const CHARACTER = 7

interface Bar {
  label: string
  isOurs: boolean
  perSecond: number
}

/**
 * The CPU time per request as an SVG: a bar per workload and contender, whose length is the logarithm of the requests
 * per second of CPU time. It supports light and dark color schemes.
 */
export function formatChart(results: readonly Result[]): string {
  const groups = WORKLOAD_NAMES.flatMap((name) => {
    const bars = results.flatMap(({ contender, label, figures }): Bar[] => {
      const us = figures[name]?.processorUs
      return us ? [{ label: shorten(label), isOurs: contender === 'ours', perSecond: 1e6 / us }] : []
    })
    return bars.length > 0 ? [{ title: `${name}  ${WORKLOADS[name]}`, bars }] : []
  })
  const rates = groups.flatMap(({ bars }) => bars.map(({ perSecond }) => perSecond))
  const lowest = Math.floor(Math.log10(Math.min(...rates, 1)))
  const highest = Math.ceil(Math.log10(Math.max(...rates, 10)))
  const place = (perSecond: number): number =>
    ((Math.log10(perSecond) - lowest) / (highest - lowest)) * (WIDTH - LABEL_WIDTH - RIGHT)
  let y = TOP
  const parts = groups.flatMap(({ title, bars }) => {
    const heading = text(16, y + BAR, title, 'title')
    y += BAR + 10
    const drawn = bars.flatMap((bar) => {
      const width = Math.max(1, place(bar.perSecond))
      const line = [
        text(LABEL_WIDTH - 8, y + BAR - 2, bar.label, bar.isOurs ? 'name ours' : 'name'),
        `<rect class="${bar.isOurs ? 'bar ours' : 'bar'}" x="${LABEL_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
        text(LABEL_WIDTH + width + 6, y + BAR - 2, formatRounded(bar.perSecond), 'value'),
      ]
      y += BAR + GAP
      return line
    })
    y += BETWEEN - BAR - GAP
    return [heading, ...drawn]
  })
  const title = 'Requests per second of CPU time'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${title}, by workload and server; the figures are in the table below.">
<style>
  svg { font: 12px system-ui, sans-serif; }
  .ground { fill: #ffffff; } text { fill: #1f2328; } .value, .note { fill: #57606a; } .bar { fill: #8c959f; } .bar.ours { fill: #0b6e4f; }
  .head { font-size: 15px; font-weight: 600; } .title, .name.ours { font-weight: 600; } .name { text-anchor: end; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } text { fill: #e6edf3; } .value, .note { fill: #9da7b3; } .bar { fill: #6e7681; } .bar.ours { fill: #3fb98a; }
  }
</style>
<rect class="ground" width="100%" height="100%" rx="6"/>
${text(16, 26, title, 'head')}
${text(16, 43, 'Longer is better. Logarithmic scale: each step is a factor of ten.', 'note')}
${parts.join('\n')}
</svg>
`
}

const text = (x: number, y: number, content: string, kind: string): string =>
  `<text class="${kind}" x="${x.toFixed(1)}" y="${y}">${escapeText(content)}</text>`

const escapeText = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shortens a label to fit beside the bars. */
function shorten(label: string): string {
  const name = label
    .replace('plain node:http with', 'node:http,')
    .replace('better-sqlite3 (baseline)', 'SQLite (baseline)')
  return name.slice(0, Math.floor((LABEL_WIDTH - 16) / CHARACTER))
}

const formatRounded = (value: number): string =>
  value >= 100 ? Number(value.toPrecision(3)).toLocaleString('en-US') : value.toPrecision(2)
