import * as z from 'zod'
import { PLANS, PlanName } from '../../metering/plans.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { getNextPublication, type Instant, toIso } from '../../rules/time/moments.ts'
import { count, timestamp } from '../../schema/fields.ts'
import { SCORE_FACTOR_IDS } from '../../schema/policies.ts'
import { CATEGORIES, CATEGORY_IDS, TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import * as vocabularies from '../../schema/vocabularies.ts'
import { listOf, orNull } from '../../schema/wire/fields.ts'
import { getPublishedCounts } from '../../store/open/dataset.ts'
import type { Service } from '../../store/service.ts'
import { toInquiry } from '../exchange.ts'
import { API, CONTRACT_VERSION, type Endpoint, NOTHING } from './endpoint.ts'

const TaxonomyCategory = z.strictObject({
  id: z.string().describe('Canonical ID.'),
  label: z.string().describe('Display name.'),
  alias: orNull(z.string(), 'Its legacy ID.'),
})

const StateName = z.strictObject({
  code: z.string().describe('Two-letter state code.'),
  name: z.string().describe('Name of the state.'),
})

const PlanLimits = z.strictObject({
  name: PlanName.describe('Name of the plan.'),
  label: z.string().describe('Display name.'),
  perMinute: count.describe('Requests per minute.'),
  perMonth: count.describe('Requests per month.'),
  aiAnswersPerMonth: count.describe('AI answers per month.'),
  keys: count.describe('Maximum number of active keys of an account.'),
  webhooks: count.describe('Maximum number of webhooks of an account.'),
  subscriptions: count.describe('Maximum number of active signed addresses of an account.'),
})

const Meta = z
  .strictObject({
    contractVersion: z.string().describe('Version of the contract, as in the changelog.'),
    dataset: z
      .strictObject({
        version: z.string().describe('The current publication.'),
        publishedAt: timestamp.describe('When the data last changed.'),
        builtAt: timestamp.describe('When the dataset file was built.'),
        nextPublication: timestamp.describe('When the next publication is due.'),
      })
      .describe('The current dataset.'),
    counts: z.record(z.string(), count).describe('Number of published records by list.'),
    taxonomy: z
      .strictObject({
        version: z.string().describe('Version of the taxonomy.'),
        categories: listOf(TaxonomyCategory, 'The program categories.'),
      })
      .describe('The taxonomy of program categories.'),
    vocabularies: z.record(z.string(), z.array(z.string())).describe('The values of closed sets, by name.'),
    states: listOf(StateName, 'The states.'),
    plans: listOf(PlanLimits, 'The limits of each plan.'),
  })
  .meta({ id: 'Meta' })

const VOCABULARIES: z.input<typeof Meta>['vocabularies'] = {
  documentCategory: [...vocabularies.DOCUMENT_CATEGORIES],
  opportunityStatus: [...vocabularies.OPPORTUNITY_STATUSES],
  opportunityType: [...vocabularies.OPPORTUNITY_TYPES],
  statusBasis: [...vocabularies.StatusBasis.options],
  applicantType: [...vocabularies.APPLICANT_TYPES],
  opportunityScope: [...vocabularies.OPPORTUNITY_SCOPES],
  eventType: [...vocabularies.EVENT_TYPES],
  eventStatus: [...vocabularies.EVENT_STATUSES],
  activityStatus: [...vocabularies.ACTIVITY_STATUSES],
  scoreFactor: [...SCORE_FACTOR_IDS],
  changeType: [...vocabularies.CHANGE_TYPES],
  recordChange: [...vocabularies.RECORD_CHANGES],
  removalReason: [...vocabularies.REMOVAL_REASONS],
  awardStage: [...vocabularies.AwardStage.options],
  recipientKind: [...vocabularies.RECIPIENT_KINDS],
  verification: [...vocabularies.VERIFICATIONS],
  verificationBasis: [...vocabularies.VerificationBasis.options],
  hhsRegion: [...vocabularies.HHS_REGIONS],
}

/** Metadata of the service. Counts toward the per-minute limit only. */
export const metaEndpoint: Endpoint = {
  method: 'GET',
  path: `${API}/meta`,
  tag: 'meta',
  summary: 'Versions, vocabularies and limits',
  description:
    'The dataset version, the time of the next publication, the number of records, the taxonomy with its aliases, the values of closed sets, and the limits of each plan. Free of charge.',
  query: {},
  response: Meta,
  async handle(_request, service, now) {
    const body = JSON.stringify(getMeta(service, now))
    return toInquiry('meta', NOTHING, () => ({ body, digest: getDigest(body) }))
  },
}

const getMeta = ({ manifest, exports }: Service, now: Instant): z.input<typeof Meta> => ({
  contractVersion: CONTRACT_VERSION,
  dataset: {
    version: manifest.datasetVersion,
    publishedAt: exports.publication.at,
    builtAt: manifest.builtAt,
    nextPublication: toIso(getNextPublication(now)),
  },
  counts: getPublishedCounts(manifest),
  taxonomy: {
    version: TAXONOMY_VERSION,
    categories: CATEGORY_IDS.map((id) => ({ id, label: CATEGORIES[id].label, alias: CATEGORIES[id].legacy })),
  },
  vocabularies: VOCABULARIES,
  states: Object.entries(vocabularies.STATE_NAMES).map(([code, name]) => ({ code, name })),
  plans: Object.entries(PLANS).map(([name, { answersPerMonth, invitations: _, ...plan }]) => ({
    name: name as PlanName,
    ...plan,
    aiAnswersPerMonth: answersPerMonth,
  })),
})
