import type { ChangeDraft } from '../../rules/notices/changes.ts'
import { compare } from '../../rules/text/words.ts'
import { DAY_MS } from '../../rules/time/moments.ts'
import type { PageState } from '../../schema/history.ts'

/**
 * The feed's changes between two states of the tracked pages, by URL; for each page, first that it is back, then that
 * it changed. A page that is new, or was read by a different reader version, has not changed. Pages that are no longer
 * tracked are left out.
 */
export function pageChanges(before: readonly PageState[], after: readonly PageState[], now: Date): ChangeDraft[] {
  const known = new Map(before.map((page) => [page.url, page]))
  return after
    .toSorted((a, b) => compare(a.url, b.url))
    .flatMap((page) => findChanges(known.get(page.url) ?? null, page, now))
}

function findChanges(before: PageState | null, after: PageState, now: Date): ChangeDraft[] {
  const { url, label, state } = after
  const head = { state, siteUrl: url, documentId: null }
  const changes: ChangeDraft[] = []
  if (after.downSince !== null && !before?.downSince) {
    const { httpStatus, error } = after
    const summary = `Site down: ${label}${error ? ` (${error})` : ''}`
    changes.push({ ...head, type: 'SITE_DOWN', summary, detail: { url, label, httpStatus, error } })
  }
  if (before?.downSince && after.downSince === null) {
    const { httpStatus } = after
    const { downSince } = before
    const summary = `Site restored: ${label}, after ${daysText(now.getTime() - Date.parse(downSince))}`
    changes.push({ ...head, type: 'SITE_RESTORED', summary, detail: { url, label, httpStatus, downSince } })
  }
  if (
    before &&
    before.hash !== null &&
    after.hash !== null &&
    before.reader === after.reader &&
    before.hash !== after.hash
  ) {
    const detail = { url, label, previousHash: before.hash, currentHash: after.hash }
    changes.push({ ...head, type: 'PAGE_UPDATED', summary: `Page updated: ${label}`, detail })
  }
  return changes
}

function daysText(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  return days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`
}
