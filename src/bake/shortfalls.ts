import type { RecordError } from '../records/dataset-error.ts'
import type { Coverage } from '../resources/coverage.ts'
import { getAwardFacts } from '../rules/award-facts.ts'
import { getAwardLists } from '../rules/award-lists.ts'
import { shortfallText } from '../rules/gaps.ts'
import type { Records } from '../schema/records.ts'

/**
 * An error for each award list that is known to be incomplete but has no gap in the coverage.
 * @param coverage called if there is such a list
 */
export function silentShortfalls(
  records: Records,
  coverage: () => readonly { item: Pick<Coverage, 'state' | 'gaps'> }[],
): RecordError[] {
  const short = getAwardFacts(getAwardLists(records), new Map(), null).lists.filter(({ isShort }) => isShort)
  if (short.length === 0) return []
  const gapsOf = new Map(coverage().map(({ item }) => [item.state, item.gaps]))
  return short
    .filter((list) => !gapsOf.get(list.state)?.includes(shortfallText(list)))
    .map((list) => ({
      file: 'lists.ndjson',
      line: 0,
      field: list.title,
      reason: `no gap mentions this: ${shortfallText(list)}`,
    }))
}
