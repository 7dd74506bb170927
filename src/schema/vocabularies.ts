import * as z from 'zod'

/** The closed sets of values in records and requests. Open sets (fileType, opportunity type) list their known values. */

// biome-ignore format: word lists read better as running lines
export const DOCUMENT_CATEGORIES = [
  'REPORT', 'AWARD_ANNOUNCEMENT', 'ANNOUNCEMENT', 'STRATEGY', 'SUMMARY', 'APPLICATION', 'GUIDANCE', 'DATA',
  'REFERENCE', 'OTHER',
] as const
export const DocumentCategory = z.enum(DOCUMENT_CATEGORIES).meta({ id: 'DocumentCategory' })
export const OPPORTUNITY_STATUSES = ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED'] as const
export const OpportunityStatus = z.enum(OPPORTUNITY_STATUSES).meta({ id: 'OpportunityStatus' })
export type OpportunityStatus = z.infer<typeof OpportunityStatus>

/** Known opportunity types. The list is open: an unlisted value is a valid filter that matches nothing. */
export const OPPORTUNITY_TYPES = ['RFP', 'RFA', 'NOFO', 'GRANT', 'AWARD', 'IFB', 'RFI', 'RFQ', 'OTHER'] as const
export const OPPORTUNITY_SCOPES = ['STATE', 'NATIONAL'] as const
export const OpportunityScope = z.enum(OPPORTUNITY_SCOPES).meta({ id: 'OpportunityScope', isClosed: true })

/** A notice's status according to its source. All but OPEN and FORECAST mean that applications are no longer accepted. */
export const NOTICE_SOURCE_STATUSES = ['OPEN', 'CLOSED', 'ARCHIVED', 'WITHDRAWN', 'AWARDED', 'FORECAST'] as const
export type NoticeSourceStatus = (typeof NOTICE_SOURCE_STATUSES)[number]

/** The rule that determined an effective status. */
export const StatusBasis = z
  .enum(['DUE_DATE', 'SOURCE', 'AWARDED', 'POSTED', 'AMENDED', 'ROLLING', 'UNCONFIRMED'])
  .meta({ id: 'StatusBasis' })
export type StatusBasis = z.infer<typeof StatusBasis>

/** Whether only the day of a date is known, or also its time. */
export const DatePrecision = z.enum(['DATE', 'TIME']).meta({ id: 'DatePrecision', isClosed: true })
export type DatePrecision = z.infer<typeof DatePrecision>
export const NoticeRelation = z.enum(['AWARD_NOTICE', 'EARLIER_ROUND', 'LATER_NOTICE']).meta({ id: 'NoticeRelation' })

// biome-ignore format: word lists read better as running lines
export const EVENT_TYPES = [
  'TOWN_HALL', 'WEBINAR', 'OFFICE_HOURS', 'TRAINING', 'ANNOUNCEMENT', 'RECORDING', 'QA_SESSION', 'CONFERENCE',
  'WORKSHOP',
] as const
export const EventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' })
export const EVENT_STATUSES = ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE'] as const
export const EventStatus = z.enum(EVENT_STATUSES).meta({ id: 'EventStatus' })
export type EventStatus = z.infer<typeof EventStatus>
export const ACTIVITY_STATUSES = ['ACTIVE', 'COMPLETED', 'PLANNED', 'CANCELLED'] as const
export const ActivityStatus = z.enum(ACTIVITY_STATUSES).meta({ id: 'ActivityStatus' })

// biome-ignore format: word lists read better as running lines
export const CHANGE_TYPES = [
  'PAGE_UPDATED', 'NEW_OPPORTUNITY', 'OPPORTUNITY_UPDATED', 'OPPORTUNITY_REMOVED', 'NEW_DOCUMENT', 'NEW_AWARD',
  'AWARD_UPDATED', 'EVENT_ANNOUNCED', 'EVENT_CHANGED', 'SITE_DOWN', 'SITE_RESTORED',
] as const
export const ChangeType = z.enum(CHANGE_TYPES).meta({ id: 'ChangeType' })
/** Types of opportunities, events and change events, by which webhooks filter. */
export const FILTERED_TYPES = [...new Set<string>([...OPPORTUNITY_TYPES, ...EVENT_TYPES, ...CHANGE_TYPES])]
export type ChangeType = z.infer<typeof ChangeType>

/** The parameter value for records of national scope, instead of a state code. */
export const NO_STATE = 'NONE'
export const REMOVAL_REASONS = ['REMOVED', 'MERGED'] as const

/** What an update of an opportunity means for applicants. */
export const OPPORTUNITY_TURNS = ['DEADLINE_EXTENDED', 'DEADLINE_MOVED_UP', 'AMENDED', 'CLOSED', 'REOPENED'] as const
export const RECORD_CHANGES = ['CREATED', 'UPDATED', 'REMOVED', 'MERGED'] as const
export const AWARDEE_KINDS = ['ORGANIZATION', 'GROUP'] as const
// biome-ignore format: word lists read better as running lines
export const RECIPIENT_KINDS = [
  'HOSPITAL', 'FQHC', 'RURAL_CLINIC', 'BEHAVIORAL_HEALTH', 'LONG_TERM_CARE', 'EMS', 'PUBLIC_HEALTH', 'TRIBAL',
  'UNIVERSITY', 'SCHOOL', 'COUNTY', 'CITY', 'STATE_AGENCY', 'NONPROFIT', 'COMPANY', 'OTHER',
] as const
export const RecipientKind = z.enum(RECIPIENT_KINDS).meta({ id: 'RecipientKind' })
export type RecipientKind = z.infer<typeof RecipientKind>

export const AwardStage = z.enum(['INTENT', 'AWARDED', 'CONTRACTED']).meta({ id: 'AwardStage' })
export const VERIFICATIONS = ['VERIFIED', 'UNVERIFIED'] as const
export const Verification = z.enum(VERIFICATIONS).meta({ id: 'Verification', isClosed: true })
export const VerificationBasis = z
  .enum(['OFFICIAL_LIST', 'OFFICIAL_TOTAL', 'TWO_READINGS', 'NONE'])
  .meta({ id: 'VerificationBasis' })
export type VerificationBasis = z.infer<typeof VerificationBasis>
export const PUBLISHER_ROLES = ['STATE', 'DELEGATE'] as const
export const HHS_REGIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const
export const HhsRegion = z.enum(HHS_REGIONS).meta({ isClosed: true })

// biome-ignore format: a table of fifty short entries reads better in columns
export const STATE_NAMES = {
  AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DE: 'Delaware', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa',
  KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan',
  MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada',
  NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota',
  OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina',
  SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington',
  WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
} as const

export type StateCode = keyof typeof STATE_NAMES
export const STATE_CODES = Object.keys(STATE_NAMES).sort() as StateCode[]
export const StateCode = z.enum(STATE_CODES).meta({ id: 'StateCode', isClosed: true })

/** Types of applicants, from the applicants that a notice names. */
// biome-ignore format: word lists read better as running lines
export const APPLICANT_TYPES = [
  'CRITICAL_ACCESS_HOSPITAL', 'HOSPITAL', 'HEALTH_CENTER', 'RURAL_CLINIC', 'BEHAVIORAL_HEALTH', 'EMS', 'TRIBAL',
  'LOCAL_GOVERNMENT', 'STATE_GOVERNMENT', 'NONPROFIT', 'EDUCATION', 'BUSINESS', 'PROVIDER',
] as const
export type ApplicantType = (typeof APPLICANT_TYPES)[number]
