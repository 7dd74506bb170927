import { z } from 'zod'
import { count, timestamp } from '../schema/fields.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { defineResource, type Published } from './define.ts'
import { state } from './filters.ts'

/** How a source of a state, or of the nation, was found when it was last asked. */
export const CoveredSource = z
  .strictObject({
    source: z.string().describe('Name of the source: pages, grants-gov, …'),
    label: z.string().nullable().describe('Name of the page, for tracked pages.'),
    url: z.url().nullable().describe('Address of the page, for tracked pages.'),
    status: z
      .enum(['UP', 'DOWN', 'UNKNOWN'])
      .describe('DOWN after three failed checks; UNKNOWN when it was never read.'),
    lastChecked: timestamp.nullable(),
    lastChanged: timestamp.nullable().describe('When it last said something new.'),
    downSince: timestamp.nullable(),
    note: z.string().nullable().describe('Why the last check came to nothing.'),
  })
  .meta({ id: 'CoveredSource' })
export type CoveredSource = z.infer<typeof CoveredSource>

/** What the dataset holds of a state, how fresh it is, and what is known to be missing. */
export const Coverage = z
  .strictObject({
    state: StateCode.nullable().describe('Two-letter state code; null for national scope.'),
    stateName: z.string().nullable(),
    lastChanged: timestamp.nullable().describe('The newest of its change events, documents and opportunity updates.'),
    records: z
      .strictObject({ awards: count, documents: count, opportunities: count, events: count, activities: count })
      .describe('Published records by kind.'),
    sources: z.array(CoveredSource),
    gaps: z.array(z.string()).describe('What is known to be missing, in words.'),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

export type PublishedCoverage = Published<Coverage>

export const coverage = defineResource<PublishedCoverage>()({
  name: 'coverage',
  summary: 'Freshness and gaps',
  description:
    'For each state, and for national scope last: its sources with the time of their last check and change, its records by kind, and what is known to be missing. Free of charge.',
  item: Coverage,
  filters: { state: { ...state, from: ({ item }) => item.state } },
  order: [['state', 'asc']],
  page: { default: 60, max: 60 },
  envelope: 'counted',
  isFree: true,
})
