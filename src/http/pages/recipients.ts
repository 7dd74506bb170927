import { RECIPIENT_KINDS, STATE_NAMES } from '../../schema/vocabularies.ts'
import { formatChoices, formatFilters, formatPager, formatTextField, STATE_OPTIONS } from '../../views/forms.ts'
import { type Html, html } from '../../views/html.ts'
import { PAGE_SIZE } from '../../views/lists/listing.ts'
import { wordsIn } from '../../views/page-texts.ts'
import { type Recipient, recipientPath } from '../../views/recipients.ts'
import { DESCRIPTION_MAX, sharePath } from '../../views/records/parts.ts'
import { SEARCH_LENGTH } from '../../views/search.ts'
import { formatTable } from '../../views/tables.ts'
import type { View } from '../../views/view.ts'
import { codeText, countedText, countText, dollarText, shortText } from '../../views/wording.ts'
import type { Holdings } from './holdings.ts'

/** A table of recipients. @param columns headings between the recipient and the amount, with their cells */
export const formatRecipients = <Row extends { recipient: Recipient; amount: number | null }>(
  caption: string,
  rows: readonly Row[],
  columns: readonly [label: string, cell: (row: Row) => Html | string][],
): Html =>
  formatTable({
    caption,
    class: 'stack awards',
    heads: ['Recipient', ...columns.map(([labeled]) => ({ labeled })), { number: 'Amount' }],
    rows: rows.map((row) => [
      html`<a href="${recipientPath(row.recipient)}">${row.recipient.name}</a>`,
      ...columns.map(([, cell]) => cell(row)),
      formatAmount(row.amount),
    ]),
  })

export const formatAmount = (amount: number | null): Html | string =>
  amount === null ? html`<span class="soft">not published</span>` : dollarText(amount)

export const kindsText = ({ kinds }: Pick<Recipient, 'kinds'>): string => kinds.map(codeText).join(', ') || 'unknown'

/** The page of the recipients that a query asks for, the largest first. */
export function formatRecipientsPage(query: URLSearchParams, holdings: Holdings): View {
  const read = (name: string) => (query.get(name) ?? '').trim()
  const q = read('q').slice(0, SEARCH_LENGTH.max)
  const state = read('state').toUpperCase()
  const kind = read('recipientKind').toUpperCase()
  const named = q === '' ? holdings.recipients : holdings.recipientsNamed(wordsIn(q))
  const matching = named.filter(
    ({ states, kinds }) =>
      (state === '' || states.has(state)) && (kind === '' || (kinds as readonly string[]).includes(kind)),
  )
  const page = /^[1-9]\d{0,5}$/.test(read('page')) ? Number(read('page')) : 1
  const pages = Math.ceil(matching.length / PAGE_SIZE)
  const rows = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
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
  const all = countedText(holdings.recipients.length, 'recipient')
  const count = matching.length === holdings.recipients.length ? all : `${countText(matching.length)} of ${all}`
  const isFiltered = given.length > 0
  const table = formatRecipients(
    title,
    rows.map((recipient) => ({ recipient, amount: recipient.total })),
    [
      ['State', ({ recipient }) => [...recipient.states.values()].join(', ')],
      ['Kind', ({ recipient }) => kindsText(recipient)],
      ['Awards', ({ recipient }) => countText(recipient.awards.length)],
    ],
  )
  const choices = [
    formatChoices('state', 'State', state, [['', 'All'], ...STATE_OPTIONS]),
    formatChoices('recipientKind', 'Kind of recipient', kind, [
      ['', 'All'],
      ...RECIPIENT_KINDS.map((each) => [each, codeText(each)] as const),
    ]),
  ]
  const text = formatTextField('q', 'Name', q)
  const main = html`<div class="wide page-top listing"><header><h1>${title}</h1>${!isFiltered && html`<p class="lead">${lead}</p>`}</header>
${formatFilters({ label: 'Filter recipients', path: '/recipients', text, choices, isFiltered })}
<div id="results"><p class="small"><strong>${count}</strong>${pages > 1 && `, page ${countText(page)} of ${countText(pages)}`}. <a href="/near">Find those near a county</a></p>
${rows.length > 0 ? table : html`<p class="empty">No recipient matches. Use fewer words or remove a filter.</p>`}
${formatPager(page, pages, toPage)}</div></div>`
  return {
    title: page > 1 ? `${title}, page ${countText(page)}` : title,
    description: shortText(isFiltered ? `${count}. ${lead}` : lead, DESCRIPTION_MAX),
    path: toPage(page),
    section: '/awards',
    picture: sharePath(stateName ? state : null),
    main,
  }
}
