import table from '../../../vocabulary/counties.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { once } from '../once.ts'
import { fold, toPlain } from '../text/words.ts'
import { sumAmounts } from './totals.ts'

/** A county or county equivalent, with a point inside it. */
export interface County {
  state: StateCode
  /** The official name: `Hall County`, `Kenai Peninsula Borough`, `Richmond city`. */
  name: string
  latitude: number
  longitude: number
}

const COUNTIES = once(() =>
  STATE_CODES.flatMap((state) =>
    table[state].split(';').map((county): County => {
      const [name = '', latitude, longitude] = county.split(',')
      return { state, name, latitude: Number(latitude), longitude: Number(longitude) }
    }),
  ),
)

const BY_STATE = once(() => Map.groupBy(COUNTIES(), ({ state }) => state))
const BY_KEY = once(() => new Map(COUNTIES().map((county) => [`${county.state} ${foldCounty(county.name)}`, county])))
const UNIT = / (county|parish|borough|census area|municipality|city and borough|planning region)$/i

/** A county's name for comparison, without the word for its kind: spellings differ in case, accents, spaces, periods and `Saint`. */
export const foldCounty = (name: string): string =>
  toPlain(fold(name).trim().replace(UNIT, ''))
    .replace(/\bsaint(e?)\b/g, 'st$1')
    .replace(/[^a-z0-9]/g, '')

/** Whether a name ends with the word for its kind: `Hall County`. A city that is a county equivalent has none. */
export const isCountyName = (name: string): boolean => UNIT.test(name)

export const getCountiesIn = (state: StateCode): readonly County[] => BY_STATE().get(state) ?? []

/** The county of a state with this name, with or without the word for its kind: `Hall`, `St Lucie County`, `Richmond city`. */
export const findCounty = (state: StateCode, name: string): County | null =>
  BY_KEY().get(`${state} ${foldCounty(name)}`) ?? BY_KEY().get(`${state} ${foldCounty(`${name} city`)}`) ?? null

/** A county with its state: `Hall County, NE`. */
export const formatCounty = ({ name, state }: Pick<County, 'name' | 'state'>): string => `${name}, ${state}`

// Longer than any name of a county with its state; matching takes much longer for a long text.
const TEXT_MAX = 200

/** Splits `Hall County, NE` and `Hall, Nebraska`. @returns null for the state if none is named */
export function splitCounty(text: string): { name: string; state: StateCode | null } {
  const whole = text.trim().slice(0, TEXT_MAX)
  const comma = whole.lastIndexOf(',')
  const end = comma >= 0 ? comma : /\s\p{L}{2}$/u.test(whole) ? whole.length - 3 : whole.length
  const named = fold(whole.slice(end + 1).trim())
  const state = STATE_CODES.find((code) => code.toLowerCase() === named || STATE_NAMES[code].toLowerCase() === named)
  return state ? { name: whole.slice(0, end).trimEnd(), state } : { name: whole, state: null }
}

/** The counties that a text may mean: one with a state, and without one those of this name in every state. */
export function findCounties(text: string): County[] {
  const { name, state } = splitCounty(text)
  return (state ? [state] : STATE_CODES).flatMap((code) => findCounty(code, name) ?? [])
}

export interface Placed {
  state: StateCode
  county: string | null
  place: string | null
}

/** The official names of an award's counties: its own, or those among the places that it serves. */
export const getCounties = ({ state, county, place }: Placed): string[] =>
  county === null ? (place ?? '').split('; ').filter((name) => findCounty(state, name)?.name === name) : [county]

/** An award's counties with their points. A city or region alone is no county. */
export const findPlaces = (award: Placed): County[] =>
  getCounties(award).flatMap((name) => findCounty(award.state, name) ?? [])

const EARTH_MILES = 3_958.8
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** Whole miles between the points of two counties, in a straight line. */
export function getMiles(from: County, to: County): number {
  const [a, b] = [toRadians(from.latitude), toRadians(to.latitude)]
  const rise = Math.sin((b - a) / 2) ** 2
  const run = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2
  return Math.round(2 * EARTH_MILES * Math.asin(Math.sqrt(rise + Math.cos(a) * Math.cos(b) * run)))
}

/** How many awards name a county, of how many. */
export const getPlaceCoverage = (awards: readonly Placed[]) => ({
  placed: awards.filter((award) => findPlaces(award).length > 0).length,
  all: awards.length,
})

/**
 * The awards of each county and the number of them with an amount, with the sum of these or null, the largest first. An
 * award of several counties is counted whole in each.
 */
export function sumByCounty(awards: readonly (Placed & { federalAmount: number | null })[]) {
  const rows = awards.flatMap((award) => findPlaces(award).map((county) => ({ ...award, county })))
  return [...Map.groupBy(rows, ({ county }) => formatCounty(county)).values()]
    .map((inCounty) => ({
      county: (inCounty[0] as (typeof inCounty)[0]).county,
      awards: inCounty.length,
      ...sumAmounts(inCounty),
    }))
    .sort(
      (a, b) => (b.total ?? -1) - (a.total ?? -1) || b.awards - a.awards || (a.county.name < b.county.name ? -1 : 1),
    )
}

export type CountySum = ReturnType<typeof sumByCounty>[number]
