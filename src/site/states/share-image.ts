import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkitten'
import sharp from 'sharp'
import { html } from '../../views/html.ts'
import { dollarText, orUnknown, roundDollarText } from '../../views/wording.ts'
import { BOX, STATE_SHAPES } from './map.ts'
import type { ComparedState } from './measures.ts'

export const SHARE_SIZE = { width: 1200, height: 630 } as const

const INK = '#15201b'
const SOFT = '#4a5951'
const ACCENT = '#06594a'
const PAPER = '#fcfdfb'

const require = createRequire(import.meta.url)
const readFont = (file: string) => {
  const font = create(readFileSync(require.resolve(file)))
  if (!('glyphsForString' in font)) throw new Error(`${file} holds several fonts.`)
  return font
}
const SERIF = readFont('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff')

/** A line of text as outlines, so that rendering needs no installed font. */
function line(text: string, x: number, y: number, size: number, color: string) {
  const scale = size / SERIF.unitsPerEm
  let at = 0
  const outlines = SERIF.glyphsForString(text).map((glyph) => {
    const place = at
    at += glyph.advanceWidth
    return html`<path transform="translate(${place} 0)" d="${glyph.path.toSVG()}"/>`
  })
  return html`<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines}</g>`
}

/** The share picture (og:image) of a state, as PNG. */
export async function shareImage(state: ComparedState): Promise<Buffer> {
  const { code, name, totalAwardByState, awardPerRuralResident, open } = state
  const figures = [
    `${orUnknown(totalAwardByState, roundDollarText)} from the program`,
    awardPerRuralResident === null ? null : `${dollarText(awardPerRuralResident)} for each rural resident`,
    `${open} ${open === 1 ? 'call' : 'calls'} open or announced`,
  ].filter((text) => text !== null)
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}"><rect width="100%" height="100%" fill="${PAPER}"/><rect width="100%" height="14" fill="${ACCENT}"/>${map(code)}${line(name, 72, 190, name.length > 12 ? 84 : 104, INK)}${figures.map(
    (text, place) => line(text, 72, 300 + place * 66, 42, place === 0 ? ACCENT : INK),
  )}${line('Rural Health Program Data Service', 72, 570, 30, SOFT)}</svg>`
  return sharp(Buffer.from(svg.text)).png().toBuffer()
}

const MAP = { x: 690, y: 330, width: 450 } as const

function map(code: string) {
  const scale = MAP.width / BOX.width
  const shapes = [...STATE_SHAPES].map(
    ([other, outline]) =>
      html`<path d="${outline}" fill="${other === code ? ACCENT : '#d3e6dc'}" stroke="${PAPER}" stroke-width="2"/>`,
  )
  return html`<g transform="translate(${MAP.x - BOX.x * scale} ${MAP.y}) scale(${scale})">${shapes}</g>`
}
