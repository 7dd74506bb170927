import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openAnswers } from '../answers/open.ts'
import { drainAlerts } from '../notify/drain.ts'
import { mailFault, openMailer } from '../notify/mail.ts'
import { sendTrialNotices } from '../notify/trials.ts'
import { isoOf } from '../rules/moments.ts'
import { guarded } from '../storage/guarded.ts'
import { openLimits, openStore, STORE_TIMEOUT_MS } from '../storage/open.ts'
import type { Store } from '../storage/port.ts'
import { liveService } from '../store/live.ts'
import { addressOf } from './addresses.ts'
import { type App, createApp } from './app.ts'
import { compressor } from './compression.ts'
import type { Deps } from './deps.ts'
import { isWanted, type LogLine, openLog } from './log.ts'
import { type RecordsIn, recordsIn } from './pages/pages.ts'
import type { Settings } from './settings.ts'
import { type AdmissionVerdict, watched } from './watched.ts'
import { openDesk, type WebhookDesk } from './webhooks/desk.ts'
import { publicationsOf } from './webhooks/message.ts'

/** The app with everything it runs on. */
export interface Composition {
  app: App
  /** The pages of single records. */
  records: RecordsIn
  deps: Deps
  store: Store
  /** Sends the letters about trials that are due, of every account. */
  sendTrialLetters: () => Promise<void>
  webhooks: WebhookDesk
  close: () => Promise<void>
}

/** Capabilities of the platform, in addition to the settings. */
export interface Platform {
  /** Keeps the process alive until work that goes on after an answer is done. */
  afterwards?: (work: Promise<unknown>) => void
  /** Whether nothing before the service compresses its answers. */
  isUncompressed?: boolean
  /** Whether a proxy of the platform's own writes X-Forwarded-For. */
  isBehindProxy?: boolean
  /** Told of every line of the log, wanted or not. */
  watch?: (line: LogLine) => void
  /** Told how each admission ended. */
  watchAdmission?: (verdict: AdmissionVerdict) => void
  /** Whether the process may be frozen as soon as its work is done. */
  isFrozenBetween?: boolean
}

/** Alerts are sent this long after the request that made them due. */
const SETTLE_MS = 1_000
const LOG_EVERY_MS = 5
const HOUR_MS = 60 * 60_000
const REMINDED_MAX = 10_000

/** The one place where settings, clock, store and dataset come together. */
export async function compose(settings: Settings, platform: Platform = {}): Promise<Composition> {
  const clock = () => Date.now()
  const stopwatch = () => performance.now()
  // Buffered lines would be lost when the process is frozen.
  const log = openLog((text, done) => process.stdout.write(text, done), platform.isFrozenBetween ? 0 : LOG_EVERY_MS)
  // A full disk or a closed pipe costs lines of the log, which counts them; without a listener it would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.once('exit', log.flush)
  const writeLog = (line: LogLine): void => {
    platform.watch?.(line)
    if (isWanted(line, settings.LOG_LEVEL, settings.ACCESS_LOG)) log.line(line)
  }
  const store = guarded(await openStore(settings, STORE_TIMEOUT_MS, 'store'), stopwatch, (fault) => {
    if (fault) writeLog({ level: 'error', event: 'store_away', at: isoOf(clock()), message: fault.message })
    else writeLog({ level: 'info', event: 'store_back', at: isoOf(clock()) })
  })
  const limits = await openLimits(settings, stopwatch)
  // Mails that stand in for a mail server are wanted at every level.
  const mailer = await openMailer(settings, log.line)
  const service = liveService(settings.DATASET_PATH, clock, ({ message }) =>
    writeLog({ level: 'error', event: 'dataset', message }),
  )
  await service.ready()
  // AI answers under way may still give back what they took.
  const settleMs = settings.AI_BASE_URL ? settings.AI_TIMEOUT_MS + SETTLE_MS : SETTLE_MS
  const isBehindProxy = platform.isBehindProxy ?? settings.TRUST_PROXY
  const reminded = new LRUCache<string, true>({ max: REMINDED_MAX, ttl: HOUR_MS })
  const sendTrialLetters = (accountId?: string): Promise<void> =>
    sendTrialNotices({ store, mailer, base: settings.BASE_URL ?? null }, clock(), accountId).then(
      () => {},
      ({ name }: Error) => writeLog({ level: 'error', event: 'trial_notice', accountId, message: name }),
    )
  function remind(accountId: string): void {
    if (reminded.has(accountId)) return
    reminded.set(accountId, true)
    platform.afterwards?.(sendTrialLetters(accountId))
  }
  const hosts = [settings.BASE_URL, settings.ALT_BASE_URL].filter((address) => address !== undefined)
  const webhooks = openDesk({
    store,
    mailer,
    clock,
    publications: publicationsOf(service, settings.BASE_URL ?? null),
    newest: () => service().publications.newest(),
    allowedOrigins: settings.WEBHOOK_ALLOW_ORIGINS,
    link: `${settings.BASE_URL ?? ''}/account/webhooks`,
    report: (fault) => writeLog({ level: 'error', event: 'webhook', ...fault }),
  })
  const deps: Deps = {
    service,
    datasetFault: service.fault,
    meter: platform.watchAdmission ? watched(store, platform.watchAdmission) : store,
    subscriptions: store,
    limits,
    addressOf: (c) => addressOf(c, isBehindProxy),
    notify(accountId) {
      // An alert that cannot be sent now stays due and is sent with a later one.
      const work = setTimeout(settleMs, null, { ref: false })
        .then(() => drainAlerts(store, mailer, clock(), accountId))
        .catch(({ name }: Error) => writeLog({ level: 'error', event: 'usage_notice', accountId, message: name }))
      platform.afterwards?.(work)
    },
    remind,
    account: {
      trialDays: settings.TRIAL_DAYS,
      remind,
      store,
      limits,
      post(mail) {
        // People who miss a mail ask again; addresses do not belong in the log.
        const work = mailer
          .send(mail)
          .catch((error: unknown) => writeLog({ level: 'error', event: mail.kind, message: mailFault(error) }))
        platform.afterwards?.(work)
      },
      billingSecret: settings.BILLING_WEBHOOK_SECRET ?? null,
      operatorEmail: settings.ADMIN_EMAIL ?? null,
      hosts,
      webhooks,
      afterwards: (work) => platform.afterwards?.(work()),
    },
    answers: openAnswers(settings, (fault) => writeLog({ level: 'error', event: 'answer', ...fault })),
    clock,
    ...(platform.isUncompressed && settings.COMPRESSION && { compress: compressor() }),
    ...(settings.CURSOR_SECRET && { cursorSecret: settings.CURSOR_SECRET }),
    log: writeLog,
    linesLost: log.linesLost,
    staleAfterMs: settings.STALE_AFTER_HOURS * HOUR_MS,
    base: settings.BASE_URL ?? null,
  }
  const close = async () => {
    await limits.close()
    await store.close()
    log.flush()
    process.off('exit', log.flush)
  }
  const contact = settings.CONTACT_EMAIL ?? null
  return {
    app: createApp(deps),
    records: recordsIn({ ...deps, contact }),
    deps,
    store,
    webhooks,
    sendTrialLetters: () => sendTrialLetters(),
    close,
  }
}
