import * as z from 'zod'
import type { Dataset } from '../records/dataset.ts'
import { getSum } from '../rules/awards/totals.ts'
import { dollars, integer } from '../schema/wire/fields.ts'
import { activities } from './activities.ts'
import { awards } from './awards.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { opportunities } from './opportunities.ts'
import type { Published } from './publishing.ts'
import { states } from './states.ts'

export const Stats = z
  .strictObject({
    states: integer.describe('Number of states with records.'),
    documents: integer.describe('Number of documents.'),
    activities: integer.describe('Number of program activities.'),
    totalStateAward: dollars.describe(
      'Total that the federal program awarded to all states, in US dollars: the sum of the amounts as the federal list prints them. The list rounds each amount to the dollar, so the total of a year can be a few dollars off $10 billion.',
    ),
    fundingCount: integer.describe('Number of published award rows.'),
    federalTracked: z.boolean().describe('Whether the dataset has records of national scope.'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

/** The stats of a publication. */
export function getStats({ records }: Dataset, { rows }: Published): Stats {
  const amounts = records.allotments.filter(({ verified }) => verified).map(({ amount }) => amount)
  return {
    states: rows(states).length,
    documents: rows(documents).length,
    activities: rows(activities).length,
    totalStateAward: getSum(amounts) ?? 0,
    fundingCount: rows(awards).length,
    federalTracked: [rows(documents), rows(opportunities), rows(events)].flat().some(({ item }) => item.state === null),
  }
}
