import cluster from 'node:cluster'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AdmissionVerdict } from '../http/compose.ts'
import type { Deps } from '../http/deps.ts'
import type { LogLine } from '../http/log.ts'
import { orNull } from '../rules/once.ts'
import { askPrimary } from './workers.ts'

/** Metrics of a running service, in the Prometheus format. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = counter(
    'rhp_requests_total',
    'Completed requests by method, route and status.',
    'method',
    'route',
    'status',
  )
  const latency = new Histogram({
    name: 'rhp_request_duration_seconds',
    help: 'Time from the start of a request to its response, by route.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const admissions = counter(
    'rhp_admissions_total',
    'Admissions of keyed requests by verdict; unavailable when the store did not decide.',
    'verdict',
  )
  const events = counter('rhp_log_events_total', 'Log lines other than requests, by level and event.', 'level', 'event')
  const storeHelp = '1 while the key store is available, 0 while it is not.'
  const store = new Gauge({ name: 'rhp_store_up', help: storeHelp, aggregator: 'min', registers })
  store.set(1)

  return {
    contentType: registry.contentType,
    text: formatMetrics(registry),
    /** Counts a log line: a request, or an event such as an unavailable store. */
    line({ level, event, method, route, status, ms }: LogLine): void {
      if (event === 'request') {
        requests.inc({ method: String(method), route: String(route), status: String(status) })
        latency.observe({ route: String(route) }, Number(ms) / 1000)
        return
      }
      events.inc({ level, event })
      if (event === 'store_away') store.set(0)
      if (event === 'store_back') store.set(1)
    },
    admission: (verdict: AdmissionVerdict): void => admissions.inc({ verdict }),
    /** Starts reporting the dataset, the sources and the log of a service. */
    follow: (deps: Followed): void => followDataset(registry, deps),
  }
}

/** The text of a registry; in a worker, the combined metrics of all workers. */
function formatMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  // From now on, it responds to the primary process.
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
  return askPrimary
}

type Followed = Pick<Deps, 'service' | 'datasetError' | 'linesLost' | 'clock'>

/** Gauges whose values are read on each scrape. */
function followDataset(registry: Registry, { service, datasetError, linesLost, clock }: Followed): void {
  const served = () => orNull(service)
  const sources = () => served()?.freshness.sources ?? []
  const gauge = <Label extends string>(
    name: string,
    help: string,
    aggregator: 'min' | 'max' | 'sum',
    labelNames: Label[],
    values: () => [{ [Name in Label]: string }, number][],
  ): void => {
    const collect = function (this: Gauge): void {
      this.reset()
      for (const [labels, value] of values()) this.set(labels, value)
    }
    new Gauge({ name, help, aggregator, labelNames, registers: [registry], collect })
  }
  gauge(
    'rhp_dataset_state',
    '1 for the current state: current, last_good (the latest bake cannot be read) or unavailable.',
    'max',
    ['state'],
    () => {
      const now = served() ? (datasetError?.() ? 'last_good' : 'current') : 'unavailable'
      return ['current', 'last_good', 'unavailable'].map((state) => [{ state }, Number(state === now)])
    },
  )
  gauge('rhp_dataset_info', '1 for the current dataset version.', 'max', ['version'], () => {
    const version = served()?.manifest.datasetVersion
    return version ? [[{ version }, 1]] : []
  })
  gauge('rhp_dataset_built_timestamp_seconds', 'When the current dataset was baked.', 'max', [], () => {
    const builtAt = served()?.manifest.builtAt
    return builtAt ? [[{}, Date.parse(builtAt) / 1000]] : []
  })
  gauge(
    'rhp_source_age_seconds',
    'Time since each source last confirmed data; absent for a source that never did.',
    'max',
    ['source'],
    () =>
      sources().flatMap(({ source, confirmed }) => {
        const last = Object.values(confirmed).sort().at(-1)
        return last ? [[{ source }, Math.max(0, (clock() - Date.parse(last)) / 1000)]] : []
      }),
  )
  gauge('rhp_source_up', '1 when the last check of the source succeeded.', 'min', ['source'], () =>
    sources().map(({ source, failure }) => [{ source }, Number(failure === null)]),
  )
  gauge('rhp_log_lines_lost', 'Log lines that could not be written since startup.', 'sum', [], () => [
    [{}, linesLost?.() ?? 0],
  ])
}
