import { type Html, html } from './html.ts'
import type { View } from './view.ts'
import { dateText } from './wording.ts'

/** The pages of alerts by mail. They work without scripts and without an account. */

export const ALERTS_PATH = '/alerts'

/** The path of the form for an alert on a list with a query. */
export const alertPath = (list: string, search: string): string => `${ALERTS_PATH}/${list}${search && `?${search}`}`

/** How often an alert may send, as its form and its mails say it. */
export const PACE_LABELS = {
  AT_ONCE: 'as soon as something is published',
  DAILY: 'at most once a day',
  WEEKLY: 'at most once a week, on Mondays',
} as const

interface Shown {
  title: string
  main: Html
}

/** One page. Its path has no secrets, because it becomes the canonical address. */
const page = ({ title, main }: Shown): View => ({
  title,
  description: 'Alerts by email about the Rural Health Transformation Program, without an account.',
  path: ALERTS_PATH,
  section: ALERTS_PATH,
  main: html`<div class="wide text page-top alerts"><h1>${title}</h1>${main}</div>`,
})

const problemText = (problem: string | null): Html | false =>
  problem !== null && html`<p class="error" id="problem" role="alert">${problem}</p>`

const addressField = (address: string, problem: string | null): Html =>
  html`<p><label for="address">Your email address</label><input id="address" name="address" type="email" value="${address}" required maxlength="254" autocomplete="email"${problem !== null && html` aria-invalid="true" aria-describedby="problem" autofocus`}></p>`

/** @param subject what a quiet button among others is about, for screen readers */
const button = (label: string, action: string, subject: string | null = null): Html =>
  html`<form method="post" action="${action}"><button class="button${subject && ' button-quiet'}"${subject && html` aria-label="${label}: ${subject}"`}>${label}</button></form>`

const NO_MAIL = html`<p>This installation sends no email, so it has no alerts. The feed, the calendar and the table of a list have the same records and need no account either.</p>`

/** Said in place of every page of alerts where there is no mail server. */
export const noMailView = (): View => page({ title: 'Email alerts', main: NO_MAIL })

export interface Typed {
  address: string
  pace: string
  problem: string | null
}

/** The form for an alert on a list. @param about the heading of the list with its filters */
export function alertFormView(about: string, list: string, search: string, typed: Typed): View {
  const paces = Object.entries(PACE_LABELS).map(
    ([value, label]) =>
      html`<label><input type="radio" name="pace" value="${value}"${value === typed.pace && html` checked`}> ${label}</label>`,
  )
  return page({
    title: 'Email me about this',
    main: html`<p class="lead"><a href="/${list}${search && `?${search}`}">${about}</a></p>
<p>We email you what is new in this list, what changed, and which deadlines are 14 and 3 days away. No account is needed, and each email has a link that ends the alert.</p>
${problemText(typed.problem)}
<form method="post" action="${alertPath(list, search)}" class="alert-form">${addressField(typed.address, typed.problem)}
<fieldset><legend>How often</legend>${paces}</fieldset>
<p><button class="button">Send the confirmation</button></p></form>
<p class="small soft">The address is used for this alert only and deleted when the alert ends; unconfirmed, it is deleted after 24 hours. <a href="/privacy#alerts">Privacy</a>. Already have alerts? <a href="${ALERTS_PATH}">See or end them</a>.</p>`,
  })
}

export const sentView = (address: string): View =>
  page({
    title: 'Check your email',
    main: html`<p>A link to confirm the alert is on its way to <strong>${address}</strong>. It works for 24 hours. Nothing else is sent before you open it.</p><p>Nothing after a few minutes? Look in the spam folder, and check the address.</p>`,
  })

/** Where all links to the alerts of an address can be asked for. */
export const alertsView = ({ address, problem }: Omit<Typed, 'pace'>): View =>
  page({
    title: 'Email alerts',
    main: html`<p>Every list and every state page has a link “Email me about this”: it sends what is new, what changed, and which deadlines are near, for the list as you filtered it.</p>
<h2>See or end your alerts</h2><p>Each alert email has a link to all of your alerts. Without one at hand, have the link sent to you:</p>
${problemText(problem)}<form method="post" action="${ALERTS_PATH}" class="alert-form">${addressField(address, problem)}<p><button class="button">Email me the link</button></p></form>`,
  })

export const linkSentView = (address: string): View =>
  page({
    title: 'Check your email',
    main: html`<p>If <strong>${address}</strong> has alerts, a link to see and end them is on its way.</p>`,
  })

export interface ShownAlert {
  about: string
  path: string
  pace: keyof typeof PACE_LABELS
  confirmedAt: number
  end: string
}

/** Shown for the link of a request: programs that follow links confirm nothing. */
export const confirmView = (about: string, pace: ShownAlert['pace'], action: string): View =>
  page({
    title: 'Confirm your alert',
    main: html`<p class="lead">${about}</p><p>Its news comes to you ${PACE_LABELS[pace]}.</p>${button('Confirm', action)}`,
  })

export const confirmedView = (alert: ShownAlert, mine: string): View =>
  page({
    title: 'Your alert is set',
    main: html`<p class="lead"><a href="${alert.path}">${alert.about}</a></p><p>News of this list comes to you ${PACE_LABELS[alert.pace]}. <a href="${mine}">See or end your alerts</a>.</p>`,
  })

/** The alerts of an address. @param endAll the address that ends all of them */
export const mineView = (address: string, alerts: readonly ShownAlert[], endAll: string): View =>
  page({
    title: 'Your email alerts',
    main: html`<p>${address}</p><ul class="entries">${alerts.map(
      ({ about, path, pace, confirmedAt, end }) =>
        html`<li><span class="when">since ${dateText(confirmedAt)}</span> <a href="${path}">${about}</a><p>${PACE_LABELS[pace]}</p>${button('End this alert', end, about)}</li>`,
    )}</ul>${alerts.length > 1 && button('End all and delete my address', endAll)}`,
  })

export const endView = (about: string, action: string, mine: string): View =>
  page({
    title: 'End this alert?',
    main: html`<p class="lead">${about}</p>${button('End this alert', action)}<p><a href="${mine}">All of your alerts</a></p>`,
  })

/** @param mine where the other alerts of the address are; null when it has none and is deleted */
export const endedView = (mine: string | null): View =>
  page({
    title: 'The alert has ended',
    main:
      mine === null
        ? html`<p>Your address is deleted, and nothing is sent to it anymore.</p>`
        : html`<p>Nothing is sent for it anymore, and it is deleted. <a href="${mine}">Your other alerts</a> go on.</p>`,
  })

/** For links of alerts that ended, and requests that were not confirmed in time. */
export const unknownView = (): View =>
  page({
    title: 'This link no longer works',
    main: html`<p>The alert has ended, or it was not confirmed within 24 hours. Nothing is sent for it. You can set a new one on every list: <a href="/opportunities">opportunities</a>, <a href="/awards">awards</a>, <a href="/documents">documents</a>, <a href="/events">events</a>.</p>`,
  })

export const fullView = (mine: string, most: number): View =>
  page({
    title: 'Too many alerts',
    main: html`<p>An address can have ${most} alerts. <a href="${mine}">End one of yours</a>, then open the link in the email again.</p>`,
  })

export const tooOftenView = (minutes: number): View =>
  page({
    title: 'Too many requests',
    main: html`<p>Too many emails were requested from your network. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.</p>`,
  })
