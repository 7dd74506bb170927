import type { SearchDocument } from '../schema/wire/documents.ts'

/** A document as a search result. @param stateName name of its state; null for national scope */
export const searchDocumentOf = (
  item: Omit<SearchDocument, 'stateName'>,
  stateName: string | null,
): SearchDocument => ({
  id: item.id,
  title: item.title,
  fileType: item.fileType,
  category: item.category,
  documentCategory: item.documentCategory,
  programCategories: item.programCategories,
  programCategoryEvidence: item.programCategoryEvidence,
  state: item.state,
  stateName,
  fiscalYear: item.fiscalYear,
  highlights: item.highlights,
  url: item.url,
  published: item.published,
  discovered: item.discovered,
})
