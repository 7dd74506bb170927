import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { addressLine, keyLines } from './admin/demo.ts'
import { sitesIn } from './bake/site-folder.ts'
import { beside } from './http/beside.ts'
import { compose } from './http/compose.ts'
import { hostAddress, mayMakeDemo } from './http/demo.ts'
import { liveSite } from './http/live-site.ts'
import { readSettings } from './http/settings.ts'
import { stoppable } from './http/stop.ts'
import { workUnderWay } from './http/work.ts'

/** The self-hosted server: the API, and the built site as static files. */
const settings = await starting(async () => readSettings(process.env))
const work = workUnderWay()
const { app, records, deps, store, close } = await starting(() => compose(settings, { afterwards: work.add }))
reportDataset()

const site = liveSite({
  site: settings.SITE_PATH,
  sites: () => sitesIn(settings.DATASET_PATH),
  app,
  records,
  version: servedVersion,
  clock: deps.clock,
})
const fetch = beside(app.fetch, site)

const server = serve({ fetch, port: settings.PORT, hostname: settings.HOST }, async ({ port }) => {
  const address = hostAddress(settings.HOST, port)
  process.stdout.write(addressLine(address))
  process.stdout.write(await keyLines(store, address, mayMakeDemo(settings), deps.clock()))
}) as Server
const { stop } = stoppable(server)

server.on('error', (error: NodeJS.ErrnoException) => {
  refuse(error.code === 'EADDRINUSE' ? `port ${settings.PORT} is in use; set PORT to another.` : error.message)
})

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second one means: now.
    if (isEnding) process.exit(1)
    isEnding = true
    void end(signal)
  })
}

/** Ends within the time of the settings: requests, what goes on after them, then the store. */
async function end(signal: string): Promise<void> {
  const started = performance.now()
  const cutOff = await stop(settings.STOP_TIMEOUT_MS)
  const unfinished = await work.finish(Math.max(0, settings.STOP_TIMEOUT_MS - (performance.now() - started)))
  await close().catch(() => {})
  const ms = Math.round(performance.now() - started)
  deps.log({ level: cutOff + unfinished > 0 ? 'error' : 'info', event: 'stop', signal, ms, cutOff, unfinished })
  process.exit(0)
}

/** Runs a step of the start; what keeps it from succeeding is said without the program's own places. */
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

function servedVersion(): string | null {
  try {
    return deps.service().manifest.datasetVersion
  } catch {
    return null
  }
}

/** A dataset that cannot be served is in the log from the start, and the server waits for a better one. */
function reportDataset(): void {
  try {
    deps.service()
  } catch {
    // The live service has reported it.
  }
}
