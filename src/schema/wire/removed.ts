import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { REMOVAL_REASONS } from '../vocabularies.ts'
import { string } from './fields.ts'

export const removal = {
  removedAt: timestamp.describe('When it was removed from the published data. Unique, like `updatedAt`.'),
  reason: z
    .enum(REMOVAL_REASONS)
    .describe('MERGED when it became part of another record, REMOVED when it was removed for any other reason.'),
  mergedInto: string.nullable().describe('Id of the record that it was merged into; null when it was not merged.'),
}

/** A list entry for a record that is no longer published. */
export const RemovedRecord = z
  .strictObject({ id: string.describe('Id of the record.'), ...removal })
  .meta({ id: 'RemovedRecord' })
export type RemovedRecord = z.infer<typeof RemovedRecord>
