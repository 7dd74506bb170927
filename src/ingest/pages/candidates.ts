import { hash } from 'node:crypto'
import * as z from 'zod'
import words from '../../../vocabulary/program-pages.json' with { type: 'json' }
import { formatNdjson, parseNdjson } from '../../records/ndjson.ts'
import { compare, parseSentences, parseWords, toPattern } from '../../rules/text/words.ts'
import { toDeadlineInstant } from '../../rules/time/moments.ts'
import type { Records } from '../../schema/records.ts'
import { StateCode } from '../../schema/vocabularies.ts'
import { cleanDate, cleanMoney, cleanText, readMomentInText } from '../read/clean.ts'
import type { Block, PageLink } from './text.ts'

/** A date in a text. One without a year is not taken: old pages keep theirs. */
const DATE = /\b(?:[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2})\b/gi

export interface TrackedPage {
  url: string
  state: StateCode
  label: string
  timezone: string
}

/** Links to possible documents and solicitations that are not in the records, for review. */
export const CANDIDATES_FILE = 'candidates.ndjson'

export const Candidate = z.strictObject({
  url: z.string(),
  kind: z.enum(['document', 'notice']),
  state: StateCode.nullable(),
  title: z.string(),
  fileType: z.string(),
  pageUrl: z.string(),
  dates: z.array(z.strictObject({ label: z.string(), date: z.string() })),
  amounts: z.array(z.number()),
  source: z.literal('EXTRACTED'),
  review: z.enum(['PENDING', 'ACCEPTED', 'REJECTED']),
  found: z.string(),
  /** The sentence of the page that names the deadline, if it was found in text. */
  evidence: z.string().optional(),
  noticeId: z.string().optional(),
})
export type Candidate = z.infer<typeof Candidate>

/** A candidate found at a time. What is not said of it is blank; its page is its own, unless another is named. */
export const toCandidate = (
  now: Date,
  facts: Pick<Candidate, 'url' | 'kind' | 'state' | 'title' | 'dates'> & Partial<Candidate>,
): Candidate => ({
  fileType: 'HTML',
  pageUrl: facts.url,
  amounts: [],
  source: 'EXTRACTED',
  review: 'PENDING',
  found: now.toISOString(),
  ...facts,
})

export const toLabeled = (dates: Readonly<Record<string, string | null | undefined>>): Candidate['dates'] =>
  Object.entries(dates).flatMap(([label, date]) => (date ? [{ label, date: date.slice(0, 10) }] : []))

export const parseCandidates = (text: string | null): Candidate[] => parseNdjson(CANDIDATES_FILE, text, Candidate)
export const formatCandidates = (candidates: readonly Candidate[]): string => parseLines(candidates, Candidate)

/** Lines in a stable order, keys in schema order, so the same rows give the same text. */
export const parseLines = <Row extends { state: string | null; url: string }>(
  rows: readonly Row[],
  schema: z.ZodType<Row>,
) =>
  formatNdjson(
    rows
      .toSorted((a, b) => compare(a.state ?? '', b.state ?? '') || compare(a.url, b.url))
      .map((row) => schema.parse(row)),
  )

const SOLICITATION = toPattern(words.solicitation, true)

const FACTS_MAX = 10

type Place = Pick<TrackedPage, 'url' | 'state'>

export function findCandidates(links: readonly PageLink[], page: Place, now: Date): Candidate[] {
  const byUrl = new Map<string, Candidate>()
  for (const link of links) {
    const url = toBareUrl(link.url)
    const file = /\.(pdf|docx?|xlsx?|csv|pptx?)$/i.exec(new URL(url).pathname)?.[1]?.toUpperCase()
    const isNotice = SOLICITATION.test(link.text)
    if ((!file && !isNotice) || byUrl.has(url) || byUrl.size >= 200) continue
    const kind = isNotice ? 'notice' : 'document'
    const facts = { dates: findDates(link.context), amounts: findAmounts(link.context), fileType: file ?? 'HTML' }
    byUrl.set(url, toCandidate(now, { url, kind, state: page.state, title: link.text, pageUrl: page.url, ...facts }))
  }
  return [...byUrl.values()]
}

