import * as z from 'zod'
import { fold } from '../rules/text/words.ts'
import { POLICIES, SCORE_FACTOR_IDS, SCORE_FACTORS, ScoreFactor } from '../schema/policies.ts'
import type { CommitmentRecord } from '../schema/records.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { address, day, ofState, string, updatedAt } from '../schema/wire/fields.ts'
import { defineResource, fill } from './define.ts'
import { choice, keyword, place } from './filters.ts'
import type { Row } from './publishing.ts'

export const Commitment = z
  .strictObject({
    id: string.describe('Permanent id of the commitment.'),
    ...ofState,
    factor: ScoreFactor.describe('Scoring factor of the federal notice of funding under which the policy counts.'),
    factorLabel: string.describe('Name of the scoring factor.'),
    policy: string.describe('Policy, as the federal reporting form names it.'),
    meaning: string.describe('What the policy means, in our own words.'),
    sourceUrl: address.describe('URL of the list in the federal reporting form.'),
    sourceDate: day.describe('Day of the list.'),
    updatedAt,
  })
  .meta({ id: 'Commitment' })
export type Commitment = z.infer<typeof Commitment>

const findFactor = (word: string): string | undefined =>
  SCORE_FACTOR_IDS.find((factor) => fold(SCORE_FACTORS[factor]) === fold(word))

export const commitments = defineResource<Commitment>()({
  name: 'commitments',
  summary: 'Policy commitments',
  description:
    'The policies that states committed to change or adopt in their applications, for which the federal program gives points: scope of practice, licensure compacts, certificate of need, nutrition and others.',
  item: Commitment,
  example: { factor: 'D.2', state: 'AK', limit: '2' },
  filters: {
    ...place,
    factor: choice(SCORE_FACTOR_IDS, 'scoring factor', 'factors', 'Scoring factor', findFactor),
    q: {
      ...keyword('the policy, its meaning, the scoring factor and the state'),
      from: ({ item }) => [item.policy, item.meaning, item.factorLabel, item.stateName],
    },
  },
  orders: {
    default: [
      ['state', 'asc'],
      ['factor', 'asc'],
      ['policy', 'asc'],
    ],
    sortable: ['state', 'factor', 'policy'],
  },
  page: { default: 100, max: 500 },
  publish: ({ records }) => records.commitments.map(toRow),
})

function toRow(record: CommitmentRecord): Row<Commitment> {
  const { factor, meaning } = POLICIES[record.policy]
  const stateName = STATE_NAMES[record.state]
  return { item: fill(Commitment, { ...record, stateName, factor, factorLabel: SCORE_FACTORS[factor], meaning }) }
}
