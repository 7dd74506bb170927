import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import type { WebhookEnd, WebhookFilter } from '../account/record.ts'
import type { Accounts, WebhookHeld, Webhooks } from '../account/verbs.ts'
import { isTold, signingSecrets } from '../account/webhooks.ts'
import {
  cancelledDelivery,
  DELIVERY_MEMORY_MS,
  type Deliveries,
  type Delivery,
  FAILING_MS,
  failingSince,
  newDelivery,
  settledDelivery,
} from './delivery.ts'
import { type Mailer, mailFault } from './mail.ts'
import type { Poster } from './webhook-post.ts'

// Longer than a receiver may take, so that no two processes send a message at once.
const LEASE_MS = 60_000
const DUE_AT_ONCE = 200
const RECEIVERS_AT_ONCE = 8
/** The deliveries that are looked at to tell since when a webhook fails. */
const LOOKED_AT = 100
const MAIL_RETRIES = 2

/** The publications, as the delivery of webhooks reads them. */
export interface Publications {
  /** The publications after an instant, the oldest first. */
  after(until: number): { version: string; until: number }[]
  /** Whether a publication changed anything that a filter matches. */
  matches(version: string, filter: WebhookFilter): boolean
  /** The body of a delivery's message; null while its publication is not known here. */
  message(delivery: Delivery): string | null
}

export interface DeliveryDeps {
  store: Pick<Webhooks, 'heldWebhooks' | 'heldWebhook' | 'noteAnnounced' | 'endWebhook'> &
    Deliveries &
    Pick<Accounts, 'members'>
  poster: Poster
  publications: Publications
  mailer: Pick<Mailer, 'send'>
  /** The page where members enable webhooks. */
  link: string
  clock: () => number
  report: (fault: { accountId?: string; message: string }) => void
}

/** The `webhook-id` of the message about a publication: the same no matter which process announces it, or how often. */
const messageId = (webhookId: string, version: string): string =>
  `msg_${hash('sha256', `${webhookId} ${version}`).slice(0, 32)}`

/**
 * Makes a delivery for each publication that a webhook was not told of and that changed something its filter matches.
 * Any number of processes may announce at once and again: a delivery is made once. Resolves to how many were made due.
 */
export async function announce({ store, publications, clock }: DeliveryDeps): Promise<number> {
  let count = 0
  for (const { account, webhook } of await store.heldWebhooks()) {
    const { id: webhookId, filter } = webhook
    const news = publications.after(webhook.announced)
    const last = news.at(-1)
    // A disabled one begins with what is published after it was enabled.
    if (!last || webhook.disabledAt !== null) continue
    const matching = isTold(account, webhook, clock())
      ? news.filter(({ version }) => publications.matches(version, filter))
      : []
    const deliveries = matching.map(({ version }) => {
      const id = messageId(webhookId, version)
      return newDelivery({ id, accountId: account.id, webhookId, kind: 'changes', version, filter }, clock())
    })
    await store.addDeliveries(deliveries)
    await store.noteAnnounced(account.id, webhookId, last.until)
    count += deliveries.length
  }
  return count
}

/**
 * Sends what is due, each delivery at least once: a process that dies on the way leaves it due again after LEASE_MS. One
 * message at a time goes to each webhook; after one that fails, the others of that webhook wait for the next call.
 * @returns the deliveries that were tried, as they are afterwards
 */
export async function deliverDue(deps: DeliveryDeps): Promise<Delivery[]> {
  const due = await deps.store.dueDeliveries(deps.clock(), DUE_AT_ONCE)
  const atOnce = pLimit(RECEIVERS_AT_ONCE)
  const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId)
  const tried = [...byWebhook.values()].map((own) =>
    atOnce(async () => {
      const done: Delivery[] = []
      for (const delivery of own) {
        const after = await deliver(deps, delivery)
        if (after) done.push(after)
        if (after?.attempts.at(-1)?.fault) break
      }
      return done
    }),
  )
  return (await Promise.all(tried)).flat()
}

/** Tries a delivery that is due. Null when another process has it, or there is nothing to send. */
async function deliver(deps: DeliveryDeps, delivery: Delivery): Promise<Delivery | null> {
  const { store, publications, clock } = deps
  const held = await store.heldWebhook(delivery.accountId, delivery.webhookId)
  const isOver = clock() - delivery.createdAt > DELIVERY_MEMORY_MS
  if (!held || !isTold(held.account, held.webhook, clock()) || isOver) {
    await store.saveDelivery(delivery, cancelledDelivery(delivery))
    return null
  }
  const body = publications.message(delivery)
  // Another process may already serve the publication that this one does not know yet.
  if (body === null) return null
  const claimed = await store.claimDelivery(delivery, clock(), LEASE_MS)
  return claimed && attempt(deps, held, claimed, body)
}

/** Sends a test to a webhook, once and at once. */
export async function sendTest(deps: DeliveryDeps, held: WebhookHeld, id: string): Promise<Delivery> {
  const { account, webhook } = held
  const now = deps.clock()
  const { id: webhookId, filter } = webhook
  const made = newDelivery({ id, accountId: account.id, webhookId, kind: 'test', version: null, filter }, now)
  // Made as one that this process has taken already.
  const delivery = { ...made, tries: 1, nextAttemptAt: now + LEASE_MS }
  await deps.store.addDeliveries([delivery])
  return attempt(deps, held, delivery, deps.publications.message(delivery) ?? '')
}

/** Sends a message, notes how it went, and disables a webhook that wants or takes no more. */
async function attempt(deps: DeliveryDeps, held: WebhookHeld, claimed: Delivery, body: string): Promise<Delivery> {
  const { store, poster, clock } = deps
  const { account, webhook } = held
  const at = clock()
  const began = performance.now()
  const secrets = signingSecrets(webhook, at)
  const result = await poster.send({ url: webhook.url, id: claimed.id, body, secrets }, at)
  const settled = settledDelivery(claimed, { at, ...result, ms: Math.round(performance.now() - began) })
  await store.saveDelivery(claimed, settled)
  const because = await endOf(store, settled, clock())
  if (because && (await store.endWebhook(account.id, webhook.id, because, clock()))) await tell(deps, held, because)
  return settled
}

async function endOf(
  store: Deliveries,
  { webhookId, attempts }: Delivery,
  now: number,
): Promise<Exclude<WebhookEnd, 'MEMBER'> | null> {
  const last = attempts.at(-1)
  if (!last || last.fault === null) return null
  if (last.status === 410) return 'GONE'
  const since = failingSince(await store.deliveriesOf(webhookId, LOOKED_AT))
  return since !== null && now - since >= FAILING_MS ? 'FAILING' : null
}

/** Tells the owners and administrators that their webhook is disabled; its page says so too. */
async function tell(
  { store, mailer, link, report }: DeliveryDeps,
  { account, webhook }: WebhookHeld,
  because: Exclude<WebhookEnd, 'MEMBER'>,
): Promise<void> {
  const members = await store.members(account.id)
  const to = members.filter(({ role }) => role !== 'MEMBER').map(({ email }) => email)
  const { id, url } = webhook
  const mail = { kind: 'webhook_disabled', to, account, webhook: { id, url }, because, link } as const
  await pRetry(() => mailer.send(mail), { retries: MAIL_RETRIES }).catch((error: unknown) =>
    report({ accountId: account.id, message: mailFault(error) }),
  )
}
