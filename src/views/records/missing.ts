import { html } from '../html.ts'
import type { View } from '../view.ts'
import { dateText } from '../wording.ts'

/** The page for a record that does not exist or was removed. */
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
  picture: null,
  data: null,
})
