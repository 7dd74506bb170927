import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { DocumentCategory } from '../vocabularies.ts'
import {
  address,
  categorized,
  day,
  discovered,
  dollars,
  integer,
  listOf,
  orNull,
  published,
  state,
  stateName,
  string,
  updatedAt,
  yearLabel,
} from './fields.ts'

const keyDates = z
  .array(
    z.strictObject({
      label: string.describe('What is due or planned on that day.'),
      date: day.describe('The day, `YYYY-MM-DD`.'),
    }),
  )
  .describe('Key dates in the document.')

/** For a document that is an award list: what official documents state about the list. */
const stated = {
  statedRows: orNull(integer, 'Number of awards in its list, as officially stated; null when not stated.'),
  statedTotal: orNull(
    dollars,
    'Total of its award list in US dollars, as officially stated and rounded; null when not stated.',
  ),
  statedIn: orNull(
    address,
    'URL of the official document that states them; null when it is this document or when not stated.',
  ),
}

const head = {
  id: string.describe('Permanent id of the document.'),
  title: string.describe('Title as given by the source.'),
  fileType: string.describe('Such as PDF, HTML or XLSX; an open list.'),
  category: DocumentCategory.describe('Document category.'),
}
const applicationUrl = orNull(address, 'URL to apply at, if the document invites applications.')
const url = address.describe('URL of the document.')

export const Document = z
  .strictObject({
    ...head,
    documentCategory: DocumentCategory.describe('The same value as `category`.'),
    activityTypes: listOf(LegacyCategory, 'Legacy category IDs.'),
    ...categorized,
    state,
    fiscalYear: yearLabel.nullable(),
    award: orNull(dollars, 'Amount that the document announces, in US dollars; null: none, or unknown.'),
    ...stated,
    highlights: orNull(string, 'Short summary in our own words.'),
    url,
    applicationUrl,
    nextDeadline: orNull(
      timestamp,
      'The first deadline after the time of the request. The last second of its day if it has no time.',
    ),
    keyDates,
    published,
    discovered,
    updatedAt,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>
/** A document without the fields that depend on the time of the request, before it is stamped. */
export type TimelessDocument = Omit<Document, 'nextDeadline' | 'updatedAt'>

export const DocumentDetail = z
  .strictObject({
    ...head,
    state,
    stateName,
    fiscalYear: yearLabel.nullable(),
    award: orNull(dollars, 'Amount that the document announces, in US dollars; null: none, or unknown.'),
    ...stated,
    budget: z
      .strictObject({ total: dollars.nullable(), federal: dollars.nullable(), match: dollars.nullable() })
      .describe('Amounts stated in the document, in US dollars.'),
    programHighlights: orNull(string, 'What the document says about the program, in our own words.'),
    strategicGoals: listOf(string, 'Goals in the document.'),
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
      .describe('Planned milestones by month.'),
    transformationStrategy: z
      .strictObject({
        keyInitiatives: listOf(string, 'Initiatives in the document.'),
        approachSummary: orNull(string, 'The approach, in our own words.'),
      })
      .describe('The strategy in the document.'),
    implementationPhase: orNull(string, 'Such as IMPLEMENTING or PLANNING; an open list.'),
    completenessScore: z.number().min(0).max(1).describe('Share of the structured fields that have a value, 0 to 1.'),
    applicationUrl,
    pages: orNull(integer, 'Number of pages.'),
    url,
    description: orNull(
      string,
      'What the document announces, in 80 to 200 words of our own; shorter for press reports.',
    ),
    updatedAt,
  })
  .meta({ id: 'DocumentDetail' })
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** A document in search results. */
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
  .extend(Document.pick({ fiscalYear: true, highlights: true, url: true, published: true, discovered: true }).shape)
  .meta({ id: 'SearchDocument' })
export type SearchDocument = z.infer<typeof SearchDocument>
