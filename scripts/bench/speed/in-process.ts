import { getMedian } from '../../../src/rules/awards/totals.ts'
import { openService, type Service } from '../../../src/store/service.ts'
import type { Workload, WorkloadName } from './workloads.ts'

/** Times within this process, in milliseconds, without HTTP and without the cache of responses. */
export interface InProcess {
  p99: { [Name in WorkloadName]?: number }
  /** The median time for the first and the last full page of all awards. */
  firstPage: number
  lastPage: number
}

const TIMES = 2_000
const REPEATED = 200
const PAGE_TIMES = 200
const PERCENTILE = 0.99

/**
 * Answers the questions of the workloads on a bake, after a warm-up.
 * @param times how often each workload is timed
 */
export async function inProcess(
  baked: string,
  {
    workloads,
    rows,
    now,
    times: count = TIMES,
  }: { workloads: readonly Workload[]; rows: number; now: number; times?: number },
): Promise<InProcess> {
  const service = openService(baked)
  const p99: InProcess['p99'] = {}
  for (const workload of workloads) {
    const answer = createAnswerer(service, workload, now)
    if (!answer) continue
    const places = Array.from({ length: count }, (_, turn) => turn % workload.questions.length)
    // The file's pages are mapped on first use; the results of searches are cached.
    const warmUp = workload.asks === 'search' ? places.slice(0, REPEATED) : places
    for (const index of new Set(warmUp)) answer(index)
    const times = places.map((place) => measureTime(() => answer(place))).sort((a, b) => a - b)
    p99[workload.name] = times[Math.floor(times.length * PERCENTILE)]
  }
  const { awards } = service.readers
  const page = (number: number) => measureTime(() => awards.list({ page: number, limit: rows }, now))
  const last = Math.max(1, Math.floor((service.manifest.counts.awards ?? 0) / rows))
  const pages = Array.from({ length: PAGE_TIMES }, () => ({ first: page(1), last: page(last) }))
  service.close()
  return {
    p99,
    firstPage: getMedian(pages.map(({ first }) => first)),
    lastPage: getMedian(pages.map((each) => each.last)),
  }
}

function measureTime(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Answers a question of a workload by its place; null if no record is read for it. */
function createAnswerer(
  { readers, search }: Service,
  workload: Workload,
  now: number,
): ((index: number) => unknown) | null {
  switch (workload.asks) {
    case 'states':
      return null
    case 'awards':
    case 'opportunities':
      return (place) => {
        const { page, limit, ...filters } = workload.questions[place] as { page: number; limit: number }
        const entries = Object.entries(filters).map(([name, value]) => [name, [value]])
        return readers[workload.asks].list({ filters: Object.fromEntries(entries), page, limit }, now)
      }
    case 'search':
      return (index) => {
        const { query, limit } = workload.questions[index] as { query: string; limit: number }
        return search.page({ query, filters: {}, page: 1, limit })
      }
    case 'document':
      return (place) => readers.documents.single((workload.questions[place] as { id: string }).id, now)
    default:
      return workload satisfies never
  }
}