/**
 * The candidates after a run: reviewed ones are unchanged, those now in the records are dropped, and those found again
 * are updated but keep their date.
 */
export function mergeCandidates(
  present: readonly Candidate[],
  additions: readonly Candidate[],
  records: Readonly<Records>,
): Candidate[] {
  const recorded = getUrls(records)
  const merged = new Map(present.map((candidate) => [candidate.url, candidate]))
  for (const candidate of additions.flatMap((one) => (one.evidence ? findDueFor(one, records.notices) : one))) {
    const earlier = merged.get(candidate.url)
    if (!earlier) merged.set(candidate.url, candidate)
    else if (earlier.review === 'PENDING' && earlier.pageUrl === candidate.pageUrl) {
      merged.set(candidate.url, { ...candidate, found: earlier.found })
    }
  }
  return [...merged.values()].filter(({ url, review }) => review !== 'PENDING' || !recorded.has(toComparable(url)))
}

/**
 * A deadline with the notice that it is of: one of its page with a like title that was not due before the page was read.
 * A notice that was due then is an earlier round. Nothing if that notice has the deadline.
 */
function findDueFor(candidate: Candidate, notices: Readonly<Records>['notices']): Candidate[] {
  const notice = notices.find(
    ({ state, title, dueDate, sourceUrl, retrievedFrom }) =>
      state === candidate.state &&
      (sourceUrl === candidate.pageUrl || retrievedFrom === candidate.pageUrl) &&
      isLike(title, candidate.title) &&
      (dueDate === null || dueDate.slice(0, 10) >= candidate.found.slice(0, 10)),
  )
  if (!notice) return [candidate]
  const [due] = candidate.dates
  return due?.date.slice(0, 10) === notice.dueDate?.slice(0, 10) ? [] : [{ ...candidate, noticeId: notice.id }]
}

function isLike(title: string, other: string): boolean {
  const [few, many] = [new Set(parseWords(title)), new Set(parseWords(other))].sort((a, b) => a.size - b.size)
  const met = [...(few ?? [])].filter((word) => many?.has(word)).length
  return met > 0 && met >= (few?.size ?? 0) * 0.75
}

function getUrls({ states, documents, awards, notices, events }: Readonly<Records>): Set<string> {
  const urls = [
    ...states.flatMap(({ sites }) => sites.map(({ url }) => url)),
    ...documents.flatMap(({ url, sourceUrl, applicationUrl }) => [url, sourceUrl, applicationUrl]),
    ...awards.map(({ sourceUrl }) => sourceUrl),
    ...notices.flatMap(({ sourceUrl, documentUrls }) => [sourceUrl, ...documentUrls]),
    ...events.flatMap((event) => [event.sourceUrl, event.registrationUrl, event.recordingUrl, event.slidesUrl]),
  ]
  return new Set(urls.flatMap((url) => (url === null ? [] : [toComparable(url), toComparable(toBareUrl(url))])))
}

/** Fragments are kept: some portals and deadlines are told apart by them alone. */
const toComparable = (url: string): string =>
  `${toBareUrl(url)}${new URL(url).hash}`.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

function toBareUrl(url: string): string {
  const bare = new URL(url)
  bare.hash = ''
  for (const name of [...bare.searchParams.keys()]) if (name.startsWith('utm_')) bare.searchParams.delete(name)
  return bare.href
}

const LABELS = Object.entries(words.labels).map(([label, names]) => [label, toPattern(names)] as const)

function findDates(text: string): Candidate['dates'] {
  let end = 0
  const dates = [...text.matchAll(DATE)].flatMap((match) => {
    const before = text.slice(Math.max(end, match.index - 60), match.index)
    end = match.index + match[0].length
    const date = cleanDate(match[0])
    const label = LABELS.find(([, named]) => named.test(before))?.[0] ?? 'Date'
    return date ? [{ label, date }] : []
  })
  return dates.slice(0, FACTS_MAX)
}

