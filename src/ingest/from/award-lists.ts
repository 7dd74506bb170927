import * as z from 'zod'
import table from '../../../vocabulary/award-lists.json' with { type: 'json' }
import { findPrograms } from '../../rules/awards/award-faults.ts'
import { fold } from '../../rules/text/words.ts'
import { AwardStage, StateCode } from '../../schema/vocabularies.ts'
import { createDocumentDraft, getId, readEach } from '../drafts.ts'
import { cleanDate, cleanMoney, cleanText } from '../read/clean.ts'
import { type Cell, readCsvRows, readXlsxRows } from '../read/sheets.ts'
import type { Collected, Draft, DraftOf, Run, Source } from '../source.ts'

/** Awards that states list in spreadsheets. */
export const createAwardListSource = (lists: readonly AwardList[] = AWARD_LISTS): Source => ({
  name: 'award-lists',
  summary: 'Award lists that states publish as spreadsheets',
  collect: (run) => collect(run, lists),
})

async function collect(run: Run, lists: readonly AwardList[]): Promise<Collected> {
  const drafts: Draft[] = []
  // Names of lists and keys of rows that were not read: missing rows are not treated as removed.
  const unread = new Set(lists.map(({ name }) => name))
  let fetched = 0
  const read = async (list: AwardList) => {
    const rows = await readRows(run, list)
    fetched += rows.length
    unread.delete(list.name)
    drafts.push(...toDrafts(list, rows, run, unread))
  }
  const done = await readEach(lists, run, ({ url }) => url, read)
  return {
    fetched,
    drafts,
    whole: done.size === lists.length,
    wouldShow: ([, list, ...row]) =>
      [list, getName(list, row), getName(list, row.slice(0, 2))].every((name) => name && !unread.has(name)),
    removes: ['awards'],
    confirmed: [...new Set([...done].map(({ state }) => state))],
  }
}

/** Identifies a row of a list: by its number there, otherwise by awardee and project. */
const getName = (list: string | null | undefined, row: readonly (string | null)[]): string =>
  JSON.stringify([list, ...row])

function toDrafts(list: AwardList, rows: readonly Row[], run: Run, unread: Set<string>): Draft[] {
  const { name, title, url, state, fiscalYear, format } = list
  const key = ['award-lists', name]
  const recorded = run.present.documents.find((document) => document.url === url)
  const documentId = getId('documents', key)
  const times = new Map<string, number>()
  const programs = findPrograms(rows.map(({ cells }) => cleanText(cells.projectTitle?.value, TITLE_MAX)))
  const awards = rows.flatMap((row) => {
    const draft = toAward({ ...list, sourceDocumentId: recorded?.id ?? documentId, programs }, row)
    if (typeof draft === 'string') {
      run.reject(`${name}, line ${row.line}`, draft)
      const key = getKey(row)
      unread.add(key ? getName(name, key) : name)
      return []
    }
    if (row.cells.ref) return [draft]
    // Without a row number, a repeated row is another award: the repetition is part of the key.
    const line = JSON.stringify(draft.key)
    const time = (times.get(line) ?? 0) + 1
    times.set(line, time)
    return [time === 1 ? draft : { ...draft, key: [...draft.key, String(time)] }]
  })
  if (recorded && recorded.id !== documentId) return awards
  const start = { state, fileType: format, documentCategory: 'AWARD_ANNOUNCEMENT', url } as const
  return [createDocumentDraft(name, key, { title, fiscalYear }, start), ...awards]
}

const TITLE_MAX = 500

function getKey({ cells }: Row): (string | null)[] | null {
  const readText = (field: AwardColumn, max: number) =>
    cells[field]?.formula ? null : cleanText(cells[field]?.value, max)
  const ref = readText('ref', 60)
  if (ref) return [ref]
  const awardeeName = readText('awardeeName', 300)
  return awardeeName ? [awardeeName, readText('projectTitle', TITLE_MAX)] : null
}

type ReadList = AwardList & { sourceDocumentId: string; programs: ReadonlySet<string> }

