import type { Coverage } from '../../resources/coverage.ts'
import type { StateDetail, StateSummary } from '../../resources/states.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Document } from '../../schema/wire/records.ts'
import { WHOLE_LIST } from '../../store/lists/reader.ts'
import type { Service } from '../../store/service.ts'
import { type Html, html } from '../../views/html.ts'
import { countedText, countText } from '../../views/wording.ts'
import { parseItems, readAll } from '../lists.ts'

/** A state as the site shows it: its detail, and what is known of its sources. */
export interface ShownState extends StateDetail {
  siteUrl: string | null
  coverage: Coverage
}

export function shownStates(service: Service, now: Instant): ShownState[] {
  const coverage = readAll<Coverage>(service, 'coverage', now)
  return readAll<StateSummary>(service, 'states', now).flatMap((summary) => {
    const detail = service.readers.states.find(summary.code, now)
    const covered = coverage.find(({ state }) => state === summary.code)
    return detail && covered ? [{ ...JSON.parse(detail), siteUrl: summary.siteUrl, coverage: covered }] : []
  })
}

export const statePath = (code: string): string => `/states/${code.toLowerCase()}`

export const stateLink = ({ code, name }: { code: string; name: string }): Html =>
  html`<a href="${statePath(code)}">${name}</a>`

/** What the sum of a state's awards covers. */
export function awardedLabel({
  awardeeCount,
  awards,
  awardAmountsKnown,
}: Pick<StateSummary, 'awardeeCount' | 'awards' | 'awardAmountsKnown'>): string {
  if (awards === 0) return 'awarded to organizations'
  const awarded = `awarded to ${countedText(awardeeCount, 'organization')}`
  if (awardAmountsKnown === awards) return awarded
  return `${awarded}; ${countText(awardAmountsKnown)} of ${countedText(awards, 'amount')} published`
}

/** The documents of a state with a deadline ahead, the nearest first. */
export const pendingDocuments = ({ readers }: Service, now: Instant, state: string): Document[] =>
  parseItems(readers.documents.list({ filters: { state: [state], upcoming: true }, limit: WHOLE_LIST }, now))
