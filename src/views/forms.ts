import { STATE_NAMES } from '../schema/vocabularies.ts'
import { type Html, html } from './html.ts'

export type Option = readonly [value: string, label: string]

export const STATE_OPTIONS: readonly Option[] = Object.entries(STATE_NAMES).sort(([, a], [, b]) =>
  a.localeCompare(b, 'en'),
)

export const formatChoices = (name: string, label: string, chosen: string, options: readonly Option[]): Html =>
  html`<label>${label}<select name="${name}" autocomplete="off">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`

export const formatTextField = (name: string, label: string, value: string, more: Html | false = false): Html =>
  html`<label class="words">${label}<input type="search" name="${name}" value="${value}" maxlength="200" autocomplete="off"${more}></label>`

interface Filters {
  label: string
  path: string
  text: Html
  choices: readonly Html[]
  isFiltered: boolean
  /** Whether the choices are folded on a phone. */
  isFolded?: boolean
}

/** The form that filters a list. */
export function formatFilters({ label, path, text, choices, isFiltered, isFolded }: Filters): Html {
  const row = html`<div class="row">${choices}</div>`
  return html`<form class="filters" role="search" aria-label="${label}" action="${path}"><div class="row">${text}<button class="button">Show</button></div>
${isFolded ? html`<details class="unfolded"><summary>Filters${isFiltered && html` <span class="mark">on</span>`}</summary>${row}</details>` : row}
<p class="small clear">${isFiltered && html`<a href="${path}">Clear filters</a>`}</p></form>`
}

/** The links to the pages beside one; none where there is only one. */
export const formatPager = (page: number, pages: number, toPath: (page: number) => string): Html | false =>
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${toPath(page - 1)}">Previous page</a>`}${
    page < pages && html`<a rel="next" href="${toPath(page + 1)}">Next page</a>`
  }</nav>`
