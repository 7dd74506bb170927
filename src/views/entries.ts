import { type Html, html, join } from './html.ts'
import { expandDates, toWords } from './wording.ts'

export interface Mark {
  text: string
  kind?: 'accent' | 'warn' | null
  /** How it changes after the page is built, see `turnsText`. */
  turns?: string | null
}

/** An entry of a list: its link and the facts about it. Pages and mails are made of it. */
export interface Entry {
  id?: string
  /** What stands beside the entry, such as a date. `label` is for readers who do not see the columns. */
  when?: { text: string; at?: string | null; label?: string } | null
  title: string
  path: string | null
  mark?: Mark | null
  facts?: readonly (string | { text: string; path: string } | null | false)[]
  note?: string | Html | null
}

export const formatMark = ({ text, kind, turns }: Mark): Html =>
  html`<span class="mark${kind && ` mark-${kind}`}"${turns && html` data-turns="${turns}"`}>${text}</span>`

const formatWhen = ({ text, at, label }: NonNullable<Entry['when']>): Html => {
  const shown = html`${label && html`<span class="unseen">${label} </span>`}${text}`
  return at ? html`<time datetime="${at}">${shown}</time>` : html`<span class="when">${shown}</span>`
}

const formatEntry = ({ id, when, title, path, mark, facts = [], note }: Entry): Html => {
  const about = join(
    facts.map((fact) =>
      fact && typeof fact === 'object' ? html`<a href="${fact.path}">${fact.text}</a>` : fact && expandDates(fact),
    ),
    '\u00a0· ',
  )
  return html`<li${id && html` id="${id}"`}>${when && html`${formatWhen(when)} `}${path === null ? html`<span>${title}</span>` : html`<a href="${path}">${title}</a>`}${
    (mark || about.length > 0) && html`<p>${mark && html`${formatMark(mark)} `}${about}</p>`
  }${note && html`<p>${note}</p>`}</li>`
}

export const formatEntries = (entries: readonly Entry[], name = ''): Html =>
  html`<ul class="entries${name && ` ${name}`}">${entries.map(formatEntry)}</ul>`

/** What an entry says besides its title, as text without links. */
export const formatFacts = ({ when, mark, facts = [], note }: Entry): string =>
  [when && [when.label, when.text].filter(Boolean).join(' '), mark?.text, ...facts, note]
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .join(' · ')

/** One change of a status after a page was built. `at` is in milliseconds since 1970. */
export interface Turn {
  at: number
  status: string
}

/** Status changes as the text of an attribute: `1795194001 CLOSED`, in seconds, earliest first. */
export const formatTurns = (turns: readonly Turn[]): string =>
  turns.map(({ at, status }) => `${Math.ceil(at / 1000)} ${status}`).join(',')

/** The status set by the last change up to an instant; null before the first change. */
export function findTurnedTo(text: string | null | undefined, now: number): string | null {
  const past = (text || '')
    .split(',')
    .map((turn) => turn.split(' '))
    .filter(([at]) => at && Number(at) * 1000 <= now)
  return past.at(-1)?.[1] ?? null
}

const KINDS: { [status: string]: Mark['kind'] } = {
  OPEN: 'accent',
  AMENDED: 'accent',
  TODAY: 'accent',
  CLOSING_SOON: 'warn',
}
const OVER: readonly string[] = ['CLOSED', 'PAST', 'RECORDING_AVAILABLE']
export const isOver = (status: string): boolean => OVER.includes(status)

/** A status as a mark. @param turns how it changes after the page is built, see `turnsText` */
export const getStatusMark = (status: string, turns: string | null = null): Mark => ({
  text: toWords(status),
  kind: KINDS[status] ?? null,
  turns,
})
