import type { Context, Hono } from 'hono'
import { MemberEmail } from '../../account/record.ts'
import { ALERTS_MAX, type AlertRequest, PACES } from '../../notify/list-alerts.ts'
import type { Instant } from '../../rules/time/moments.ts'
import {
  ALERTS_PATH,
  alertFormView,
  alertsView,
  confirmedView,
  confirmView,
  endedView,
  endView,
  fullView,
  linkSentView,
  mineView,
  noMailView,
  type ShownAlert,
  sentView,
  tooOftenView,
  unknownView,
} from '../../views/alerts.ts'
import type { View } from '../../views/view.ts'
import { secretPath } from '../alerts/mail.ts'
import { readAlertList } from '../alerts/news.ts'
import type { AlertService } from '../alerts/service.ts'
import { readBytes } from '../request/body.ts'
import type { PageStatus } from './response.ts'

interface AlertPages {
  /** Null where there is no mail server. */
  alerts: AlertService | null
  clock: () => Instant
  network: (c: Context) => string
  show: (c: Context, view: View, status?: PageStatus) => Response | Promise<Response>
}

/**
 * Adds the pages of alerts by mail. A link in an email only shows a page: what it is for is done by the POST of its form,
 * so that programs that follow links neither confirm nor end anything.
 */
export function addAlertPages(pages: Hono, { alerts, clock, network, show }: AlertPages): void {
  /** Adds a page that is never kept by a cache or a search engine. */
  function add(method: 'get' | 'post', path: string, respond: (c: Context, alerts: AlertService) => Promise<Answer>) {
    pages[method](ALERTS_PATH + path, async (c) => {
      const [view, status = 200] = alerts ? await respond(c, alerts) : [noMailView()]
      const response = await show(c, view, status)
      response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Robots-Tag', 'noindex')
      return response
    })
  }

  /** Whether too many emails were requested; then the page that says so. */
  async function refusal(c: Context, service: AlertService): Promise<Answer | null> {
    const seconds = await service.refusedFor(network(c))
    return seconds === null ? null : [tooOftenView(Math.ceil(seconds / 60)), 429]
  }

  const describe = ({ list, query, pace, secret }: AlertRequest): ShownAlert => {
    const read = readAlertList(list, query, clock())
    const end = secretPath('end', secret)
    return { about: read?.heading ?? list, path: read?.path ?? `/${list}`, pace, confirmedAt: clock(), end }
  }

  add('get', '', async () => [alertsView({ address: '', problem: null })])
  add('post', '', async (c, service) => {
    const { address, problem } = readAddress(await readForm(c))
    if (problem !== null) return [alertsView({ address, problem }), 400]
    const refused = await refusal(c, service)
    if (refused) return refused
    await service.postLinks(address)
    return [linkSentView(address)]
  })

  add('get', '/confirm', async (c, service) => {
    const request = await service.findRequest(getToken(c))
    const alert = request ?? (await service.find(getToken(c)))
    if (!alert) return [unknownView(), 404]
    const { about, pace } = describe(alert)
    return [confirmView(about, pace, secretPath('confirm', alert.secret))]
  })
  add('post', '/confirm', async (c, service) => {
    const request = await service.findRequest(getToken(c))
    const alert = request ? await service.confirm(request) : await service.find(getToken(c))
    if (alert) return [confirmedView(describe(alert), secretPath('mine', alert.secret))]
    if (!request) return [unknownView(), 404]
    const [first] = await service.listFor(request.address)
    return [fullView(first ? secretPath('mine', first.secret) : ALERTS_PATH, ALERTS_MAX), 409]
  })

  add('get', '/mine', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (!alert) return [unknownView(), 404]
    const own = await service.listFor(alert.address)
    const shown = own.map((each) => ({ ...describe(each), confirmedAt: each.confirmedAt }))
    return [mineView(alert.address, shown, secretPath('end-all', alert.secret))]
  })

  add('get', '/end', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (!alert) return [unknownView(), 404]
    const { about, end } = describe(alert)
    return [endView(about, end, secretPath('mine', alert.secret))]
  })
  // Also the one click of mail programs, which sends nothing but the address and a fixed body. Repeating it is no error.
  add('post', '/end', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (!alert) return [endedView(null)]
    await service.end(alert)
    const [other] = await service.listFor(alert.address)
    return [endedView(other ? secretPath('mine', other.secret) : null)]
  })
  add('post', '/end-all', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (alert) await service.endAll(alert)
    return [endedView(null)]
  })

  add('get', '/:list', async (c) => {
    const list = readAlertList(c.req.param('list') ?? '', new URL(c.req.url).search, clock())
    if (!list) return [unknownView(), 404]
    const problem = list.problems.length > 0 ? list.problems.join(' ') : null
    return [
      alertFormView(list.heading, list.name, list.search, { address: '', pace: 'DAILY', problem }),
      problem ? 400 : 200,
    ]
  })
  add('post', '/:list', async (c, service) => {
    const list = readAlertList(c.req.param('list') ?? '', new URL(c.req.url).search, clock())
    if (!list) return [unknownView(), 404]
    const form = await readForm(c)
    const typed = readAddress(form)
    const pace = PACES.find((each) => each === form.get('pace'))
    const problem = [
      ...list.problems,
      ...(typed.problem ? [typed.problem] : []),
      ...(pace ? [] : ['Choose how often to be told.']),
    ].join(' ')
    if (problem || !pace) {
      return [alertFormView(list.heading, list.name, list.search, { ...typed, pace: pace ?? '', problem }), 400]
    }
    const refused = await refusal(c, service)
    if (refused) return refused
    await service.request(typed.address, list, pace)
    return [sentView(typed.address)]
  })
}

type Answer = [view: View, status?: PageStatus]

const getToken = (c: Context): string => c.req.query('token') ?? ''

/** The fields of a form. @throws ApiError for a body that is too large or too slow */
const readForm = async (c: Context): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(c.req.raw)))

/** The address as typed, if it is none; otherwise as it is stored. */
function readAddress(form: URLSearchParams): { address: string; problem: string | null } {
  const typed = (form.get('address') ?? '').trim()
  const { data } = MemberEmail.safeParse(typed)
  if (data !== undefined) return { address: data, problem: null }
  const problem = typed === '' ? 'Enter your email address.' : `“${typed.slice(0, 254)}” is not an email address.`
  return { address: typed, problem }
}
