import { parseWords } from '../../../rules/text/words.ts'
import { getId } from '../../kinds.ts'
import { cleanDate, cleanMoney, cleanText } from '../../read/clean.ts'
import { isRecent } from '../../rows.ts'
import type { Collected, Draft, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { documentDraft } from '../document-draft.ts'
import { AWARD_COLUMNS, AWARD_LISTS, type AwardColumn, type AwardList } from './lists.ts'
import { type Row, readRows } from './rows.ts'

const isPdf = ({ format }: AwardList): boolean => format === 'PDF'

/**
 * Awards that states list in files. A list that cannot be read is reported among the skipped rows; the source fails
 * only if no list can be read.
 */
export const awardListSource = (lists: readonly AwardList[] = AWARD_LISTS.filter((list) => !isPdf(list))): Source => ({
  name: 'award-lists',
  summary: 'Award lists that states publish as spreadsheets or tables',
  collect: (run) => collect(run, lists),
})

/** Awards that states list in PDF files. A separate source, because PDFs are less reliable to read than tables. */
export const awardPdfSource = (lists: readonly AwardList[] = AWARD_LISTS.filter(isPdf)): Source => ({
  name: 'award-pdfs',
  summary: 'Award lists that states publish as tables of PDF files',
  collect: (run) => collect(run, lists),
})

async function collect(run: Run, lists: readonly AwardList[]): Promise<Collected> {
  const drafts: Draft[] = []
  const rejected: Rejection[] = []
  const failures = new Map<string, string>()
  // Names of lists and keys of rows that were not read: missing rows are not treated as removed.
  const unread = new Set<string>()
  let fetched = 0
  for (const list of lists) {
    run.say(list.url)
    try {
      const rows = await readRows(run, list)
      if (isPdf(list)) refuseUnlike(rows, list, run)
      fetched += rows.length
      drafts.push(...toDrafts(list, rows, run, rejected, unread))
    } catch (error) {
      const reason = (error as Error).message
      failures.set(list.name, `${list.url} ${reason}`)
      unread.add(list.name)
      rejected.push({ ref: list.url, reason })
    }
  }
  if (failures.size === lists.length) throw new Error([...failures.values()].join('; '))
  const read = lists.filter(({ name }) => !failures.has(name))
  return {
    fetched,
    drafts,
    rejected,
    whole: failures.size === 0,
    wouldShow: ([, list, ...row]) =>
      [list, getName(list, row), getName(list, row.slice(0, 2))].every((name) => name && !unread.has(name)),
    removes: ['awards'],
    confirmed: [...new Set(read.map(({ state }) => state))],
  }
}

/** A PDF was misread if it contains less than this share of the recorded recipients. */
const RECORDED_SHARE = 0.8
/** With fewer recorded recipients than this, the share is not meaningful. */
const RECORDED_MIN = 5

/** @throws Error when the names that were read do not match the list's records */
function refuseUnlike(rows: readonly Row[], { url }: AwardList, { present }: Run): void {
  const getName = (name: unknown) => parseWords(cleanText(name, 300) ?? '').join(' ')
  const recorded = new Set(present.awards.flatMap((row) => (row.sourceUrl === url ? [getName(row.awardeeName)] : [])))
  const read = new Set(rows.map(({ cells }) => getName(cells.awardeeName?.value)))
  const met = [...recorded].filter((name) => read.has(name)).length
  if (recorded.size >= RECORDED_MIN && met < RECORDED_SHARE * recorded.size) {
    throw new Error(`has ${met} of the ${recorded.size} recorded recipients; its layout has probably changed`)
  }
}

/** Identifies a row of a list: by its number there, otherwise by awardee and project. */
const getName = (list: string | null | undefined, row: readonly (string | null)[]): string =>
  JSON.stringify([list, ...row])

function toDrafts(
  list: AwardList,
  rows: readonly Row[],
  run: Run,
  rejected: Rejection[],
  unread: Set<string>,
): Draft[] {
  const recorded = run.present.documents.find(({ url }) => url === list.url)
  const key = ['award-lists', list.name]
  const ownId = getId('documents', key)
  const documentId = recorded?.id ?? ownId
  const times = new Map<string, number>()
  const awards = rows.flatMap((row) => {
    const draft = toAward(list, row, documentId)
    if (typeof draft === 'string') {
      rejected.push({ ref: `${list.name}, line ${row.line}`, reason: draft })
      const key = getKey(row)
      unread.add(key ? getName(list.name, key) : list.name)
    } else if (isRecent(run, draft.given.awardDate)) return [row.cells.ref ? draft : apart(draft, times)]
    return []
  })
  return documentId === ownId ? [listDocument(list, key), ...awards] : awards
}

const listDocument = ({ name, title, url, state, fiscalYear, format }: AwardList, key: readonly string[]): Draft =>
  documentDraft({
    ref: name,
    key,
    given: { title, fiscalYear },
    start: { state, fileType: format, documentCategory: 'AWARD_ANNOUNCEMENT', url },
  })

/** Without a row number, a repeated row is another award: the repetition is part of the key. */
function apart(draft: DraftOf<'awards'>, times: Map<string, number>): DraftOf<'awards'> {
  const name = JSON.stringify(draft.key)
  const time = (times.get(name) ?? 0) + 1
  times.set(name, time)
  return time === 1 ? draft : { ...draft, key: [...draft.key, String(time)] }
}

/** What identifies a row within its list; null if that cannot be read. */
function getKey({ cells }: Row): (string | null)[] | null {
  const text = (field: AwardColumn, max: number) => (cells[field]?.formula ? null : cleanText(cells[field]?.value, max))
  const ref = text('ref', 60)
  if (ref) return [ref]
  const awardeeName = text('awardeeName', 300)
  return awardeeName ? [awardeeName, text('projectTitle', 500)] : null
}

const TOTAL = /^(?:grand\s+|sub-?\s?)?totals?\b/i

/** The award of a row, or why there is none. */
function toAward(list: AwardList, { number, cells }: Row, sourceDocumentId: string): DraftOf<'awards'> | string {
  const formula = AWARD_COLUMNS.find((field) => cells[field]?.formula)
  if (formula) return `${formula}: is a formula, not a plain value`
  const text = (field: AwardColumn, max: number) => cleanText(cells[field]?.value, max)
  const amount = (field: 'federalAmount' | 'matchAmount') => cleanMoney(cells[field]?.value)
  const awardeeName = text('awardeeName', 300)
  if (!awardeeName) return 'awardeeName: is missing'
  if (TOTAL.test(awardeeName)) return 'awardeeName: is a total'
  for (const field of ['federalAmount', 'matchAmount'] as const) {
    if (text(field, 40) !== null && amount(field) === null) return `${field}: is not an amount`
  }
  const projectTitle = text('projectTitle', 500)
  const ref = text('ref', 60)
  // A recorded award of the same list, awardee and project is this award; of several, the one with the same amount.
  const place = { state: list.state, fiscalYear: list.fiscalYear, sourceUrl: list.url }
  return {
    kind: 'awards',
    ref: `${list.name}: ${ref ?? awardeeName}`,
    key: ref ? ['award-lists', list.name, ref] : ['award-lists', list.name, awardeeName, projectTitle],
    like: [
      { ...place, awardeeName, projectTitle, federalAmount: amount('federalAmount') },
      { ...place, awardeeName, projectTitle },
    ],
    given: {
      awardeeName,
      federalAmount: amount('federalAmount'),
      matchAmount: amount('matchAmount'),
      projectTitle,
      initiative: text('initiative', 300) ?? list.fixed.initiative ?? null,
      programDescription: text('programDescription', 2_000),
      awardDate: cleanDate(cells.awardDate?.value) ?? list.fixed.awardDate ?? null,
    },
    start: {
      state: list.state,
      fiscalYear: list.fiscalYear,
      awardeeKind: 'ORGANIZATION',
      awardStage: list.stage,
      // The line where it was first found: lists are reordered without changes to their awards.
      sourceLine: number,
      sourceDocumentId,
      sourceUrl: list.url,
    },
  }
}
