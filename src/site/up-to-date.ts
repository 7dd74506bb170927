import { getStatusMark, isOver, turnedTo } from '../views/lists/statuses.ts'
import { asOfText } from '../views/wording.ts'

/**
 * Updates the statuses of a page, which was built earlier, to an instant. Entries that have closed or ended since then
 * move to the end of their list.
 */
export function bringUpToDate(page: ParentNode, now: number): void {
  for (const mark of page.querySelectorAll<HTMLElement>('[data-turns]')) {
    const status = turnedTo(mark.dataset.turns, now)
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
  for (const time of page.querySelectorAll<HTMLTimeElement>('time[data-as-of]')) {
    time.dateTime = new Date(now).toISOString()
    time.textContent = asOfText(time.dateTime)
  }
}
