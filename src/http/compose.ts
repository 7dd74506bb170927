import { setImmediate, setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openAnswers } from '../answers/service.ts'
import { type Admission, type Meter, StoreUnavailable } from '../metering/admission.ts'
import { STORE_TIMEOUT_MS, upTo } from '../metering/outage.ts'
import { drainAlerts, sendTrialNotices } from '../notify/account-mails.ts'
import { type Mail, openMailer, toMailError } from '../notify/mail.ts'
import { once } from '../rules/once.ts'
import { toIso } from '../rules/time/moments.ts'
import { openLimits, openStore } from '../storage/open.ts'
import { openLiveService } from '../store/open/live.ts'
import { type Fault, type Review, readNight } from './account/desk.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { guardStore } from './guarded-store.ts'
import { isWanted, type LogLine, openLog } from './log.ts'
import { readCallerAddress } from './request/callers.ts'
import { createCompressor } from './response/compression.ts'
import type { Settings } from './settings/settings.ts'
import { createPublications } from './webhooks/message.ts'
import { openWebhookService } from './webhooks/service.ts'

export interface Platform {
  /** Keeps the process alive until work after a response is done. */
  afterwards?: (work: Promise<unknown>) => void
  /**
   * Whether the service is a function: behind a proxy that sets X-Forwarded-For and compresses responses, with a bake whose
   * hash was checked when it was packaged, and frozen once its work, including `afterwards`, is done.
   */
  isFunction?: boolean
  watch?: (line: LogLine) => void
  watchAdmission?: (verdict: AdmissionVerdict) => void
  /** How the operator decides about the dataset, where it is on this machine. */
  review?: Review | null
}

const SETTLE_MS = 1_000
const HOUR_MS = 60 * 60_000

