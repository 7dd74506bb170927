import fieldNames from '../../../vocabulary/fields.json' with { type: 'json' }
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { compare } from '../../rules/text/words.ts'
import type { ChangeEvent, RecordChange } from '../../schema/wire/changes.ts'
import { formatEntries } from '../entries.ts'
import { type Html, html, join } from '../html.ts'
import type { SiteContext, View } from '../view.ts'
import { formatCode, formatLongDate, formatMoment, formatProse, formatWholeDollars, shortenText } from '../wording.ts'

interface Step {
  text: string
  path: string
}

/** What the page of a record shows, from top to bottom. */
export interface RecordPage {
  list: Step
  /** The state of the record; null for national scope. */
  state: string | null
  stateName: string | null
  path: string
  heading: string
  lead: Html
  facts: readonly Fact[]
  actions?: Html
  /** By their headings; those without content are omitted. */
  sections: { [heading: string]: Html | false | null | '' }
  history: History
  /** The record in a citation, where that is not its heading. */
  cited?: string
  source: string | null
  title: string
  description: string
  /** The record as structured data; null for none. */
  data: object | null
}

export function recordView(page: RecordPage, context: SiteContext): View {
  const { list, state, stateName, path, heading, facts, actions, history, source } = page
  const where = state ? `/states/${state.toLowerCase()}` : `${list.path}?state=US`
  const steps = stateName === null ? [list] : [list, { text: stateName, path: where }]
  return {
    title: page.title,
    description: shortenText(page.description, DESCRIPTION_MAX),
    path,
    section: list.path,
    picture: sharePath(state),
    main: html`<article class="wide text page-top record"><header>${formatTrail(steps)}<h1>${heading}</h1>${page.lead}</header>
${formatFacts(facts)}
${actions && html`<p class="actions">${actions}</p>`}
<div class="columns">${Object.entries(page.sections).map(([title, content]) => content && formatSection(title, content))}
${formatSection('History', formatHistory(history))}
${formatSection('Cite this page', formatCitation(page.cited ?? heading, path, source, context))}</div></article>`,
    data: {
      '@graph': [...(page.data ? [page.data] : []), toBreadcrumbs(context.base, [...steps, { text: heading, path }])],
    },
  }
}

const formatTrail = (steps: readonly Step[]): Html =>
  html`<nav class="trail small" aria-label="Breadcrumb">${join(
    steps.map(({ text, path }) => html`<a href="${path}">${text}</a>`),
    ' / ',
  )}</nav>`

/** A name with its value; omitted when there is no value. */
export type Fact = readonly [name: string, value: Html | string | null | false]

const formatFacts = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** The fragments of headings that have others than their words. */
const IDS: { [title: string]: string } = { Summary: 'about', Source: 'sources', 'Cite this page': 'cite' }

function formatSection(title: string, content: Html): Html {
  const id = IDS[title] ?? title.toLowerCase().replace(/\W+/g, '-')
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`
}

export const formatBullets = (items: readonly (Html | string)[]): Html | null =>
  items.length > 0 ? html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>` : null

export const formatHostLink = (address: string): Html => formatHostLinks([address])

/** Addresses as links with their hosts as texts; the later ones of a host are numbered. */
export function formatHostLinks(addresses: readonly string[]): Html {
  const counts = new Map<string, number>()
  const links = addresses.map((address) => {
    const host = new URL(address).hostname.replace(/^www\./, '')
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    return html`<a href="${address}">${host}${count > 1 && ` (${count})`}</a>`
  })
  return html`${join(links, ', ')}`
}

function formatCitation(
  title: string,
  path: string,
  source: string | null,
  { base, contact, version, now }: SiteContext,
): Html {
  const address = base + path
  const report = contact
    ? `mailto:${contact}?subject=${encodeURIComponent(`Error in "${title}"`)}&body=${encodeURIComponent(
        `Page: ${address}\nDataset: ${version}\n\nWhat is wrong, and which source shows it:\n`,
      )}`
    : '/contact'
  return html`<p class="citation">Rural Health Program Data Service. “${title}.” Dataset ${version}, retrieved ${formatLongDate(now)}. ${address}${source && html`. Source: ${source}`}</p><p class="small"><a href="${report}">Report an error</a></p>`
}

const toBreadcrumbs = (base: string, steps: readonly Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ text, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: text,
    item: base + path,
  })),
})

export const sharePath = (state: string | null): string | null =>
  state === null ? null : `/states/${state.toLowerCase()}/share.png`

export const DESCRIPTION_MAX = 155

