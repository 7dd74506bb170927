import type { StateCode } from '../../schema/vocabularies.ts'
import { formatDollars } from '../text/wording.ts'
import { compare, parseSentences } from '../text/words.ts'
import { type AwardList, findMeasure, getHolding, isShort, type Measure, wholeLists } from './award-lists.ts'
import { findNewest, getSum } from './totals.ts'
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

/** Something that is missing among the awards of a state. */
export interface MissingAwards {
  what: string
  rows: number | null
  amount: number | null
  /** What the rows wait for that are on file; null if it is not on file. */
  verificationLacks: string | null
  since: string | null
  url: string | null
}

/** How many of a state's awards are on file, published, and officially stated. Sums are US dollars. */
export interface AwardCoverage {
  held: number
  published: number
  sumHeld: number | null
  sumPublished: number | null
  /** Over the lists whose number of rows is stated; null if none is. */
  rowsOfStated: Compared | null
  /** Over the lists whose total is stated; null if none is. */
  sumOfStated: Compared | null
  allotment: number | null
  /** The share of the allotment that published rows with a recipient and an amount account for, 0 to 1. */
  shareNamed: number | null
  missing: MissingAwards[]
}

interface Compared {
  published: number
  stated: number
}

const SHARE_DIGITS = 10_000

/**
 * @param lists those of the state; null: of the nation
 * @param allotment what the federal program awarded; null if unknown
 */
export function coverageOfAwards(
  all: readonly AwardList[],
  verdicts: ReadonlyMap<string, Verdict>,
  state: StateCode | null,
  allotment: number | null,
): AwardCoverage {
  const lists = all.filter(({ document, rows, pools }) => {
    return state === null || (document.state ?? rows[0]?.state ?? pools[0]?.state) === state
  })
  const rows = lists.flatMap((list) => list.rows)
  const published = rows.filter(({ id }) => isVerified(verdicts.get(id)))
  const getPublished = (list: AwardList) => list.rows.filter(({ id }) => isVerified(verdicts.get(id)))
  const amounts = (own: AwardList['rows']) => getSum(own.map(({ federalAmount }) => federalAmount))
  const rowsOfStated = lists.flatMap((list) =>
    list.statement?.statedRows == null
      ? []
      : [{ published: getPublished(list).length, stated: list.statement.statedRows }],
  )
  const sumOfStated = wholeLists(lists).flatMap((list) =>
    list.statement?.statedTotal == null
      ? []
      : [{ published: amounts(getPublished(list)) ?? 0, stated: list.statement.statedTotal }],
  )
  const sumPublished = amounts(published)
  return {
    held: rows.length,
    published: published.length,
    sumHeld: amounts(rows),
    sumPublished,
    rowsOfStated: added(rowsOfStated),
    sumOfStated: added(sumOfStated),
    allotment,
    shareNamed: allotment === null ? null : Math.round(((sumPublished ?? 0) / allotment) * SHARE_DIGITS) / SHARE_DIGITS,
    // What the nation lacks is listed by state.
    missing:
      state === null
        ? []
        : [...lists.flatMap((list) => unpublished(list, verdicts)), ...wholeLists(lists).flatMap(shortfall)],
  }
}

const added = (parts: readonly Compared[]): Compared | null =>
  parts.length === 0
    ? null
    : {
        published: getSum(parts.map(({ published }) => published)) ?? 0,
        stated: getSum(parts.map(({ stated }) => stated)) ?? 0,
      }

const findSince = ({ document, rows }: AwardList): string | null =>
  document.published ?? findNewest(rows.flatMap(({ awardDate }) => awardDate ?? []))

function unpublished(list: AwardList, verdicts: ReadonlyMap<string, Verdict>): MissingAwards[] {
  const { document, statement, pools } = list
  const since = findSince(list)
  const waiting = Map.groupBy(list.rows, ({ id }) => findWaitFor(verdicts.get(id)))
  const missing: MissingAwards[] = [...waiting].flatMap(([wait, rows]) =>
    wait === null
      ? []
      : [
          {
            what: `${document.title}: on file, waiting for ${WAITS[wait]}`,
            rows: rows.length,
            amount: getSum(rows.map(({ federalAmount }) => federalAmount)),
            verificationLacks: WAITS[wait],
            since,
            url: statement?.statedIn ?? document.url,
          },
        ],
  )
  for (const pool of pools) {
    if (pool.named) continue
    missing.push({
      what: pool.title,
      rows: pool.awards,
      amount: pool.amount,
      verificationLacks: null,
      since,
      url: pool.sourceUrl,
    })
  }
  return missing
}

function shortfall(list: AwardList): MissingAwards[] {
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

const findWaitFor = (verdict: Verdict | undefined) => (verdict && !isVerified(verdict) ? verdict.wait : null)
