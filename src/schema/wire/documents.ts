import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { DocumentCategory } from '../vocabularies.ts'
import {
  address,
  categorized,
  day,
  dollars,
  integer,
  state,
  stateName,
  string,
  updatedAt,
  yearLabel,
} from './fields.ts'

const keyDates = z.array(z.strictObject({ label: string, date: day }))

/** What official documents state of the award list that a document is. */
const stated = {
  statedRows: integer
    .nullable()
    .describe('How many awards its list has, as officially stated; null when nobody states it.'),
  statedTotal: dollars
    .nullable()
    .describe('Total of its award list in US dollars, as officially stated and rounded; null when nobody states it.'),
  statedIn: address
    .nullable()
    .describe('The official document that states them; null when it is this one, or none does.'),
}

export const Document = z
  .strictObject({
    id: string,
    title: string,
    fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
    category: DocumentCategory,
    documentCategory: DocumentCategory.describe('The same value as `category`.'),
    activityTypes: z.array(LegacyCategory).describe('Legacy category IDs.'),
    ...categorized,
    state,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    ...stated,
    highlights: string.nullable(),
    url: address,
    applicationUrl: address.nullable(),
    nextDeadline: timestamp.nullable().describe('The first deadline after the moment of the request.'),
    keyDates,
    discovered: timestamp,
    updatedAt,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>
/** A document without what depends on the moment of the request, and before it is stamped. */
export type TimelessDocument = Omit<Document, 'nextDeadline' | 'updatedAt'>

export const DocumentDetail = z
  .strictObject({
    id: string,
    title: string,
    fileType: string,
    category: DocumentCategory,
    state,
    stateName,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    ...stated,
    budget: z.strictObject({ total: dollars.nullable(), federal: dollars.nullable(), match: dollars.nullable() }),
    programHighlights: string.nullable(),
    strategicGoals: z.array(string),
    milestones: z.array(
      z.strictObject({
        date: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .describe('`YYYY-MM`.'),
        label: string,
      }),
    ),
    transformationStrategy: z.strictObject({ keyInitiatives: z.array(string), approachSummary: string.nullable() }),
    implementationPhase: string.nullable().describe('IMPLEMENTING, PLANNING, …; an open list.'),
    completenessScore: z.number().min(0).max(1).describe('Share of the structured fields that are filled, 0 to 1.'),
    applicationUrl: address.nullable(),
    pages: integer.nullable(),
    url: address,
    description: string
      .nullable()
      .describe('What the document announces, in 80 to 200 words of our own; shorter for press reports.'),
    updatedAt,
  })
  .meta({ id: 'DocumentDetail' })
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** A document as the search shows it. */
export const SearchDocument = Document.pick({
  id: true,
  title: true,
  fileType: true,
  category: true,
  documentCategory: true,
  programCategories: true,
  programCategoryEvidence: true,
  state: true,
})
  .extend({ stateName })
  .extend(Document.pick({ fiscalYear: true, highlights: true, url: true, discovered: true }).shape)
  .meta({ id: 'SearchDocument' })
export type SearchDocument = z.infer<typeof SearchDocument>
