import type { Award } from '../../resources/awards.ts'
import type { PublishedState, StateDetail, StateSummary } from '../../resources/states.ts'
import { awardeeWords } from '../../rules/identity.ts'
import type { AllotmentRecord, StateRecord } from '../../schema/records.ts'
import type { Document } from '../../schema/wire/documents.ts'

const RECENT_DOCUMENTS = 10

/** The published facts of one state. */
export interface StateFacts {
  awards: readonly Award[]
  /** Newest discovery first. */
  documents: readonly Document[]
  activities: number
  allotments: readonly AllotmentRecord[]
  /** Instants of its change events and opportunity updates. */
  touched: readonly string[]
}

export function publishState(record: StateRecord, facts: StateFacts): PublishedState {
  const { code, name, region, cahCount, summary, population, ruralPercent, sites } = record
  const { awards, documents, allotments } = facts
  const head = { code, name, region, cahCount, summary }
  const totals = {
    documents: documents.length,
    awardTotal: sumOf(awards.map((award) => award.federalAmount)),
    awardeeCount: new Set(awards.map((award) => awardeeWords(award.awardeeName))).size,
    lastActivity: newestOf([...documents.map(({ discovered }) => discovered), ...facts.touched]),
  }
  const item: StateSummary = { ...head, siteUrl: sites[0]?.url ?? null, ...totals }
  const detail: StateDetail = {
    ...head,
    ...totals,
    population,
    ruralPercent,
    sites: sites.map(({ url, label }) => ({ url, label })),
    totalAwardByState: sumOf(allotments.map(({ amount }) => amount)),
    activities: facts.activities,
    awardYears: awardYearsOf(awards),
    recentDocuments: documents.slice(0, RECENT_DOCUMENTS).map((document) => ({
      id: document.id,
      title: document.title,
      fileType: document.fileType,
      category: document.category,
      fiscalYear: document.fiscalYear,
      award: document.award,
      highlights: document.highlights,
      url: document.url,
      discovered: document.discovered,
    })),
  }
  return { item, detail, names: [code] }
}

function awardYearsOf(awards: readonly Award[]): StateDetail['awardYears'] {
  return [...Map.groupBy(awards, (award) => award.fiscalYear)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([fiscalYear, rows]) => ({
      fiscalYear,
      total: sumOf(rows.map((row) => row.federalAmount)),
      awardees: [...Map.groupBy(rows, (row) => awardeeWords(row.awardeeName)).values()]
        .map((own) => ({ name: own[0]?.awardeeName ?? '', total: sumOf(own.map((row) => row.federalAmount)) }))
        .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)),
    }))
}

/** The sum of dollar amounts, exact to the cent; unknown amounts count as nothing. */
export const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? 0) * 100), 0) / 100

/** The newest of timestamps; null of none. */
export const newestOf = (instants: readonly string[]): string | null =>
  instants.reduce<string | null>((newest, instant) => (newest === null || instant > newest ? instant : newest), null)
