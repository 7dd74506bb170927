import { type AwardFacts, type ListFacts, WAITS } from '../awards/award-coverage.ts'
import { formatAmountInWords, formatCount } from '../text/wording.ts'

/** The counts of a state, or of the nation, for finding its gaps. */
export interface GapFacts {
  /** Published award rows; for the nation, those of all states. */
  awards: number
  amountsUnpublished: number
  awardLists: AwardFacts
  documents: number
  opportunities: number
  /** The local day of the latest due date of its opportunities, `YYYY-MM-DD`. */
  lastDeadline: string | null
  events: number
  activities: number
  allotmentYears: readonly string[]
  sites: number
}

/** The fiscal years whose allotments should be known: the first, and the second from November 2026. */
const ALLOTMENT_YEARS = ['FY2026', 'FY2027']

/** What is known to be missing for a state, as text; for the nation, what is not specific to a state. */
export function getGaps(facts: GapFacts, isNational: boolean): string[] {
  const { awards, amountsUnpublished, allotmentYears } = facts
  const { lists, waiting, unlisted } = facts.awardLists
  const gaps = lists.flatMap((list) => (list.isShort ? [formatShortfall(list)] : []))
  if (!isNational && awards === 0) {
    gaps.push(
      lists.length + waiting.length + unlisted.length === 0
        ? 'No list of award recipients is known.'
        : 'No verified awards recorded.',
    )
  }
  for (const { wait, rows } of waiting)
    gaps.push(`${formatCount(rows, 'award row')} not published, waiting for ${WAITS[wait]}.`)
  if (amountsUnpublished > 0) {
    gaps.push(
      `${formatCount(amountsUnpublished, 'published award')} of ${awards} ${amountsUnpublished === 1 ? 'has' : 'have'} no published amount.`,
    )
  }
  for (const { title, amount } of unlisted) {
    gaps.push(`Not among the awards${amount === null ? '' : `, ${formatAmountInWords(amount)}`}: ${title}.`)
  }
  const toUnknown = (year: string) =>
    isNational ? `The state allotments of ${year} are not published.` : `The allotment of ${year} is not published.`
  gaps.push(...ALLOTMENT_YEARS.filter((year) => !allotmentYears.includes(year)).map(toUnknown))
  const none = (what: string) => gaps.push(`No ${what} recorded.`)
  if (facts.documents === 0) none('documents')
  if (facts.opportunities === 0) none('opportunities')
  else if (facts.lastDeadline === null) gaps.push('No opportunity has a known deadline.')
  else gaps.push(`No deadline after ${facts.lastDeadline} is known.`)
  if (facts.events === 0) none('events')
  if (!isNational && facts.activities === 0) none('activities')
  if (!isNational && facts.sites === 0) none('program page')
  return gaps
}

/** How much of a list is stored: `Only part of "…" is recorded: 9 of 228 rows, $1.5 of $167.3 million.` */
export function formatShortfall({ title, rows, measure, sum }: ListFacts): string {
  const { total, rows: stated } = measure
  const counted =
    stated === null || rows > stated ? formatCount(rows, 'row') : `${rows} of ${formatCount(stated, 'row')}`
  const beyond = stated !== null && rows > stated ? `, where ${stated} are stated` : ''
  const money =
    total === null ? '' : sum === null ? `, none of ${formatAmountInWords(total)}` : `, ${formatShare(sum, total)}`
  return `Only part of "${title}" is recorded: ${counted}${beyond}${money}.`
}

/** Two amounts in the unit of the larger: "$1.5 of $167.3 million". */
const formatShare = (part: number, whole: number): string =>
  `${whole < 1e6 ? formatAmountInWords(part) : `$${(part / 1e6).toFixed(1)}`} of ${formatAmountInWords(whole)}`

/**
 * What the sources of a state, or of the nation, currently do not provide, as text.
 * @param sources what the nightly runs found; `lastConfirmed` is a local day, `YYYY-MM-DD`
 */
export function getSourceGaps(
  sources: { sites: number; sitesDown: number; sourcesNeverChecked: number; lastConfirmed: string | null },
  isNational: boolean,
): string[] {
  const { sites, sitesDown, sourcesNeverChecked, lastConfirmed } = sources
  const gaps: string[] = []
  const down = isNational
    ? `Sources that are down: ${sitesDown}.`
    : `Program pages that are down: ${sitesDown} of ${sites}.`
  if (sitesDown > 0) gaps.push(down)
  if (sourcesNeverChecked > 0)
    gaps.push(`${formatCount(sourcesNeverChecked, isNational ? 'source' : 'program page')} never checked.`)
  gaps.push(
    lastConfirmed === null
      ? 'Not confirmed by a source since it was recorded.'
      : `Last confirmed by a source on ${lastConfirmed}.`,
  )
  return gaps
}
