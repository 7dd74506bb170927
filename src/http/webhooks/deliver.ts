import { setTimeout as pause } from 'node:timers/promises'
import { deliverAll, type Tally } from '../../notify/deliver-all.ts'
import { openMailer } from '../../notify/mail.ts'
import { openPoster } from '../../notify/webhook-post.ts'
import { openStore } from '../../storage/open.ts'
import { openService } from '../../store/service.ts'
import type { Settings } from '../settings/settings.ts'
import { createPublications } from './message.ts'

// A nightly run may be far from the store, and no caller is waiting.
const STORE_TIMEOUT_MS = 10_000

/**
 * Delivers the publications of the bake in DATASET_PATH to the webhooks in the configured store, for command-line programs.
 * @param waitMs how long to continue with retries that fall due
 * @throws Error when the bake, the store or the settings cannot be used
 */
export async function deliverPublished(
  settings: Settings,
  waitMs: number,
  clock: () => number,
  say: (line: object) => void,
): Promise<Tally> {
  const service = openService(settings.DATASET_PATH)
  const store = await openStore(settings, STORE_TIMEOUT_MS)
  const poster = openPoster({ allowedOrigins: settings.WEBHOOK_ALLOW_ORIGINS })
  const base = settings.BASE_URL ?? null
  try {
    const publications = createPublications(() => service, base)
    const mailer = await openMailer(settings, say)
    const report = (error: object) => say({ level: 'error', event: 'webhook', ...error })
    const link = `${base ?? ''}/account/webhooks`
    return await deliverAll({ store, poster, publications, mailer, clock, link, report }, clock() + waitMs, pause)
  } finally {
    await store.close()
    service.close()
  }
}

/** A summary of a run. */
export const tallyText = ({ announced, delivered, failed }: Tally): string =>
  `Webhooks: ${announced} new, ${delivered} delivered, ${failed} failed.`
