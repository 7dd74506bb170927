import { fold } from './fold.ts'

const UNIT = / (county|parish|borough|census area|municipality|city and borough)$/i

/** A county's name for comparison: without case, accents and the word for its kind. */
export const foldCounty = (name: string): string => fold(name).trim().replace(UNIT, '')

/** The counties of an award: its own, or those among the places that it serves. */
export const getCounties = ({ county, place }: { county: string | null; place: string | null }): string[] =>
  county === null ? (place ?? '').split('; ').filter((name) => UNIT.test(name)) : [county]
