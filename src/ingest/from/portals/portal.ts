import type { StateRecord } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { JSON_TYPE } from '../../net/json.ts'
import { cleanText, cleanUrl } from '../../read/clean.ts'
import { formatReason, isRecent, makeRecords } from '../../rows.ts'
import type { Collected, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { closedSince, isInvitation, type Posting, type PostingFacts, sortPostings } from './posting.ts'

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
  const state = run.present.states.find(({ code }) => code === portal.state)
  if (!state) return NOTHING
  run.say(portal.url)
  const listed = await portal.read(run, state)
  const rejected: Rejection[] = []
  const getReference = ({ id }: Listed) => `${portal.name}: ${cleanText(id, 60) ?? 'a row'}`
  const invitations = listed.filter(({ kind }) => isInvitation(cleanText(kind, 200)))
  const postings = makeRecords(invitations, (row) => toPosting(row, portal, state), getReference, rejected)
  const { drafts, candidates } = sortPostings(postings, run)
  const recent = drafts.filter(({ given }) => isRecent(run, given.postedDate))
  const isSure = run.since === null && rejected.length === 0
  const ended = isSure ? closedSince(postings, run) : []
  return {
    fetched: listed.length,
    drafts: await withDetails([...recent, ...ended], portal, run, state, rejected),
    candidates,
    rejected,
    whole: true,
    wouldShow: () => isSure,
    confirmed: [state.code],
  }
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

function toPosting(row: Listed, { name, url }: Portal, state: StateRecord): Posting | string {
  const title = cleanText(row.title, 300)
  const sourceUrl = cleanUrl(row.url)
  if (!title || !sourceUrl) return 'title: is missing'
  return {
    key: [name, row.id],
    state,
    title,
    noticeNumber: cleanText(row.noticeNumber, 100),
    agency: cleanText(row.agency, 200),
    kind: cleanText(row.kind, 200),
    summary: cleanText(row.summary, SUMMARY_MAX),
    ...(row.postedDate === undefined ? {} : { postedDate: row.postedDate }),
    dueDate: row.dueDate,
    sourceUrl,
    retrievedFrom: url,
    ...(row.facts && { facts: row.facts }),
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
