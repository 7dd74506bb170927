import { findTurnedTo, getStatusMark, isOver } from '../views/entries.ts'
import { formatAsOf } from '../views/wording.ts'
import { addCopyButtons } from './copying.ts'

bringUpToDate(Date.now())
addCopyButtons()

/**
 * Updates the statuses of the page, which was built earlier, to an instant. Entries that have closed or ended since then
 * move to the end of their list.
 */
function bringUpToDate(now: number): void {
  for (const mark of document.querySelectorAll<HTMLElement>('[data-turns]')) {
    const status = findTurnedTo(mark.dataset.turns, now)
    if (status === null) continue
    const { text, kind } = getStatusMark(status)
    mark.textContent = text
    mark.className = kind ? `mark mark-${kind}` : 'mark'
    const entry = mark.closest('li')
    if (!entry || !isOver(status)) continue
    const label = entry.querySelector('time .unseen')
    if (label) label.textContent = 'Was due '
    entry.parentElement?.append(entry)
  }
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-as-of]')) {
    time.dateTime = new Date(now).toISOString()
    time.textContent = formatAsOf(time.dateTime)
  }
}
