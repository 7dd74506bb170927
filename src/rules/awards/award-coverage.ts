import type { AwardRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import type { AwardsCovered } from '../../schema/wire/records.ts'
import { formatDollars } from '../text/wording.ts'
import { compare, parseSentences } from '../text/words.ts'
import { type AwardList, findMeasure, getHolding, isShort, toWholeLists } from './award-lists.ts'
import { findNewest, getSum, sumAmounts } from './totals.ts'
import { isVerified, type Verdict, type Wait } from './verification.ts'

export const WAITS = {
  OFFICIAL_PUBLISHER: 'an official document that lists the award',
  OFFICIAL_COUNT: 'an official count or total of the list, or a second reading of it',
  AGREEMENT: 'a list that agrees with what its publisher states',
} as const satisfies Record<Wait, string>

type Verdicts = ReadonlyMap<string, Verdict>

const findState = ({ document, rows, pools }: AwardList): StateCode | null =>
  document.state ?? rows[0]?.state ?? pools[0]?.state ?? null

const findWait = (verdict: Verdict | undefined): Wait | null => (verdict && !isVerified(verdict) ? verdict.wait : null)
const getAmounts = (rows: AwardList['rows']): number | null => sumAmounts(rows).total

/** The lists of a state about which something is known, its rows that wait, and its money that is no award row; null: of the nation. */
export function getAwardFacts(lists: readonly AwardList[], verdicts: Verdicts, state: StateCode | null) {
  const stateLists = lists.filter((list) => state === null || findState(list) === state)
  const rows = stateLists.flatMap((list) => list.rows).filter((row) => state === null || row.state === state)
  const waits = Map.groupBy(rows, ({ id }) => findWait(verdicts.get(id)))
  const unlisted =
    state === null ? [] : stateLists.flatMap(({ pools }) => pools.map(({ title, amount }) => ({ title, amount })))
  return {
    lists: stateLists.flatMap((list) => {
      const measure = findMeasure(list)
      const { rows, sum } = getHolding({ rows: list.rows, pools: [] })
      const { title } = list.document
      return measure ? [{ title, state: findState(list), rows, sum, measure, isShort: isShort(list) }] : []
    }),
    waiting: (Object.keys(WAITS) as Wait[]).flatMap((wait) => {
      const waiting = waits.get(wait)
      return waiting ? [{ wait, rows: waiting.length }] : []
    }),
    unlisted: unlisted.sort((a, b) => compare(a.title, b.title)),
  }
}

export type AwardFacts = ReturnType<typeof getAwardFacts>
export type ListFacts = AwardFacts['lists'][number]

/** What is held, published, stated and missing of a state's awards; of the nation (null), nothing is listed as missing. */
export function getAwardCoverage(
  all: readonly AwardList[],
  verdicts: Verdicts,
  state: StateCode | null,
  allotment: number | null,
): AwardsCovered {
  const lists = all.filter((list) => state === null || findState(list) === state)
  const getPublished = (rows: AwardList['rows']) => rows.filter(({ id }) => isVerified(verdicts.get(id)))
  const rows = lists.flatMap((list) => list.rows)
  const published = getPublished(rows)
  const sumPublished = getAmounts(published)
  const rowsOfStated = lists.flatMap(({ rows, statement }) =>
    statement?.statedRows == null ? [] : { published: getPublished(rows).length, stated: statement.statedRows },
  )
  const sumOfStated = toWholeLists(lists).flatMap(({ rows, statement }) =>
    statement?.statedTotal == null
      ? []
      : { published: getAmounts(getPublished(rows)) ?? 0, stated: statement.statedTotal },
  )
  const missing = [
    ...lists.flatMap((list) => findUnpublished(list, verdicts)),
    ...toWholeLists(lists).flatMap(findShortfall),
  ]
  return {
    held: rows.length,
    published: published.length,
    sumHeld: getAmounts(rows),
    sumPublished,
    rowsOfStated: addUp(rowsOfStated),
    sumOfStated: addUp(sumOfStated),
    allotment,
    shareNamed: allotment === null ? null : Math.round(((sumPublished ?? 0) / allotment) * 1e4) / 1e4,
    missing: state === null ? [] : missing,
  }
}

function addUp(parts: readonly { published: number; stated: number }[]): AwardsCovered['rowsOfStated'] {
  const [published, stated] = [getSum(parts.map((one) => one.published)), getSum(parts.map((one) => one.stated))]
  return published === null || stated === null ? null : { published, stated }
}

const findSince = ({ document, rows }: AwardList): string | null =>
  document.published ?? findNewest(rows.flatMap(({ awardDate }) => awardDate ?? []))

function findUnpublished(list: AwardList, verdicts: Verdicts): AwardsCovered['missing'] {
  const { document, statement, pools } = list
  const since = findSince(list)
  const url = statement?.statedIn ?? document.url
  const waiting = [...Map.groupBy(list.rows, ({ id }) => findWait(verdicts.get(id)))].flatMap(([wait, rows]) => {
    if (!wait) return []
    const what = `${document.title}: on file, waiting for ${WAITS[wait]}`
    return { what, rows: rows.length, amount: getAmounts(rows), verificationLacks: WAITS[wait], since, url }
  })
  const unnamed = pools
    .filter(({ named }) => !named)
    .map(({ title: what, awards: rows, amount, sourceUrl: url }) => {
      return { what, rows, amount, verificationLacks: null, since, url }
    })
  return [...waiting, ...unnamed]
}

function findShortfall(list: AwardList): AwardsCovered['missing'] {
  const measure = findMeasure(list)
  if (!measure || !isShort(list)) return []
  const { awards, sum } = getHolding(list)
  const rows = measure.rows === null || awards === null ? null : Math.max(0, measure.rows - awards)
  const left = measure.total === null ? null : Math.max(0, getSum([measure.total, -(sum ?? 0)]) ?? 0)
  const amount = left !== null && left < measure.unit ? 0 : left
  if (!rows && !amount) return []
  const { title, url } = list.document
  const what = rows === 0 ? 'stated in total, but not by award' : 'stated, but not on file'
  return [{ what: `${title}: ${what}`, rows, amount, verificationLacks: null, since: findSince(list), url }]
}

export type PassageAward = Pick<AwardRecord, 'awardeeName' | 'fiscalYear' | 'federalAmount' | 'programDescription'> & {
  stateName: string
}

export const parseAwardee = (passage: string): string => /^Award to (.+), [^,]+, FY\d{4}: /.exec(passage)?.[1] ?? ''

/** The passage of an award row: `Award to Mercy Hospital, Iowa, FY2026: $34,750. Buys an ambulance.` */
export function formatAwardPassage(award: PassageAward): string {
  const { awardeeName, stateName, fiscalYear, federalAmount, programDescription } = award
  const amount = federalAmount === null ? 'amount not published' : formatDollars(federalAmount)
  const sentence = `Award to ${awardeeName}, ${stateName}, ${fiscalYear}: ${amount}.`
  const [description = ''] = parseSentences(programDescription ?? '')
  return description !== '' && description.length <= 300 ? `${sentence} ${description}` : sentence
}