function toAward(list: ReadList, { number, cells }: Row): DraftOf<'awards'> | string {
  const formula = AWARD_COLUMNS.find((field) => cells[field]?.formula)
  if (formula) return `${formula}: is a formula, not a plain value`
  const text = (field: AwardColumn, max: number) => cleanText(cells[field]?.value, max)
  const readAmount = (field: 'federalAmount' | 'matchAmount') => cleanMoney(cells[field]?.value)
  const awardeeName = text('awardeeName', 300)
  if (!awardeeName) return 'awardeeName: is missing'
  if (/^(?:grand\s+|sub-?\s?)?totals?\b/i.test(awardeeName)) return 'awardeeName: is a total'
  for (const field of ['federalAmount', 'matchAmount'] as const) {
    if (text(field, 40) !== null && readAmount(field) === null) return `${field}: is not an amount`
  }
  const title = text('projectTitle', TITLE_MAX)
  const [projectTitle, program] = title !== null && list.programs.has(title) ? [null, title] : [title, null]
  const initiative = text('initiative', 300) ?? list.fixed.initiative ?? null
  const ref = text('ref', 60)
  // A recorded award of the same list, awardee and project is this award; of several, the one with the same amount.
  const place = { state: list.state, fiscalYear: list.fiscalYear, sourceUrl: list.url }
  return {
    kind: 'awards',
    ref: `${list.name}: ${ref ?? awardeeName}`,
    key: ref ? ['award-lists', list.name, ref] : ['award-lists', list.name, awardeeName, title],
    like: [
      { ...place, awardeeName, projectTitle, federalAmount: readAmount('federalAmount') },
      { ...place, awardeeName, projectTitle },
    ],
    given: {
      awardeeName,
      federalAmount: readAmount('federalAmount'),
      matchAmount: readAmount('matchAmount'),
      projectTitle,
      initiative: [initiative, program].filter((name) => name !== null).join(' - ') || null,
      awardDate: cleanDate(cells.awardDate?.value) ?? list.fixed.awardDate ?? null,
    },
    start: {
      state: list.state,
      fiscalYear: list.fiscalYear,
      awardeeKind: 'ORGANIZATION',
      awardStage: list.stage,
      // The line where it was first found: lists are reordered without changes to their awards.
      sourceLine: number,
      sourceDocumentId: list.sourceDocumentId,
      sourceUrl: list.url,
    },
  }
}

/** The fields of an award that a column of a list can fill. `ref` is the list's own row number. */
const AWARD_COLUMNS = [
  'ref',
  'awardeeName',
  'projectTitle',
  'initiative',
  'federalAmount',
  'matchAmount',
  'awardDate',
] as const
type AwardColumn = (typeof AWARD_COLUMNS)[number]

const AwardList = z.object({
  /** Part of the key of every row: never change it. */
  name: z.string(),
  state: StateCode,
  fiscalYear: z.string(),
  url: z.url(),
  format: z.enum(['CSV', 'XLSX']),
  sheet: z.string().nullable(),
  title: z.string(),
  /** The heading of each column that is read, case-insensitive. The headings may be in any of the first rows. */
  columns: z.partialRecord(z.enum(AWARD_COLUMNS), z.string()).and(z.object({ awardeeName: z.string() })),
  stage: AwardStage.nullable(),
  fixed: z.strictObject({ initiative: z.string(), awardDate: z.string() }).partial(),
})
export type AwardList = z.infer<typeof AwardList>

/** The award lists that states publish as spreadsheets. To add one, add it to the vocabulary. */
export const AWARD_LISTS = z.tuple([AwardList, AwardList], AwardList).parse(table)

const MIB = 1024 * 1024
const MEDIA_TYPES = {
  CSV: ['text/csv', 'application/csv', 'text/plain'],
  XLSX: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.ms-excel'],
} as const satisfies Record<AwardList['format'], readonly string[]>

/** A row of a list: its line in the file, its number among the rows of the list, from 1, and its cells by field. */
export type Row = { line: number; number: number; cells: Partial<Record<AwardColumn, Cell>> }

/** The rows below the headings, wherever the columns are. @throws NetworkFailure, or an Error with the reason */
async function readRows(run: Run, list: AwardList): Promise<Row[]> {
  const accepts = [...MEDIA_TYPES[list.format], 'application/octet-stream']
  const bytes = await run.network.ask({ url: list.url, accepts, bytesMax: 4 * MIB }, (response) => response.bytes)
  const sought = AWARD_COLUMNS.flatMap((field) => {
    const heading = list.columns[field]
    return heading ? [[field, fold(heading)] as const] : []
  })
  const names = sought.map(([, heading]) => heading)
  const table = await (list.format === 'CSV' ? readCsvRows(bytes) : readXlsxRows(bytes, list.sheet))
  const headings = table.slice(0, 10).map((row) => row.map(({ value }) => fold(cleanText(value, 200) ?? '')))
  const at = headings.findIndex((row) => names.every((heading) => row.includes(heading)))
  const heading = headings[at]
  if (!heading) throw new Error(`has no row with the headings ${names.map((name) => `"${name}"`).join(', ')}`)
  const rows: Row[] = []
  for (const [index, row] of table.entries()) {
    if (index <= at || row.every(({ value }) => value === null || value === '')) continue
    const cells = Object.fromEntries(sought.map(([field, name]) => [field, row[heading.indexOf(name)]]))
    rows.push({ line: index + 1, number: rows.length + 1, cells })
  }
  return rows
}
