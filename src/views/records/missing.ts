import { html } from '../html.ts'
import type { View } from '../view.ts'
import { longDateText } from '../wording.ts'

/** What is shown where a record is not, or no longer, published. */
export const missingView = (path: string, section: string, removedAt: string | null = null): View => ({
  title: 'Record not found',
  description: 'There is no record at this address.',
  path,
  section,
  main: html`<div class="wide text lonely"><header><h1>${removedAt ? 'This record was removed.' : 'There is no record at this address.'}</h1><p class="lead">${
    removedAt
      ? `It is no longer published since ${longDateText(removedAt)}.`
      : 'It may have been removed, or the address has a typing error.'
  }</p></header><p>Look for it in the <a href="${section}">list</a>.</p></div>`,
  picture: null,
  data: null,
})
