import type { NoticeRecord } from '../../../schema/records.ts'
import { cleanDate, cleanText } from '../../read/clean.ts'
import { isDueForConfirmation } from '../../record.ts'
import { formatReason } from '../../rows.ts'
import type { DraftOf, Rejection, Run } from '../../source.ts'
import { findHit, type GrantsApi } from './api.ts'
import { findDueDay, noticePage, toNotice } from './notice.ts'
import type { Detail, Hit } from './shapes.ts'

/** Maximum number of notices looked up by id per run. The rest wait for the next run. */
const ASKED_MAX = 200

/**
 * Looks up the known notices that the search no longer lists, each by its id: it may be closed, archived, withdrawn, gone,
 * or still open but not matched by the search.
 * @param listed the ids that the search listed
 */
export async function endedNotices(
  run: Run,
  api: GrantsApi,
  listed: ReadonlySet<string>,
  rejected: Rejection[],
): Promise<DraftOf<'notices'>[]> {
  const drafts: DraftOf<'notices'>[] = []
  for (const id of unlistedIds(run, listed).filter(api.hasId).slice(0, ASKED_MAX)) {
    run.say(`notice ${id} by its id`)
    try {
      const draft = await endedNotice(run, api, id)
      if (typeof draft === 'string') rejected.push({ ref: id, reason: draft })
      else drafts.push(draft)
    } catch (error) {
      rejected.push({ ref: id, reason: `details: ${formatReason(error)}` })
    }
  }
  return drafts
}

const PAGE_ID = /\/search-results-detail\/(\d{1,12})$/
const FINAL: ReadonlySet<NoticeRecord['sourceStatus']> = new Set(['ARCHIVED', 'WITHDRAWN'])

/** Ids of recorded notices that are not listed and may still change. Closed ones are checked only occasionally. */
function unlistedIds({ present, known, now }: Run, listed: ReadonlySet<string>): string[] {
  const given = new Map(known('notices').map(({ key, record }) => [record.id, key[1] ?? null]))
  const ids = present.notices.flatMap((notice) => {
    const id = given.get(notice.id) ?? PAGE_ID.exec(notice.sourceUrl)?.[1]
    if (!id || listed.has(id) || FINAL.has(notice.sourceStatus)) return []
    return notice.sourceStatus !== 'CLOSED' || isDueForConfirmation(notice.confirmedAt, now) ? [id] : []
  })
  return [...new Set(ids)]
}

async function endedNotice(run: Run, api: GrantsApi, id: string): Promise<DraftOf<'notices'> | string> {
  const detail = await api.findDetail(id)
  if (detail === null) {
    const key = ['grants-gov', id]
    const like = [{ sourceUrl: noticePage(id) }]
    // That there is no record of it does not say why: only Grants.gov's own word makes a notice withdrawn.
    return { kind: 'notices', ref: id, key, like, given: { sourceStatus: 'CLOSED' }, isListed: false }
  }
  const number = cleanText(detail.opportunityNumber, 100)
  const hit = (number && (await findHit(api, id, number))) || withoutHit(id, detail, run.now)
  return toNotice(hit, detail, number ?? id, api.origin, run.now)
}

/** The row that a search would return, made from the details: the status follows from their dates. */
function withoutHit(id: string, detail: Detail, now: Date): Hit {
  const today = now.toISOString().slice(0, 10)
  const isPast = (date: string | null): boolean => (date ?? today) < today
  const { synopsis } = detail
  const oppStatus = isPast(cleanDate(synopsis?.archiveDateStr) ?? cleanDate(synopsis?.archiveDate))
    ? 'archived'
    : isPast(findDueDay(synopsis ?? {}, { closeDate: null }))
      ? 'closed'
      : synopsis === null
        ? 'forecasted'
        : 'posted'
  const { opportunityNumber: number = null, opportunityTitle: title = null } = detail
  return { id, number, title, agency: null, openDate: null, closeDate: null, oppStatus, listings: [] }
}
