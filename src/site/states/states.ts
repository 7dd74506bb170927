import type { ActivityDetail } from '../../resources/activities.ts'
import type { Commitment } from '../../resources/commitments.ts'
import type { Coverage } from '../../resources/coverage.ts'
import type { StateDetail, StateSummary } from '../../resources/states.ts'
import { findNewest, getMedian } from '../../rules/awards/totals.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { NO_STATE } from '../../schema/vocabularies.ts'
import type { CalendarEvent, Document, Opportunity } from '../../schema/wire/records.ts'
import { WHOLE_LIST } from '../../store/lists/reader.ts'
import type { Service } from '../../store/service.ts'
import { toStatePath } from '../../views/addresses.ts'
import { type Html, html } from '../../views/html.ts'
import { AHEAD, byDeadline } from '../../views/lists/opportunities.ts'
import { countedText, countText, formatOrdinal, formatWholeDollars, roundDollarText } from '../../views/wording.ts'
import { parseItems, readAll, readFiltered } from '../lists.ts'

/** A state as the site shows it: its detail, and what is known of its sources. */
export interface ShownState extends StateDetail {
  siteUrl: string | null
  coverage: Coverage
}

export function getShownStates(service: Service, now: Instant): ShownState[] {
  const coverage = readAll<Coverage>(service, 'coverage', now)
  return readAll<StateSummary>(service, 'states', now).flatMap((summary) => {
    const detail = service.readers.states.find(summary.code, now)
    const covered = coverage.find(({ state }) => state === summary.code)
    return detail && covered ? [{ ...JSON.parse(detail), siteUrl: summary.siteUrl, coverage: covered }] : []
  })
}

/** When a source last confirmed an opportunity of a state; null if none has. */
export const findCallsConfirmed = (service: Service, now: Instant, state: string): string | null =>
  findNewest(
    readFiltered<Opportunity>(service, 'opportunities', now, { state: [state] }).flatMap(
      ({ lastConfirmedAt }) => lastConfirmedAt ?? [],
    ),
  )

export const formatStateLink = ({ code, name }: { code: string; name: string }): Html =>
  html`<a href="${toStatePath(code)}">${name}</a>`

/** What the sum of a state's awards covers. */
export function formatAwardedLabel({ awardeeCount, awards, awardAmountsKnown }: StateSummary): string {
  if (awards === 0) return 'awarded to organizations'
  const awarded = `awarded to ${countedText(awardeeCount, 'organization')}`
  if (awardAmountsKnown === awards) return awarded
  return `${awarded}; ${countText(awardAmountsKnown)} of ${countedText(awards, 'amount')} published`
}

/** The documents of a state with a deadline ahead, the nearest first. */
export const readPendingDocuments = (service: Service, now: Instant, state: string): Document[] =>
  readFiltered(service, 'documents', now, { state: [state], upcoming: true })

/** The open and announced solicitations: nearest due date first, then open ones without a due date, then announced ones. */
export function openOpportunities(service: Service, now: Instant, state?: string): Opportunity[] {
  const filters = { ...(state && { state: [state] }), status: AHEAD.split(',') }
  return readFiltered<Opportunity>(service, 'opportunities', now, filters).sort(byDeadline)
}

/** The calls of a state, then national ones, that may still be open, though no source confirmed them lately. */
export const readUnconfirmedOpportunities = (service: Service, now: Instant, state: string): Opportunity[] =>
  [state, NO_STATE].flatMap((code) =>
    readFiltered<Opportunity>(service, 'opportunities', now, { state: [code], statusBasis: ['UNCONFIRMED'] }),
  )

/** Events today or later, soonest first. */
export const readComingEvents = (service: Service, now: Instant, state: string): CalendarEvent[] =>
  readFiltered(service, 'events', now, { state: [state], status: ['TODAY', 'UPCOMING'] })

/** What a state plans: its activities, and its policy commitments by the name of their scoring factor. */
export function readPlan(service: Service, now: Instant, state: string) {
  const filters = { state: [state] }
  const rows = parseItems<{ detail: ActivityDetail }>(
    service.readers.activities.list({ filters, limit: WHOLE_LIST, isDetailed: true }, now),
  )
  const commitments = readAll<Commitment>(service, 'commitments', now).filter((each) => each.state === state)
  return {
    activities: rows.map(({ detail }) => detail),
    commitments: [...Map.groupBy(commitments, ({ factorLabel }) => factorLabel)],
  }
}

export interface ComparedState extends ShownState {
  /** Open or announced calls of the state itself. */
  open: number
}

