import type { AccountRecord, StoredWebhook, Webhook } from '../account/record.ts'
import type { Webhooks } from '../account/verbs.ts'
import {
  createWebhook,
  deleteWebhook,
  endWebhook,
  noteAnnounced,
  rotateWebhookSecret,
  updateWebhook,
} from '../account/webhooks.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { claimedDelivery, type Deliveries, type Delivery } from '../notify/delivery.ts'
import { WITH_WEBHOOKS } from './documents.ts'
import { createDeliveryItem } from './items.ts'
import type { Item, Store } from './port.ts'
import type { Records } from './records.ts'

/** The verbs of the store about webhooks and their deliveries. */
export const WEBHOOK_VERBS = {
  webhooks: (at) => async (id) => (await at.read(id)).record.webhooks.map(withoutSecrets),
  createWebhook: (at) => async (id, draft, now, by) =>
    webhookIn(await at.change(id, createWebhook, { draft, by }, now), draft.id),
  updateWebhook: (at) => async (id, change, now, by) =>
    webhookIn(await at.change(id, updateWebhook, { ...change, by }, now), change.id),
  rotateWebhookSecret: (at) => async (accountId, id, secret, now, by) =>
    webhookIn(await at.change(accountId, rotateWebhookSecret, { id, secret, by }, now), id),
  deleteWebhook: (at) => async (accountId, id, now, by) =>
    void (await at.change(accountId, deleteWebhook, { id, by }, now)),
  endWebhook: (at) => async (accountId, id, because, now) => {
    const { webhooks } = await at.change(accountId, endWebhook, { id, because }, now)
    return webhooks.some((webhook) => webhook.id === id && webhook.disabledAt === now)
  },
  allWebhooks: (at) => async () =>
    (await at.search(WITH_WEBHOOKS)).flatMap(({ record: { account, webhooks } }) =>
      webhooks.map((webhook) => ({ account, webhook })),
    ),
  findWebhook: (at) => async (accountId, id) => {
    const [stored] = await at.load([accountId])
    const webhook = stored?.record.webhooks.find((each) => each.id === id)
    return stored && webhook ? { account: stored.record.account, webhook } : null
  },
  noteAnnounced: (at) => async (accountId, id, until) =>
    void (await at.change(accountId, noteAnnounced, { id, until }, until)),
  addDeliveries: (at) => async (deliveries) => {
    if (deliveries.length > 0) await at.driver.addItems(deliveries.map(createDeliveryItem))
  },
  dueDeliveries: (at) => async (now, limit) => (await at.driver.findDue('delivery', now, limit)).map(toDelivery),
  claimDelivery: (at) => async (delivery, now, leaseMs) => {
    const claimed = claimedDelivery(delivery, now, leaseMs)
    return claimed && (await replaceDelivery(at, delivery, claimed)) ? claimed : null
  },
  saveDelivery: (at) => (before, after) => replaceDelivery(at, before, after),
  readDeliveries: (at) => async (webhookId, limit) =>
    (await at.driver.listItems('delivery', webhookId, limit)).map(toDelivery),
  delivery: (at) => async (id) => {
    const item = await at.driver.findItem('delivery', id)
    return item && toDelivery(item)
  },
} as const satisfies { [Verb in keyof (Webhooks & Deliveries)]: (at: Records) => Store[Verb] }

const replaceDelivery = ({ driver }: Records, before: Delivery, after: Delivery): Promise<boolean> =>
  driver.replaceItem(createDeliveryItem(before), createDeliveryItem(after))

const toDelivery = ({ content }: Item): Delivery => content as Delivery

/** A webhook without its secrets, which are only read to sign messages. */
const withoutSecrets = ({ secret: _, secretBefore: __, ...webhook }: StoredWebhook): Webhook => webhook
const webhookIn = ({ webhooks }: AccountRecord, id: string): Webhook =>
  withoutSecrets(only(webhooks.find((each) => each.id === id)))

/** What was just written. @throws StoreUnavailable when it is missing */
export function only<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new StoreUnavailable('The store lost what was just written.')
  return found
}
