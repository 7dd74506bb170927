import * as z from 'zod'
import words from '../../../../vocabulary/solicitations.json' with { type: 'json' }
import { isStandInDate } from '../../../rules/notices/dates.ts'
import { toPattern } from '../../../rules/text/words.ts'
import type { NoticeRecord, StateRecord } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { makeRecords, OVER } from '../../drafts.ts'
import {
  type FetchRequest,
  type FetchResponse,
  findAt,
  formatReason,
  LOOSE_JSON,
  parseJson,
  type Row,
} from '../../net/exchange.ts'
import { toCandidate, toLabeled } from '../../pages/candidates.ts'
import { cleanText, cleanUrl } from '../../read/clean.ts'
import type { DraftOf, Run, Source } from '../../source.ts'
import { judgeRelevance } from './relevance.ts'

/** A solicitation as listed by a portal. Texts are as they were received. */
export interface Listed {
  id: string
  title: unknown
  noticeNumber: unknown
  agency?: unknown
  kind?: unknown
  summary?: unknown
  /** Absent if the portal tells only when the newest version was posted. */
  postedDate?: string | null
  dueDate: string | null
  /** Its page on the portal or at the agency; different for every solicitation. */
  url: unknown
  /** Other fields of the notice. An absent one is left as it was recorded. */
  facts?: Partial<NoticeRecord>
}

/** The list of a state's portal: the one that its own pages load. */
export interface Portal {
  /** The name of the source, and part of the key of every solicitation: never change it. */
  name: string
  state: StateCode
  summary: string
  url: string
  /** Reads everything that is open. @throws Error when the list is incomplete */
  read: (run: Run, state: StateRecord) => Promise<Listed[]>
  /**
   * What the page of one solicitation adds to its row, whether it is still listed or not; null if the portal has none.
   * It is requested only for solicitations that are published.
   */
  detail?: (run: Run, id: string, state: StateRecord) => Promise<Listed['facts'] | null>
}

/**
 * Solicitations about rural health on a state's portal. The portal is queried if the state has a record; solicitations
 * that it no longer lists are closed.
 */
export const createPortalSource = ({ name, summary, url, state: code, read, detail }: Portal): Source => ({
  name,
  summary,
  async collect(run) {
    const state = run.present.states.find((record) => record.code === code)
    if (!state) return { fetched: 0, drafts: [], confirmed: [] }
    run.say(url)
    const listed = await read(run, state)
    const { drafts, candidates, isSure } = takeList(listed, { key: [name], name, state, url }, run)
    for (const draft of detail ? drafts.slice(0, 100) : []) {
      try {
        Object.assign(draft.given, await detail?.(run, draft.key[1] ?? '', state))
      } catch (error) {
        run.reject(`${name}: ${draft.ref}`, `details: ${formatReason(error)}`)
      }
    }
    const confirmed = [state.code]
    return { fetched: listed.length, drafts, candidates, whole: true, wouldShow: () => isSure, confirmed }
  },
})

/** A portal whose list is JSON: how it is asked, and where its values stand. */
export interface JsonList extends Omit<Portal, 'read'> {
  ask: (page: number) => Omit<FetchRequest, 'url' | 'accepts'> & { query?: Query }
  /** The paths of the rows, and of their number; or what the number is. */
  rows: string
  total: string | ((run: Run) => Promise<unknown>)
  id: readonly string[]
  /** What a row says; null if it is not open. Its id is that of the fields in `id`, joined by `:`, unless it says so. */
  toListed: (row: Row, timezone: string) => (Omit<Listed, 'id'> & { id?: string }) | null
}

/**
 * Reads a list page after page, each row once: a list that changes while it is read moves rows to the next page. The
 * reader fails when a row lacks its identity or rows are missing.
 */
export const openJsonList = (list: JsonList): Portal => ({
  ...list,
  async read(run, { timezone }) {
    const rows = new Map<string, Row>()
    const stated = typeof list.total === 'string' ? null : await list.total(run)
    let total = 1
    let received = 0
    for (let page = 0; received < total && page < 100; page += 1) {
      const { query = {}, ...request } = list.ask(page)
      const answer = await askJson(run, toUrl(list.url, query), request, (value) => {
        const rowsSent = findAt(value, list.rows)
        const count = typeof list.total === 'string' ? findAt(value, list.total) : stated
        if (!Array.isArray(rowsSent) || !Number.isInteger(count)) throw new Error('responded with an unexpected shape')
        return { entries: rowsSent.map((row): [string, Row] => [getRowId(row, list.id), row]), total: Number(count) }
      })
      total = answer.total
      received += answer.entries.length
      for (const [id, row] of answer.entries) rows.set(id, row)
      if (answer.entries.length === 0) break
    }
    refuseShort(rows.size, total)
    return [...rows].flatMap(([id, row]) => {
      const listed = list.toListed(row, timezone)
      return listed ? [{ id, ...listed }] : []
    })
  },
})

function getRowId(row: unknown, fields: readonly string[]): string {
  const values = fields.map((field) => findAt(row, field))
  const missing = values.findIndex((value) => (typeof value !== 'string' && typeof value !== 'number') || value === '')
  if (missing >= 0) throw new Error(`responded with an unexpected shape: ${fields[missing]} is missing`)
  return values.join(':')
}