const formatLonely = (heading: string, lead: string, ways: Html): Html =>
  html`<div class="wide text lonely"><header><h1>${heading}</h1><p class="lead">${lead}</p></header><p>${ways}</p></div>`

export function toMissingView(path: string, section: string, removedAt: string | null = null): View {
  const [title, description, lead] = removedAt
    ? ['Record removed', 'This record was removed.', `It was removed on ${formatLongDate(removedAt)}.`]
    : [
        'Record not found',
        'There is no record at this address.',
        'It may have been removed, or the address may contain a typo.',
      ]
  const ways = html`<a href="${section}">Browse the list</a> or <a href="/search">search the site</a>.`
  return { title, description, path, section, main: formatLonely(description, lead, ways) }
}

export function toFailureView(path: string, sentence: string): View {
  const ways = html`<a href="/status">The state of the service</a>, or the <a href="/">home page</a>.`
  const main = formatLonely('This page is not available right now.', sentence, ways)
  return { title: 'Page unavailable', description: sentence, path, section: '', main }
}

export interface Past {
  events: readonly ChangeEvent[]
  /** When it was published, and the changes of its fields, with the values before and after. */
  changes: readonly RecordChange[]
  /** When it was verified, after it had been on file without being counted; null if it never was. */
  heldUntil?: string | null
}

export interface History extends Past {
  /** When it was first published here, where the record itself says it, and when it last changed. */
  createdAt?: string
  updatedAt: string
  /** IANA name of the zone in which the days of the record are meant; without one, the site's. */
  zone?: string
}

const getDate = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length)

const BARE = /^(?:Updated|Award updated|Event changed): /

/** What changed and when, newest first. */
export function formatHistory(history: History): Html {
  const { updatedAt, events, changes, heldUntil, zone = NATIONAL_ZONE } = history
  const creations = changes.flatMap(({ change, changedAt }) => (change === 'CREATED' ? [changedAt] : []))
  // Null if it was too long ago.
  const createdAt = history.createdAt ?? creations.sort()[0] ?? null
  const first = heldUntil ?? createdAt
  const updates = changes
    .map(({ changedAt, fields }) => ({ at: changedAt, text: formatChanges(fields, zone) }))
    .filter(({ text }) => text !== null)
  // The events that a record is new or was changed say no more than its first step and its changed fields.
  const said = { new: first ? [getDate(first)] : [], changed: updates.map(({ at }) => getDate(at)) }
  const told = events.filter(({ type, occurredAt, summary }) => {
    const days = type.startsWith('NEW_') ? said.new : BARE.test(summary) ? said.changed : []
    return !days.includes(getDate(occurredAt))
  })
  const entries = [...told.map((event) => ({ at: event.occurredAt, text: formatProse(event.summary) })), ...updates]
  const hasUpdate = entries.some(({ at }) => getDate(at) >= getDate(updatedAt))
  const begun = heldUntil ? 'Verified and published. Before, it was on file, but not counted.' : 'First published here.'
  const steps = [
    ...(hasUpdate || updatedAt === createdAt ? [] : [{ at: updatedAt, text: 'Record last changed.' }]),
    ...entries,
    ...(first ? [{ at: first, text: begun }] : []),
  ].sort((a, b) => compare(b.at, a.at))
  return formatEntries(
    steps.map(({ at, text }) => ({ when: { text: formatLongDate(at), at }, title: text ?? '', path: null })),
  )
}

const FIELDS: { readonly [field: string]: string } = fieldNames
const MONEY = /^(?:budget|federalAmount|matchAmount|award$)/
const TEXT_MAX = 160

/** The changed fields with their new and old values; null when none of them is in FIELDS. */
export function formatChanges(fields: RecordChange['fields'], zone: string): string | null {
  const lines = Object.entries(fields).flatMap(([field, { before, after }]) => {
    const name = FIELDS[field]
    // A field that all records were given was not changed.
    return name && before !== undefined
      ? [`${name}: ${formatValue(field, after, zone)} (was ${formatValue(field, before, zone)})`]
      : []
  })
  return lines.length > 0 ? `${lines.join('; ')}.` : null
}

function formatValue(field: string, value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return 'unknown'
  if (Array.isArray(value)) return value.length > 0 ? shortenText(value.join(', '), TEXT_MAX) : 'none'
  if (typeof value === 'number') return MONEY.test(field) ? formatWholeDollars(value) : String(value)
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatLongDate(text)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatMoment({ at: text, precision: 'DATE', zone }) ?? 'unknown'
  return /^[A-Z]+(?:_[A-Z]+)*$/.test(text) ? formatCode(text) : shortenText(text.replace(/\.$/, ''), TEXT_MAX)
}
