import { hash } from 'node:crypto'
import type { z } from 'zod'
import { ndjson, parseNdjson } from '../../records/ndjson.ts'
import { compare } from '../../rules/text/words.ts'
import { HISTORY, PageState } from '../../schema/history.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import { READER } from './text.ts'

export const PAGES_FILE = HISTORY.pages.file

export const parsePages = (text: string | null): PageState[] => parseNdjson(PAGES_FILE, text, PageState)

export const formatPages = (pages: readonly PageState[]): string => parseLines(pages, PageState)

/** Lines in a stable order, keys in schema order, so the same rows give the same text. */
export const parseLines = <Row extends { state: string | null; url: string }>(
  rows: readonly Row[],
  schema: z.ZodType<Row>,
) =>
  ndjson(
    rows
      .toSorted((a, b) => compare(a.state ?? '', b.state ?? '') || compare(a.url, b.url))
      .map((row) => schema.parse(row)),
  )

/** A tracked page: a site in a state's record. */
export interface TrackedPage {
  url: string
  state: StateCode
  label: string
  timezone: string
}

/** The result of checking a page in a run. */
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

/** The hash that identifies the text of a page. */
export const hashOfText = (text: string): string => hash('sha256', text)

/** The state of a page after a check. `before` is null for a new page. */
export function stateAfter(
  before: PageState | null,
  { url, state, label }: TrackedPage,
  check: Check,
  now: Date,
): PageState {
  const last = { ...(before ?? UNKNOWN), url, state, label }
  switch (check.found) {
    case 'text': {
      const hash = hashOfText(check.text)
      const isOther = last.hash !== null && last.reader === READER && last.hash !== hash
      const { httpStatus } = check
      // Some servers send different validators every time; those of the same text are kept.
      const { etag, lastModified } = last.hash === hash && (last.etag ?? last.lastModified) ? last : check
      return {
        ...last,
        ...UP,
        httpStatus,
        reader: READER,
        hash,
        etag,
        lastModified,
        changedAt: isOther ? now.toISOString() : last.changedAt,
      }
    }
    case 'same':
      return { ...last, ...UP, httpStatus: OK }
    case 'nothing':
      return { ...last, httpStatus: check.httpStatus, error: check.error }
    case 'failure': {
      const failedOn = [...new Set([...last.failedOn, now.toISOString().slice(0, 10)])].slice(-NIGHTS_UNTIL_DOWN)
      // A page that was never read may never have been up.
      const wasUp = last.hash !== null
      const isDown = wasUp && (GONE.has(check.httpStatus) || failedOn.length >= NIGHTS_UNTIL_DOWN)
      const downSince = last.downSince ?? (isDown ? now.toISOString() : null)
      return { ...last, httpStatus: check.httpStatus, error: check.error, failedOn, downSince }
    }
    default:
      check satisfies never
      throw new Error('unknown result of a check')
  }
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
