import { describe, expect, it } from 'vitest'
import { GRANT_STATUS_OF, toCommonGrant } from '../../../src/rules/notices/commongrants.ts'
import { CommonGrant } from '../../../src/schema/wire/commongrants.ts'
import type { Opportunity } from '../../../src/schema/wire/records.ts'

const ID = '00000000-0000-5000-8000-000000000001'
const BARE: Opportunity = {
  id: ID,
  slug: 'dental-fund-nc-00000000',
  title: 'Dental fund',
  type: 'RFA',
  opportunityType: 'RFA',
  categories: [],
  category: 'OTHER',
  programCategories: ['OTHER_UNCLASSIFIED'],
  programCategoryEvidence: [],
  truncatedProgramCategories: [],
  scope: 'STATE',
  state: null,
  status: 'OPEN',
  statusBasis: 'SOURCE',
  lastConfirmedAt: null,
  rolling: false,
  expectedBy: null,
  issuingAgency: null,
  summary: null,
  budgetMin: null,
  budgetMax: null,
  budgetPerAward: null,
  applicantTypes: [],
  postedDate: null,
  postedDatePrecision: null,
  dueDate: null,
  dueDatePrecision: null,
  loiDate: null,
  loiDatePrecision: null,
  questionDeadline: null,
  questionDeadlinePrecision: null,
  timeZone: 'America/New_York',
  inferred: [],
  sourceUrl: 'https://nc.gov/fund',
  alsoFrom: [],
  relatedTo: null,
  documentCount: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-02T00:00:00.000Z',
} as unknown as Opportunity

function grant(more: Partial<Opportunity> = {}): CommonGrant {
  const written = toCommonGrant({ ...BARE, ...more })
  expect(CommonGrant.parse(written)).toEqual(written)
  return written
}

describe('an opportunity in the CommonGrants protocol', () => {
  it('leaves out what is unknown', () => {
    const { customFields, ...stated } = grant()
    expect(stated).toEqual({
      id: ID,
      title: 'Dental fund',
      status: { value: 'open', description: 'Open for applications.' },
      description: 'No description is known.',
      source: 'https://nc.gov/fund',
      createdAt: '2026-11-01T00:00:00.000Z',
      lastModifiedAt: '2026-11-02T00:00:00.000Z',
    })
    expect(Object.keys(customFields)).toEqual([
      'slug',
      'type',
      'programCategories',
      'scope',
      'status',
      'statusBasis',
      'rolling',
      'timeZone',
      'inferred',
      'alsoFrom',
      'documentCount',
    ])
  })

  it('has its further fields with their types and descriptions', () => {
    const { customFields } = grant({ state: 'NC', budgetMin: 5, issuingAgency: 'Agency' })
    expect(customFields.state).toMatchObject({ name: 'state', fieldType: 'string', value: 'NC' })
    expect(customFields.budgetMin).toMatchObject({ name: 'budgetMin', fieldType: 'number', value: 5 })
    expect(customFields.issuingAgency).toEqual({
      name: 'issuingAgency',
      fieldType: 'string',
      value: 'Agency',
      description: 'Issuing agency.',
    })
  })

  it.each([
    ['UPCOMING', 'forecasted'],
    ['OPEN', 'open'],
    ['CLOSING_SOON', 'open'],
    ['AMENDED', 'open'],
    ['CLOSED', 'closed'],
  ] as const)('with the status %s is %s', (status, value) => {
    expect(grant({ status }).status).toEqual(GRANT_STATUS_OF[status])
    expect(GRANT_STATUS_OF[status].value).toBe(value)
  })

  it.each<[string, Partial<Opportunity>, CommonGrant['funding']]>([
    ['its pool', { budgetMax: 1_000_000 }, { totalAmountAvailable: { amount: '1000000', currency: 'USD' } }],
    ['the ceiling of an award', { budgetPerAward: 0 }, { maxAwardAmount: { amount: '0', currency: 'USD' } }],
    ['no minimum', { budgetMin: 5 }, undefined],
  ])('has %s', (_, more, funding) => {
    expect(grant(more).funding).toEqual(funding)
  })

  const due = { name: 'Applications due', eventType: 'singleDate', date: '2026-12-01' }
  it.each<[string, Partial<Opportunity>, object | undefined]>([
    ['its due day', { dueDate: '2026-12-02T04:59:59.000Z', dueDatePrecision: 'DATE' }, { closeDate: due }],
    [
      'its due time, even if rolling',
      { dueDate: '2026-12-01T22:00:00.000Z', dueDatePrecision: 'TIME', rolling: true },
      { closeDate: { ...due, time: '17:00:00' } },
    ],
    [
      'that it is rolling',
      { rolling: true },
      {
        closeDate: {
          name: 'Applications due',
          eventType: 'other',
          details: 'Applications are accepted on a rolling basis while funds last.',
        },
      },
    ],
    [
      'when it was posted',
      { postedDate: '2026-11-01T04:00:00.000Z', postedDatePrecision: 'DATE' },
      { postDate: { name: 'Posted', eventType: 'singleDate', date: '2026-11-01' } },
    ],
    [
      'other dates',
      {
        loiDate: '2026-11-10T04:59:59.000Z',
        loiDatePrecision: 'DATE',
        questionDeadline: '2026-11-05T17:30:00.000Z',
        questionDeadlinePrecision: 'TIME',
        expectedBy: '2027-01-01',
      },
      {
        otherDates: {
          letterOfIntent: { name: 'Letter of intent due', eventType: 'singleDate', date: '2026-11-09' },
          questionDeadline: { name: 'Questions due', eventType: 'singleDate', date: '2026-11-05', time: '12:30:00' },
          expectedBy: { name: 'Expected to open by', eventType: 'singleDate', date: '2027-01-01' },
        },
      },
    ],
  ])('says %s', (_, more, keyDates) => {
    expect(grant(more).keyDates).toEqual(keyDates)
  })

  it('names applicants as the protocol does, or as the source', () => {
    expect(grant({ applicantTypes: ['Counties', 'Tribal nations', 'Rural hospitals'] }).acceptedApplicantTypes).toEqual(
      [
        { value: 'government_county', description: 'Counties' },
        { value: 'government_tribal', description: 'Tribal nations' },
        { value: 'custom', customValue: 'Rural hospitals' },
      ],
    )
  })

  it('has the summary as its description', () => {
    expect(grant({ summary: 'For dental teams.' }).description).toBe('For dental teams.')
  })
})
