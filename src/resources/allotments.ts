import * as z from 'zod'
import { countRuralResidents, toAmountPerRuralResident } from '../rules/awards/totals.ts'
import type { AllotmentRecord, StateRecord } from '../schema/records.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import {
  address,
  dollars,
  integer,
  listOf,
  ofState,
  orNull,
  string,
  updatedAt,
  yearLabel,
} from '../schema/wire/fields.ts'
import { defineResource, fill } from './define.ts'
import { amounts, fiscalYear, place } from './filters.ts'
import type { Row } from './publishing.ts'

export const Allotment = z
  .strictObject({
    id: string.describe('Permanent id of the allotment.'),
    ...ofState,
    fiscalYear: yearLabel,
    amount: dollars.describe('Amount that the federal program awarded to the state for the year, in US dollars.'),
    ruralResidents: orNull(integer, 'Rural residents in the 2020 census: population times rural share, rounded.'),
    amountPerRuralResident: orNull(
      integer,
      '`amount` divided by `ruralResidents`, in whole US dollars; null when `ruralResidents` is unknown.',
    ),
    sourceTitle: string.describe('Title of the page that states the amount.'),
    sourceUrl: address.describe('URL of the page that states the amount.'),
    confirmedBy: listOf(string, 'Further sources that state the same amount.'),
    updatedAt,
  })
  .meta({ id: 'Allotment' })
export type Allotment = z.infer<typeof Allotment>

export const allotments = defineResource<Allotment>()({
  name: 'allotments',
  summary: 'Federal awards to states',
  description:
    'Amounts that the federal program awarded to each state by fiscal year, with dollars per rural resident. For the awards that states make with this money, see awards.',
  item: Allotment,
  example: { state: 'NE,SD', fiscalYear: '2026', limit: '2' },
  filters: { ...place, fiscalYear, ...amounts('amount') },
  orders: {
    default: [
      ['fiscalYear', 'desc'],
      ['state', 'asc'],
    ],
    sortable: ['state', 'fiscalYear', 'amount', 'ruralResidents', 'amountPerRuralResident'],
  },
  page: { default: 100, max: 500 },
  publish({ records }) {
    const states = new Map(records.states.map((record) => [record.code, record]))
    return records.allotments
      .filter(({ verified }) => verified)
      .map((record) => toRow(record, states.get(record.state)))
  },
})

function toRow(record: AllotmentRecord, home: StateRecord | undefined): Row<Allotment> {
  const residents = home ? countRuralResidents(home) : null
  return {
    item: fill(Allotment, {
      ...record,
      stateName: STATE_NAMES[record.state],
      ruralResidents: residents,
      amountPerRuralResident: toAmountPerRuralResident(record.amount, residents),
    }),
  }
}
