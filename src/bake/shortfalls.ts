import type { RecordError } from '../records/dataset-error.ts'
import type { Coverage } from '../resources/coverage.ts'
import { awardFactsOf } from '../rules/award-facts.ts'
import { awardListsOf } from '../rules/award-lists.ts'
import { shortfallText } from '../rules/gaps.ts'
import type { Records } from '../schema/records.ts'

/** An error for each award list that is known to be incomplete but has no gap in the coverage. */
export function silentShortfalls(records: Records, coverage: readonly { item: Coverage }[]): RecordError[] {
  const gapsOf = new Map(coverage.map(({ item }) => [item.state, item.gaps]))
  return awardFactsOf(awardListsOf(records), new Map(), null).lists.flatMap((list) => {
    if (!list.isShort || gapsOf.get(list.state)?.includes(shortfallText(list))) return []
    return [
      { file: 'lists.ndjson', line: 0, field: list.title, reason: `no gap mentions this: ${shortfallText(list)}` },
    ]
  })
}
