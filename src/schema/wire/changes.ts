import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { RECORD_CHANGES } from '../vocabularies.ts'
import { listOf, orNull, removal, state, string } from './fields.ts'

const anything = z.unknown().meta({ description: 'The value of the field.' })

const Sides = z
  .strictObject({ before: anything.optional(), after: anything.optional() })
  .describe('`before` or `after` is absent if the record did not have the field, or its value then was not recorded.')

/** One change of one record, as published. */
export const RecordChange = z
  .strictObject({
    resource: string.describe('The list of the record.'),
    id: string.describe('Id of the record; for a state, its code.'),
    state,
    change: z.enum(RECORD_CHANGES),
    version: string.describe('The dataset version that published the change.'),
    publishedAt: timestamp.describe('When that version was published.'),
    changedAt: timestamp.describe('The new `updatedAt` or `removedAt` of the record. Unique in its list.'),
    updatedAtBefore: orNull(timestamp, 'The previous `updatedAt` of the record; null for a new record.'),
    fields: z
      .record(string, Sides)
      .describe(
        'For UPDATED: each changed field, before and after. `timeline` has the fields that depend on the time of the request.',
      ),
    record: z
      .record(string, z.unknown())
      .nullable()
      .describe(
        'For CREATED, the whole record as published; for REMOVED and MERGED, as last published. Null for UPDATED, and for a record that was merged before it was published. Fields that depend on the time of the request are in its `timeline`.',
      ),
    recomputed: listOf(
      string,
      'Other changed fields, which are computed from other records; their values are not recorded.',
    ),
    mergedInto: removal.mergedInto,
  })
  .meta({ id: 'RecordChange' })
export type RecordChange = z.infer<typeof RecordChange>
