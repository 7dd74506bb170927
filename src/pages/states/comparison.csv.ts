import { BUILT_AT, service } from '../../site/build.ts'
import { comparedStates, MEASURES } from '../../site/states/states.ts'
import { toTable } from '../../site/status/coverage.ts'

/** The comparison of the states as a table; an unknown figure is an empty cell. */
export const GET = (): Response =>
  new Response(
    toTable(
      comparedStates(service, BUILT_AT).map((state) => ({
        code: state.code,
        state: state.name,
        ...Object.fromEntries(MEASURES.map(({ name, of }) => [name, of(state)])),
        'award-amounts-known': state.awardAmountsKnown,
        awards: state.awards,
        'awards-on-file': state.coverage.awards.held,
        'dollars-on-file': state.coverage.awards.sumHeld,
        'awards-published-of-stated': state.coverage.awards.rowsOfStated?.published,
        'awards-stated': state.coverage.awards.rowsOfStated?.stated,
        'dollars-published-of-stated': state.coverage.awards.sumOfStated?.published,
        'dollars-stated': state.coverage.awards.sumOfStated?.stated,
      })),
    ),
  )
