import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { getHistoryPath } from '../records/folder.ts'
import { appendRows, DatasetError, parseLines, parseNdjson, readLines } from '../records/ndjson.ts'
import { getDigest } from '../rules/text/digest.ts'
import { type ContentReader, getVersion, type Ledger, type Step } from './advance.ts'
import { Change, type Content, Entry, formatKey, Publication, replay } from './shapes.ts'

const LEDGER = 'ledger'
export const RECORDS_FILE = path.join(LEDGER, 'records.ndjson')
const PUBLICATIONS_FILE = path.join(LEDGER, 'publications.ndjson')
const CHANGES_FOLDER = path.join(LEDGER, 'changes')

const getChangesPath = (month: string): string => path.join(CHANGES_FOLDER, `${month}.ndjson`)

const getMonth = (instant: string): string => instant.slice(0, 'YYYY-MM'.length)

function readMonths(folder: string): string[] {
  const changes = getHistoryPath(folder, CHANGES_FOLDER)
  const names = existsSync(changes) ? readdirSync(changes) : []
  return names.flatMap((name) => /^(\d{4}-\d{2})\.ndjson$/.exec(name)?.[1] ?? []).sort()
}

/** Whether a dataset folder has a ledger. */
export const isFounded = (folder: string): boolean => existsSync(getHistoryPath(folder, LEDGER))

/** The ledger of a dataset folder; null before its first publication. @throws DatasetError when its files are inconsistent */
export function readLedger(folder: string): Ledger | null {
  if (!isFounded(folder)) return null
  const text = readText(getHistoryPath(folder, PUBLICATIONS_FILE))
  const publications = parseNdjson(PUBLICATIONS_FILE, text, Publication)
  const [first, ...more] = publications
  if (!first) throw createLedgerError(PUBLICATIONS_FILE, 0, `is missing or empty. Restore ${LEDGER} from git`)
  checkChain(publications)
  const recordsText = readText(getHistoryPath(folder, RECORDS_FILE))
  const last = publications.at(-1)
  if (getDigest(recordsText) !== last?.digest) {
    const reason = `does not belong to the last publication, ${last?.version}. Restore ${LEDGER} from git`
    throw createLedgerError(RECORDS_FILE, 0, reason)
  }
  const entries = parseNdjson(RECORDS_FILE, recordsText, Entry)
  return {
    entries: new Map(entries.map((entry) => [formatKey(entry.list, entry.id), entry])),
    publications: [first, ...more],
  }
}

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const createLedgerError = (file: string, line: number, reason: string): DatasetError =>
  new DatasetError([{ file, line, field: 'ledger', reason }])

function checkChain(publications: readonly Publication[]): void {
  publications.forEach((publication, index) => {
    const { version, previous, at } = publication
    const before = publications[index - 1] ?? null
    if (previous !== (before?.version ?? null) || (before && at <= before.until)) {
      throw createLedgerError(PUBLICATIONS_FILE, index + 1, `${version} does not follow the publication before it`)
    }
    if (version !== getVersion(publication)) {
      const reason = `${version} is not the version of this publication, so the line was edited`
      throw createLedgerError(PUBLICATIONS_FILE, index + 1, reason)
    }
  })
}

const readMonthLines = (folder: string, month: string): Generator<string> =>
  readLines(getHistoryPath(folder, getChangesPath(month)))

/**
 * The changes of publications, oldest first.
 * @param publications consecutive publications
 * @throws DatasetError when changes are missing
 */
export function readChanges(folder: string, publications: readonly Publication[]): Change[] {
  const [first] = publications
  const last = publications.at(-1)
  if (!first || !last) return []
  const months = readMonths(folder).filter((month) => month >= getMonth(first.at) && month <= getMonth(last.at))
  const isMeant = (at: string): boolean => at > first.at && at <= last.until
  const changes = months.flatMap((month) => {
    const lines = readMonthLines(folder, month).map((line) =>
      isMeant(parseHead(line)?.at ?? last.until) ? line : null,
    )
    return parseLines(getChangesPath(month), lines, Change).filter(({ at }) => isMeant(at))
  })
  const expected = publications.reduce((sum, publication) => sum + publication.changes, 0)
  if (changes.length !== expected) {
    const reason = `has ${changes.length} of the ${expected} changes since ${first.version}. Restore it from git`
    throw createLedgerError(CHANGES_FOLDER, 0, reason)
  }
  return changes
}

/** Reads the last published content of records from all changes in the ledger. */
export const createContentReader =
  (folder: string): ContentReader =>
  (keys) => {
    const contents = new Map<string, Content>()
    if (keys.size === 0) return contents
    for (const month of readMonths(folder)) {
      const lines = readMonthLines(folder, month).map((line) => (keys.has(parseHead(line)?.key ?? '') ? line : null))
      for (const change of parseLines(getChangesPath(month), lines, Change)) replay(contents, change)
    }
    const missing = [...keys].find((key) => !contents.has(key))
    if (missing !== undefined)
      throw createLedgerError(CHANGES_FOLDER, 0, `lacks the published content of ${missing}. Restore it from git`)
    return contents
  }

const HEAD = /^\{"list":"([^"]+)","id":"([^"]+)","type":"[A-Z]+","state":(?:null|"[^"]*"),"at":"([^"]+)"/

/** The record key and the instant of a line of changes, without parsing the whole line; null if it has no such beginning. */
function parseHead(line: string): { key: string; at: string } | null {
  const [, list, id, at] = HEAD.exec(line) ?? []
  return list === undefined || id === undefined || at === undefined ? null : { key: formatKey(list, id), at }
}

/**
 * Writes a publication to the ledger of a dataset folder. Callers write to a copy of the folder and then swap it in, so
 * that a ledger is never partly written. Does nothing if nothing was published.
 */
export function writeStep(folder: string, { ledger, published }: Step): void {
  if (published === null) return
  const { publication, changes } = published
  mkdirSync(getHistoryPath(folder, CHANGES_FOLDER), { recursive: true })
  rmSync(getHistoryPath(folder, RECORDS_FILE), { force: true })
  appendRows(getHistoryPath(folder, RECORDS_FILE), ledger.entries.values())
  appendRows(getHistoryPath(folder, PUBLICATIONS_FILE), [publication])
  if (changes.length > 0) appendRows(getHistoryPath(folder, getChangesPath(getMonth(publication.at))), changes)
}
