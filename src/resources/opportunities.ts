import { foldId, listOf, openList } from '../schema/params.ts'
import { legacyListOf } from '../schema/taxonomy.ts'
import { OPPORTUNITY_SCOPES, OPPORTUNITY_STATUSES, OPPORTUNITY_TYPES } from '../schema/vocabularies.ts'
import { Opportunity } from '../schema/wire/opportunities.ts'
import { defineResource, type Published } from './define.ts'
import { keyword, legacyCategory, programCategory, state } from './filters.ts'

export type PublishedOpportunity = Published<Opportunity>

const allCategories = ({ item }: PublishedOpportunity) => [
  ...item.programCategories,
  ...item.truncatedProgramCategories,
]

export const opportunities = defineResource<PublishedOpportunity>()({
  name: 'opportunities',
  summary: 'Solicitations and funding notices',
  description:
    'RFPs, RFAs, NOFOs, grants and award notices with normalized deadlines; the notices of one solicitation are one record.',
  item: Opportunity,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    status: {
      schema: listOf(OPPORTUNITY_STATUSES, 'opportunity status'),
      describe: 'Effective status at the moment of the request, or a comma-separated list of them.',
      op: 'timed',
    },
    type: {
      schema: openList(OPPORTUNITY_TYPES),
      describe: `Opportunity type (${OPPORTUNITY_TYPES.join(', ')}, …), or a comma-separated list. The list is open: an unlisted value finds nothing.`,
      op: 'is',
      from: ({ item }) => item.type,
    },
    scope: {
      schema: listOf(OPPORTUNITY_SCOPES, 'scope'),
      describe: 'STATE or NATIONAL.',
      op: 'is',
      from: ({ item }) => item.scope,
    },
    q: { ...keyword('title and summary'), from: ({ item }) => [item.title, item.summary ?? ''] },
    category: { ...legacyCategory, op: 'has', from: (published) => legacyListOf(allCategories(published)) },
    programCategory: { ...programCategory, from: allCategories },
  },
  order: [['updatedAt', 'desc']],
  page: { default: 25, max: 100 },
  envelope: 'paged',
  timed: 'status',
  detail: {
    parameter: 'id',
    describe: 'Id or slug of the opportunity, or the id of a notice that was merged into it.',
    summary: 'One opportunity',
    description: 'The opportunity with this id or slug. The ids of all notices that were merged into it find it too.',
    schema: Opportunity,
    fold: foldId,
  },
})
