import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import type { SecretHash } from '../account/person.ts'
import { pauseAfter } from './account-mails.ts'
import { findRefusal, MAIL_LEASE_MS, type Mail, type Mailer, toMailError } from './mail.ts'

/** Alerts by mail about a filtered list, for anyone with an email address. Instants are milliseconds since 1970. */

/** How often an alert may send: after each publication, or as a digest. */
export const PACES = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const
export type Pace = (typeof PACES)[number]

/** What a person asked for. It becomes an alert when they confirm it with the secret that only their mailbox received. */
export interface AlertRequest {
  id: SecretHash
  /** The secret of its links, which every mail contains. */
  secret: string
  address: string
  list: string
  /** The query of the list, as its page, files and feed have it. */
  query: string
  pace: Pace
  createdAt: number
}

export interface ListAlert extends AlertRequest {
  confirmedAt: number
  /** The last publication whose changes were told, or told nothing of this list. */
  announced: number
  /** Until when deadlines that came near were told. */
  lookedAt: number
  /** When there is something to do without a new publication. */
  dueAt: number
  /** Nothing is sent before: another process is sending, or an attempt failed. */
  notBefore: number
  tries: number
  /** Refusals by the mail server since the last mail, other than of the address itself. */
  refusals: number
  /** Incremented with each change, so that only one of two concurrent processes makes it. */
  turn: number
}

export const REQUEST_MS = 24 * 60 * 60_000
export const ALERTS_MAX = 20
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Digests are sent early in the morning of the eastern United States, weekly ones on Mondays. */
const DIGEST_HOUR_UTC = 11
const MONDAY = 1
const DUE_MAX = 100_000
// Mail servers accept few connections of one sender at a time.
const MAILS_AT_ONCE = 4
/** An alert ends when its mail was refused for other reasons on this many days in a row. */
const REFUSALS_MAX = 7

/** The first digest time after an instant. At-once alerts look then whether a deadline came near. */
export function getNextDigest(pace: Pace, now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + DIGEST_HOUR_UTC * HOUR_MS
  const days = Array.from({ length: 8 }, (_, day) => today + day * DAY_MS)
  return days.find((at) => at > now && (pace !== 'WEEKLY' || new Date(at).getUTCDay() === MONDAY)) ?? now + DAY_MS
}

export const createListAlert = (request: AlertRequest, announced: number, now: number): ListAlert => ({
  ...request,
  confirmedAt: now,
  announced,
  lookedAt: now,
  dueAt: getNextDigest(request.pace, now),
  notBefore: now,
  tries: 0,
  refusals: 0,
  turn: 1,
})

/** By what the alerts of an address are found. */
export const hashAddress = (address: string): string => hash('sha256', address.toLowerCase())

/** The verbs for alerts about lists; see Store for the contract of every verb. */
export interface ListAlerts {
  /** Keeps a request until it is confirmed, at most for REQUEST_MS. */
  addAlertRequest(request: AlertRequest): Promise<void>
  findAlertRequest(id: string, now: number): Promise<AlertRequest | null>
  /** Adds an alert, unless it exists, and removes its request. */
  confirmListAlert(alert: ListAlert): Promise<void>
  findListAlert(id: string): Promise<ListAlert | null>
  listAlertsFor(address: string): Promise<ListAlert[]>
  /** At most `limit` alerts with something to do until an instant. Requests that were not confirmed in time are removed. */
  dueListAlerts(until: number, now: number, limit: number): Promise<ListAlert[]>
  /** Replaces an alert. Null, without effect, when it has changed or ended since `before` was read. */
  saveListAlert(before: ListAlert, after: ListAlert): Promise<ListAlert | null>
  endListAlert(alert: ListAlert): Promise<void>
  endListAlertsFor(address: string): Promise<void>
}

export interface AlertDeps {
  store: ListAlerts
  mailer: Pick<Mailer, 'send'>
  newest: () => number
  /** The next mail of an alert: what is new since it last looked. Null when nothing is. */
  getNews: (alert: ListAlert, now: number) => Promise<Mail | null>
  clock: () => number
  report: (error: { message: string }) => void
}

