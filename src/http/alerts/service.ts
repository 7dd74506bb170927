import { generateSecret, hashSecret, isSecret, toMailbox } from '../../account/person.ts'
import type { Limits } from '../../metering/limits.ts'
import {
  ALERTS_MAX,
  type AlertDeps,
  type AlertRequest,
  type AlertTally,
  createListAlert,
  type ListAlert,
  type Pace,
  sendListAlerts,
} from '../../notify/list-alerts.ts'
import type { Mail } from '../../notify/mail.ts'
import { shareRuns } from '../../rules/once.ts'
import { pick } from '../../rules/pick.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Service } from '../../store/service.ts'
import { formatHeading, getListing } from '../../views/lists/list-page.ts'
import { isWithin } from '../account/route.ts'
import { formatConfirmation, formatLinks, formatNews } from './mail.ts'
import { type readAlertList, readNews } from './news.ts'

export type AlertService = ReturnType<typeof openAlertService>

interface AlertServiceOptions extends Omit<AlertDeps, 'newest' | 'getNews'> {
  limits: Pick<Limits, 'allow'>
  /** Sends an email after the response. */
  post: (mail: Mail) => void
  service: () => Service
  base: string
}

/** Alerts by mail about lists: their requests, their links, and the sending of what is new. */
export function openAlertService({ store, limits, mailer, post, service, base, clock, report }: AlertServiceOptions) {
  const newest = () => service().publications.newest()
  let seen = Number.NEGATIVE_INFINITY

  async function getNews(alert: ListAlert, now: Instant): Promise<Mail | null> {
    const news = await readNews(alert, service(), now)
    return news && formatNews(alert, news, base)
  }

  async function work(): Promise<AlertTally> {
    const published = newest()
    const tally = await sendListAlerts({ store, mailer, newest, getNews, clock, report }, published !== seen)
    seen = published
    return tally
  }

  /** Emails to one mailbox are limited whoever asks for them, without telling. */
  async function postTo(address: string, mail: Mail): Promise<void> {
    const mailbox = toMailbox(address)
    if (await isWithin({ limits, now: clock() }, 'alertFor', mailbox)) post(mail)
  }

  const find = async (secret: string): Promise<ListAlert | null> =>
    isSecret(secret) ? store.findListAlert(hashSecret(secret)) : null

  return {
    /** Counts a request for an email. @returns seconds until the next one is allowed; null when this one is */
    async refusedFor(network: string): Promise<number | null> {
      const { allowed, retryAfterSeconds } = await limits.allow('alert', network, clock())
      return allowed ? null : retryAfterSeconds
    },
    /** Keeps a request, and emails the link to confirm it. */
    async request(address: string, list: NonNullable<ReturnType<typeof readAlertList>>, pace: Pace): Promise<void> {
      const { name, search, chosen } = list
      const secret = generateSecret()
      const id = hashSecret(secret)
      await store.addAlertRequest({ id, secret, address, list: name, query: search, pace, createdAt: clock() })
      // The words of a search are the requester's, and the mailbox may be somebody else's.
      const about = formatHeading(
        { heading: (_, where) => getListing(name).title + where, filters: [] },
        chosen.state ? { state: chosen.state } : {},
      )
      await postTo(address, formatConfirmation(address, secret, about, base))
    },
    findRequest: async (secret: string): Promise<AlertRequest | null> =>
      isSecret(secret) ? store.findAlertRequest(hashSecret(secret), clock()) : null,
    /**
     * Makes an alert of a request; null when the address has too many. It replaces one on the same list with the same
     * query, so that no change is told twice. Repeating it changes nothing.
     */
    async confirm(request: AlertRequest): Promise<ListAlert | null> {
      const alerts = await store.listAlertsFor(request.address)
      const before = alerts.find(({ list, query }) => list === request.list && query === request.query)
      if (!before && alerts.length >= ALERTS_MAX) return null
      const told = before && pick(before, ['announced', 'lookedAt'])
      const alert = { ...createListAlert(request, newest(), clock()), ...told }
      await store.confirmListAlert(alert)
      if (before && before.id !== alert.id) await store.endListAlert(before)
      return alert
    },
    /** The alert of a secret; null when it has ended. */
    find,
    listFor: (address: string): Promise<ListAlert[]> => store.listAlertsFor(address),
    end: (alert: ListAlert): Promise<void> => store.endListAlert(alert),
    endAll: (alert: ListAlert): Promise<void> => store.endListAlertsFor(alert.address),
    /** Emails the link to the alerts of an address, if it has any. */
    async postLinks(address: string): Promise<void> {
      const [alert] = await store.listAlertsFor(address)
      if (alert) await postTo(address, formatLinks(address, alert.secret, base))
    },
    /** Sends what is due. Concurrent calls share one run. Never throws. */
    run: shareRuns(work, report),
  }
}
