import * as z from 'zod'
import { perRuralResident, ruralResidents } from '../rules/awards/rural.ts'
import type { AllotmentRecord, StateRecord } from '../schema/records.ts'
import { STATE_NAMES, StateCode } from '../schema/vocabularies.ts'
import { address, dollars, integer, string, updatedAt, yearLabel } from '../schema/wire/fields.ts'
import { defineResource } from './define.ts'
import { amounts, fiscalYear, place } from './filters.ts'
import type { Row } from './row.ts'

export const Allotment = z
  .strictObject({
    id: string.describe('Permanent id of the allotment.'),
    state: StateCode.describe('Two-letter state code.'),
    stateName: string.describe('Name of the state.'),
    fiscalYear: yearLabel,
    amount: dollars.describe('Amount that the federal program awarded to the state for the year, in US dollars.'),
    ruralResidents: integer
      .nullable()
      .describe('Rural residents in the 2020 census: population times rural share, rounded.'),
    amountPerRuralResident: integer
      .nullable()
      .describe('`amount` divided by `ruralResidents`, in whole US dollars; null when `ruralResidents` is unknown.'),
    sourceTitle: string.describe('Title of the page that states the amount.'),
    sourceUrl: address.describe('URL of the page that states the amount.'),
    confirmedBy: z.array(string).describe('Further sources that state the same amount.'),
    updatedAt,
  })
  .meta({ id: 'Allotment' })
export type Allotment = z.infer<typeof Allotment>

export const allotments = defineResource<Allotment>()({
  name: 'allotments',
  summary: 'Federal awards to states',
  description:
    'Amounts that the federal program awarded to each state by fiscal year, with dollars per rural resident. For the awards that states make with this money, see awards.',
  promises: [
    'Only verified amounts are listed: each is stated by one source and confirmed by another.',
    '`amountPerRuralResident` uses the same census for all states. It is null if the rural share is unknown.',
  ],
  item: Allotment,
  timed: [],
  example: {
    query: { state: 'NE,SD', fiscalYear: '2026', limit: '2' },
    item: {
      id: '10e2c1bb-ee1e-56f7-bb2b-c7ba4c9ebbca',
      state: 'AK',
      stateName: 'Alaska',
      fiscalYear: 'FY2026',
      amount: 272174856,
      ruralResidents: 257420,
      amountPerRuralResident: 1057,
      sourceTitle: 'CMS Announces $50 Billion in Awards to Strengthen Rural Health in All 50 States',
      sourceUrl:
        'https://www.cms.gov/newsroom/press-releases/cms-announces-50-billion-awards-strengthen-rural-health-all-50-states',
      confirmedBy: ['https://cdn2.el-balad.com/228938 (copy of the White House list of 2025-12-29)'],
      updatedAt: '2026-11-21T08:00:00.031Z',
    },
  },
  filters: {
    ...place,
    fiscalYear: { ...fiscalYear, from: ({ item }) => item.fiscalYear },
    ...amounts('amount', ({ item }: Row<Allotment>) => item.amount),
  },
  orders: {
    default: [
      ['fiscalYear', 'desc'],
      ['state', 'asc'],
    ],
    sortable: ['state', 'fiscalYear', 'amount', 'ruralResidents', 'amountPerRuralResident'],
    other: null,
  },
  formats: { calendar: null, feed: null },
  page: { default: 100, max: 500 },
  envelope: 'paged',
  detail: null,
  publish({ records }) {
    const states = new Map(records.states.map((record) => [record.code, record]))
    return records.allotments
      .filter(({ verified }) => verified)
      .map((record) => toRow(record, states.get(record.state)))
  },
})

function toRow(record: AllotmentRecord, home: StateRecord | undefined): Row<Allotment> {
  const { id, state, fiscalYear, amount, sourceTitle, sourceUrl, confirmedBy } = record
  const residents = home ? ruralResidents(home) : null
  return {
    item: {
      id,
      state,
      stateName: STATE_NAMES[state],
      fiscalYear,
      amount,
      ruralResidents: residents,
      amountPerRuralResident: perRuralResident(amount, residents),
      sourceTitle,
      sourceUrl,
      confirmedBy,
    },
  }
}
