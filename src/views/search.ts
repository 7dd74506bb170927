import { type Entry, formatEntries } from './entries.ts'
import { type Html, html } from './html.ts'
import { splitWords } from './page-texts.ts'
import { formatBullets } from './records/parts.ts'
import type { View } from './view.ts'
import { countedText } from './wording.ts'

export interface HitGroup {
  name: string
  hits: readonly Entry[]
  /** This many results are shown at once, the others on request. */
  shown: number
  /** What to do for results beyond these, with a link; null when there are none. */
  beyond: { text: string; path: string; link: string } | null
}

export const SEARCH_PATH = '/search'
export const SEARCH_LENGTH = { min: 2, max: 200 } as const

/** A text with the words of a query highlighted. */
export function markWords(text: string, query: string): Html {
  const sought = splitWords(query)
  return html`${text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part) => (sought.some((word) => splitWords(part)[0]?.startsWith(word)) ? html`<mark>${part}</mark>` : part))}`
}

/** A text with the given ranges highlighted, in UTF-16 code units. */
export function markAt(text: string, marks: readonly { start: number; end: number }[]): Html {
  const ends = marks.map(({ end }) => end)
  return html`${marks.map(
    ({ start, end }, index) => html`${text.slice(ends[index - 1] ?? 0, start)}<mark>${text.slice(start, end)}</mark>`,
  )}${text.slice(ends.at(-1) ?? 0)}`
}

const formatForm = (query: string): Html =>
  html`<form class="site-search" role="search" action="${SEARCH_PATH}"><label for="q">Search the site</label><input id="q" type="search" name="q" value="${query}" minlength="${SEARCH_LENGTH.min}" maxlength="${SEARCH_LENGTH.max}" required autocomplete="off"><button class="button">Search</button></form>`

const PLACES = [
  ['/opportunities', 'Opportunities', 'open calls and deadlines'],
  ['/awards', 'Awards', 'who received money'],
  ['/near', 'Near you', 'who received money in your county'],
  ['/recipients', 'Recipients', 'each organization with all of its awards'],
  ['/documents', 'Documents', 'plans, announcements and guidance'],
  ['/events', 'Events', 'webinars and meetings'],
  ['/states', 'States', 'one page for each state'],
  ['/docs', 'API guides', 'how to use the API'],
  ['/reference', 'API reference', 'every endpoint'],
] as const

const browsing = html`<h2>Or browse</h2>${formatEntries(PLACES.map(([path, title, note]) => ({ title, path, note })))}`
const guidance = html`<p>Search documents, opportunities, events, recipients, states, and the API guides and reference. Results match all of your words where possible. Put a phrase in "quotation marks". Questions such as <a href="${SEARCH_PATH}?q=Who+got+money+in+George+County%2C+Mississippi%3F">Who got money in George County, Mississippi?</a> are answered from the records.</p>${browsing}`

function formatGroup({ name, hits, shown, beyond }: HitGroup): Html {
  const id = `found-${name.toLowerCase().replaceAll(' ', '-')}`
  const others = hits.slice(shown)
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${formatEntries(hits.slice(0, shown))}${
    others.length > 0 &&
    html`<details><summary>Show ${countedText(others.length, 'more result')}</summary>${formatEntries(others)}</details>`
  }${beyond && html`<p class="more">${beyond.text} <a href="${beyond.path}">${beyond.link}</a></p>`}</section>`
}

interface Sentence {
  text: string
  sources: readonly { title: string; url: string }[]
  lead?: string
  items?: readonly string[]
}

const NOT_ANSWERED = 'The records do not answer this question, or it was not understood. These results share its words.'
const QUESTION = /^(?:who|what|which|how|where|when|why|do|does|did|is|are|can)\b|\?$|^(?:\S+\s+){5}/i
const LIST_PATH = /(\/(?:awards|commitments)\S*)/

/** Sentences from the records, each once, with links to the rows they name and to their sources. */
function formatAnswer(said: readonly Sentence[]): Html {
  const sentences = [...Map.groupBy(said, ({ text }) => text).values()].map((same) => ({
    ...(same[0] as Sentence),
    sources: same.flatMap((one) => one.sources),
  }))
  const getName = ({ title, url }: Sentence['sources'][number]) => `${title} ${url}`
  const sources = new Map(sentences.flatMap((one) => one.sources.map((source) => [getName(source), source])))
  const numbers = new Map([...sources.keys()].map((name, at) => [name, at + 1]))
  const formatText = (text: string) =>
    text.split(LIST_PATH).map((part, at) => (at % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))
  const formatMarks = ({ sources: cited }: Pick<Sentence, 'sources'>) =>
    [...new Set(cited.map((one) => numbers.get(getName(one))))].map((at) => html`<a href="#source-${at}">[${at}]</a>`)
  return html`<section aria-labelledby="answer"><h2 id="answer">Answer from the records</h2>${sentences.map(
    ({ text, lead, items = [], ...one }) =>
      items.length < 2
        ? html`<p>${formatText(text.replace(/\.$/, ''))} ${formatMarks(one)}.</p>`
        : html`<p>${lead} ${formatMarks(one)}</p>${formatBullets(items)}`,
  )}<ol class="small">${[...sources.values()].map(
    ({ url, title }, at) => html`<li id="source-${at + 1}"><a href="${url}">${title}</a></li>`,
  )}</ol></section>`
}

/** The search page: the results, or what can be searched. @param groups null before a search @param understood another search, for what was read out of the query or was probably meant @param answer what the records say to a question */
export function searchView(
  query: string,
  groups: readonly HitGroup[] | null,
  understood: { label: string; text: string; path: string } | null = null,
  answer: readonly Sentence[] = [],
): View {
  const filled = groups?.filter(({ hits }) => hits.length > 0) ?? []
  const count = filled.reduce((sum, { hits }) => sum + hits.length, 0)
  // What was read into a question that is answered would lead elsewhere.
  const isShown = understood && !(answer.length > 0 && QUESTION.test(query))
  const other =
    isShown && html`<p class="more">${understood.label}: <a href="${understood.path}">${understood.text}</a></p>`
  const said = answer.length > 0 ? formatAnswer(answer) : QUESTION.test(query) && html`<p>${NOT_ANSWERED}</p>`
  const content =
    groups === null
      ? guidance
      : filled.length > 0
        ? html`${other}${said}<p role="status">${filled.some(({ beyond }) => beyond) && 'More than '}${countedText(count, 'result')} for “${query}”, best first.</p>${filled.map(formatGroup)}`
        : html`${other}${said}<p role="status">No results for “${query}”. Check the spelling or use fewer words.</p>${guidance}`
  return {
    title: groups === null ? 'Search the site' : `Search: ${query}`,
    description: 'Search the documents, opportunities, events, awards, states and guides of this site.',
    path: groups === null ? SEARCH_PATH : `${SEARCH_PATH}?${new URLSearchParams({ q: query })}`,
    section: SEARCH_PATH,
    main: html`<div class="wide text page-top search"><h1>Search</h1>${formatForm(query)}${content}</div>`,
  }
}

/** The search page for a reader who searched too often. @param seconds until the next search is allowed */
export const searchRefusedView = (query: string, tries: number, seconds: number): View => ({
  ...searchView(query, null),
  title: 'Too many searches',
  main: html`<div class="wide text page-top search"><h1>Too many searches</h1><p role="status">Up to ${tries} searches per minute are allowed from one IP address. Try again in ${countedText(seconds, 'second')}.</p>${formatForm(query)}${browsing}</div>`,
})
