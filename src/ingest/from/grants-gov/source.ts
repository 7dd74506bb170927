import type { NoticeRecord } from '../../../schema/records.ts'
import { formatReason } from '../../drafts.ts'
import { isDueForConfirmation } from '../../merge.ts'
import { cleanText } from '../../read/clean.ts'
import type { Collected, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { type GrantsApi, openClassicApi, openSimplerApi, type Terms } from './api.ts'
import {
  type Detail,
  findDueDay,
  findListings,
  firstDate,
  Hit,
  isClassicAttachment,
  noticePage,
  toNotice,
} from './notice.ts'

/** Assistance listings that are entirely about rural health. */
const LISTINGS = {
  '93.155': 'Rural Health Research Centers',
  '93.223': 'Development and Coordination of Rural Health Services',
  '93.241': 'State Rural Hospital Flexibility Program',
  '93.301': 'Small Rural Hospital Improvement Grant Program',
  '93.798': 'Rural Health Transformation Program',
  '93.912': 'Rural Health Care Services Outreach, Network Development and Quality Improvement',
  '93.913': 'Grants to States for Operation of State Offices of Rural Health',
} as const satisfies Record<string, string>

/** Other searches. Their results are used only if the title is about rural health. */
const KEYWORDS = [
  '"rural health"',
  '"rural hospital"',
  '"rural communities opioid response"',
  '"rural maternity"',
] as const
const TITLE_ABOUT_RURAL_HEALTH = /\brural\b/i

const STATUSES = 'forecasted|posted'
/** After this many unreadable details in a row, the API counts as down. */
const FAILURES_IN_A_ROW_MAX = 5

/** Federal funding notices for rural health, from Grants.gov. Source: https://www.grants.gov/api */
export const grantsGov: Source = {
  name: 'grants-gov',
  summary: 'Federal notices of rural health funding (Grants.gov)',
  collect,
}

async function collect(run: Run): Promise<Collected> {
  const rejected: Rejection[] = []
  const { api, notes } = await chooseApi(run)
  const hits = await searchAll(api, rejected)
  const drafts: DraftOf<'notices'>[] = []
  let failuresInARow = 0
  for (const [index, hit] of hits.entries()) {
    run.say(`${index} of ${hits.length} notices`)
    const ref = cleanText(hit.number, 100) ?? hit.id
    try {
      const detail = await api.findDetail(hit.id)
      const draft = detail ? toNotice(hit, detail, ref, api.origin, run.now) : 'details: no notice has this id'
      if (typeof draft === 'string') rejected.push({ ref, reason: draft })
      else drafts.push(draft)
      failuresInARow = 0
    } catch (error) {
      failuresInARow += 1
      if (failuresInARow >= FAILURES_IN_A_ROW_MAX) throw error
      rejected.push({ ref, reason: `details: ${formatReason(error)}` })
    }
  }
  // A search without any results more likely means that the search failed.
  if (hits.length > 0) drafts.push(...(await endedNotices(run, api, new Set(hits.map(({ id }) => id)), rejected)))
  return {
    fetched: hits.length,
    drafts: notes.length > 0 ? withKnownAttachments(drafts, run) : drafts,
    rejected,
    notes,
    whole: true,
    confirmed: hits.length > 0 ? [null] : [],
  }
}

/**
 * The classic API while it answers, then the Simpler Grants API, with a note that it was used.
 * @throws NetworkFailure when the classic API does not answer and there is no key for the other
 */
async function chooseApi(run: Run): Promise<{ api: GrantsApi; notes: string[] }> {
  const classic = openClassicApi(run)
  const key = run.settings.simplerGrantsKey
  if (key === null) return { api: classic, notes: [] }
  try {
    await classic.search(STATUSES, { keyword: KEYWORDS[0] })
    return { api: classic, notes: [] }
  } catch (error) {
    const note = `the classic Grants.gov API did not answer (${formatReason(error)}); the notices are from the Simpler Grants API`
    return { api: openSimplerApi(run, key), notes: [note] }
  }
}

/**
 * The drafts of the Simpler Grants API, without the attachments of notices that are recorded with the classic addresses:
 * the same files have other addresses there.
 */
function withKnownAttachments(drafts: readonly DraftOf<'notices'>[], run: Run): DraftOf<'notices'>[] {
  const classic = new Set(
    run
      .known('notices')
      .flatMap(({ key, record }) => (record.documentUrls.some(isClassicAttachment) ? [JSON.stringify(key)] : [])),
  )
  return drafts.map((draft) => {
    if (!classic.has(JSON.stringify(draft.key))) return draft
    const { documentUrls: _, ...given } = draft.given
    return { ...draft, given }
  })
}

async function searchAll(api: GrantsApi, rejected: Rejection[]): Promise<Hit[]> {
  const found = new Map<string, Hit>()
  const keep = async (terms: Terms, isRight: (hit: Hit) => boolean) => {
    for (const [index, row] of (await api.search(STATUSES, terms)).entries()) {
      const parsed = Hit.safeParse(row)
      if (!parsed.success) rejected.push({ ref: `${Object.values(terms)[0]}, row ${index + 1}`, reason: 'has no id' })
      else if (isRight(parsed.data) && !found.has(parsed.data.id)) found.set(parsed.data.id, parsed.data)
    }
  }
  for (const listing of Object.keys(LISTINGS)) {
    await keep({ aln: listing, cfda: listing }, (hit) => findListings(hit).includes(listing))
  }
  for (const keyword of KEYWORDS)
    await keep({ keyword }, ({ title }) => TITLE_ABOUT_RURAL_HEALTH.test(String(title ?? '')))
  return [...found.values()]
}

/** Maximum number of notices looked up by id per run. The rest wait for the next run. */
const ASKED_MAX = 200

/**
 * Looks up the known notices that the search no longer lists, each by its id: it may be closed, archived, withdrawn, gone,
 * or still open but not matched by the search.
 * @param listed the ids that the search listed
 */
async function endedNotices(
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

async function findHit(api: GrantsApi, id: string, number: string): Promise<Hit | null> {
  // Unquoted, each word of a number with spaces would be searched for.
  const oppNum = /\s/.test(number) ? `"${number}"` : number
  const rows = await api.search('forecasted|posted|closed|archived', { oppNum })
  return rows.map((row) => Hit.safeParse(row).data).find((hit) => hit?.id === id) ?? null
}

/** The row that a search would return, made from the details: the status follows from their dates. */
function withoutHit(id: string, { synopsis }: Detail, now: Date): Hit {
  const today = now.toISOString().slice(0, 10)
  const isPast = (date: string | null): boolean => (date ?? today) < today
  if (isPast(firstDate(synopsis?.archiveDateStr, synopsis?.archiveDate))) return { id, oppStatus: 'archived' }
  if (isPast(findDueDay(synopsis ?? {}, null))) return { id, oppStatus: 'closed' }
  return { id, oppStatus: synopsis === null ? 'forecasted' : 'posted' }
}
