import type { Context, Hono } from 'hono'
import { MemberEmail } from '../../account/record.ts'
import { ALERTS_MAX, type AlertRequest, PACES } from '../../notify/list-alerts.ts'
import { ALERTS_PATH, toAlertPath } from '../../views/addresses.ts'
import { type Html, html } from '../../views/html.ts'
import type { View } from '../../views/view.ts'
import { countedText, formatLongDate } from '../../views/wording.ts'
import { PACE_LABELS, toSecretPath } from '../alerts/mail.ts'
import { readAlertList } from '../alerts/news.ts'
import type { AlertService } from '../alerts/service.ts'
import type { Deps } from '../deps.ts'
import { readBytes } from '../request/body.ts'
import { readCallerSubnet } from '../request/callers.ts'
import type { PageStatus } from './response.ts'

type Answer = [title: string, main: Html, status?: PageStatus]

const NO_MAIL: Answer = [
  'Email alerts',
  html`<p>This installation sends no email, so it has no alerts. The feed, the calendar and the table of a list have the same records and need no account either.</p>`,
]

/** For links of alerts that ended, and requests that were not confirmed in time. */
const UNKNOWN: Answer = [
  'This link no longer works',
  html`<p>The alert has ended, or it was not confirmed within 24 hours. Nothing is sent for it. You can set a new one on every list: <a href="/opportunities">opportunities</a>, <a href="/awards">awards</a>, <a href="/documents">documents</a>, <a href="/events">events</a>.</p>`,
  404,
]

/**
 * Adds the pages of alerts by mail, which need neither scripts nor an account. A link in an email only shows a page: what
 * it is for is done by the POST of its form, so that programs that follow links neither confirm nor end anything.
 */
export function addAlertPages(
  pages: Hono,
  deps: Pick<Deps, 'clock' | 'readCallerAddress'> & { alerts?: AlertService | null },
  show: (c: Context, view: View, status: PageStatus) => Response | Promise<Response>,
): void {
  const { alerts, clock } = deps

  /** Adds a page that is never kept by a cache or a search engine. */
  function add(method: 'get' | 'post', path: string, respond: (c: Context, alerts: AlertService) => Promise<Answer>) {
    pages[method](ALERTS_PATH + path, async (c) => {
      const [title, main, status = 200] = alerts ? await respond(c, alerts) : NO_MAIL
      const name = c.req.param('list')
      const list = name === undefined ? null : readAlertList(name, new URL(c.req.url).search, clock())
      const view = {
        title: list ? `${title}: ${list.heading}` : title,
        description: 'Alerts by email about the Rural Health Transformation Program, without an account.',
        // Without secrets, because it becomes the canonical address.
        path: ALERTS_PATH,
        section: ALERTS_PATH,
        main: html`<div class="wide text page-top alerts"><h1>${title}</h1>${main}</div>`,
      }
      const response = await show(c, view, status)
      response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Robots-Tag', 'noindex')
      return response
    })
  }

  async function findRefusal(c: Context, service: AlertService): Promise<Answer | null> {
    const seconds = await service.refusedFor(readCallerSubnet(c, deps))
    if (seconds === null) return null
    const minutes = countedText(Math.ceil(seconds / 60), 'minute')
    const text = html`<p>Too many emails were requested from your network. Try again in ${minutes}.</p>`
    return ['Too many requests', text, 429]
  }

  const getList = ({ list, query }: AlertRequest): { heading: string; path: string } =>
    readAlertList(list, query, clock()) ?? { heading: list, path: `/${list}` }

  add('get', '', async () => formatStart('', null))
  add('post', '', async (c, service) => {
    const { address, problem } = readAddress(await readForm(c))
    if (problem !== null) return formatStart(address, problem)
    const refusal = await findRefusal(c, service)
    if (refusal) return refusal
    await service.postLinks(address)
    return [
      'Check your email',
      html`<p>If <strong>${address}</strong> has alerts, a link to see and end them is on its way.</p>`,
    ]
  })

  add('get', '/confirm', async (c, service) => {
    const alert = (await service.findRequest(getToken(c))) ?? (await service.find(getToken(c)))
    if (!alert) return UNKNOWN
    const confirm = formatButton('Confirm', toSecretPath('confirm', alert.secret))
    return [
      'Confirm your alert',
      html`<p class="lead">${getList(alert).heading}</p><p>Its news comes to you ${PACE_LABELS[alert.pace]}.</p>${confirm}`,
    ]
  })
  add('post', '/confirm', async (c, service) => {
    const request = await service.findRequest(getToken(c))
    const alert = request ? await service.confirm(request) : await service.find(getToken(c))
    if (alert) {
      const { heading, path } = getList(alert)
      return [
        'Your alert is set',
        html`<p class="lead"><a href="${path}">${heading}</a></p><p>News of this list comes to you ${PACE_LABELS[alert.pace]}. <a href="${toSecretPath('mine', alert.secret)}">See or end your alerts</a>.</p>`,
      ]
    }
    if (!request) return UNKNOWN
    const [first] = await service.listFor(request.address)
    const mine = first ? toSecretPath('mine', first.secret) : ALERTS_PATH
    return [
      'Too many alerts',
      html`<p>An address can have ${ALERTS_MAX} alerts. <a href="${mine}">End one of yours</a>, then open the link in the email again.</p>`,
      409,
    ]
  })

  add('get', '/mine', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (!alert) return UNKNOWN
    const mine = await service.listFor(alert.address)
    const entries = mine.map((each) => {
      const { heading, path } = getList(each)
      const end = formatButton('End this alert', toSecretPath('end', each.secret), heading)
      return html`<li><span class="when">since ${formatLongDate(each.confirmedAt)}</span> <a href="${path}">${heading}</a><p>${PACE_LABELS[each.pace]}</p>${end}</li>`
    })
    const endAll = formatButton('End all and delete my address', toSecretPath('end-all', alert.secret))
    return [
      'Your email alerts',
      html`<p>${alert.address}</p><ul class="entries">${entries}</ul>${mine.length > 1 && endAll}`,
    ]
  })

  add('get', '/end', async (c, service) => {
    const alert = await service.find(getToken(c))
    if (!alert) return UNKNOWN
    const end = formatButton('End this alert', toSecretPath('end', alert.secret))
    return [
      'End this alert?',
      html`<p class="lead">${getList(alert).heading}</p>${end}<p><a href="${toSecretPath('mine', alert.secret)}">All of your alerts</a></p>`,
    ]
  })
  // Also the one click of mail programs, which sends nothing but the address and a fixed body. Repeating it is no error.
  for (const page of ['end', 'end-all'] as const) {
    add('post', `/${page}`, async (c, service) => {
      const alert = await service.find(getToken(c))
      if (alert) await (page === 'end' ? service.end(alert) : service.endAll(alert))
      const [other] = alert ? await service.listFor(alert.address) : []
      return [
        'The alert has ended',
        other
          ? html`<p>Nothing is sent for it anymore, and it is deleted. <a href="${toSecretPath('mine', other.secret)}">Your other alerts</a> go on.</p>`
          : html`<p>Your address is deleted, and nothing is sent to it anymore.</p>`,
      ]
    })
  }

  async function respondToList(c: Context, service: AlertService): Promise<Answer> {
    const list = readAlertList(c.req.param('list') ?? '', new URL(c.req.url).search, clock())
    if (!list) return UNKNOWN
    const form = c.req.method === 'POST' ? await readForm(c) : null
    const { address, problem } = form ? readAddress(form) : { address: '', problem: null }
    const pace = form ? PACES.find((each) => each === form.get('pace')) : 'DAILY'
    const problems = [...list.problems, problem, pace ? null : 'Choose how often to be told.'].filter((each) => each)
    if (!form || !pace || problems.length > 0) return formatAlertForm(list, address, pace, problems.join(' ') || null)
    const refusal = await findRefusal(c, service)
    if (refusal) return refusal
    await service.request(address, list, pace)
    return [
      'Check your email',
      html`<p>A link to confirm the alert is on its way to <strong>${address}</strong>. It works for 24 hours. Nothing else is sent before you open it.</p><p>Nothing after a few minutes? Look in the spam folder, and check the address.</p>`,
    ]
  }
  add('get', '/:list', respondToList)
  add('post', '/:list', respondToList)
}

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

