import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import type { WebhookEnd, WebhookFilter } from '../account/record.ts'
import type { Accounts, Webhooks, WebhookWithAccount } from '../account/verbs.ts'
import { getSigningSecrets, isReceiving } from '../account/webhooks.ts'
import {
  createDelivery,
  DELIVERY_MEMORY_MS,
  type Deliveries,
  type Delivery,
  FAILING_MS,
  findFailingSince,
  markDeliveryCancelled,
  markDeliverySettled,
} from './delivery.ts'
import { createWebhookMail, type Mailer, readAdministrators, toMailError } from './mail.ts'
import type { Poster } from './webhook-post.ts'

// Longer than the receiver's timeout, so that two processes never send the same message at once.
const LEASE_MS = 60_000
const DUE_AT_ONCE = 200
/** Number of latest deliveries that decide how long a webhook has been failing. */
const HISTORY_MAX = 100

export interface Publications {
  after(until: number): { version: string; until: number }[]
  matches(version: string, filter: WebhookFilter): boolean
  /** The body of a delivery's message; null while this process has not loaded its publication. */
  message(delivery: Delivery): string | null
}

export interface DeliveryDeps {
  store: Pick<Webhooks, 'allWebhooks' | 'findWebhook' | 'noteAnnounced' | 'endWebhook'> &
    Deliveries &
    Pick<Accounts, 'members'>
  poster: Poster
  publications: Publications
  mailer: Pick<Mailer, 'send'>
  link: string
  clock: () => number
  report: (error: { accountId?: string; message: string }) => void
}

/** The `webhook-id` of the message for a publication: the same in every process and on every retry. */
const createMessageId = (webhookId: string, version: string): string =>
  `msg_${hash('sha256', `${webhookId} ${version}`).slice(0, 32)}`

/** Creates the deliveries of new publications that a webhook's filter matches, once across processes. Returns their number. */
export async function announce({ store, publications, clock }: DeliveryDeps): Promise<number> {
  let count = 0
  for (const { account, webhook } of await store.allWebhooks()) {
    const { id: webhookId, filter } = webhook
    const news = publications.after(webhook.announced)
    const last = news.at(-1)
    // A disabled webhook starts again with the first publication after it is enabled.
    if (!last || webhook.disabledAt !== null) continue
    const matching = isReceiving(account, webhook, clock())
      ? news.filter(({ version }) => publications.matches(version, filter))
      : []
    const deliveries = matching.map(({ version }) => {
      const id = createMessageId(webhookId, version)
      return createDelivery({ id, accountId: account.id, webhookId, kind: 'changes', version, filter }, clock())
    })
    await store.addDeliveries(deliveries)
    await store.noteAnnounced(account.id, webhookId, last.until)
    count += deliveries.length
  }
  return count
}

/**
 * Sends due deliveries, each at least once: if a process dies, its delivery is due again after LEASE_MS. Each webhook gets
 * one message at a time; after a failure, its other messages wait for the next call.
 * @returns the deliveries that were tried, in their new state
 */
export async function deliverDue(deps: DeliveryDeps): Promise<Delivery[]> {
  const due = await deps.store.dueDeliveries(deps.clock(), DUE_AT_ONCE)
  const atOnce = pLimit(8)
  const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId)
  const tried = [...byWebhook.values()].map((deliveries) =>
    atOnce(async () => {
      const done: Delivery[] = []
      for (const delivery of deliveries) {
        const after = await deliver(deps, delivery)
        if (after) done.push(after)
        if (after?.attempts.at(-1)?.fault) break
      }
      return done
    }),
  )
  return (await Promise.all(tried)).flat()
}

