import { describe, expect, it } from 'vitest'
import { findCounties, findCounty, getCounties, getCountiesIn, getMiles } from '../../../src/rules/awards/counties.ts'
import { STATE_CODES, type StateCode } from '../../../src/schema/vocabularies.ts'

const named = (text: string) => findCounties(text).map(({ name, state }) => `${name}, ${state}`)

describe('the counties', () => {
  it('cover every state, each once, with a point inside the United States', () => {
    const all = STATE_CODES.flatMap(getCountiesIn)
    expect(all.length).toBe(3_152)
    expect(new Set(all.map(({ name, state }) => `${name}, ${state}`)).size).toBe(all.length)
    expect(STATE_CODES.filter((state) => getCountiesIn(state).length < 3)).toEqual([])
    expect(
      all.filter(({ latitude, longitude }) => latitude < 18 || latitude > 72 || (longitude > -66 && longitude < 172)),
    ).toEqual([])
  })

  it.each([
    ['Hall, NE', ['Hall County, NE']],
    ['hall county nebraska', []],
    ['Hall County, nebraska', ['Hall County, NE']],
    ['hall ne', ['Hall County, NE']],
    ['Saint Lucie, FL', ['St. Lucie County, FL']],
    ['De Kalb, GA', ['DeKalb County, GA']],
    ['Dona Ana, NM', ['Doña Ana County, NM']],
    ['Prince Georges County, MD', ["Prince George's County, MD"]],
    ['Richmond, VA', ['Richmond County, VA']],
    ['Richmond city, VA', ['Richmond city, VA']],
    ['Alexandria, VA', ['Alexandria city, VA']],
    ['Orleans, LA', ['Orleans Parish, LA']],
    ['Juneau, AK', ['Juneau City and Borough, AK']],
    ['Chugach, AK', ['Chugach Census Area, AK']],
    ['Hartford County, CT', ['Hartford County, CT']],
    ['Capitol Planning Region, CT', ['Capitol Planning Region, CT']],
    ['Beadle', ['Beadle County, SD']],
    ['Atlantis, NE', []],
  ])('are found as people write them: %s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  // Straight lines between the points of the Gazetteer, measured apart.
  it.each([
    ['NE', 'Douglas', 'IA', 'Pottawattamie', 32],
    ['CA', 'Los Angeles', 'NY', 'New York', 2_450],
    ['AK', 'Aleutians West', 'AK', 'Aleutians East', 790],
  ] as const)('lie apart: %s %s and %s %s', (fromState, from, toState, to, miles) => {
    const [a, b] = [findCounty(fromState, from), findCounty(toState, to)]
    if (!a || !b) throw new Error('a county is missing')
    expect(Math.abs(getMiles(a, b) - miles)).toBeLessThan(miles * 0.06)
    expect([getMiles(b, a), getMiles(a, a)]).toEqual([getMiles(a, b), 0])
  })
})

describe('the counties of an award', () => {
  const of = (county: string | null, place: string | null, state: StateCode = 'VA') =>
    getCounties({ state, county, place })

  it('are its own or those among its places, and never the county of a city or region', () => {
    expect(of('Hall County', 'Grand Island', 'NE')).toEqual(['Hall County'])
    expect(of(null, 'Salem city; Roanoke County; Roanoke Valley; Statewide')).toEqual(['Salem city', 'Roanoke County'])
    expect(of(null, 'Anchorage', 'AK')).toEqual([])
    expect(of(null, 'Roanoke')).toEqual([])
    expect(of(null, null)).toEqual([])
  })
})
