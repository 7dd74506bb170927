import applicantTypes from '../../../vocabulary/applicant-types.json' with { type: 'json' }
import type { CommonGrant, CustomField, GrantEvent, GrantStatus } from '../../schema/wire/commongrants.ts'
import { Opportunity } from '../../schema/wire/records.ts'
import { toLocalDay, toLocalTime } from '../time/moments.ts'

/** Each effective status in terms of the CommonGrants protocol. */
export const GRANT_STATUS_OF = {
  UPCOMING: { value: 'forecasted', description: 'Not yet open for applications.' },
  OPEN: { value: 'open', description: 'Open for applications.' },
  CLOSING_SOON: { value: 'open', description: 'Open for applications; the deadline is near.' },
  AMENDED: { value: 'open', description: 'Open for applications; amended recently.' },
  CLOSED: { value: 'closed', description: 'Applications are not taken.' },
} as const satisfies { [Status in Opportunity['status']]: { value: GrantStatus; description: string } }

/** Applicant types whose wording in sources means exactly one type of the protocol. */
const APPLICANT_TYPES: { readonly [text: string]: string } = applicantTypes.commonGrants

/** Fields of an opportunity that the protocol does not have, and their JSON types. */
const CUSTOM_FIELDS = {
  slug: 'string',
  type: 'string',
  programCategories: 'array',
  scope: 'string',
  state: 'string',
  status: 'string',
  statusBasis: 'string',
  lastConfirmedAt: 'string',
  rolling: 'boolean',
  issuingAgency: 'string',
  budgetMin: 'number',
  timeZone: 'string',
  inferred: 'array',
  alsoFrom: 'array',
  relatedTo: 'object',
  documentCount: 'integer',
} as const satisfies { [Field in keyof Opportunity]?: CustomField['fieldType'] }

/** An opportunity in the CommonGrants protocol (0.4.0). Unknown values are undefined: the protocol has no nulls. */
export function toCommonGrant(opportunity: Opportunity): CommonGrant {
  const { id, title, status, summary, budgetMax, budgetPerAward, sourceUrl, createdAt, updatedAt } = opportunity
  const { applicantTypes } = opportunity
  return {
    id,
    title,
    status: GRANT_STATUS_OF[status],
    description: summary ?? 'No description is known.',
    funding: pickKnown({ totalAmountAvailable: toMoney(budgetMax), maxAwardAmount: toMoney(budgetPerAward) }),
    keyDates: toKeyDates(opportunity),
    acceptedApplicantTypes: applicantTypes.length > 0 ? applicantTypes.map(toApplicantType) : undefined,
    source: sourceUrl,
    customFields: toCustomFields(opportunity),
    createdAt,
    lastModifiedAt: updatedAt,
  }
}

const toMoney = (amount: number | null) => (amount === null ? undefined : { amount: String(amount), currency: 'USD' })

/** The known fields; undefined where none is. */
function pickKnown<Value>(fields: { [name: string]: Value | undefined }): { [name: string]: Value } | undefined {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

const AT_ANY_TIME: GrantEvent = {
  name: 'Applications due',
  eventType: 'other',
  details: 'Applications are accepted on a rolling basis while funds last.',
}

function toKeyDates(opportunity: Opportunity): CommonGrant['keyDates'] {
  const { timeZone, rolling, expectedBy } = opportunity
  const on = (name: string, field: 'postedDate' | 'dueDate' | 'loiDate' | 'questionDeadline') => {
    const moment = opportunity[field]
    if (moment === null) return undefined
    const instant = Date.parse(moment)
    const time = opportunity[`${field}Precision`] === 'TIME' ? { time: toLocalTime(instant, timeZone) } : {}
    return { name, eventType: 'singleDate', date: toLocalDay(instant, timeZone), ...time } satisfies GrantEvent
  }
  const dates = pickKnown<GrantEvent>({
    postDate: on('Posted', 'postedDate'),
    closeDate: on('Applications due', 'dueDate') ?? (rolling ? AT_ANY_TIME : undefined),
  })
  const otherDates = pickKnown<GrantEvent>({
    letterOfIntent: on('Letter of intent due', 'loiDate'),
    questionDeadline: on('Questions due', 'questionDeadline'),
    expectedBy:
      expectedBy === null ? undefined : { name: 'Expected to open by', eventType: 'singleDate', date: expectedBy },
  })
  return dates || otherDates ? { ...dates, otherDates } : undefined
}

function toApplicantType(text: string): NonNullable<CommonGrant['acceptedApplicantTypes']>[number] {
  const value = APPLICANT_TYPES[text.toLowerCase()]
  return value ? { value, description: text } : { value: 'custom', customValue: text }
}

function toCustomFields(opportunity: Opportunity): CommonGrant['customFields'] {
  const fields: CommonGrant['customFields'] = {}
  for (const [name, fieldType] of Object.entries(CUSTOM_FIELDS)) {
    const value = opportunity[name as keyof typeof CUSTOM_FIELDS]
    const { description } = Opportunity.shape[name as keyof typeof CUSTOM_FIELDS]
    if (value !== null) fields[name] = { name, fieldType, value, ...(description && { description }) }
  }
  return fields
}