const formatStart = (address: string, problem: string | null): Answer => [
  'Email alerts',
  html`<p>Every list and every state page has a link “Email me about this”: it sends what is new, what changed, and which deadlines are near, for the list as you filtered it.</p>
<h2>See or end your alerts</h2><p>Each alert email has a link to all of your alerts. Without one at hand, have the link sent to you:</p>
${formatProblem(problem)}<form method="post" action="${ALERTS_PATH}" class="alert-form">${formatAddress(address, problem)}<p><button class="button">Email me the link</button></p></form>`,
  problem ? 400 : 200,
]

function formatAlertForm(
  { name, heading, search, path }: NonNullable<ReturnType<typeof readAlertList>>,
  address: string,
  pace: string | undefined,
  problem: string | null,
): Answer {
  const paces = Object.entries(PACE_LABELS).map(
    ([value, label]) =>
      html`<label><input type="radio" name="pace" value="${value}"${value === pace && html` checked`}> ${label}</label>`,
  )
  const main = html`<p class="lead"><a href="${path}">${heading}</a></p>
<p>We email you what is new in this list, what changed, and which deadlines are 14 and 3 days away. No account is needed, and each email has a link that ends the alert.</p>
${formatProblem(problem)}
<form method="post" action="${toAlertPath(name, search)}" class="alert-form">${formatAddress(address, problem)}
<fieldset><legend>How often</legend>${paces}</fieldset>
<p><button class="button">Send the confirmation</button></p></form>
<p class="small soft">The address is used for this alert only and deleted when the alert ends; unconfirmed, it is deleted after 24 hours. <a href="/privacy#alerts">Privacy</a>. Already have alerts? <a href="${ALERTS_PATH}">See or end them</a>.</p>`
  return ['Email me about this', main, problem ? 400 : 200]
}

const formatProblem = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="error" id="problem" role="alert">${problem}</p>`

const formatAddress = (address: string, problem: string | null): Html =>
  html`<p><label for="address">Your email address</label><input id="address" name="address" type="email" value="${address}" required maxlength="254" autocomplete="email"${problem && html` aria-invalid="true" aria-describedby="problem" autofocus`}></p>`

/** @param subject what a quiet button among others is about, for screen readers */
const formatButton = (label: string, action: string, subject: string | null = null): Html =>
  html`<form method="post" action="${action}"><button class="button${subject && ' button-quiet'}"${subject && html` aria-label="${label}: ${subject}"`}>${label}</button></form>`
