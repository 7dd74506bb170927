import type { StateCode } from '../../schema/vocabularies.ts'
import { parseSentences } from '../text/sentences.ts'
import { formatDollars } from '../text/wording.ts'
import { compare } from '../text/words.ts'
import { type AwardList, findMeasure, getHolding, isShort, type Measure } from './award-lists.ts'
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

/** The passage about an award. */
export interface PassageAward {
  awardeeName: string
  stateName: string
  fiscalYear: string
  federalAmount: number | null
  programDescription: string | null
}

const DESCRIPTION_MAX = 300

/** The content of an award row without its description: `Award to Mercy Hospital, Iowa, FY2026: $34,750.` */
function awardSentence({ awardeeName, stateName, fiscalYear, federalAmount }: PassageAward): string {
  const amount = federalAmount === null ? 'amount not published' : formatDollars(federalAmount)
  return `Award to ${awardeeName}, ${stateName}, ${fiscalYear}: ${amount}.`
}

const SENTENCE = /^Award to (.+), [^,]+, FY\d{4}: /

/** The awardee in the passage of an award row. */
export const awardeeIn = (passage: string): string => SENTENCE.exec(passage)?.[1] ?? ''

/** The passage of an award row in the document that lists it: its sentence, and what the money is for. */
export function awardPassage(award: PassageAward): string {
  const [description = ''] = parseSentences(award.programDescription ?? '')
  return description !== '' && description.length <= DESCRIPTION_MAX
    ? `${awardSentence(award)} ${description}`
    : awardSentence(award)
}
