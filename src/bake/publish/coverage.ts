import type { CoveredSource, PublishedCoverage } from '../../resources/coverage.ts'
import { type GapFacts, gapsOf } from '../../rules/gaps.ts'
import type { PageState, SourceState } from '../../schema/history.ts'
import type { StateRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'

/** The source that checks the program pages of the states; the others are asked for the whole nation. */
const PAGES = 'pages'

/** What the last nights found. */
export interface Ledger {
  pages: readonly PageState[]
  sources: readonly SourceState[]
}

/** What is published of one state, or of national scope. */
export interface CoverageFacts extends Omit<GapFacts, 'sites' | 'sitesDown'> {
  lastChanged: string | null
}

/** @param record null for national scope */
export function publishCoverage(record: StateRecord | null, facts: CoverageFacts, ledger: Ledger): PublishedCoverage {
  const { lastChanged, unverifiedAwards: _, ...records } = facts
  const sources = record ? pageSources(record, ledger) : nationalSources(ledger)
  const state: StateCode | null = record?.code ?? null
  const sitesDown = sources.filter(({ status }) => status === 'DOWN').length
  return {
    item: {
      state,
      stateName: record?.name ?? null,
      lastChanged,
      records,
      sources,
      gaps: gapsOf({ ...facts, sites: record?.sites.length ?? 0, sitesDown }, record === null),
    },
  }
}

function pageSources({ sites }: StateRecord, { pages, sources }: Ledger): CoveredSource[] {
  const checked = sources.find(({ source }) => source === PAGES)
  return sites.map(({ url, label }) => {
    const page = pages.find((candidate) => candidate.url === url)
    return {
      source: PAGES,
      label,
      url,
      status: page?.downSince ? 'DOWN' : page?.hash ? 'UP' : 'UNKNOWN',
      lastChecked: page ? (checked?.succeededAt ?? null) : null,
      lastChanged: page?.changedAt ?? null,
      downSince: page?.downSince ?? null,
      note: page?.error ?? null,
    }
  })
}

const nationalSources = ({ sources }: Ledger): CoveredSource[] =>
  sources
    .filter(({ source }) => source !== PAGES)
    .map(({ source, checkedAt, changedAt, failure }) => ({
      source,
      label: null,
      url: null,
      status: failure === null ? 'UP' : 'DOWN',
      lastChecked: checkedAt,
      lastChanged: changedAt,
      downSince: null,
      note: failure,
    }))
