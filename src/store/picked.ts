import type { Fields } from '../resources/row.ts'
import { pick } from '../rules/pick.ts'

/** The records of a JSON array with only some of their fields; removed records keep all of theirs. */
export const picked = (data: string, fields: readonly string[]): string =>
  JSON.stringify(
    (JSON.parse(data) as Fields[]).map((record) => ('removedAt' in record ? record : pick(record, fields))),
  )
