import { setTimeout as pause } from 'node:timers/promises'
import { createLimits } from '../../metering/limits.ts'
import { openMailer } from '../../notify/mail.ts'
import { openPoster } from '../../notify/webhook-post.ts'
import { deliverAll } from '../../notify/webhooks.ts'
import { openStore } from '../../storage/open.ts'
import { openService } from '../../store/service.ts'
import { openAlertService } from '../alerts/service.ts'
import type { Settings } from '../settings/settings.ts'
import { createPublications } from './message.ts'

// A nightly run may be far from the store, and no caller is waiting.
const STORE_TIMEOUT_MS = 10_000

type Delivered = Awaited<ReturnType<typeof deliverPublished>>

/**
 * Delivers the publications of the bake in DATASET_PATH to the webhooks in the configured store, and sends the alerts by
 * mail that are due, for command-line programs.
 * @param waitMs how long to continue with retries of webhooks that fall due
 * @throws Error when the bake, the store or the settings cannot be used
 */
export async function deliverPublished(
  settings: Settings,
  waitMs: number,
  clock: () => number,
  say: (line: object) => void,
) {
  const service = openService(settings.DATASET_PATH)
  const store = await openStore(settings, STORE_TIMEOUT_MS)
  const poster = openPoster({ allowedOrigins: settings.WEBHOOK_ALLOW_ORIGINS })
  const base = settings.BASE_URL ?? ''
  const reporting = (event: string) => (error: object) => say({ level: 'error', event, ...error })
  try {
    const publications = createPublications(() => service, base || null)
    const mailer = await openMailer(settings, say)
    const alerts = openAlertService({
      store,
      mailer,
      // Nothing is requested here.
      limits: createLimits(null, () => performance.now()),
      post: () => {},
      service: () => service,
      base,
      clock,
      report: reporting('list_alert'),
    })
    const mailed = mailer.channel === 'mail' ? await alerts.run() : null
    const report = reporting('webhook')
    const link = `${base}/account/webhooks`
    const deps = { store, poster, publications, mailer, clock, link, report }
    return { ...(await deliverAll(deps, clock() + waitMs, pause)), alerts: mailed }
  } finally {
    await store.close()
    service.close()
  }
}

export const formatTally = ({ announced, delivered, failed, alerts }: Delivered): string =>
  [
    `Webhooks: ${announced} new, ${delivered} delivered, ${failed} failed.`,
    ...(alerts ? [`Alerts by mail: ${alerts.sent} sent, ${alerts.failed} failed, ${alerts.ended} ended.`] : []),
  ].join(' ')