async function deliver(deps: DeliveryDeps, delivery: Delivery): Promise<Delivery | null> {
  const { store, publications, clock } = deps
  const target = await store.findWebhook(delivery.accountId, delivery.webhookId)
  const isOver = clock() - delivery.createdAt > DELIVERY_MEMORY_MS
  if (!target || !isReceiving(target.account, target.webhook, clock()) || isOver) {
    await store.saveDelivery(markDeliveryCancelled(delivery))
    return null
  }
  const body = publications.message(delivery)
  // Another process may already serve this publication.
  if (body === null) return null
  const claimed = await store.claimDelivery(delivery, clock(), LEASE_MS)
  return claimed && attempt(deps, target, claimed, body)
}

export async function sendTest(deps: DeliveryDeps, target: WebhookWithAccount, id: string): Promise<Delivery> {
  const { account, webhook } = target
  const now = deps.clock()
  const { id: webhookId, filter } = webhook
  const made = createDelivery({ id, accountId: account.id, webhookId, kind: 'test', version: null, filter }, now)
  // Created as already claimed by this process.
  const delivery = { ...made, tries: 1, nextAttemptAt: now + LEASE_MS }
  await deps.store.addDeliveries([delivery])
  return attempt(deps, target, delivery, deps.publications.message(delivery) ?? '')
}

/** Sends a message, records the outcome, and disables a webhook that responded with 410 or has failed for too long. */
async function attempt(
  deps: DeliveryDeps,
  target: WebhookWithAccount,
  claimed: Delivery,
  body: string,
): Promise<Delivery> {
  const { store, poster, clock } = deps
  const { account, webhook } = target
  const at = clock()
  const began = performance.now()
  const secrets = getSigningSecrets(webhook, at)
  const result = await poster.send({ url: webhook.url, id: claimed.id, body, secrets }, at)
  const settled = markDeliverySettled(claimed, { at, ...result, ms: Math.round(performance.now() - began) })
  await store.saveDelivery(settled)
  const because = await findWebhookEnd(store, settled, clock())
  if (because && (await store.endWebhook(account.id, webhook.id, because, clock()))) await notify(deps, target, because)
  return settled
}

async function findWebhookEnd(
  store: Deliveries,
  { webhookId, attempts }: Delivery,
  now: number,
): Promise<WebhookEnd | null> {
  const last = attempts.at(-1)
  if (!last || last.fault === null) return null
  if (last.status === 410) return 'GONE'
  const since = findFailingSince(await store.readDeliveries(webhookId, HISTORY_MAX))
  return since !== null && now - since >= FAILING_MS ? 'FAILING' : null
}

async function notify(
  { store, mailer, link, report }: DeliveryDeps,
  target: WebhookWithAccount,
  because: WebhookEnd,
): Promise<void> {
  const to = await readAdministrators(store, target.account.id)
  const mail = createWebhookMail(to, target, because, link)
  await pRetry(() => mailer.send(mail), { retries: 2 }).catch((error: unknown) =>
    report({ accountId: target.account.id, message: toMailError(error) }),
  )
}

/**
 * Creates the deliveries for new publications, sends what is due, and continues with retries that fall due before
 * `until`. Later retries wait for the next run.
 * @param pause waits for this many milliseconds
 */
export async function deliverAll(deps: DeliveryDeps, until: number, pause: (ms: number) => Promise<unknown>) {
  const { store, clock } = deps
  const latest = new Map<string, Delivery>()
  const announced = await announce(deps)
  for (;;) {
    const tried = await deliverDue(deps)
    for (const delivery of tried) latest.set(delivery.id, delivery)
    // Deliveries queued behind a failed one of the same webhook are still due.
    if (tried.length > 0) continue
    const now = clock()
    // A due delivery that was not tried belongs to a publication that this process has not loaded.
    const next = (await store.dueDeliveries(until, DUE_AT_ONCE)).find(({ nextAttemptAt }) => (nextAttemptAt ?? 0) > now)
    if (!next?.nextAttemptAt) break
    await pause(next.nextAttemptAt - now)
  }
  const ended = [...latest.values()]
  const delivered = ended.filter(({ state }) => state === 'DELIVERED').length
  return { announced, delivered, failed: ended.length - delivered }
}
