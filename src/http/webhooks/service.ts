import type { WebhookWithAccount } from '../../account/verbs.ts'
import type { Delivery } from '../../notify/delivery.ts'
import type { Poster } from '../../notify/webhook-post.ts'
import type { DeliveryDeps } from '../../notify/webhooks.ts'
import { once, shareRuns } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'

export type WebhookService = ReturnType<typeof openWebhookService>

interface WebhookServiceOptions extends Omit<DeliveryDeps, 'poster'> {
  /** Sends messages; opened on first use by default. */
  poster?: Poster
  /** Origins allowed even though they are not public. */
  allowedOrigins: readonly string[]
  /** The instant of the current publication. @throws DatasetUnavailable */
  newest: () => Instant
}

/** Webhook delivery for the routes and command-line programs. The sending code is loaded on first use, because most processes never send messages. */
export function openWebhookService(options: WebhookServiceOptions) {
  const { allowedOrigins, newest, report } = options
  let announced = Number.NEGATIVE_INFINITY

  const deps = once(async (): Promise<DeliveryDeps> => {
    const { poster } = options
    if (poster) return { ...options, poster }
    const { openPoster } = await import('../../notify/webhook-post.ts')
    return { ...options, poster: openPoster({ allowedOrigins }) }
  })

  async function work(): Promise<void> {
    const { announce, deliverDue } = await import('../../notify/webhooks.ts')
    const now = newest()
    if (now !== announced) {
      await announce(await deps())
      announced = now
    }
    const { store, clock } = options
    if ((await store.dueDeliveries(clock(), 1)).length > 0) await deliverDue(await deps())
  }

  return {
    /** Why a URL cannot be registered, as a sentence; null when it can. */
    refusal: async (url: string): Promise<string | null> => (await deps()).poster.refusal(url),
    newest,
    /** Sends a test message immediately, without retries. */
    async test(webhook: WebhookWithAccount, id: string): Promise<Delivery> {
      const { sendTest } = await import('../../notify/webhooks.ts')
      return sendTest(await deps(), webhook, id)
    },
    /** Announces the publications since the last successful call and sends due messages, in one run. Never throws. */
    run: shareRuns(work, report),
  }
}
