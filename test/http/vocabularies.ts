import { RESOURCE_NAMES, type ResourceName, resource } from '../../src/resources/index.ts'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'

/** The closed sets and page sizes from the specification; for lists added later, from their declaration. */

const CATEGORIES = [
  'CARE_ACCESS_COORDINATION',
  'EMS_MOBILE_INTEGRATED_HEALTH',
  'BEHAVIORAL_HEALTH',
  'MATERNAL_CHILD_FAMILY_HEALTH',
  'CHRONIC_DISEASE_PREVENTION',
  'COMMUNITY_POPULATION_HEALTH',
  'WORKFORCE_DEVELOPMENT',
  'HEALTH_IT_DATA_INTEROPERABILITY',
  'NETWORK_REGIONAL_COLLABORATION',
  'QUALITY_PATIENT_SAFETY',
  'EMERGENCY_PREPAREDNESS_RESILIENCE',
  'RURAL_INFRASTRUCTURE_CAPITAL',
  'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT',
  'PROGRAM_ADMIN_EVALUATION',
  'OTHER_UNCLASSIFIED',
]
export const LEGACY = [
  'EMS_DEVELOPMENT',
  'POPULATION_HEALTH',
  'WORKFORCE',
  'HEALTH_INFORMATION_TECHNOLOGY',
  'NETWORK_DEVELOPMENT',
  'QUALITY_IMPROVEMENT',
  'FINANCE',
  'OTHER',
]
const OPPORTUNITY_STATUSES = ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED']
const EVENT_STATUSES = ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE']
const EVENT_TYPES = [
  'TOWN_HALL',
  'WEBINAR',
  'OFFICE_HOURS',
  'TRAINING',
  'ANNOUNCEMENT',
  'RECORDING',
  'QA_SESSION',
  'CONFERENCE',
  'WORKSHOP',
]
const STATES = [...STATE_CODES, 'NONE']
const SCOPES = ['STATE', 'NATIONAL']
const VERIFICATIONS = ['VERIFIED', 'UNVERIFIED', 'ALL']
// biome-ignore format: one line for a short list
const RECIPIENT_KINDS = ['HOSPITAL', 'FQHC', 'RURAL_CLINIC', 'BEHAVIORAL_HEALTH', 'LONG_TERM_CARE', 'EMS', 'PUBLIC_HEALTH', 'TRIBAL', 'UNIVERSITY', 'SCHOOL', 'COUNTY', 'CITY', 'STATE_AGENCY', 'NONPROFIT', 'COMPANY', 'OTHER']
// biome-ignore format: one line for a short list
const APPLICANT_TYPES = ['CRITICAL_ACCESS_HOSPITAL', 'HOSPITAL', 'HEALTH_CENTER', 'RURAL_CLINIC', 'BEHAVIORAL_HEALTH', 'EMS', 'TRIBAL', 'LOCAL_GOVERNMENT', 'STATE_GOVERNMENT', 'NONPROFIT', 'EDUCATION', 'BUSINESS', 'PROVIDER']
const DOCUMENT_CATEGORIES = [
  'REPORT',
  'AWARD_ANNOUNCEMENT',
  'ANNOUNCEMENT',
  'STRATEGY',
  'SUMMARY',
  'APPLICATION',
  'GUIDANCE',
  'DATA',
  'REFERENCE',
  'OTHER',
]
const CHANGE_TYPES = [
  'PAGE_UPDATED',
  'NEW_OPPORTUNITY',
  'OPPORTUNITY_UPDATED',
  'OPPORTUNITY_REMOVED',
  'NEW_DOCUMENT',
  'NEW_AWARD',
  'AWARD_UPDATED',
  'EVENT_ANNOUNCED',
  'EVENT_CHANGED',
  'SITE_DOWN',
  'SITE_RESTORED',
]
export const PROGRAM_CATEGORY = [...CATEGORIES, ...LEGACY]

const SPECIFIED: Record<string, Record<string, readonly string[]>> = {
  states: { region: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] },
  awards: {
    state: STATES,
    scope: SCOPES,
    verification: VERIFICATIONS,
    recipientKind: RECIPIENT_KINDS,
    category: LEGACY,
    programCategory: PROGRAM_CATEGORY,
  },
  documents: {
    state: STATES,
    scope: SCOPES,
    category: DOCUMENT_CATEGORIES,
    documentCategory: DOCUMENT_CATEGORIES,
    activityType: LEGACY,
    programCategory: PROGRAM_CATEGORY,
  },
  opportunities: {
    state: STATES,
    scope: SCOPES,
    status: OPPORTUNITY_STATUSES,
    statusBasis: ['DUE_DATE', 'SOURCE', 'AWARDED', 'POSTED', 'AMENDED', 'ROLLING', 'UNCONFIRMED'],
    applicantType: APPLICANT_TYPES,
    category: LEGACY,
    programCategory: PROGRAM_CATEGORY,
  },
  events: { state: STATES, scope: SCOPES, status: EVENT_STATUSES, type: EVENT_TYPES },
  activities: {
    state: STATES,
    scope: SCOPES,
    category: LEGACY,
    programCategory: PROGRAM_CATEGORY,
    status: ['ACTIVE', 'COMPLETED', 'PLANNED', 'CANCELLED'],
  },
  activity: { state: STATES, scope: SCOPES, type: CHANGE_TYPES },
  coverage: { state: STATES, scope: SCOPES },
  changes: {
    state: STATES,
    resource: RESOURCE_NAMES,
    change: ['CREATED', 'UPDATED', 'REMOVED', 'MERGED'],
  },
}
const ADDED = RESOURCE_NAMES.filter((name) => !(name in SPECIFIED))

/** The filters of a list on closed sets, from its declaration. */
const declared = (name: ResourceName): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(resource(name).filters).flatMap(([parameter, { schema }]) => {
      const items = schema.meta()?.items as { enum?: string[] } | undefined
      return items?.enum ? [[parameter, items.enum]] : []
    }),
  )

/** Every filter on a closed set, with its values. */
export const CLOSED = { ...SPECIFIED, ...Object.fromEntries(ADDED.map((name) => [name, declared(name)])) }
export const CLOSED_FILTERS = Object.entries(CLOSED).flatMap(([list, filters]) =>
  Object.entries(filters).map(([parameter, values]) => ({ list, parameter, values })),
)

/** The page sizes of all lists. */
export const SIZES: [list: string, fallback: number, max: number][] = [
  ['states', 50, 50],
  ['awards', 100, 500],
  ['documents', 25, 100],
  ['opportunities', 25, 100],
  ['events', 25, 100],
  ['activities', 100, 500],
  ['activity', 25, 100],
  ['coverage', 60, 60],
  ['changes', 100, 500],
  ...ADDED.map((name): [string, number, number] => [name, resource(name).page.default, resource(name).page.max]),
]
