import { pick } from '../rules/pick.ts'
import { SearchDocument } from '../schema/wire/documents.ts'

/** A document as a search result. @param stateName name of its state; null for national scope */
export const toSearchDocument = (item: Omit<SearchDocument, 'stateName'>, stateName: string | null): SearchDocument =>
  pick({ ...item, stateName }, FIELDS)

const FIELDS = Object.keys(SearchDocument.shape) as (keyof SearchDocument)[]
