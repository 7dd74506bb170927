import type { PublishedLists } from '../../bake/publication.ts'
import { createApp } from '../../http/app.ts'
import type { Deps } from '../../http/deps.ts'
import { ENDPOINTS } from '../../http/endpoints/all.ts'
import { formatFirstIssue } from '../../ingest/net/exchange.ts'
import type { Admission } from '../../metering/admission.ts'
import { generateKey } from '../../metering/keys.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../resources/index.ts'
import type { AnyRow, Fields } from '../../resources/publishing.ts'
import type { Service } from '../../store/service.ts'

type Candidate = { publication: PublishedLists; service: Service; now: number }

/** Checks a candidate's responses. They look only at responses, so they also find errors of the bake and of queries. */
export const SERVICE_CHECKS = {
  stats: {
    summary: 'The stats match the lists and the records.',
    find: ({ service }, { items }) => {
      // The crawl reads every row; those that are only on file count nowhere.
      const published = items.awards.filter(({ verification }) => verification === 'VERIFIED')
      return [
        ...findDisagreements('stats', JSON.parse(service.stats), {
          states: items.states.length,
          documents: items.documents.length,
          activities: items.activities.length,
          fundingCount: published.length,
          federalTracked: Number(
            [items.documents, items.opportunities, items.events].flat().some(({ state }) => state === null),
          ),
          totalStateAward: sum(items.allotments.map(({ amount }) => Number(amount))),
        }),
        ...items.states.flatMap((state) => {
          const awards = published.filter((award) => award.state === state.code)
          const documents = items.documents.filter((document) => document.state === state.code)
          return findDisagreements(`state ${state.code}`, state, {
            awardTotal: sum(awards.map(({ federalAmount }) => Number(federalAmount ?? 0))),
            documents: documents.length,
          })
        }),
      ]
    },
  },
  answers: {
    summary: 'Every response for every list page and every record matches its documented schema and the publication.',
    find: (_, { errors }) => errors,
  },
} as const satisfies Record<string, { summary: string; find: (candidate: Candidate, crawled: Crawled) => string[] }>

export async function findServiceFaults(candidate: Candidate) {
  const crawled = await crawlPages(candidate.service, candidate.publication, candidate.now)
  return Object.entries(SERVICE_CHECKS).flatMap(([check, { find }]) =>
    find(candidate, crawled).map((reason) => ({ check, subject: reason, reason })),
  )
}

function findDisagreements(name: string, claims: Fields, facts: Readonly<Record<string, number>>): string[] {
  return Object.entries(facts)
    .filter(([field, fact]) => Math.abs(Number(claims[field] ?? 0) - fact) > 0.005)
    .map(([field, fact]) => `${name}: ${field} is ${claims[field]}, but the records add up to ${fact}`)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const UNUSED = { minuteUsed: 0, monthUsed: 0, answersUsed: 0, trialEndsAt: null }
const CRAWLER = { accountId: 'crawl', keyId: 'crawl', plan: 'TEAM', ...UNUSED } as const

/** Admits everything; the crawl is not metered. */
export const openMeter: Deps['meter'] = {
  admit: async (_key, _cost, { minute, month }): Promise<Admission> => ({
    verdict: 'admitted',
    answer: 'not_asked',
    usage: { ...CRAWLER, minute, month },
  }),
  judge: async () => 'valid',
  refund: async () => {},
  ping: async () => 0,
  usage: () => Promise.reject(new Error('The crawl has no account.')),
}

interface Crawled {
  items: { [Name in ResourceName]: Fields[] }
  errors: string[]
}

/** Requests every page of every list and every record, in process, and checks each response. */
async function crawlPages(service: Service, publication: PublishedLists, now: number): Promise<Crawled> {
  const deps = { service: () => service, meter: openMeter, clock: () => now, log: () => {} }
  const app = createApp({ ...deps, base: 'http://localhost' })
  const headers = { Authorization: `Bearer ${generateKey().secret}` }
  const errors: string[] = []

  async function visit(path: string, address: string): Promise<unknown> {
    const endpoint = ENDPOINTS.find((candidate) => candidate.path === path)
    const response = await app.request(address, { headers })
    const text = await response.text()
    if (response.status !== 200 || !endpoint) {
      errors.push(`${address} returned ${response.status}`)
      return null
    }
    const result = endpoint.response.safeParse(JSON.parse(text))
    if (result.error) errors.push(`${address}: ${formatFirstIssue(result.error, 'body')}`)
    return result.success ? result.data : null
  }

  const items = {} as Crawled['items']
  for (const name of RESOURCE_NAMES) {
    items[name] = await visitList(name, visit)
    const { detail, live } = getResource(name)
    const published = (publication[name] as AnyRow[]).map(({ item }) =>
      live ? (live(item, service.freshness) as Fields) : item,
    )
    errors.push(...findDifferences(name, published, items[name]))
    if (!detail) continue
    for (const { names = [] } of publication[name] as AnyRow[]) {
      for (const record of names) await visit(`/api/v1/${name}/:${detail.parameter.name}`, `/api/v1/${name}/${record}`)
    }
  }
  return { items, errors }
}

async function visitList(
  name: ResourceName,
  visit: (path: string, address: string) => Promise<unknown>,
): Promise<Fields[]> {
  const { page, envelope, filters } = getResource(name)
  const everything = Object.entries(filters).flatMap(([parameter, { default: absent }]) =>
    absent ? [[parameter, absent.everything]] : [],
  )
  const items: Fields[] = []
  for (let number = 1; ; number += 1) {
    const place = envelope === 'counted' ? [] : [['page', String(number)]]
    const query = new URLSearchParams([['limit', String(page.max)], ...place, ...everything])
    const response = (await visit(`/api/v1/${name}`, `/api/v1/${name}?${query}`)) as { data: Fields[] } | null
    items.push(...(response?.data ?? []))
    if (response === null || response.data.length < page.max || envelope === 'counted') return items
  }
}

function findDifferences(name: ResourceName, published: readonly Fields[], items: readonly Fields[]): string[] {
  const count =
    items.length === published.length ? [] : [`/api/v1/${name} returned ${items.length} of ${published.length} records`]
  const crawled = new Map(items.map((item) => [getName(item), item]))
  const fields = published.flatMap((item) => {
    const served = crawled.get(getName(item))
    if (!served) return [`/api/v1/${name} is missing ${getName(item)}`]
    const field = Object.keys(item).find((key) => JSON.stringify(item[key]) !== JSON.stringify(served[key]))
    return field ? [`/api/v1/${name}: ${field} of ${getName(item)} differs from the published value`] : []
  })
  return [...count, ...fields]
}

const getName = ({ id, code, state }: Fields): string => String(id ?? code ?? state)
