import { html } from '../html.ts'
import type { View } from '../view.ts'
import { longDateText } from '../wording.ts'

/** What is shown where a record is not, or no longer, published. */
export const missingView = (path: string, section: string, removedAt: string | null = null): View => ({
  title: removedAt ? 'Record removed' : 'Record not found',
  description: removedAt ? 'This record was removed.' : 'There is no record at this address.',
  path,
  section,
  main: html`<div class="wide text lonely"><header><h1>${removedAt ? 'This record was removed.' : 'There is no record at this address.'}</h1><p class="lead">${
    removedAt
      ? `It was removed on ${longDateText(removedAt)}.`
      : 'It may have been removed, or the address may contain a typo.'
  }</p></header><p><a href="${section}">Browse the list</a> or <a href="/search">search the site</a>.</p></div>`,
  picture: null,
  data: null,
})
