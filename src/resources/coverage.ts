import { Coverage } from '../schema/coverage.ts'
import { defineResource, type Published } from './define.ts'
import { state } from './filters.ts'

export type PublishedCoverage = Published<Coverage>

export const coverage = defineResource<PublishedCoverage>()({
  name: 'coverage',
  summary: 'Freshness and gaps',
  description:
    'For each state, and for national scope last: its sources with the time of their last check and change, its records by kind, and what is known to be missing. Free of charge.',
  item: Coverage,
  filters: { state: { ...state, from: ({ item }) => item.state } },
  order: [['state', 'asc']],
  page: { default: 60, max: 60 },
  envelope: 'counted',
  isFree: true,
})
