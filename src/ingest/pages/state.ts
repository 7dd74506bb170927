import { hash } from 'node:crypto'
import { parseNdjson } from '../../records/ndjson.ts'
import type { ChangeDraft } from '../../rules/notices/changes.ts'
import { compare } from '../../rules/text/words.ts'
import { DAY_MS } from '../../rules/time/moments.ts'
import { HISTORY, PageState } from '../../schema/history.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import type { Finding } from '../source.ts'
import { parseLines } from './candidates.ts'
import { READER } from './text.ts'

export const PAGES_FILE = HISTORY.pages.file

export const parsePages = (text: string | null): PageState[] => parseNdjson(PAGES_FILE, text, PageState)

export const formatPages = (pages: readonly PageState[]): string => parseLines(pages, PageState)

export interface TrackedPage {
  url: string
  state: StateCode
  label: string
  timezone: string
}

export type Check =
  | { found: 'text'; text: string; httpStatus: number; etag: string | null; lastModified: string | null }
  /** The server reports no change since the last check. */
  | { found: 'same' }
  /** The page is unavailable. */
  | { found: 'failure'; httpStatus: number | null; error: string }
  /** The page may work for readers, but the ingest cannot read it: robots.txt, refusals, other content. */
  | { found: 'nothing'; httpStatus: number | null; error: string }

/** After failures in this many nights, a page counts as down; if the server says that it is gone, at once. */
const NIGHTS_UNTIL_DOWN = 3
const GONE: ReadonlySet<number | null> = new Set([404, 410])

const hashOfText = (text: string): string => hash('sha256', text)

export function stateAfter(
  before: PageState | null,
  { url, state, label }: TrackedPage,
  check: Check,
  now: Date,
): PageState {
  const last = { ...(before ?? UNKNOWN), url, state, label }
  if (check.found === 'same') return { ...last, ...UP, httpStatus: OK }
  const { httpStatus } = check
  if (check.found === 'nothing') return { ...last, httpStatus, error: check.error }
  if (check.found === 'failure') {
    const failedOn = [...new Set([...last.failedOn, now.toISOString().slice(0, 10)])].slice(-NIGHTS_UNTIL_DOWN)
    // A page that was never read may never have been up.
    const isDown = last.hash !== null && (GONE.has(httpStatus) || failedOn.length >= NIGHTS_UNTIL_DOWN)
    const downSince = last.downSince ?? (isDown ? now.toISOString() : null)
    return { ...last, httpStatus, error: check.error, failedOn, downSince }
  }
  const hash = hashOfText(check.text)
  const isOther = last.hash !== null && last.reader === READER && last.hash !== hash
  // Some servers send different validators every time; those of the same text are kept.
  const { etag, lastModified } = last.hash === hash && (last.etag ?? last.lastModified) ? last : check
  const changedAt = isOther ? now.toISOString() : last.changedAt
  return { ...last, ...UP, httpStatus, reader: READER, hash, etag, lastModified, changedAt }
}

// A 304 stands for the 200 that it repeats.
const OK = 200

const UP = { error: null, failedOn: [], downSince: null }

const UNKNOWN = {
  reader: READER,
  hash: null,
  etag: null,
  lastModified: null,
  changedAt: null,
  httpStatus: null,
  ...UP,
}

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
  const { url, label, state, httpStatus, error, reader, hash } = after
  const head = { state, siteUrl: url, documentId: null }
  const changes: ChangeDraft[] = []
  if (after.downSince !== null && !before?.downSince) {
    const summary = `Site down: ${label}${error ? ` (${error})` : ''}`
    changes.push({ ...head, type: 'SITE_DOWN', summary, detail: { url, label, httpStatus, error } })
  }
  if (before?.downSince && after.downSince === null) {
    const { downSince } = before
    const summary = `Site restored: ${label}, after ${daysText(now.getTime() - Date.parse(downSince))}`
    changes.push({ ...head, type: 'SITE_RESTORED', summary, detail: { url, label, httpStatus, downSince } })
  }
  if (before?.hash && hash !== null && before.reader === reader && before.hash !== hash) {
    const detail = { url, label, previousHash: before.hash, currentHash: hash }
    changes.push({ ...head, type: 'PAGE_UPDATED', summary: `Page updated: ${label}`, detail })
  }
  return changes
}

function daysText(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  return days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`
}

/** Texts that firewalls show instead of a page. A long page may quote such words. */
const CHALLENGE =
  /just a moment|checking (?:if the site|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|attention required!|enable javascript and cookies|request unsuccessful\. incapsula|pardon our interruption|access (?:to this page has been )?denied|are you a robot/i
const CHALLENGE_LENGTH_MAX = 1_500

export const isChallenge = (text: string): boolean => text.length <= CHALLENGE_LENGTH_MAX && CHALLENGE.test(text)

export interface Reading {
  url: string
  check: Check
  before: PageState | null
}

/** If more pages than this, or this share of them, have the same new text, the whole run is suspect. */
const PAGES_MAX = 5
const SHARE_MAX = 0.2

/**
 * Pages on several hosts that had different texts before and now have the same: they show a block page. Texts are
 * compared without digits, incident numbers and host names.
 */
export function sameNewText(readings: readonly Reading[]): Reading[][] {
  const changed = readings.filter(
    ({ check, before }) => check.found === 'text' && before?.hash && before.hash !== hashOfText(check.text),
  )
  const groups = Map.groupBy(changed, ({ url, check }) => (check.found === 'text' ? gist(check.text, url) : ''))
  return [...groups.values()].filter((group) => {
    const hosts = new Set(group.map(({ url }) => new URL(url).host))
    const hashes = new Set(group.map(({ before }) => before?.hash))
    return hosts.size > 1 && hashes.size > 1
  })
}

/** Why all pages of a run are suspect; empty if the groups are few and small. */
export const massSuspicions = (groups: readonly Reading[][], pages: number): Finding[] =>
  groups
    .filter((group) => group.length > PAGES_MAX || group.length > pages * SHARE_MAX)
    .map((group) => {
      const hosts = new Set(group.map(({ url }) => new URL(url).host)).size
      return { check: 'pages', reason: `${group.length} pages on ${hosts} hosts show the same new text` }
    })

const gist = (text: string, url: string): string =>
  text
    .replaceAll(new URL(url).hostname, ' ')
    .replace(/\b(?=\w*\d)\w+\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
