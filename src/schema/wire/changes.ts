import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { RECORD_CHANGES } from '../vocabularies.ts'
import { state, string } from './fields.ts'
import { removal } from './removed.ts'

const anything = z.unknown().meta({ description: 'The value of the field.' })

/** A field of a record before and after a change. */
const Sides = z
  .strictObject({ before: anything.optional(), after: anything.optional() })
  .describe('A side is absent where the record did not have the field.')

/** One change of one record, as the API tells of it. */
export const RecordChange = z
  .strictObject({
    resource: string.describe('The list that the record is of.'),
    id: string.describe('Its id; the code of a state.'),
    state,
    change: z.enum(RECORD_CHANGES),
    version: string.describe('The dataset version that it was published with.'),
    publishedAt: timestamp.describe('When that version was published.'),
    changedAt: timestamp.describe('The `updatedAt` or `removedAt` that it gave the record. Unique in its list.'),
    updatedAtBefore: timestamp
      .nullable()
      .describe('The `updatedAt` that the record had before; null for a record that is new.'),
    fields: z
      .record(string, Sides)
      .describe(
        'For UPDATED: each field that changed, before and after. `timeline` holds the fields that depend on the moment of the request.',
      ),
    record: z
      .record(string, z.unknown())
      .nullable()
      .describe(
        'For CREATED the whole record as it was published, for REMOVED and MERGED as it was last published; null for UPDATED, and for a record that was merged before it was published. Fields that depend on the moment are in its `timeline`.',
      ),
    recomputed: z.array(string).describe('Fields computed from other records that changed too, without their values.'),
    mergedInto: removal.mergedInto,
  })
  .meta({ id: 'RecordChange' })
export type RecordChange = z.infer<typeof RecordChange>
