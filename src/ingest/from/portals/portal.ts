import type { StateRecord } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { cleanText, cleanUrl } from '../../read/clean.ts'
import { isRecent, madeOf } from '../../rows.ts'
import type { Collected, Rejection, Run, Source } from '../../source.ts'
import { closedSince, isAboutRuralHealth, type Posting, postingDraft } from './posting.ts'

/** A solicitation as listed by a portal, before its texts are cleaned. */
export interface Listed {
  /** The portal's identifier. */
  id: string
  title: unknown
  noticeNumber: unknown
  agency?: unknown
  summary?: unknown
  postedDate: string | null
  dueDate: string | null
  /** Its page on the portal or at the agency. */
  url: string
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
  const refOf = ({ id }: Listed) => `${portal.name}: ${cleanText(id, 60) ?? 'a row'}`
  const postings = madeOf(listed, (row) => postingOf(row, portal, state), refOf, rejected)
  const drafts = postings.filter(({ title, summary }) => isAboutRuralHealth(`${title} ${summary}`)).map(postingDraft)
  const recent = drafts.filter(({ given }) => isRecent(run, given.postedDate))
  const isSure = run.since === null && rejected.length === 0
  return {
    fetched: listed.length,
    drafts: isSure ? [...recent, ...closedSince(drafts, run)] : recent,
    rejected,
    whole: true,
    wouldShow: () => isSure,
    confirmed: [state.code],
  }
}

function postingOf(row: Listed, { name, url }: Portal, state: StateRecord): Posting | string {
  const title = cleanText(row.title, 300)
  const sourceUrl = cleanUrl(row.url)
  if (!title || !sourceUrl) return 'title: is missing'
  return {
    key: [name, row.id],
    state,
    title,
    noticeNumber: cleanText(row.noticeNumber, 100),
    agency: cleanText(row.agency, 200),
    summary: cleanText(row.summary, 1_000),
    postedDate: row.postedDate,
    dueDate: row.dueDate,
    sourceUrl,
    retrievedFrom: url,
  }
}

const PAGES_MAX = 50

/** All rows of a list in pages, from page 0 on. @throws Error when it is truncated */
export async function allRows<Row>(read: (page: number) => Promise<{ rows: readonly Row[]; total: number }>) {
  const all: Row[] = []
  let most = 1
  for (let page = 0; all.length < most && page < PAGES_MAX; page += 1) {
    const { rows, total } = await read(page)
    most = total
    all.push(...rows)
    if (rows.length === 0) break
  }
  refuseShort(all.length, most)
  return all
}

/** @throws Error when a list is truncated */
export function refuseShort(read: number, total: number): void {
  if (read < total) throw new Error(`returned ${read} of ${total} solicitations`)
}
