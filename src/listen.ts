import cluster from 'node:cluster'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKeyLines, formatAddressLine } from './admin/demo.ts'
import { readSites } from './bake/folder/kept.ts'
import { apiOrSite } from './http/app.ts'
import { compose } from './http/compose.ts'
import { createHttpServer } from './http/server/http-server.ts'
import { createBackgroundWork, createStopper } from './http/server/stop.ts'
import { mayMakeDemo, readSettings, toHostAddress } from './http/settings/settings.ts'
import { openReview } from './operations/desk.ts'
import { createMetricsPage, createMetricsServer, METRICS_PATH } from './operations/metrics-server.ts'
import { greets, onStop, runWorkers } from './operations/workers.ts'
import { once, orNull } from './rules/once.ts'

/** The self-hosted server: the API and the built site as static files, in one or more processes. */
const settings = await starting(async () => readSettings(process.env))
const token = settings.METRICS_TOKEN ?? null
const isMeasured = settings.METRICS_PORT !== undefined || token !== null

if (settings.WORKERS > 1 && cluster.isPrimary) await serveInWorkers()
else await serveHere()

async function serveHere(): Promise<void> {
  const work = createBackgroundWork()
  const metrics = isMeasured ? (await import('./operations/metrics.ts')).openMetrics() : null
  const { app, records, deps, store, deliver, sendTrialMails, close } = await starting(() =>
    compose(settings, {
      afterwards: work.add,
      review: openReview(settings.DATASET_PATH),
      ...(metrics && { watch: metrics.line, watchAdmission: metrics.admission }),
    }),
  )
  metrics?.follow(deps)
  const getServedVersion = () => orNull(() => deps.service().manifest.datasetVersion)
  // If the dataset cannot be served at startup, this is logged and the server waits for a new one.
  let logged = getServedVersion()
  // Also checked between requests, so that the first request after a bake or rollback gets the new dataset.
  const look = (): void => {
    const version = getServedVersion()
    if (version === logged) return
    logged = version
    deps.log({ level: 'info', event: 'dataset_served', version })
    work.add(deliver())
  }
  setInterval(look, 1_000).unref()
  const sendDueMails = () => work.add(sendTrialMails())
  sendDueMails()
  setInterval(sendDueMails, 60 * 60_000).unref()
  // Every process checks for deliveries and alerts; the one that claims one sends it.
  setInterval(() => work.add(deliver()), 15_000).unref()
  setTimeout(() => {
    work.add(deliver())
    void site()
  }, 1_000).unref()

  const site = once(async () => {
    const [{ createLiveSite: liveSite }, recordsIn] = await Promise.all([import('./http/pages/site.ts'), records()])
    return liveSite({
      site: settings.SITE_PATH,
      sites: () => readSites(settings.DATASET_PATH),
      app,
      records: recordsIn,
      version: getServedVersion,
      clock: deps.clock,
      isCompressed: settings.COMPRESSION,
    })
  })
  const pages = apiOrSite(app.fetch, async (...request) => (await site())(...request))
  const page = metrics && { text: metrics.text, contentType: metrics.contentType, token }
  const beside = page && settings.METRICS_PORT === undefined ? createMetricsPage(page).fetch : null
  const fetch: typeof pages = (...request) =>
    beside && new URL(request[0].url).pathname === METRICS_PATH ? beside(...request) : pages(...request)
  const server = createHttpServer(beside ? fetch : pages, deps, settings.HOST)
  const { stop } = createStopper(server)
  server.listen(settings.PORT, settings.HOST, async () => {
    if (!greets(process.env)) return
    const address = toHostAddress(settings.HOST, (server.address() as AddressInfo).port)
    process.stdout.write(formatAddressLine(address))
    process.stdout.write(await createKeyLines(store, address, mayMakeDemo(settings), deps.clock()))
  })
  exitOnError(server, 'PORT', settings.PORT)
  if (page && !cluster.isWorker) serveMetrics(page)

  let isEnding = false
  /** Shuts down within STOP_TIMEOUT_MS: requests first, then background work, then the store. */
  async function end(reason: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    const started = performance.now()
    const cutOff = await stop(settings.STOP_TIMEOUT_MS)
    const unfinished = await work.finish(Math.max(0, settings.STOP_TIMEOUT_MS - (performance.now() - started)))
    const ms = Math.round(performance.now() - started)
    deps.log({ level: cutOff + unfinished > 0 ? 'warn' : 'info', event: 'stop', reason, ms, cutOff, unfinished })
    // Flushes the log too.
    await close().catch(() => {})
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal stops immediately.
      if (isEnding && !cluster.isWorker) process.exit(1)
      void end(signal)
    })
  }
  onStop(() => void end('the first process'))
}

/** The primary process: starts the workers and serves only their combined metrics. */
async function serveInWorkers(): Promise<void> {
  const { AggregatorRegistry } = isMeasured ? await import('prom-client') : { AggregatorRegistry: null }
  const registry = AggregatorRegistry && new AggregatorRegistry()
  const text = async () => (await registry?.clusterMetrics()) ?? ''
  runWorkers({
    program: import.meta.filename,
    count: settings.WORKERS,
    stopTimeoutMs: settings.STOP_TIMEOUT_MS,
    log: (line) => process.stdout.write(`${JSON.stringify(line)}\n`),
    metrics: text,
  })
  if (registry) serveMetrics({ text, contentType: registry.contentType, token })
}

function serveMetrics(page: Parameters<typeof createMetricsServer>[0]): void {
  if (settings.METRICS_PORT === undefined) return
  const server = createMetricsServer(page).listen(settings.METRICS_PORT, settings.METRICS_HOST)
  exitOnError(server, 'METRICS_PORT', settings.METRICS_PORT)
}

function exitOnError(server: Server, name: string, port: number): void {
  server.on('error', (error: NodeJS.ErrnoException) => {
    refuse(error.code === 'EADDRINUSE' ? `port ${port} is in use; set ${name} to another.` : error.message)
  })
}

/** Runs a startup step and reports a failure without a stack trace. */
async function starting<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function refuse(why: string): never {
  process.stderr.write(`The server cannot start: ${why}\n`)
  process.exit(1)
}