const AMOUNT = /\$\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\s?(million|billion))?/gi
const SCALE: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9 }

const findAmounts = (text: string): number[] =>
  [...text.matchAll(AMOUNT)]
    .flatMap(([, whole = '', cents = '', scale = '']) => {
      const amount = cleanMoney(Number(`${whole.replaceAll(',', '')}${cents}`) * (SCALE[scale.toLowerCase()] ?? 1))
      return amount ? [amount] : []
    })
    .slice(0, FACTS_MAX)

const DUE = toPattern(words.due, true)
/** What else is due on a day: events, reports, money, and steps before an application. */
const OTHER = toPattern(words.otherDates, true)

/** The possible solicitations of a page: what is due on a future day in its text, with the sentence that says so. */
export function findDeadlines(blocks: readonly Block[], page: TrackedPage, now: Date): Candidate[] {
  const byUrl = new Map<string, Candidate>()
  let heading: string | null = null
  let first: Block | null = null
  let label = ''
  for (const block of blocks) {
    if (first?.row !== block.row) first = block
    if (isLabel(block.text)) {
      label = block.text
      continue
    }
    if (block.heading) heading = block.text
    for (const sentence of splitWholeSentences(block.text)) {
      const evidence = `${label} ${sentence}`.trim()
      const due = findDue(evidence, page.timezone, heading ?? '')
      if (due === null || toDeadlineInstant(due, page.timezone) <= now.getTime()) continue
      // In a table, the first cell of a row says what the others are about.
      const subject = block.listed && first !== block ? first.text : (heading ?? page.label)
      const title = cleanText(subject, 200) ?? page.label
      const url = `${page.url}#deadline-${hash('sha256', `${title} ${due.slice(0, 10)}`).slice(0, 12)}`
      if (byUrl.has(url) || byUrl.size >= 50) continue
      const facts = { dates: [{ label: 'Due', date: due }], evidence: evidence.slice(0, 500) }
      byUrl.set(url, toCandidate(now, { url, kind: 'notice', state: page.state, title, pageUrl: page.url, ...facts }))
    }
    label = ''
  }
  return [...byUrl.values()]
}

const isLabel = (text: string): boolean => text.length <= 60 && DUE.test(text) && !/\d/.test(text)

/** The day or moment until which a sentence asks for applications; null if it does not. */
function findDue(sentence: string, zone: string, heading: string): string | null {
  const dates = [...sentence.matchAll(DATE)].filter(([text]) => cleanDate(text) !== null)
  let end = 0
  for (const { index, 0: text } of dates) {
    // A date on its own may be named after it: `January 8, 2027 (application deadline)`.
    const words = dates.length === 1 ? sentence : sentence.slice(end, index)
    end = index + text.length
    if (!DUE.test(words) || OTHER.test(words) || OTHER.test(heading)) continue
    const day = cleanDate(text)
    // With several dates in a sentence, it is unknown of which the hour is.
    return day && dates.length === 1 ? readMomentInText(day, sentence, zone) : day
  }
  return null
}

const MONTH_END = /\b(?:jan|feb|mar|apr|aug|sept?|oct|nov|dec)\.$/i
const HOUR_END = /\b[ap]\.m\.$/i
const AFTER_HOUR = /^\(?(?:[ECMP][SD]?T\b|eastern|central|mountain|pacific|local time|on\b)/i

/** The sentences of a block. One that was cut after `Jan.` or `5 p.m.` is put together again. */
function splitWholeSentences(text: string): string[] {
  const whole: string[] = []
  for (const sentence of parseSentences(text)) {
    const last = whole.at(-1) ?? ''
    const isCut = MONTH_END.test(last) || (HOUR_END.test(last) && AFTER_HOUR.test(sentence))
    if (isCut) whole[whole.length - 1] = `${last} ${sentence}`
    else whole.push(sentence)
  }
  return whole
}
