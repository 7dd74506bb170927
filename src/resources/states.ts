import { foldCode, listOf } from '../schema/params.ts'
import { HHS_REGIONS } from '../schema/vocabularies.ts'
import { StateDetail, StateSummary } from '../schema/wire-states.ts'
import { defineResource, type Published } from './define.ts'

export type PublishedState = Published<StateSummary>

export const states = defineResource<PublishedState>()({
  name: 'states',
  summary: 'State summaries',
  description: 'One summary for each of the 50 states, by name. `count` is the number of states in the answer.',
  item: StateSummary,
  filters: {
    region: {
      schema: listOf(HHS_REGIONS, 'HHS region'),
      describe: 'HHS region number, 1 to 10, or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.region,
    },
  },
  order: [['name', 'asc']],
  page: { default: 50, max: 50 },
  envelope: 'counted',
  detail: {
    parameter: 'code',
    describe: 'Two-letter state code, in any letter case.',
    summary: 'One state',
    description: 'The state with its program pages, awards by year and the 10 most recent documents.',
    schema: StateDetail,
    fold: foldCode,
  },
})
