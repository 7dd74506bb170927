import * as z from 'zod'
import { isPrintable, timestamp } from '../fields.ts'
import { ProgramCategory, ProgramCategoryEvidence } from '../taxonomy.ts'
import { DatePrecision, REMOVAL_REASONS, StateCode } from '../vocabularies.ts'

/** Field types of responses. Every key is always present: unknown is null, known to be empty is []. */

export const orNull = <Type extends z.ZodType>(type: Type, description: string) => type.nullable().describe(description)
export const listOf = <Type extends z.ZodType>(type: Type, description: string) => z.array(type).describe(description)
export const string = z.string().min(1).refine(isPrintable, 'contains a control character')
export const address = z.url({ protocol: /^https?$/, message: 'is not an http(s) URL' })
export const integer = z.int().min(0)
export const dollars = z.number().min(0).describe('US dollars.')
export const day = z.iso.date().describe('`YYYY-MM-DD`.')
export const yearLabel = z
  .string()
  .regex(/^FY\d{4}$/)
  .describe('Fiscal year, `FY2026`.')
export const state = orNull(StateCode, 'Two-letter state code; null for national scope.')
/** The state of a record that is never of national scope. */
export const ofState = {
  state: StateCode.describe('Two-letter state code.'),
  stateName: string.describe('Name of the state.'),
}
export const stateName = orNull(string, 'Name of the state; null for national scope.')

export const precision = orNull(
  DatePrecision,
  'DATE when only the day is known, TIME when the time is known; null when the date is unknown.',
)
export const zoneName = string.describe('IANA time zone of its dates.')

/** Publication times. List items have `updatedAt`, some also `createdAt`; details have the same. */
export const createdAt = timestamp.describe('When the record was first published.')
export const discovered = timestamp.describe(
  'When the document was published or, if unknown, first seen. The first instant of that day if only the day is known.',
)
export const published = orNull(day, 'Day on which the document was published, `YYYY-MM-DD`; null if unknown.')
export const updatedAt = timestamp.describe(
  'When the content of the record last changed. Unique in its list; later publications have later values.',
)

export const categorized = {
  programCategories: listOf(ProgramCategory, 'Canonical category IDs, best first.'),
  programCategoryEvidence: listOf(ProgramCategoryEvidence, 'Evidence for each category.'),
}

export const removal = {
  removedAt: timestamp.describe('When it was removed from the published data. Unique, like `updatedAt`.'),
  reason: z
    .enum(REMOVAL_REASONS)
    .describe('MERGED when it became part of another record, REMOVED when it was removed for any other reason.'),
  mergedInto: orNull(string, 'Id of the record that it was merged into; null when it was not merged.'),
}

/** A list entry for a record that is no longer published. */
export const RemovedRecord = z
  .strictObject({ id: string.describe('Id of the record.'), ...removal })
  .meta({ id: 'RemovedRecord' })
export type RemovedRecord = z.infer<typeof RemovedRecord>