export type AlertTally = Awaited<ReturnType<typeof sendListAlerts>>

/**
 * Sends the due mails of alerts, each once: an alert is claimed, and noted as sent just before the mail is complete, in one
 * step that only one of several processes makes. A mail that the server did not accept is sent again later.
 * @param isPublished whether a publication may be new since the last run
 */
export async function sendListAlerts(deps: AlertDeps, isPublished: boolean) {
  const { store, clock } = deps
  const now = clock()
  // At-once alerts are due within a day, and now if there is a publication.
  const due = await store.dueListAlerts(isPublished ? now + DAY_MS : now, now, DUE_MAX)
  const atOnce = pLimit(MAILS_AT_ONCE)
  const outcomes = await Promise.all(due.map((alert) => atOnce(() => sendNews(deps, alert))))
  const count = (sought: Outcome) => outcomes.filter((outcome) => outcome === sought).length
  return { sent: count('sent'), failed: count('failed'), ended: count('ended') }
}

type Outcome = 'sent' | 'failed' | 'ended' | null

/** Thrown when an alert was changed or ended while its mail was being sent. The mail is not completed. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

async function sendNews(
  { store, mailer, newest, getNews, clock, report }: AlertDeps,
  alert: ListAlert,
): Promise<Outcome> {
  const now = clock()
  const published = newest()
  const isNew = alert.pace === 'AT_ONCE' && published > alert.announced
  if (alert.notBefore > now || (alert.dueAt > now && !isNew)) return null
  const mail = await getNews(alert, now)
  const done: ListAlert = {
    ...alert,
    announced: Math.max(published, alert.announced),
    lookedAt: now,
    dueAt: getNextDigest(alert.pace, now),
    notBefore: now,
    tries: 0,
    refusals: 0,
  }
  if (!mail) {
    await store.saveListAlert(alert, done)
    return null
  }
  const lease = now + MAIL_LEASE_MS
  let latest = await store.saveListAlert(alert, { ...alert, notBefore: lease, dueAt: lease })
  if (!latest) return null
  let isHandedOver = false
  try {
    await mailer.send(mail, async () => {
      const noted = latest && (await store.saveListAlert(latest, done))
      if (!noted) throw new Overtaken('The alert has ended.')
      latest = noted
      isHandedOver = true
    })
    return 'sent'
  } catch (error) {
    if (error instanceof Overtaken) return null
    report({ message: toMailError(error) })
    const refusal = findRefusal(error)
    // Without a reply to a complete mail, it may have been accepted, and is not sent again.
    if (isHandedOver && refusal === null) return 'sent'
    // One wrong setting may cause such refusals of every mail, so only many end an alert.
    const refusals = alert.refusals + (refusal === 'mail' ? 1 : 0)
    if (refusal === 'address' || refusals >= REFUSALS_MAX) {
      await store.endListAlert(alert)
      return 'ended'
    }
    const tries = alert.tries + 1
    const at = clock() + (refusal === 'mail' ? DAY_MS : pauseAfter(tries))
    await store.saveListAlert(latest, { ...alert, tries, refusals, notBefore: at, dueAt: at })
    return 'failed'
  }
}

/**
 * Reads an email that a mail server returned (RFC 3464).
 * @returns the secret of the alert whose email it returns, from the link that only that email had, and whether the server
 * reports that the address accepts no mail for good. Refusals of class 5.7 are about permissions, such as those of the sender.
 */
export function parseBounce(mail: string): { secret: string | null; isFinal: boolean } {
  const lines = mail.replace(/\r?\n[ \t]+/g, ' ')
  return {
    secret: /^List-Unsubscribe:[ ]*<[^<>\s]*\/alerts\/end\?token=([\w-]+)>/im.exec(lines)?.[1] ?? null,
    isFinal: /^Action:[ ]*failed/im.test(lines) && /^Status:[ ]*5\.(?!7\.)\d/im.test(lines),
  }
}
