import type { StateCode } from '../schema/vocabularies.ts'
import { type AwardList, findMeasure, getHolding, isShort, type Measure } from './award-lists.ts'
import { compare } from './compare.ts'
import { isVerified, type Verdict, type Wait } from './verification.ts'

/** A list about which something is known, and what is stored of it. */
export interface ListFacts {
  title: string
  state: StateCode | null
  rows: number
  sum: number | null
  measure: Measure
  isShort: boolean
}

/** What the coverage of a state says about its awards. */
export interface AwardFacts {
  lists: ListFacts[]
  /** Rows that are stored but not published, by the reason. */
  waiting: { wait: Wait; rows: number }[]
  /** Money in award lists that is not an award row. */
  unlisted: { title: string; amount: number | null }[]
}

/** What the rows that wait are waiting for. */
export const WAITS = {
  OFFICIAL_PUBLISHER: 'an official document that lists the award',
  OFFICIAL_COUNT: 'an official count or total of the list, or a second reading of it',
  AGREEMENT: 'a list that agrees with what its publisher states',
} as const satisfies Record<Wait, string>

/** The award facts of a state; null: of the whole nation. */
export function getAwardFacts(
  lists: readonly AwardList[],
  verdicts: ReadonlyMap<string, Verdict>,
  state: StateCode | null,
): AwardFacts {
  const own = lists.filter((list) => state === null || findState(list) === state)
  const rows = own.flatMap((list) => list.rows).filter((row) => state === null || row.state === state)
  const waits = rows.flatMap(({ id }) => findWait(verdicts.get(id)) ?? [])
  return {
    lists: own.flatMap((list) => findListFacts(list) ?? []),
    waiting: (Object.keys(WAITS) as Wait[]).flatMap((wait) => {
      const count = waits.filter((other) => other === wait).length
      return count > 0 ? [{ wait, rows: count }] : []
    }),
    unlisted:
      state === null
        ? []
        : own
            .flatMap(({ pools }) => pools.map(({ title, amount }) => ({ title, amount })))
            .sort((a, b) => compare(a.title, b.title)),
  }
}

const findState = ({ document, rows, pools }: AwardList): StateCode | null =>
  document.state ?? rows[0]?.state ?? pools[0]?.state ?? null

const findWait = (verdict: Verdict | undefined): Wait | null => (verdict && !isVerified(verdict) ? verdict.wait : null)

function findListFacts(list: AwardList): ListFacts | null {
  const measure = findMeasure(list)
  if (!measure) return null
  const { rows, sum } = getHolding({ rows: list.rows, pools: [] })
  return { title: list.document.title, state: findState(list), rows, sum, measure, isShort: isShort(list) }
}
