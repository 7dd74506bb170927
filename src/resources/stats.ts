import { z } from 'zod'
import { dollars, integer } from '../schema/wire/fields.ts'

export const Stats = z
  .strictObject({
    states: integer.describe('States with records.'),
    documents: integer.describe('Documents in the dataset.'),
    activities: integer.describe('Program activities in the dataset.'),
    totalStateAward: dollars.describe('Sum of what the federal program awarded to all states, in US dollars.'),
    fundingCount: integer.describe('Published award rows.'),
    federalTracked: z.boolean().describe('Whether records of national scope are in the dataset.'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>
