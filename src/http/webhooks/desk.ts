import type { WebhookHeld } from '../../account/verbs.ts'
import type { Delivery } from '../../notify/delivery.ts'
import type { Poster } from '../../notify/webhook-post.ts'
import type { DeliveryDeps } from '../../notify/webhooks.ts'
import type { Instant } from '../../rules/moments.ts'

/** What the routes of webhooks and the programs around the service need of the delivery. */
export interface WebhookDesk {
  /** Why an address cannot be registered, as a sentence; null when it can. */
  refusal: (url: string) => Promise<string | null>
  /** The instant of the newest publication that is served. @throws DatasetUnavailable */
  newest: () => Instant
  /** Sends a test, once and at once. */
  test: (held: WebhookHeld, id: string) => Promise<Delivery>
  /**
   * Announces what was published since the last call that succeeded, and sends what is due. Calls while one is under way
   * share it. Never throws.
   */
  run: () => Promise<void>
}

interface DeskOptions extends Omit<DeliveryDeps, 'poster'> {
  /** What sends messages; opened with the first one where none is given. */
  poster?: Poster
  /** Origins that may be asked although they are not public. */
  allowedOrigins: readonly string[]
  /** The newest publication that is served. @throws DatasetUnavailable */
  newest: () => Instant
}

/** The desk over a store. What sends messages is loaded with the first one: most processes never send any. */
export function openDesk(options: DeskOptions): WebhookDesk {
  const { allowedOrigins, newest, report } = options
  let opened: Promise<DeliveryDeps> | null = null
  let announced = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null
  let fault: string | null = null

  const deps = (): Promise<DeliveryDeps> => {
    opened ??= opening()
    return opened
  }

  async function opening(): Promise<DeliveryDeps> {
    const { poster } = options
    if (poster) return { ...options, poster }
    const { openPoster } = await import('../../notify/webhook-post.ts')
    return { ...options, poster: openPoster({ allowedOrigins }) }
  }

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
    refusal: async (url) => (await deps()).poster.refusal(url),
    newest,
    test: async (held, id) => {
      const { sendTest } = await import('../../notify/webhooks.ts')
      return sendTest(await deps(), held, id)
    },
    run() {
      underWay ??= work()
        .then(() => {
          fault = null
        })
        .catch(({ name }: Error) => {
          // A store that is away is told of once, not with every call.
          if (fault !== name) report({ message: name })
          fault = name
        })
        .finally(() => {
          underWay = null
        })
      return underWay
    },
  }
}
