import * as z from 'zod'
import { url } from './fields.ts'
import { EVIDENCE_SOURCES, ProgramCategory } from './taxonomy.ts'

/** Field types shared by several kinds of records. */

export const type = z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'is not an uppercase type (RFP, PDF)')

/** Categories given by a person or the source. The classifier adds the inferred ones. */
export const categories = z
  .array(z.strictObject({ category: ProgramCategory, source: z.enum(EVIDENCE_SOURCES).exclude(['INFERRED']) }))
  .max(15)
  .optional()

export const sourced = { sourceUrl: url, retrievedFrom: url.nullable() }
