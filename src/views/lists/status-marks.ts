import { html } from '../html.ts'
import { words } from '../wording.ts'

const ACCENT = ' mark-accent'
const MARKS: { [status: string]: string } = {
  OPEN: ACCENT,
  AMENDED: ACCENT,
  TODAY: ACCENT,
  CLOSING_SOON: ' mark-warn',
}
/** Statuses of records that are over. */
const OVER: readonly string[] = ['CLOSED', 'PAST', 'RECORDING_AVAILABLE']

export const isOver = (status: string): boolean => OVER.includes(status)

/** The CSS class of a status mark. */
export const markClass = (status: string): string => `mark${MARKS[status] ?? ''}`

/** A status as a mark. @param turns how it changes after the page is built, see `turnsText` */
export const statusMark = (status: string, turns: string | null = null, className = markClass(status)) =>
  html`<span class="${className}"${turns && html` data-turns="${turns}"`}>${words(status)}</span>`
