import { z } from 'zod'
import { url } from './fields.ts'
import { EVIDENCE_SOURCES, ProgramCategory } from './taxonomy.ts'

/** The field types that several kinds of records share. */

export const type = z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'is not a type in capitals (RFP, PDF)')

/** Categories that a person or the source itself names; the classifier adds what it infers. */
export const categories = z
  .array(z.strictObject({ category: ProgramCategory, source: z.enum(EVIDENCE_SOURCES).exclude(['INFERRED']) }))
  .max(15)
  .optional()

export const sourced = { sourceUrl: url, retrievedFrom: url.nullable() }
