import { type AlertRequest, hashAddress, type ListAlert, type ListAlerts, REQUEST_MS } from '../notify/list-alerts.ts'
import type { Item, Store } from './port.ts'
import type { Records } from './records.ts'

/** More alerts and requests than an address has. */
const OWNED_MAX = 1_000

const createRequestItem = (request: AlertRequest): Item<AlertRequest> => ({
  kind: 'alert-request',
  id: request.id,
  owner: hashAddress(request.address),
  createdAt: request.createdAt,
  keptMs: REQUEST_MS,
  dueAt: request.createdAt + REQUEST_MS,
  turn: 1,
  content: request,
})

const createAlertItem = (alert: ListAlert): Item<ListAlert> => ({
  kind: 'list-alert',
  id: alert.id,
  owner: hashAddress(alert.address),
  createdAt: alert.confirmedAt,
  keptMs: null,
  dueAt: alert.dueAt,
  turn: alert.turn,
  content: alert,
})

/** The verbs of the store about alerts on lists. */
export const LIST_ALERT_VERBS = {
  addAlertRequest: (at) => (request) => at.driver.addItems([createRequestItem(request)]),
  findAlertRequest: (at) => async (id, now) => {
    const request = (await at.driver.findItem('alert-request', id))?.content as AlertRequest | undefined
    return request && request.createdAt + REQUEST_MS > now ? request : null
  },
  confirmListAlert: (at) => async (alert) => {
    await at.driver.addItems([createAlertItem(alert)])
    await at.driver.removeItem(createRequestItem(alert))
  },
  findListAlert: (at) => async (id) => ((await at.driver.findItem('list-alert', id))?.content as ListAlert) ?? null,
  listAlertsFor: (at) => async (address) =>
    (await at.driver.listItems('list-alert', hashAddress(address), OWNED_MAX)).map(toAlert),
  dueListAlerts: (at) => async (until, now, limit) => {
    for (const item of await at.driver.findDue('alert-request', now, limit)) await at.driver.removeItem(item)
    return (await at.driver.findDue('list-alert', until, limit)).map(toAlert)
  },
  saveListAlert: (at) => async (before, after) => {
    const saved = { ...after, turn: before.turn + 1 }
    return (await at.driver.replaceItem(createAlertItem(before), createAlertItem(saved))) ? saved : null
  },
  endListAlert: (at) => async (alert) => void (await at.driver.removeItem(createAlertItem(alert))),
  endListAlertsFor: (at) => async (address) => {
    for (const kind of ['list-alert', 'alert-request'] as const) {
      for (const item of await at.driver.listItems(kind, hashAddress(address), OWNED_MAX)) {
        await at.driver.removeItem(item)
      }
    }
  },
} as const satisfies { [Verb in keyof ListAlerts]: (at: Records) => Store[Verb] }

const toAlert = ({ content }: Item): ListAlert => content as ListAlert
