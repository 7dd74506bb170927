import type { CommonGrant, CustomField, GrantEvent, GrantStatus } from '../../schema/wire/commongrants.ts'
import { Opportunity } from '../../schema/wire/records.ts'
import { dayIn, localTime } from '../time/moments.ts'

/** Each effective status in terms of the CommonGrants protocol. */
export const GRANT_STATUS_OF = {
  UPCOMING: { value: 'forecasted', description: 'Not yet open for applications.' },
  OPEN: { value: 'open', description: 'Open for applications.' },
  CLOSING_SOON: { value: 'open', description: 'Open for applications; the deadline is near.' },
  AMENDED: { value: 'open', description: 'Open for applications; amended recently.' },
  CLOSED: { value: 'closed', description: 'Applications are not taken.' },
} as const satisfies { [Status in Opportunity['status']]: { value: GrantStatus; description: string } }

/** Applicant types whose wording in sources means exactly one type of the protocol. */
const APPLICANT_TYPES: { [text: string]: string } = {
  'state governments': 'government_state',
  states: 'government_state',
  counties: 'government_county',
  municipalities: 'government_municipal',
  'tribal governments': 'government_tribal',
  'tribal nations': 'government_tribal',
  'small businesses': 'for_profit_small_business',
}

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

const NO_DESCRIPTION = 'No description is known.'

/** An opportunity in the CommonGrants protocol (0.4.0). Unknown values are omitted: the protocol has no nulls. */
export function toCommonGrant(opportunity: Opportunity): CommonGrant {
  const { id, title, status, summary, budgetMax, budgetPerAward, sourceUrl, createdAt, updatedAt } = opportunity
  return {
    id,
    title,
    status: GRANT_STATUS_OF[status],
    description: summary ?? NO_DESCRIPTION,
    ...present('funding', {
      ...(budgetMax !== null && { totalAmountAvailable: dollars(budgetMax) }),
      ...(budgetPerAward !== null && { maxAwardAmount: dollars(budgetPerAward) }),
    }),
    ...present('keyDates', keyDates(opportunity)),
    ...(opportunity.applicantTypes.length > 0 && {
      acceptedApplicantTypes: opportunity.applicantTypes.map(applicantType),
    }),
    source: sourceUrl,
    customFields: customFields(opportunity),
    createdAt,
    lastModifiedAt: updatedAt,
  }
}

const dollars = (amount: number) => ({ amount: String(amount), currency: 'USD' })

const present = <Name extends string, Value extends object>(name: Name, value: Value): { [Own in Name]?: Value } =>
  Object.keys(value).length > 0 ? ({ [name]: value } as { [Own in Name]: Value }) : {}

function keyDates(opportunity: Opportunity): NonNullable<CommonGrant['keyDates']> {
  const { timeZone, rolling, postedDate, dueDate, loiDate, questionDeadline, expectedBy } = opportunity
  const on = <Key extends string>(
    key: Key,
    name: string,
    moment: string | null,
    precision: Opportunity['dueDatePrecision'],
  ) => {
    if (moment === null) return {}
    const instant = Date.parse(moment)
    const time = precision === 'TIME' ? { time: localTime(instant, timeZone) } : {}
    const event: GrantEvent = { name, eventType: 'singleDate', date: dayIn(instant, timeZone), ...time }
    return present(key, event)
  }
  const atAnyTime: GrantEvent = {
    name: 'Applications due',
    eventType: 'other',
    details: 'Applications are accepted on a rolling basis while funds last.',
  }
  const { postedDatePrecision, dueDatePrecision, loiDatePrecision, questionDeadlinePrecision } = opportunity
  return {
    ...on('postDate', 'Posted', postedDate, postedDatePrecision),
    ...on('closeDate', 'Applications due', dueDate, dueDatePrecision),
    ...(dueDate === null && rolling && { closeDate: atAnyTime }),
    ...present('otherDates', {
      ...on('letterOfIntent', 'Letter of intent due', loiDate, loiDatePrecision),
      ...on('questionDeadline', 'Questions due', questionDeadline, questionDeadlinePrecision),
      ...(expectedBy !== null && {
        expectedBy: { name: 'Expected to open by', eventType: 'singleDate', date: expectedBy } satisfies GrantEvent,
      }),
    }),
  }
}

function applicantType(text: string): NonNullable<CommonGrant['acceptedApplicantTypes']>[number] {
  const value = APPLICANT_TYPES[text.toLowerCase()]
  return value ? { value, description: text } : { value: 'custom', customValue: text }
}

function customFields(opportunity: Opportunity): CommonGrant['customFields'] {
  const fields: CommonGrant['customFields'] = {}
  for (const [name, fieldType] of Object.entries(CUSTOM_FIELDS)) {
    const value = opportunity[name as keyof typeof CUSTOM_FIELDS]
    const { description } = Opportunity.shape[name as keyof typeof CUSTOM_FIELDS]
    if (value !== null) fields[name] = { name, fieldType, value, ...(description && { description }) }
  }
  return fields
}
