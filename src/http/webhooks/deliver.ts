import { setTimeout as pause } from 'node:timers/promises'
import { deliverAll, type Tally } from '../../notify/deliver-all.ts'
import { openMailer } from '../../notify/mail.ts'
import { openPoster } from '../../notify/webhook-post.ts'
import { openStore } from '../../storage/open.ts'
import { openOwnService } from '../../store/service.ts'
import type { Settings } from '../settings.ts'
import { publicationsOf } from './message.ts'

// The store may be far from the machine of the night, and nobody waits for an answer.
const STORE_TIMEOUT_MS = 10_000

/**
 * Tells the webhooks in the store of the settings what the bake in DATASET_PATH published, for programs that end.
 * @param waitMs how long to go on with retries that fall due
 * @throws Error when the bake, the store or the settings cannot be used
 */
export async function deliverPublished(
  settings: Settings,
  waitMs: number,
  clock: () => number,
  say: (line: object) => void,
): Promise<Tally> {
  const service = await openOwnService(settings.DATASET_PATH)
  const store = await openStore(settings, STORE_TIMEOUT_MS)
  const poster = openPoster({ allowedOrigins: settings.WEBHOOK_ALLOW_ORIGINS })
  const base = settings.BASE_URL ?? null
  try {
    const publications = publicationsOf(() => service, base)
    const mailer = await openMailer(settings, say)
    const report = (fault: object) => say({ level: 'error', event: 'webhook', ...fault })
    const link = `${base ?? ''}/account/webhooks`
    return await deliverAll({ store, poster, publications, mailer, clock, link, report }, clock() + waitMs, pause)
  } finally {
    await store.close()
    service.close()
  }
}

/** A run in words. */
export const tallyText = ({ announced, delivered, failed }: Tally): string =>
  `Webhooks: ${announced} new, ${delivered} delivered, ${failed} failed.`
