import { getPlanAt, PLANS, type PlanName } from '../metering/plans.ts'
import {
  ACTORS,
  AccountRefusal,
  type Actor,
  changed,
  findById,
  getOrRefuse,
  noteBy,
  type Rule,
  requirePermission,
  unchanged,
} from './actions.ts'
import { isWorking } from './keys.ts'
import type {
  Account,
  AccountRecord,
  StoredWebhook,
  Webhook,
  WebhookDraft,
  WebhookEnd,
  WebhookFilter,
} from './record.ts'

/** How long after a rotation messages are also signed with the old secret. */
const SECRET_OVERLAP_MS = 24 * 60 * 60_000

/** Adds a webhook up to the plan's limit; disabled ones count. */
export const createWebhook: Rule<{ draft: WebhookDraft; by: Actor }> = (record, { draft, by }, now) => {
  requireManager(record, by, now)
  const plan = requireWebhooks(record.account, now)
  if (record.webhooks.length >= PLANS[plan].webhooks) throw new AccountRefusal('webhooks_exhausted', plan)
  const unused = { disabledAt: null, disabledBecause: null, rotatedUntil: null, secretBefore: null }
  const webhook: StoredWebhook = { ...draft, ...unused, createdAt: now }
  const webhooks = [...record.webhooks, webhook]
  return changed(record, { webhooks }, noteBy(now, by)('WEBHOOK_CREATED', draft.id, draft.url))
}

/** The changes to a webhook; fields left out stay as they are. */
export interface WebhookUpdate {
  url?: string | undefined
  filter?: WebhookFilter | undefined
  isEnabled?: boolean | undefined
}

/**
 * Changes a webhook. One that is enabled again receives only later publications.
 * @param announced the instant of the newest publication
 */
export const updateWebhook: Rule<{ id: string; update: WebhookUpdate; announced: number; by: Actor }> = (
  record,
  { id, update, announced, by },
  now,
) => {
  const webhook = getManaged(record, id, by, now)
  const { url = webhook.url, filter = webhook.filter, isEnabled = webhook.disabledAt === null } = update
  const note = noteBy(now, by)
  const isMoved = url !== webhook.url || JSON.stringify(filter) !== JSON.stringify(webhook.filter)
  const isToggled = isEnabled !== (webhook.disabledAt === null)
  if (!isMoved && !isToggled) return unchanged(record)
  const notes = [
    ...(isMoved ? [note('WEBHOOK_UPDATED', id, url)] : []),
    ...(isToggled ? [note(isEnabled ? 'WEBHOOK_ENABLED' : 'WEBHOOK_DISABLED', id, url)] : []),
  ]
  const toggled = isEnabled
    ? { disabledAt: null, disabledBecause: null, announced: Math.max(announced, webhook.announced) }
    : { disabledAt: now, disabledBecause: 'MEMBER' as const }
  return changed(
    record,
    replaceWebhook(record, webhook, { ...webhook, url, filter, ...(isToggled && toggled) }),
    ...notes,
  )
}

/** Disables a webhook whose deliveries fail. Does nothing when it is deleted or already disabled. */
export const endWebhook: Rule<{ id: string; because: WebhookEnd }> = (record, { id, because }, now) => {
  const webhook = findById(record.webhooks, id)
  if (!webhook || webhook.disabledAt !== null) return unchanged(record)
  const ended = { ...webhook, disabledAt: now, disabledBecause: because }
  return changed(
    record,
    replaceWebhook(record, webhook, ended),
    noteBy(now, ACTORS.service)('WEBHOOK_DISABLED', id, because),
  )
}

/** Gives a webhook a new secret. Messages are signed with both secrets for SECRET_OVERLAP_MS. */
export const rotateWebhookSecret: Rule<{ id: string; secret: string; by: Actor }> = (
  record,
  { id, secret, by },
  now,
) => {
  const webhook = getManaged(record, id, by, now)
  const rotated = { ...webhook, secret, secretBefore: webhook.secret, rotatedUntil: now + SECRET_OVERLAP_MS }
  return changed(
    record,
    replaceWebhook(record, webhook, rotated),
    noteBy(now, by)('WEBHOOK_SECRET_ROTATED', id, webhook.url),
  )
}

export const deleteWebhook: Rule<{ id: string; by: Actor }> = (record, { id, by }, now) => {
  const webhook = getManaged(record, id, by, now)
  const webhooks = record.webhooks.filter((each) => each !== webhook)
  return changed(record, { webhooks }, noteBy(now, by)('WEBHOOK_DELETED', id, webhook.url))
}

/** Records that publications up to an instant are announced to a webhook. The position never moves back. */
export const noteAnnounced: Rule<{ id: string; until: number }> = (record, { id, until }) => {
  const webhook = findById(record.webhooks, id)
  if (!webhook || webhook.announced >= until) return unchanged(record)
  return changed(record, replaceWebhook(record, webhook, { ...webhook, announced: until }))
}

/** The secrets that sign a message at an instant, newest first. */
export const getSigningSecrets = ({ secret, secretBefore, rotatedUntil }: StoredWebhook, now: number): string[] =>
  secretBefore !== null && rotatedUntil !== null && now < rotatedUntil ? [secret, secretBefore] : [secret]

/** The plan of an account, which includes webhooks. @throws AccountRefusal when it does not */
export function requireWebhooks(account: Account, now: number): PlanName {
  const plan = getPlanAt(account, now)
  if (PLANS[plan].webhooks > 0) return plan
  throw new AccountRefusal('plan_without_webhooks', plan)
}

/** Whether a webhook of an account receives messages at an instant. */
export const isReceiving = (account: Account, { disabledAt }: Webhook, now: number): boolean =>
  disabledAt === null && !account.suspended && PLANS[getPlanAt(account, now)].webhooks > 0

/** People need the permission; a program needs a working key of the account. */
function requireManager(record: AccountRecord, by: Actor, now: number): void {
  const key = findById(record.keys, by)
  if (!key || !isWorking(key, now)) requirePermission(record, by, 'webhooks.manage')
}

function getManaged(record: AccountRecord, id: string, by: Actor, now: number): StoredWebhook {
  const webhook = getOrRefuse(findById(record.webhooks, id), 'webhook_unknown', id)
  requireManager(record, by, now)
  return webhook
}

const replaceWebhook = ({ webhooks }: AccountRecord, before: StoredWebhook, after: StoredWebhook) => ({
  webhooks: webhooks.with(webhooks.indexOf(before), after),
})
