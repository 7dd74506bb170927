import { isStandInDate } from '../../../rules/notices/plausible.ts'
import type { NoticeRecord, StateRecord } from '../../../schema/records.ts'
import type { Candidate } from '../../pages/candidates.ts'
import type { DraftOf, Run } from '../../source.ts'
import { judgeRelevance } from './relevance.ts'

/** What some portals say beyond the common fields. An absent fact is left as it was recorded. */
export type PostingFacts = Partial<
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

/** What a portal says about an open solicitation. */
export interface Posting {
  /** Identifies the solicitation: the source, and its key there. */
  key: readonly string[]
  state: StateRecord
  title: string
  noticeNumber: string | null
  agency: string | null
  /** Its kind in the portal's words: `Request for Proposals (RFP)`. */
  kind?: string | null
  summary: string | null
  /** Absent if the portal tells only when the newest version was posted. */
  postedDate?: string | null
  dueDate: string | null
  sourceUrl: string
  /** The list it was read from. */
  retrievedFrom: string
  facts?: PostingFacts
}

/**
 * The postings that are published, and those that a person decides about. One that is held already stays a record,
 * however it is worded.
 */
export function sortPostings(
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
  url: posting.sourceUrl,
  kind: 'notice',
  state: posting.state.code,
  title: posting.title,
  fileType: 'HTML',
  pageUrl: posting.retrievedFrom,
  dates: [
    ...(posting.postedDate ? [{ label: 'Posted', date: posting.postedDate.slice(0, 10) }] : []),
    ...(posting.dueDate ? [{ label: 'Due', date: posting.dueDate.slice(0, 10) }] : []),
  ],
  amounts: [],
  source: 'EXTRACTED',
  review: 'PENDING',
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
export const isInvitation = (kind: string | null): boolean => !NO_INVITATION.test(kind ?? '')

function getType({ kind = null, noticeNumber, title }: Posting): string {
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

/** The known notices that a portal no longer lists; it lists only open ones. */
export function closedSince(
  listed: readonly { key: readonly (string | null)[] }[],
  run: Run,
  isOfPortal: (key: readonly (string | null)[]) => boolean = () => true,
): DraftOf<'notices'>[] {
  const open = new Set(listed.map(({ key }) => JSON.stringify(key)))
  return run.known('notices').flatMap(({ key, record }) =>
    !isOfPortal(key) || open.has(JSON.stringify(key)) || OVER.has(record.sourceStatus)
      ? []
      : [
          {
            kind: 'notices',
            ref: key.at(-1) ?? '',
            key,
            given: { sourceStatus: 'CLOSED' },
            isListed: false,
          } as const,
        ],
  )
}
