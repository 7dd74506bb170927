import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { REMOVAL_REASONS } from '../vocabularies.ts'
import { string } from './fields.ts'

export const removal = {
  removedAt: timestamp.describe('When the publication without it was made. Unique, as `updatedAt` is.'),
  reason: z
    .enum(REMOVAL_REASONS)
    .describe(
      'MERGED when it became part of another record, REMOVED when it is no longer published for another reason.',
    ),
  mergedInto: string.nullable().describe('The id of the record that it is part of now; null when it was not merged.'),
}

/** What a list tells of a record that is no longer published. */
export const RemovedRecord = z
  .strictObject({ id: string.describe('Id of the record.'), ...removal })
  .meta({ id: 'RemovedRecord' })
export type RemovedRecord = z.infer<typeof RemovedRecord>
