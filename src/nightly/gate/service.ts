import type { Publication } from '../../bake/publish/publish.ts'
import type { Records } from '../../schema/records.ts'
import type { Service } from '../../store/service.ts'
import { type Crawled, crawl } from './crawl.ts'
import type { Found } from './publication.ts'

/** A baked candidate, opened as it would be served. */
export interface Candidate {
  publication: Publication
  allotments: Records['allotments']
  service: Service
  now: number
}

/** The crawl reads every row; those that are only on file count nowhere. */
const publishedAwards = ({ awards }: Crawled['items']) =>
  awards.filter(({ verification }) => verification === 'VERIFIED')

/** Checks a candidate's responses. They look only at responses, so they also find errors of the bake and of queries. */
export const SERVICE_CHECKS = {
  stats: {
    summary: 'The stats match the lists and the records.',
    find: ({ service, allotments }, { items }) => [
      ...disagreements('stats', JSON.parse(service.stats), {
        states: items.states.length,
        documents: items.documents.length,
        activities: items.activities.length,
        fundingCount: publishedAwards(items).length,
        federalTracked: Number([items.documents, items.opportunities, items.events].flat().some(isNational)),
        totalStateAward: sum(allotments.filter(({ verified }) => verified).map(({ amount }) => amount)),
      }),
      ...items.states.flatMap((state) => {
        const awards = publishedAwards(items).filter((award) => award.state === state.code)
        const documents = items.documents.filter((document) => document.state === state.code)
        return disagreements(`state ${state.code}`, state, {
          awardTotal: sum(awards.map(({ federalAmount }) => Number(federalAmount ?? 0))),
          documents: documents.length,
        })
      }),
    ],
  },
  answers: {
    summary: 'Every response for every list page and every record matches its documented schema and the publication.',
    find: (_, { errors }) => errors,
  },
} as const satisfies Record<string, { summary: string; find: (candidate: Candidate, crawled: Crawled) => string[] }>

/** All errors in a candidate's responses. */
export async function serviceFindings(candidate: Candidate): Promise<(Found & { check: string })[]> {
  const crawled = await crawl(candidate.service, candidate.publication, candidate.now)
  return Object.entries(SERVICE_CHECKS).flatMap(([check, { find }]) =>
    find(candidate, crawled).map((reason) => ({ check, subject: reason, reason })),
  )
}

const CENT = 0.005

const isNational = ({ state }: { state?: unknown }): boolean => state === null

function disagreements(
  name: string,
  claims: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(facts)
    .filter(([field, fact]) => Math.abs(Number(claims[field] ?? 0) - fact) > CENT)
    .map(([field, fact]) => `${name}: ${field} is ${claims[field]}, but the records add up to ${fact}`)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