export interface Measure {
  name: string
  label: string
  /** Column heading. A soft hyphen marks where it may break on a phone. */
  short: string
  of: (state: ComparedState) => number | null
  text: (value: number) => string
  cell: (value: number) => string
  /** The class bounds of the map are multiples of this. */
  step: number
  source: string
}

const millions = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** Millions of dollars as a number: `218.5`. */
export const formatMillions = (value: number): string => millions.format(value / 1e6)
const ALLOTMENTS = 'CMS announcement of the first-year awards, December 2025'

/** The measures of the comparison. The first is shown by default. */
export const MEASURES: readonly [Measure, ...Measure[]] = [
  {
    name: 'per-rural-resident',
    label: 'Dollars per rural resident',
    short: '$ per rural resident',
    of: ({ awardPerRuralResident }) => awardPerRuralResident,
    text: formatWholeDollars,
    cell: countText,
    step: 10,
    source: `${ALLOTMENTS}; residents in rural areas at the 2020 census`,
  },
  {
    name: 'awarded',
    label: 'Awarded to the state',
    short: '$M to the state',
    of: ({ totalAwardByState }) => totalAwardByState,
    text: roundDollarText,
    cell: formatMillions,
    step: 5_000_000,
    source: ALLOTMENTS,
  },
  {
    name: 'to-organizations',
    label: 'Awarded to organizations so far',
    short: '$M to organi\u{ad}zations',
    of: ({ awardTotal }) => awardTotal,
    text: roundDollarText,
    cell: formatMillions,
    step: 1_000_000,
    source: 'state award lists; published amounts only',
  },
  {
    name: 'open-calls',
    label: 'Open or announced calls',
    short: 'Open calls',
    of: ({ open }) => open,
    text: countText,
    cell: countText,
    step: 1,
    source: 'state notices; national calls are not counted',
  },
  {
    name: 'hospitals',
    label: 'Critical access hospitals',
    short: 'Critical access hospitals',
    of: ({ cahCount }) => cahCount,
    text: countText,
    cell: countText,
    step: 1,
    source: 'federal list of hospitals',
  },
]

export function readComparedStates(service: Service, now: Instant): ComparedState[] {
  const open = Map.groupBy(openOpportunities(service, now), ({ state }) => state)
  return getShownStates(service, now).map((state) => ({ ...state, open: open.get(state.code)?.length ?? 0 }))
}

export const BAR_STEPS = 20

/** How much of a state's awards is published, beside the figures by which states are compared. */
export const COVERED = [
  {
    name: 'on-file',
    short: '$M on file',
    text: ({ sumHeld }: AwardsCovered) => sumHeld && formatMillions(sumHeld),
  },
  {
    name: 'published',
    short: 'Rows published of on file',
    text: ({ held, published }: AwardsCovered) => (held > 0 ? `${published}/${held}` : null),
  },
  {
    name: 'stated',
    short: '$M published of stated',
    text: ({ sumOfStated }: AwardsCovered) =>
      sumOfStated && `${formatMillions(sumOfStated.published)}/${formatMillions(sumOfStated.stated)}`,
  },
] as const

type AwardsCovered = Coverage['awards']

const PER_RESIDENT = MEASURES[0]

/** The states for which a measure is known, largest first. */
export const rankStates = (states: readonly ComparedState[], { of }: Measure) =>
  states
    .flatMap((state) => {
      const value = of(state)
      return value === null ? [] : [{ state, value }]
    })
    .sort((a, b) => b.value - a.value)

/** The range of awards per rural resident; null when no state has a known amount. */
export function formatRange(states: readonly ComparedState[]): string | null {
  const values = rankStates(states, PER_RESIDENT)
  const [most, least] = [values[0], values.at(-1)]
  if (!most || !least) return null
  return `The program awarded from ${formatWholeDollars(least.value)} per rural resident in ${least.state.name} to ${formatWholeDollars(most.value)} in ${most.state.name}. The median is ${formatWholeDollars(getMedian(values.map(({ value }) => value)))}.`
}

/** The rank of a state by dollars per rural resident; null when its figure is unknown. */
export function placeText(state: ComparedState, states: readonly ComparedState[]): string | null {
  const values = rankStates(states, PER_RESIDENT)
  const index = values.findIndex((other) => other.state.code === state.code)
  const ranking = values[index]
  if (!ranking) return null
  return `The program awarded ${formatWholeDollars(ranking.value)} per rural resident. It ranks ${formatOrdinal(index + 1)} of ${values.length} states; the median is ${formatWholeDollars(getMedian(values.map(({ value }) => value)))}.`
}
