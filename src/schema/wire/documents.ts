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

const keyDates = z
  .array(z.strictObject({ label: string.describe('What is due or planned on the day.'), date: day }))
  .describe('The days that it names.')

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
    id: string.describe('Id of the document, the same at all times.'),
    title: string.describe('Title of the document, as its source gives it.'),
    fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
    category: DocumentCategory.describe('What kind of document it is.'),
    documentCategory: DocumentCategory.describe('The same value as `category`.'),
    activityTypes: z.array(LegacyCategory).describe('Legacy category IDs.'),
    ...categorized,
    state,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    ...stated,
    highlights: string.nullable().describe('What matters in it, in a few sentences of our own.'),
    url: address.describe('Where the document is.'),
    applicationUrl: address.nullable().describe('Where to apply, if it invites applications.'),
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
    id: string.describe('Id of the document, the same at all times.'),
    title: string.describe('Title of the document, as its source gives it.'),
    fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
    category: DocumentCategory.describe('What kind of document it is.'),
    state,
    stateName,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    ...stated,
    budget: z
      .strictObject({ total: dollars.nullable(), federal: dollars.nullable(), match: dollars.nullable() })
      .describe('The amounts that it states, in US dollars.'),
    programHighlights: string.nullable().describe('What it says about the program, in our own words.'),
    strategicGoals: z.array(string).describe('The goals that it sets.'),
    milestones: z
      .array(
        z.strictObject({
          date: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .describe('`YYYY-MM`.'),
          label: string.describe('What is planned.'),
        }),
      )
      .describe('What it plans, by month.'),
    transformationStrategy: z
      .strictObject({
        keyInitiatives: z.array(string).describe('The initiatives that it names.'),
        approachSummary: string.nullable().describe('How it goes about them, in our own words.'),
      })
      .describe('The strategy that it describes.'),
    implementationPhase: string.nullable().describe('IMPLEMENTING, PLANNING, …; an open list.'),
    completenessScore: z.number().min(0).max(1).describe('Share of the structured fields that are filled, 0 to 1.'),
    applicationUrl: address.nullable().describe('Where to apply, if it invites applications.'),
    pages: integer.nullable().describe('Number of its pages.'),
    url: address.describe('Where the document is.'),
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
