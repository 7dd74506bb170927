import type { Layout } from '../formats/formats.ts'
import { RESOURCES } from '../resources/index.ts'
import type { SectionName } from './lists/listing.ts'

/** What tables, calendars and feeds show of the records of a section: the same as the API. */
export const layoutOf = (name: SectionName): Layout => ({ item: RESOURCES[name].item, ...RESOURCES[name].formats })