/** JSON as some portals send it, under any media type of text. With a body it is a POST. */
export const askJson = <T = unknown>(
  { network }: Run,
  url: string,
  request: Omit<FetchRequest, 'url' | 'accepts'> = {},
  read: (value: unknown) => T = (value) => value as T,
): Promise<T> =>
  network.ask(
    { ...request, url, method: request.body === undefined ? 'GET' : 'POST', accepts: LOOSE_JSON },
    (answer: FetchResponse) => read(parseJson(z.unknown())(answer)),
  )

type Query = Readonly<Record<string, unknown>>

/** A URL with a query. Spaces are `%20`: some portals answer `+` with an empty page. */
export function toUrl(url: string, query: Query): string {
  const fields = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return fields.size > 0 ? `${url}?${fields.toString().replaceAll('+', '%20')}` : url
}

export function refuseShort(received: number, total: number): void {
  if (received < total) throw new Error(`returned ${received} of ${total} solicitations`)
}

interface List {
  key: readonly string[]
  name: string
  state: StateRecord
  url: string
}

export const SUMMARY_MAX = 1_000

type Posting = Exclude<ReturnType<typeof toPosting>, string>

function toPosting(row: Listed) {
  const title = cleanText(row.title, 300)
  const url = cleanUrl(row.url)
  if (!title || !url) return 'title: is missing'
  const noticeNumber = cleanText(row.noticeNumber, 100)
  const texts = { agency: cleanText(row.agency, 200), kind: cleanText(row.kind, 200) }
  return { ...row, ...texts, title, noticeNumber, summary: cleanText(row.summary, SUMMARY_MAX), url }
}

/**
 * What the rows of a list become: notices, candidates that a person decides about, and the end of the known notices
 * that it no longer has. A row that is held already stays a record, however it is worded.
 */
export function takeList(rows: readonly Listed[], list: List, run: Run, isWhole = true) {
  const { state } = list
  const getReference = ({ id }: Listed) => `${list.name}: ${cleanText(id, 60) ?? 'a row'}`
  const invitations = rows.filter(({ kind }) => !NO_INVITATION.test(cleanText(kind, 200) ?? ''))
  const postings = makeRecords(invitations, toPosting, getReference, run)

  const recorded = run.listKnown('notices').filter(({ key }) => list.key.every((part, index) => key[index] === part))
  const ids = new Set(recorded.map(({ key }) => key.at(-1)))
  const urls = new Set(run.present.notices.map(({ sourceUrl }) => sourceUrl))
  const numbers = new Set(run.present.notices.map((notice) => `${notice.state} ${notice.noticeNumber}`))
  const isHeld = ({ id, url, noticeNumber }: Posting) =>
    ids.has(id) || urls.has(url) || (noticeNumber !== null && numbers.has(`${state.code} ${noticeNumber}`))
  const groups = Map.groupBy(postings, (posting) =>
    isHeld(posting) ? 'record' : judgeRelevance({ ...posting, state: state.code }, run.present),
  )
  const drafts = (groups.get('record') ?? []).map((posting) => toDraft(posting, list, run.now))
  const isSure = isWhole && postings.length === invitations.length
  const listed = new Set(postings.map(({ id }) => id))
  // The list has only open ones.
  const ended = isSure
    ? recorded.flatMap(({ key, record }): DraftOf<'notices'>[] => {
        const id = key.at(-1) ?? ''
        if (listed.has(id) || OVER.has(record.sourceStatus)) return []
        return [{ kind: 'notices', ref: id, key, given: { sourceStatus: 'CLOSED' }, isListed: false }]
      })
    : []
  return {
    drafts: [...drafts, ...ended],
    candidates: (groups.get('candidate') ?? []).map(({ url, title, postedDate, dueDate }) => {
      const dates = toLabeled({ Posted: postedDate, Due: dueDate })
      return toCandidate(run.now, { url, kind: 'notice', state: state.code, title, pageUrl: list.url, dates })
    }),
    isSure,
  }
}

const TYPES = /(?<![a-z])(RFP|RFA|RFQ|RFI|NOFO|IFB)(?![a-z])/i
const KINDS = Object.entries(words.types).map(([type, names]) => [type, toPattern(names)] as const)
const NO_INVITATION = toPattern(words.noInvitation)

const findCode = (text: string): string | undefined => TYPES.exec(text)?.[1]?.toUpperCase()
const findNamed = (text: string): string | undefined => KINDS.find(([, names]) => names.test(text))?.[0]

/** The type of solicitation that a text names, by its code or else in words; undefined if it names none. */
export const findType = (text: string): string | undefined => findCode(text) ?? findNamed(text)

/** The notice of a posting. A stand-in for a closing date, such as 2099-01-01, means that it is always open. */
function toDraft(posting: Posting, { key, state, url }: List, now: Date): DraftOf<'notices'> {
  const { id, title, noticeNumber, summary, postedDate, dueDate, url: sourceUrl, kind: inWords } = posting
  const kind = inWords ?? ''
  const isRolling = dueDate !== null && isStandInDate(dueDate, now)
  return {
    kind: 'notices',
    ref: noticeNumber ?? title,
    key: [...key, id],
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
      opportunityType: findCode(kind) ?? findCode(`${noticeNumber} ${title}`) ?? findNamed(kind) ?? 'SOLICITATION',
      issuingAgency: posting.agency,
      sourceUrl,
      retrievedFrom: url,
    },
  }
}
