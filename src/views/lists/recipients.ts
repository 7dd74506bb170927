import { STATE_NAMES } from '../../schema/vocabularies.ts'
import { type Html, html } from '../html.ts'
import { type Recipient, recipientPath } from '../recipients.ts'
import { DESCRIPTION_MAX, sharePath } from '../records/parts.ts'
import type { View } from '../view.ts'
import { codeText, countedText, countText, dollarText, shortText } from '../wording.ts'

/** A labeled choice of a form. @param options values with their labels; the first is the default */
export const formatChoices = (
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, label: string])[],
): Html =>
  html`<label>${label}<select name="${name}" autocomplete="off">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`

/** A labeled text field of a form. */
export const formatTextField = (name: string, label: string, value: string, more: Html | false = false): Html =>
  html`<label class="words">${label}<input type="search" name="${name}" value="${value}" maxlength="200" autocomplete="off"${more}></label>`

export const STATE_OPTIONS: readonly (readonly [string, string])[] = Object.entries(STATE_NAMES).sort(([, a], [, b]) =>
  a.localeCompare(b, 'en'),
)

/** A table of recipients. @param columns headings between the recipient and the amount, with their cells */
export const formatRecipients = <Row extends { recipient: Recipient; amount: number | null }>(
  caption: string,
  rows: readonly Row[],
  columns: readonly { label: string; cell: (row: Row) => Html | string }[],
): Html =>
  html`<table class="stack awards"><caption class="unseen">${caption}</caption><thead><tr><th scope="col">Recipient</th>${columns.map(
    ({ label }) => html`<th scope="col">${label}</th>`,
  )}<th scope="col" class="number">Amount</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row"><a href="${recipientPath(row.recipient)}">${row.recipient.name}</a></th>${columns.map(
        ({ label, cell }) => html`<td data-label="${label}">${cell(row)}</td>`,
      )}<td class="number" data-label="Amount">${
        row.amount === null ? html`<span class="soft">not published</span>` : dollarText(row.amount)
      }</td></tr>`,
  )}</tbody></table>`

/** The kinds of a recipient, in words. */
export const kindsText = ({ kinds }: Pick<Recipient, 'kinds'>): string => kinds.map(codeText).join(', ') || 'unknown'

/** What the page of all recipients shows. */
export interface RecipientPage {
  q: string
  state: string
  kind: string
  /** The kinds of recipients to choose from. */
  kinds: readonly string[]
  rows: readonly Recipient[]
  total: number
  all: number
  page: number
  pages: number
}

/** The page of all recipients, the largest first. */
export function recipientsView({ q, state, kind, kinds, rows, total, all, page, pages }: RecipientPage): View {
  const given = Object.entries({ q, state, recipientKind: kind }).filter(([, value]) => value !== '')
  const toPage = (target: number) =>
    `/recipients?${new URLSearchParams([...given, ...(target > 1 ? [['page', String(target)]] : [])])}`.replace(
      /\?$/,
      '',
    )
  const stateName = STATE_NAMES[state as keyof typeof STATE_NAMES]
  const title = stateName ? `Recipients in ${stateName}` : 'Recipients'
  const lead =
    'Every organization with verified awards, with all of its awards under the spellings of its name, in every state. Equal names in several states stay apart unless a source shows that they are one organization.'
  const count =
    total === all ? countedText(total, 'recipient') : `${countText(total)} of ${countedText(all, 'recipient')}`
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${given.length === 0 && html`<p class="lead">${lead}</p>`}</header>
<form class="filters" role="search" aria-label="Filter recipients" action="/recipients"><div class="row">${formatTextField('q', 'Name', q)}<button class="button">Show</button></div>
<div class="row">${formatChoices('state', 'State', state, [['', 'All'], ...STATE_OPTIONS])}${formatChoices('recipientKind', 'Kind of recipient', kind, [['', 'All'], ...kinds.map((each) => [each, codeText(each)] as const)])}</div>
<p class="small clear">${given.length > 0 && html`<a href="/recipients">Clear filters</a>`}</p></form>
<div id="results"><p class="small"><strong>${count}</strong>${pages > 1 && `, page ${countText(page)} of ${countText(pages)}`}. <a href="/near">Find those near a county</a></p>
${
  rows.length > 0
    ? formatRecipients(
        title,
        rows.map((recipient) => ({ recipient, amount: recipient.total })),
        [
          { label: 'State', cell: ({ recipient }) => [...recipient.states.values()].join(', ') },
          { label: 'Kind', cell: ({ recipient }) => kindsText(recipient) },
          { label: 'Awards', cell: ({ recipient }) => countText(recipient.awards.length) },
        ],
      )
    : html`<p class="empty">No recipient matches. Use fewer words or remove a filter.</p>`
}
${
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${toPage(page - 1)}">Previous page</a>`}${
    page < pages && html`<a rel="next" href="${toPage(page + 1)}">Next page</a>`
  }</nav>`
}</div></div>`
  return {
    title: page > 1 ? `${title}, page ${countText(page)}` : title,
    description: shortText(given.length > 0 ? `${count}. ${lead}` : lead, DESCRIPTION_MAX),
    path: toPage(page),
    section: '/awards',
    picture: sharePath(stateName ? state : null),
    main,
    data: null,
  }
}
