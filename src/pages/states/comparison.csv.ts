import { stringify } from 'csv-stringify/sync'
import { BUILT_AT, service } from '../../site/build.ts'
import { comparedStates, MEASURES } from '../../site/states/measures.ts'

/** The comparison of the states as a table; an unknown figure is an empty cell. */
export function GET(): Response {
  const rows = comparedStates(service, BUILT_AT).map((state) => [
    state.code,
    state.name,
    ...MEASURES.map(({ of }) => of(state)),
    state.awardAmountsKnown,
    state.awards,
  ])
  const head = ['code', 'state', ...MEASURES.map(({ name }) => name), 'award-amounts-known', 'awards']
  return new Response(stringify([head, ...rows], { record_delimiter: 'windows', bom: true, escape_formulas: true }))
}
