import { html } from '../html.ts'
import type { View } from '../view.ts'

/** What is shown where a record is not, or no longer, published. */
export const missingView = (path: string, section: string): View => ({
  title: 'Record not found',
  description: 'There is no record at this address.',
  path,
  section,
  main: html`<div class="wide text lonely"><header><h1>There is no record at this address.</h1><p class="lead">It may have been removed, or merged with another one.</p></header><p>Look for it in the <a href="${section}">list</a>.</p></div>`,
  data: null,
})
