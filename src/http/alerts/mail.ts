import mails from '../../../content/mails.json' with { type: 'json' }
import type { ListAlert } from '../../notify/list-alerts.ts'
import { fillTemplate, type Mail } from '../../notify/mail.ts'
import { ALERTS_PATH } from '../../views/addresses.ts'
import { type Html, html } from '../../views/html.ts'
import { formatLongDate } from '../../views/wording.ts'
import type { News, NewsLine } from './news.ts'

/** The emails of alerts, each as text and as HTML with the same content. */

const SERVICE = 'Rural Health Program Data Service'
const LINES_MAX = 25

/** How often an alert may send, as its form and its mails say it. */
export const PACE_LABELS = {
  AT_ONCE: 'as soon as something is published',
  DAILY: 'at most once a day',
  WEEKLY: 'at most once a week, on Mondays',
} as const

export const toSecretPath = (page: 'confirm' | 'mine' | 'end' | 'end-all', secret: string): string =>
  `${ALERTS_PATH}/${page}?token=${secret}`

interface Part {
  title: string
  lines: readonly NewsLine[]
}

interface Draft {
  subject: string
  heading: string
  paragraphs: readonly string[]
  parts: readonly Part[]
  /** Where everything is that the email only names. */
  more: { label: string; path: string }
  /** Small text and links at the end. */
  why: string
  links: readonly { label: string; path: string }[]
}

/** The news of an alert. @param base public address of the service, without a trailing slash */
export function formatNews(alert: ListAlert, news: News, base: string): Mail {
  const { added, changed, closing, heading, path } = news
  const parts = [
    { title: 'New', lines: added },
    { title: 'Changed', lines: changed },
    { title: 'Closing soon', lines: closing },
  ].filter(({ lines }) => lines.length > 0)
  const draft = {
    subject: `${heading}: ${parts.map(({ title, lines }) => `${lines.length} ${title.toLowerCase()}`).join(', ')}`,
    heading,
    paragraphs: [],
    parts,
    more: { label: 'See the whole list', path },
    why: `You asked for this alert on ${formatLongDate(alert.confirmedAt)}, to be sent ${PACE_LABELS[alert.pace]}.`,
    links: [
      { label: 'End this alert', path: toSecretPath('end', alert.secret) },
      { label: 'All of your alerts', path: toSecretPath('mine', alert.secret) },
    ],
  }
  return toMail(alert.address, draft, base, toSecretPath('end', alert.secret))
}

/** @param about the list, in words that are not the requester's, because the recipient may be a stranger */
export const formatConfirmation = (address: string, secret: string, about: string, base: string): Mail =>
  toLinkMail(address, mails.alert_confirmation, { about }, toSecretPath('confirm', secret), base)

export const formatLinks = (address: string, secret: string, base: string): Mail =>
  toLinkMail(address, mails.alert_links, {}, toSecretPath('mine', secret), base)

function toLinkMail(
  address: string,
  { subject, heading, paragraphs, label }: typeof mails.alert_links,
  values: { [name: string]: string },
  path: string,
  base: string,
): Mail {
  const words = {
    subject: fillTemplate(subject, values),
    paragraphs: paragraphs.map((text) => fillTemplate(text, values)),
  }
  return toMail(address, { ...words, heading, parts: [], more: { label, path }, why: '', links: [] }, base)
}

function toMail(address: string, draft: Draft, base: string, end: string | null = null): Mail {
  const to = (path: string): string => (path.startsWith('/') ? base + path : path)
  const { subject } = draft
  const link = to(draft.more.path)
  return {
    kind: 'list_alert',
    to: [address],
    subject,
    text: formatText(draft, to),
    html: formatHtml(draft, to).text,
    // Mail programs show a button to unsubscribe, which ends the alert by one POST (RFC 8058).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(end && { 'List-Unsubscribe': `<${to(end)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    logged: { to: address, subject, link },
  }
}

function formatText({ heading, paragraphs, parts, more, why, links }: Draft, to: (path: string) => string): string {
  const formatLines = (news: readonly NewsLine[]) =>
    news
      .slice(0, LINES_MAX)
      .flatMap(({ title, facts, changed, path }) => [
        title,
        ...[changed, facts].filter((text) => text !== null && text !== '').map((text) => `  ${text}`),
        `  ${to(path)}`,
        '',
      ])
  return [
    heading,
    '',
    ...paragraphs.flatMap((text) => [text, '']),
    ...parts.flatMap((part) => [part.title.toUpperCase(), '', ...formatLines(part.lines), ...formatBeyond(part)]),
    `${more.label}:`,
    to(more.path),
    '',
    '-- ',
    SERVICE,
    ...(why ? [why] : []),
    ...links.map(({ label, path }) => `${label}: ${to(path)}`),
    '',
  ].join('\n')
}

const formatBeyond = ({ lines }: Part): string[] =>
  lines.length > LINES_MAX ? [`and ${lines.length - LINES_MAX} more, in the list`, ''] : []

// Mail programs read styles of elements; those that know media queries also get the dark ones.
const STYLES = {
  body: 'margin:0;padding:24px 16px;background:#fcfdfb;color:#15201b;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  frame: 'max-width:600px;margin:0 auto',
  h1: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  h2: 'margin:24px 0 12px;padding-bottom:4px;border-bottom:1px solid #d3dbd5;font-size:16px',
  entry: 'margin:0 0 14px',
  link: 'color:#06594a;font-weight:600',
  small: 'font-size:14px;color:#4a5951',
  button:
    'display:inline-block;margin-top:8px;padding:10px 18px;border-radius:3px;background:#06594a;color:#ffffff;font-weight:600;text-decoration:none',
  foot: 'margin-top:28px;padding-top:12px;border-top:1px solid #d3dbd5;font-size:14px;color:#4a5951',
}
const DARK =
  '@media (prefers-color-scheme:dark){body{background:#0e1411!important;color:#e6ede8!important}.link{color:#84d3b7!important}.small,.foot{color:#a2b1a8!important}.button{background:#84d3b7!important;color:#06241b!important}.rule{border-color:#2a362f!important}}'

function formatHtml(
  { subject, heading, paragraphs, parts, more, why, links }: Draft,
  to: (path: string) => string,
): Html {
  const formatEntry = ({ title, facts, changed, path }: NewsLine) =>
    html`<p style="${STYLES.entry}"><a class="link" style="${STYLES.link}" href="${to(path)}">${title}</a>${changed && html`<br>${changed}`}${facts && html`<br><span class="small" style="${STYLES.small}">${facts}</span>`}</p>`
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title><style>${DARK}</style></head>
<body style="${STYLES.body}"><div role="main" style="${STYLES.frame}"><h1 style="${STYLES.h1}">${heading}</h1>
${paragraphs.map((text) => html`<p>${text}</p>`)}
${parts.map(
  (part) =>
    html`<h2 class="rule" style="${STYLES.h2}">${part.title}</h2>${part.lines.slice(0, LINES_MAX).map(formatEntry)}${formatBeyond(part).map((text) => html`<p class="small" style="${STYLES.small}">${text}</p>`)}`,
)}
<p><a class="button" style="${STYLES.button}" href="${to(more.path)}">${more.label}</a></p>
<div class="foot rule" style="${STYLES.foot}">${SERVICE}.${why && html` ${why}`}${links.map(
    ({ label, path }) => html`<br><a class="link" style="${STYLES.link}" href="${to(path)}">${label}</a>`,
  )}</div></div></body></html>
`
}
