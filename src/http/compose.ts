import { openStore } from '../metering/open.ts'
import type { Store } from '../metering/port.ts'
import { liveService } from '../store/live.ts'
import { type App, createApp } from './app.ts'
import type { Deps, LogLine } from './deps.ts'
import type { Settings } from './settings.ts'

/** The app with everything it runs on. */
export interface Composition {
  app: App
  deps: Deps
  store: Store
  close: () => Promise<void>
}

/** The one place where settings, clock, store and dataset come together. */
export async function compose(settings: Settings): Promise<Composition> {
  const clock = () => Date.now()
  const store = await openStore(settings)
  const service = liveService(settings.DATASET_PATH, clock, ({ message }) =>
    writeLog({ level: 'error', event: 'dataset', message }),
  )
  const deps: Deps = { service, meter: store, clock, log: writeLog, base: settings.BASE_URL ?? null }
  return { app: createApp(deps), deps, store, close: () => store.close() }
}

/** One line of JSON on stdout: user text only ever stands in it as a value. */
const writeLog = (line: LogLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