/** The composition root: makes the app and its dependencies from settings, clock, store and dataset. */
export async function compose(settings: Settings, platform: Platform = {}) {
  const { afterwards = () => {}, isFunction = false } = platform
  const base = settings.BASE_URL ?? null
  const clock = () => Date.now()
  const stopwatch = () => performance.now()
  const log = openLog(
    (text, done) => process.stdout.write(text, done),
    (flush) => {
      // The platform must not freeze the process before its lines are written.
      if (isFunction) afterwards(setImmediate().then(flush))
      else setTimeout(5, null, { ref: false }).then(flush)
    },
  )
  // A full disk or a closed pipe only loses log lines, which are counted. Without a listener it would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.once('exit', log.flush)
  const writeLog = (line: LogLine): void => {
    platform.watch?.(line)
    if (isWanted(line, settings.LOG_LEVEL, settings.ACCESS_LOG)) log.line(line)
  }
  const faults: Fault[] = []
  /** Logs emails or webhooks that could not be sent, and shows the latest to the operator. Addresses must not be logged. */
  const reportUnsent = (event: string, error: { message: string; accountId?: string }): void => {
    faults.unshift({ at: toIso(clock()), event, message: error.message })
    faults.length = Math.min(faults.length, 50)
    writeLog({ level: 'error', event, ...error })
  }
  const store = guardStore(await openStore(settings, STORE_TIMEOUT_MS, 'server'), stopwatch, (error) => {
    if (error) writeLog({ level: 'error', event: 'store_away', at: toIso(clock()), message: error.message })
    else writeLog({ level: 'info', event: 'store_back', at: toIso(clock()) })
  })
  const limits = await openLimits(settings, stopwatch)
  // Emails that are logged instead of sent are written at every level.
  const mailer = await openMailer(settings, log.line)
  const service = openLiveService(
    settings.DATASET_PATH,
    clock,
    ({ message }) => writeLog({ level: 'error', event: 'dataset', message }),
    isFunction,
  )
  // AI answers in progress may still refund their unit.
  const settleMs = settings.AI_BASE_URL ? settings.AI_TIMEOUT_MS + SETTLE_MS : SETTLE_MS
  const reminded = new LRUCache<string, true>({ ...upTo(10_000), ttl: HOUR_MS })
  const sendTrialMails = async (accountId?: string): Promise<void> => {
    await sendTrialNotices(store, mailer, base, clock(), accountId).catch(({ name }: Error) =>
      reportUnsent('trial_notice', { message: name, ...(accountId && { accountId }) }),
    )
  }
  function remind(accountId: string): void {
    if (reminded.has(accountId)) return
    reminded.set(accountId, true)
    afterwards(sendTrialMails(accountId))
  }
  const opened = openWebhookService({
    store,
    mailer,
    clock,
    publications: createPublications(service, base),
    newest: () => service().publications.newest(),
    allowedOrigins: settings.WEBHOOK_ALLOW_ORIGINS,
    link: `${base ?? ''}/account/webhooks`,
    report: (error) => reportUnsent('webhook', error),
  })
  const webhooks = { ...opened, run: () => service.during(opened.run) }
  const post = (mail: Mail): void => {
    // The person can request the email again.
    afterwards(mailer.send(mail).catch((error: unknown) => reportUnsent(mail.kind, { message: toMailError(error) })))
  }
  // Alerts are offered only where they can be sent, and loaded on first use, because most processes start for the API.
  const alerts = once(async () => {
    if (mailer.channel !== 'mail' || base === null) return null
    const { openAlertService } = await import('./alerts/service.ts')
    const report = (error: { message: string }) => reportUnsent('list_alert', error)
    return openAlertService({ store, limits, mailer, post, service, base, clock, report })
  })
  const deps: Deps = {
    service,
    datasetError: service.failure,
    meter: platform.watchAdmission ? countAdmissions(store, platform.watchAdmission) : store,
    subscriptions: store,
    limits,
    hasDemoKey: settings.PUBLIC_DEMO_KEY,
    readCallerAddress: (c) => readCallerAddress(c, isFunction || settings.TRUST_PROXY),
    notify(accountId) {
      // An alert that cannot be sent now stays due.
      const drained = setTimeout(settleMs, null, { ref: false }).then(() =>
        drainAlerts(store, mailer, clock(), accountId),
      )
      afterwards(drained.catch(({ name }: Error) => reportUnsent('usage_notice', { message: name, accountId })))
    },
    remind,
    account: {
      trialDays: settings.TRIAL_DAYS,
      remind,
      store,
      limits,
      post,
      billingSecret: settings.BILLING_WEBHOOK_SECRET ?? null,
      operatorEmail: settings.ADMIN_EMAIL ?? null,
      hosts: [settings.BASE_URL, settings.ALT_BASE_URL].filter((address) => address !== undefined),
      webhooks,
      desk: {
        readNight: () => readNight(settings.DATASET_PATH),
        review: platform.review ?? null,
        faults: () => faults,
      },
      afterwards: (work) => afterwards(work()),
    },
    answers: openAnswers(settings, (error) => writeLog({ level: 'error', event: 'answer', ...error })),
    clock,
    ...(!isFunction && settings.COMPRESSION && { compress: createCompressor() }),
    ...(settings.CURSOR_SECRET && { cursorSecret: settings.CURSOR_SECRET }),
    log: writeLog,
    linesLost: log.linesLost,
    staleAfterMs: settings.STALE_AFTER_HOURS * HOUR_MS,
    base,
  }
  return {
    app: createApp(deps),
    /** Loads the pages of single records, which a first response of the API does not need. */
    records: once(async () =>
      (await import('./pages/pages.ts')).createRecordPages({
        ...deps,
        contact: settings.CONTACT_EMAIL ?? null,
        alerts: await alerts(),
      }),
    ),
    deps,
    store,
    /** Sends the webhooks and the alerts by mail that are due. Never throws. */
    deliver: () => Promise.all([webhooks.run(), service.during(async () => (await alerts())?.run())]),
    sendTrialMails: () => sendTrialMails(),
    async close() {
      await limits.close()
      await store.close()
      log.flush()
      process.off('exit', log.flush)
    },
  }
}

/** The result of an admission for metrics: the verdict, the exceeded window, or a store failure. */
export type AdmissionVerdict =
  | Exclude<Admission['verdict'], 'refused'>
  | 'refused_minute'
  | 'refused_month'
  | 'unavailable'

/** A meter whose admissions are counted. */
export const countAdmissions = <Watched extends Meter>(
  meter: Watched,
  tell: (verdict: AdmissionVerdict) => void,
): Watched => ({
  ...meter,
  async admit(...args) {
    try {
      const admission = await meter.admit(...args)
      if (admission.verdict !== 'refused') tell(admission.verdict)
      else tell(admission.by.includes('month') ? 'refused_month' : 'refused_minute')
      return admission
    } catch (error) {
      if (error instanceof StoreUnavailable) tell('unavailable')
      throw error
    }
  },
})
