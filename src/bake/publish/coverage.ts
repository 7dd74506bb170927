import type { History } from '../../records/dataset.ts'
import type { CoveredSource, PublishedCoverage } from '../../resources/coverage.ts'
import { type GapFacts, gapsOf } from '../../rules/gaps.ts'
import type { StateRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'

/** The source that checks the program pages of the states; the others are asked for the whole nation. */
const PAGES = 'pages'

/** What the last nights found. */
type Checked = Pick<History, 'pages' | 'sources'>

/** What is published of one state, or of national scope. */
export interface CoverageFacts extends Omit<GapFacts, 'sites' | 'sitesDown'> {
  lastChanged: string | null
}

/** @param record null for national scope */
export function publishCoverage(record: StateRecord | null, facts: CoverageFacts, checked: Checked): PublishedCoverage {
  const { lastChanged, unverifiedAwards: _, ...records } = facts
  const sources = record ? pageSources(record, checked) : nationalSources(checked)
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

function pageSources({ sites }: StateRecord, { pages, sources }: Checked): CoveredSource[] {
  const pagesSource = sources.find(({ source }) => source === PAGES)
  return sites.map(({ url, label }) => {
    const page = pages.find((candidate) => candidate.url === url)
    return {
      source: PAGES,
      label,
      url,
      status: page?.downSince ? 'DOWN' : page?.hash ? 'UP' : 'UNKNOWN',
      lastChecked: page ? (pagesSource?.succeededAt ?? null) : null,
      lastChanged: page?.changedAt ?? null,
      downSince: page?.downSince ?? null,
      note: page?.error ?? null,
    }
  })
}

const nationalSources = ({ sources }: Checked): CoveredSource[] =>
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
