import type { Coverage } from '../../resources/coverage.ts'
import type { CoveredSource } from '../../resources/covered-sources.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { publishedCounts } from '../../store/lists/published-counts.ts'
import type { Service } from '../../store/service.ts'
import { readAll } from '../kept.ts'

const SHOWN = 15

interface Sourced {
  sourceUrl?: string
  url?: string
  sourceDocument?: { url: string }
}

/** The number of records with a source, and the most frequent hosts of these sources. */
export function sourceHosts(
  service: Service,
  now: Instant,
): { total: number; hosts: { host: string; records: number }[] } {
  const records = RESOURCE_NAMES.flatMap((name) => readAll<Sourced>(service, name, now))
  const hosts = records.flatMap(({ sourceUrl, sourceDocument, url }) => {
    const address = sourceUrl ?? sourceDocument?.url ?? url
    return address ? [new URL(address).hostname.replace(/^www\./, '')] : []
  })
  const counted = [...Map.groupBy(hosts, (host) => host)]
    .map(([host, same]) => ({ host, records: same.length }))
    .sort((a, b) => b.records - a.records || compare(a.host, b.host))
  return { total: hosts.length, hosts: counted.slice(0, SHOWN) }
}

/** The coverage of national sources. */
export const nationalCoverage = (service: Service, now: Instant): CoveredSource[] =>
  readAll<Coverage>(service, 'coverage', now).find(({ state }) => state === null)?.sources ?? []

/** The number of records in each list; coverage is about the data, not a part of it. */
export const recordCounts = ({ manifest }: Service): { label: string; count: number }[] =>
  RESOURCE_NAMES.filter((name) => name !== 'coverage').map((name) => ({
    label: resource(name).summary,
    count: publishedCounts(manifest)[name] ?? 0,
  }))
