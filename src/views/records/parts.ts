import { type Html, html, joined } from '../html.ts'
import type { SiteContext, View } from '../view.ts'
import { dateText, shortText } from '../wording.ts'
import { type History, historySection } from './history.ts'

interface Step {
  text: string
  path: string
}

/** What the page of a record shows, from top to bottom. */
export interface RecordPage {
  list: Step
  /** The state of the record; null for national scope. */
  state: string | null
  /** Null for none in the breadcrumbs. */
  stateName: string | null
  path: string
  heading: string
  lead: Html
  facts: readonly Fact[]
  actions?: Html | null
  sections: readonly (Html | false | null)[]
  history: History
  /** The record in a citation, and the address of its original. */
  cited: { title: string; source: string | null }
  title: string
  description: string
  /** The record as structured data; null for none. */
  data: object | null
}

export function recordView(page: RecordPage, context: SiteContext): View {
  const { list, state, stateName, path, heading, lead, facts, actions, sections, history, cited } = page
  const where = state ? `/states/${state.toLowerCase()}` : `${list.path}?state=US`
  const steps = stateName === null ? [list] : [list, { text: stateName, path: where }]
  return {
    title: page.title,
    description: shortText(page.description, DESCRIPTION_MAX),
    path,
    section: list.path,
    picture: sharePath(state),
    main: html`<article class="wide text page-top record"><header>${trail(steps)}<h1>${heading}</h1>${lead}</header>
${factList(facts)}
${actions && html`<p class="actions">${actions}</p>`}
<div class="columns">${sections}
${historySection(history)}
${citation({ path, ...cited }, context)}</div></article>`,
    data: {
      '@graph': [...(page.data ? [page.data] : []), breadcrumbs(context.base, [...steps, { text: heading, path }])],
    },
  }
}

/** Breadcrumbs: `Opportunities / Nebraska`. */
const trail = (steps: readonly Step[]): Html =>
  html`<nav class="trail small" aria-label="Breadcrumb">${joined(
    steps.map(({ text, path }) => html`<a href="${path}">${text}</a>`),
    ' / ',
  )}</nav>`

/** A name with its value; omitted when there is no value. */
export type Fact = readonly [name: string, value: Html | string | null | false]

const factList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

export const section = (id: string, title: string, content: Html | null | false | ''): Html | false =>
  content ? html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>` : false

export const bullets = (items: readonly (Html | string)[]): Html | null =>
  items.length > 0 ? html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>` : null

export const hostLink = (address: string): Html =>
  html`<a href="${address}">${new URL(address).hostname.replace(/^www\./, '')}</a>`

/** Addresses as links with their hosts as texts; the later ones of a host are numbered. */
export function hostLinks(addresses: readonly string[]): Html {
  const counts = new Map<string, number>()
  const links = addresses.map((address) => {
    const host = new URL(address).hostname.replace(/^www\./, '')
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    return html`<a href="${address}">${host}${count > 1 && ` (${count})`}</a>`
  })
  return html`${joined(links, ', ')}`
}

interface Cited {
  title: string
  path: string
  source: string | null
}

/** How to cite a record, and where to report an error in it. */
function citation({ title, path, source }: Cited, { base, contact, version, now }: SiteContext): Html {
  const address = base + path
  const report = contact
    ? `mailto:${contact}?subject=${encodeURIComponent(`Error in "${title}"`)}&body=${encodeURIComponent(
        `Page: ${address}\nDataset: ${version}\n\nWhat is wrong, and which source shows it:\n`,
      )}`
    : '/contact'
  return html`<section aria-labelledby="cite"><h2 id="cite">Cite this page</h2><p class="citation">Rural Health Program Data Service. “${title}.” Dataset ${version}, retrieved ${dateText(now)}. ${address}${source && html`. Source: ${source}`}</p><p class="small"><a href="${report}">Report an error</a></p></section>`
}

const breadcrumbs = (base: string, steps: readonly Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ text, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: text,
    item: base + path,
  })),
})

export const known = (fields: { [name: string]: unknown }): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** The picture of a state; null for national records. */
export const sharePath = (state: string | null): string | null =>
  state === null ? null : `/states/${state.toLowerCase()}/share.png`

export const DESCRIPTION_MAX = 155

export const missingView = (path: string, section: string, removedAt: string | null = null): View => ({
  title: removedAt ? 'Record removed' : 'Record not found',
  description: removedAt ? 'This record was removed.' : 'There is no record at this address.',
  path,
  section,
  main: html`<div class="wide text lonely"><header><h1>${removedAt ? 'This record was removed.' : 'There is no record at this address.'}</h1><p class="lead">${
    removedAt
      ? `It was removed on ${dateText(removedAt)}.`
      : 'It may have been removed, or the address may contain a typo.'
  }</p></header><p><a href="${section}">Browse the list</a> or <a href="/search">search the site</a>.</p></div>`,
})
