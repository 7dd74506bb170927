import { isStandInDate } from '../../../rules/notices/plausible.ts'
import type { NoticeRecord, StateRecord } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { formatReason, isRecent, makeRecords } from '../../drafts.ts'
import { JSON_TYPE } from '../../net/json.ts'
import { type Candidate, labeled, PENDING } from '../../pages/candidates.ts'
import { cleanText, cleanUrl } from '../../read/clean.ts'
import type { Collected, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { judgeRelevance } from './relevance.ts'

/** A solicitation as listed by a portal, before its texts are cleaned. */
export interface Listed {
  /** The portal's identifier. */
  id: string
  title: unknown
  noticeNumber: unknown
  agency?: unknown
  /** Its kind in the portal's words. */
  kind?: unknown
  summary?: unknown
  /** Absent if the portal tells only when the newest version was posted. */
  postedDate?: string | null
  dueDate: string | null
  /** Its page on the portal or at the agency; different for every solicitation. */
  url: string
  facts?: PostingFacts
}

/** The list of a state's portal: the one that its own pages load. */
export interface Portal {
  /** The name of the source, and part of the key of every solicitation: never change it. */
  name: string
  state: StateCode
  summary: string
  /** The URL of the list. */
  url: string
  /** Reads everything that is open. @throws Error when the list is incomplete */
  read: (run: Run, state: StateRecord) => Promise<Listed[]>
  /**
   * What the page of one solicitation adds to its row, whether it is still listed or not; null if the portal has none.
   * It is requested only for solicitations that are published.
   */
  detail?: (run: Run, id: string, state: StateRecord) => Promise<PostingFacts | null>
}

/**
 * Solicitations about rural health on a state's portal. The portal is queried if the state has a record; solicitations
 * that it no longer lists are closed.
 */
export const portalSource = (portal: Portal): Source => ({
  name: portal.name,
  summary: portal.summary,
  collect: (run) => collect(run, portal),
})

const NOTHING = { fetched: 0, drafts: [], rejected: [], confirmed: [] } satisfies Collected

async function collect(run: Run, portal: Portal): Promise<Collected> {
  const { name, url } = portal
  const state = run.present.states.find(({ code }) => code === portal.state)
  if (!state) return NOTHING
  run.say(url)
  const listed = await portal.read(run, state)
  const rejected: Rejection[] = []
  const { drafts, candidates, isSure } = takeList(listed, { key: [name], name, state, url }, run, rejected)
  return {
    fetched: listed.length,
    drafts: await withDetails(drafts, portal, run, state, rejected),
    candidates,
    rejected,
    whole: true,
    wouldShow: () => isSure,
    confirmed: [state.code],
  }
}

/** Where rows were read. `key` starts the key of every solicitation of the list. */
interface List {
  key: readonly string[]
  name: string
  state: StateRecord
  url: string
}

/** What the rows of a list become: notices, candidates, and the end of the known notices that it no longer has. */
export function takeList(rows: readonly Listed[], list: List, run: Run, rejected: Rejection[], isWhole = true) {
  const skipped: Rejection[] = []
  const getReference = ({ id }: Listed) => `${list.name}: ${cleanText(id, 60) ?? 'a row'}`
  const invitations = rows.filter(({ kind }) => isInvitation(cleanText(kind, 200)))
  const postings = makeRecords(invitations, (row) => toPosting(row, list), getReference, skipped)
  rejected.push(...skipped)
  const { drafts, candidates } = sortPostings(postings, run)
  const recent = drafts.filter(({ given }) => isRecent(run, given.postedDate))
  const isSure = isWhole && run.since === null && skipped.length === 0
  return { drafts: [...recent, ...(isSure ? closedSince(postings, list, run) : [])], candidates, isSure }
}

/** Details requested per run; the rest keep what their rows say. */
const DETAILS_MAX = 100

/** The drafts with what the pages of their solicitations add. */
async function withDetails(
  drafts: readonly DraftOf<'notices'>[],
  { name, detail }: Portal,
  run: Run,
  state: StateRecord,
  rejected: Rejection[],
): Promise<DraftOf<'notices'>[]> {
  if (!detail) return [...drafts]
  const detailed: DraftOf<'notices'>[] = []
  for (const [index, draft] of drafts.entries()) {
    const [, id] = draft.key
    let facts: PostingFacts | null = null
    try {
      if (id && index < DETAILS_MAX) facts = await detail(run, id, state)
    } catch (error) {
      rejected.push({ ref: `${name}: ${draft.ref}`, reason: `details: ${formatReason(error)}` })
    }
    detailed.push({ ...draft, given: { ...draft.given, ...facts } })
  }
  return detailed
}

function toPosting(row: Listed, { key, state, url }: List): Posting | string {
  const title = cleanText(row.title, 300)
  const sourceUrl = cleanUrl(row.url)
  if (!title || !sourceUrl) return 'title: is missing'
  return {
    ...row,
    key: [...key, row.id],
    state,
    title,
    noticeNumber: cleanText(row.noticeNumber, 100),
    agency: cleanText(row.agency, 200),
    kind: cleanText(row.kind, 200),
    summary: cleanText(row.summary, SUMMARY_MAX),
    sourceUrl,
    retrievedFrom: url,
  }
}

/** Length of a notice's summary. */
export const SUMMARY_MAX = 1_000

/** The media types under which some portals send JSON. A web page among them fails as malformed JSON. */
export const LOOSE_JSON = [...JSON_TYPE, 'text/plain', 'text/html'] as const

const PAGES_MAX = 100

/**
 * All rows of a list in pages, from page 0 on, each once: a list that changes while it is read moves rows to the next
 * page.
 * @throws Error when rows are missing
 */
export async function allRows<Row>(
  readPage: (page: number) => Promise<{ rows: readonly Row[]; total: number }>,
  getId: (row: Row) => unknown,
): Promise<Row[]> {
  const all = new Map<unknown, Row>()
  let received = 0
  let most = 1
  for (let page = 0; received < most && page < PAGES_MAX; page += 1) {
    const { rows, total } = await readPage(page)
    most = total
    received += rows.length
    for (const row of rows) all.set(getId(row), row)
    if (rows.length === 0) break
  }
  refuseShort(all.size, most)
  return [...all.values()]
}

/** @throws Error when a list is truncated */
export function refuseShort(received: number, total: number): void {
  if (received < total) throw new Error(`returned ${received} of ${total} solicitations`)
}

/** What some portals say beyond the common fields. An absent fact is left as it was recorded. */
type PostingFacts = Partial<
  Pick<
    NoticeRecord,
    | 'summary'
    | 'questionDeadline'
    | 'expectedBy'
    | 'rolling'
    | 'amended'
    | 'amendedAt'
    | 'applicantTypes'
    | 'budgetMax'
    | 'budgetPerAward'
    | 'documentUrls'
    | 'sourceStatus'
    | 'sourceUrl'
  >
>

/** A listed solicitation with cleaned texts. */
interface Posting extends Pick<Listed, 'postedDate' | 'dueDate' | 'facts'> {
  key: readonly string[]
  state: StateRecord
  title: string
  noticeNumber: string | null
  agency: string | null
  kind: string | null
  summary: string | null
  sourceUrl: string
  retrievedFrom: string
}

/**
 * The postings that are published, and those that a person decides about. One that is held already stays a record,
 * however it is worded.
 */
function sortPostings(
  postings: readonly Posting[],
  run: Run,
): { drafts: DraftOf<'notices'>[]; candidates: Candidate[] } {
  const known = new Set(run.known('notices').map(({ key }) => JSON.stringify(key)))
  const urls = new Set(run.present.notices.map(({ sourceUrl }) => sourceUrl))
  const numbers = new Set(run.present.notices.map(({ state, noticeNumber }) => `${state} ${noticeNumber}`))
  const isHeld = ({ key, sourceUrl, state, noticeNumber }: Posting) =>
    known.has(JSON.stringify(key)) ||
    urls.has(sourceUrl) ||
    (noticeNumber !== null && numbers.has(`${state.code} ${noticeNumber}`))
  const groups = Map.groupBy(postings, (posting) =>
    isHeld(posting) ? 'record' : judgeRelevance({ ...posting, state: posting.state.code }, run.present),
  )
  return {
    drafts: (groups.get('record') ?? []).map((posting) => postingDraft(posting, run.now)),
    candidates: (groups.get('candidate') ?? []).map((posting) => toCandidate(posting, run.now)),
  }
}

const toCandidate = (posting: Posting, now: Date): Candidate => ({
  ...PENDING,
  url: posting.sourceUrl,
  kind: 'notice',
  state: posting.state.code,
  title: posting.title,
  pageUrl: posting.retrievedFrom,
  dates: labeled({ Posted: posting.postedDate, Due: posting.dueDate }),
  found: now.toISOString(),
})

const TYPES = /(?<![a-z])(RFP|RFA|RFQ|RFI|NOFO|IFB)(?![a-z])/i
const KINDS = {
  RFA: /applications?\b/i,
  GRANT: /\bgrants?\b/i,
  RFP: /\bproposals?\b/i,
  RFQ: /\bquot(?:es?|ations?)\b|qualifications?\b/i,
  RFI: /\brequests? for information\b/i,
  IFB: /\bbids?\b/i,
} as const satisfies Record<string, RegExp>

/** Announcements that nobody can respond to: decisions, settlements, and orders to one named supplier. */
const NO_INVITATION =
  /\b(?:sole|single)[ -]source|agency decision|intent to award|settlement|best and final|direct solicitation|public meeting|\bemergency \(/i

/** Whether a portal's kind of announcement invites responses from anybody. */
const isInvitation = (kind: string | null): boolean => !NO_INVITATION.test(kind ?? '')

function getType({ kind, noticeNumber, title }: Posting): string {
  const code = TYPES.exec(kind ?? '') ?? TYPES.exec(`${noticeNumber} ${title}`)
  const named = Object.entries(KINDS).find(([, words]) => words.test(kind ?? ''))
  return code?.[1]?.toUpperCase() ?? named?.[0] ?? 'SOLICITATION'
}

/** The notice of a posting. A stand-in for a closing date, such as 2099-01-01, means that it is always open. */
function postingDraft(posting: Posting, now: Date): DraftOf<'notices'> {
  const { key, state, title, noticeNumber, agency, summary, postedDate, dueDate, sourceUrl, retrievedFrom } = posting
  const isRolling = dueDate !== null && isStandInDate(dueDate, now)
  return {
    kind: 'notices',
    ref: noticeNumber ?? title,
    key,
    like: [{ sourceUrl }, ...(noticeNumber ? [{ state: state.code, noticeNumber }] : [])],
    given: {
      title,
      noticeNumber,
      summary,
      ...(postedDate === undefined ? {} : { postedDate }),
      dueDate: isRolling ? null : dueDate,
      sourceStatus: 'OPEN',
      ...posting.facts,
      ...(isRolling && { rolling: true }),
    },
    start: {
      state: state.code,
      scope: 'STATE',
      opportunityType: getType(posting),
      issuingAgency: agency,
      sourceUrl,
      retrievedFrom,
    },
  }
}

const OVER: ReadonlySet<NoticeRecord['sourceStatus']> = new Set(['CLOSED', 'WITHDRAWN', 'AWARDED', 'ARCHIVED'])

/** The known notices that a list no longer has; it has only open ones. */
function closedSince(listed: readonly Posting[], list: List, run: Run): DraftOf<'notices'>[] {
  const open = new Set(listed.map(({ key }) => JSON.stringify(key)))
  const isLeft = (key: readonly (string | null)[], { sourceStatus }: NoticeRecord) =>
    open.has(JSON.stringify(key)) || list.key.some((part, place) => key[place] !== part) || OVER.has(sourceStatus)
  return run.known('notices').flatMap(({ key, record }) => {
    const given = { sourceStatus: 'CLOSED' } as const
    return isLeft(key, record) ? [] : [{ kind: 'notices', ref: key.at(-1) ?? '', key, given, isListed: false } as const]
  })
}
