import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ndjson } from '../../../src/records/ndjson.ts'
import { recordId } from '../../../src/rules/identity.ts'
import type { AwardRecord, ListRecord } from '../../../src/schema/award-records.ts'
import type { NoticeRecord } from '../../../src/schema/notice-record.ts'
import type { DocumentRecord, Records } from '../../../src/schema/records.ts'
import { DOCUMENT_CATEGORIES, type StateCode } from '../../../src/schema/vocabularies.ts'
import { type Random, randomFrom } from './random.ts'

/** The number of records of each kind in a synthetic dataset. */
export interface Size {
  documents: number
  awards: number
  notices: number
}

const SEED = 20_261_121
const DAY_MS = 86_400_000
const FISCAL_YEARS = ['FY2026', 'FY2027', 'FY2028'] as const
const WORDS_MIN = 4

/** Words, repeated as often as they occur in the records' texts. */
const wordsOf = ({ documents, notices, awards }: Records): string[] =>
  [
    ...documents.flatMap(({ title, highlights, description }) => [title, highlights, description]),
    ...notices.flatMap(({ title, summary }) => [title, summary]),
    ...awards.map(({ projectTitle }) => projectTitle),
  ].flatMap((text) => (text ?? '').match(/[A-Za-z][a-z]+/g)?.filter((word) => word.length >= WORDS_MIN) ?? [])

/**
 * Writes a dataset of any size in the format of the records: the states of another dataset, and documents, award lists
 * with verified rows, and notices, with texts composed of its words. The same size and day give the same dataset.
 * @param model the records that provide the states and words
 * @param now the time around which dates are chosen
 */
export async function writeSynthetic(folder: string, size: Size, model: Records, now: number): Promise<void> {
  const random = randomFrom(SEED)
  const words = wordsOf(model)
  const { states, allotments } = model
  const codes = states.map(({ code }) => code)
  const compose = composer(random, words, now)
  const lists = awardLists(codes, size.awards, compose)
  const documents = [
    ...lists.map(({ document }) => document),
    ...Array.from({ length: Math.max(0, size.documents - lists.length) }, (_, at) => compose.document(at, codes)),
  ]
  const notices = Array.from({ length: size.notices }, (_, at) => compose.notice(at, codes))
  const records: { [Kind in keyof Records]: readonly object[] } = {
    states,
    publishers: [],
    allotments,
    documents,
    lists: lists.map(({ list }) => list),
    awards: lists.flatMap(({ rows }) => rows),
    pools: [],
    notices,
    events: model.events,
    activities: model.activities,
  }
  await mkdir(path.join(folder, 'records'), { recursive: true })
  for (const [kind, rows] of Object.entries(records)) {
    await writeFile(path.join(folder, 'records', `${kind}.ndjson`), chunksOf(rows))
  }
}

const CHUNK_ROWS = 1_000

/** The lines of a file in chunks, because a string is limited to 512 MB. */
function* chunksOf(rows: readonly object[]): Generator<string> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) yield ndjson(rows.slice(at, at + CHUNK_ROWS))
}

type Composer = ReturnType<typeof composer>

function composer(random: Random, words: readonly string[], now: number) {
  const phrase = (from: number, to: number): string =>
    Array.from({ length: from + random.below(to - from + 1) }, () => random.pick(words)).join(' ')
  const sentences = (count: number): string =>
    Array.from({ length: count }, () => capitalized(`${phrase(8, 16).toLowerCase()}.`)).join(' ')
  const dayFrom = (first: number, last: number): string =>
    new Date(now + (first + random.below(last - first)) * DAY_MS).toISOString().slice(0, 10)
  const host = (state: StateCode | null): string => `https://${state ? `health.${state.toLowerCase()}` : 'www.cms'}.gov`

  function document(at: number, codes: readonly StateCode[]): DocumentRecord {
    return documentOf(`document-${at}`, random.pick(codes), random.pick(FISCAL_YEARS))
  }

  function documentOf(name: string, state: StateCode, fiscalYear: string): DocumentRecord {
    const url = `${host(state)}/rural/${name}.pdf`
    return {
      id: recordId('documents', [url]),
      state,
      title: capitalized(phrase(5, 10)),
      fileType: 'PDF',
      documentCategory: random.pick(DOCUMENT_CATEGORIES),
      fiscalYear,
      award: null,
      budget: null,
      highlights: sentences(2),
      programHighlights: null,
      description: sentences(3),
      strategicGoals: [],
      milestones: [],
      transformationStrategy: null,
      implementationPhase: null,
      applicationUrl: null,
      keyDates: random.next() < 0.3 ? [{ label: 'Applications due', date: dayFrom(-200, 200) }] : [],
      deadline: null,
      pages: 1 + random.below(60),
      url,
      published: dayFrom(-300, 0),
      discovered: dayFrom(-300, 0),
      sourceUrl: url,
      retrievedFrom: null,
      mergedIds: [],
      text: sentences(4),
    }
  }

  function award(list: DocumentRecord, line: number): AwardRecord {
    return {
      id: recordId('awards', [list.url, String(line)]),
      state: list.state as StateCode,
      fiscalYear: list.fiscalYear as string,
      awardeeName: `${capitalized(phrase(2, 3))} ${random.pick(['Hospital', 'Health Center', 'Clinic', 'Coalition'])}`,
      awardeeKind: 'ORGANIZATION',
      federalAmount: 1_000 * (1 + random.below(3_000)),
      matchAmount: null,
      projectTitle: capitalized(phrase(4, 9)),
      initiative: `Initiative ${1 + random.below(12)}`,
      programDescription: sentences(1),
      awardDate: dayFrom(-300, 0),
      awardStage: 'AWARDED',
      rejected: null,
      duplicateOf: null,
      remark: null,
      sourceLine: line,
      sourceDocumentId: list.id,
      sourceUrl: list.url,
      retrievedFrom: null,
    }
  }

  function notice(at: number, codes: readonly StateCode[]): NoticeRecord {
    const state = random.next() < 0.05 ? null : random.pick(codes)
    const sourceUrl = `${host(state)}/notices/${at}`
    const isOver = random.next() < 0.6
    const posted = dayFrom(-300, -30)
    return {
      id: recordId('notices', [sourceUrl]),
      state,
      scope: state ? 'STATE' : 'NATIONAL',
      title: capitalized(phrase(6, 11)),
      opportunityType: random.pick(['RFP', 'RFA', 'NOFO', 'GRANT']),
      noticeNumber: `RH-${at}`,
      issuingAgency: `Department ${random.pick(words)}`,
      summary: sentences(2),
      budgetMin: null,
      budgetMax: 10_000 * (1 + random.below(500)),
      budgetPerAward: null,
      applicantTypes: ['Critical access hospitals', 'Rural health clinics'],
      postedDate: posted,
      dueDate: isOver ? dayFrom(-29, -1) : dayFrom(1, 200),
      loiDate: null,
      questionDeadline: null,
      expectedBy: null,
      rolling: false,
      amended: random.next() < 0.1,
      amendedAt: null,
      sourceStatus: null,
      confirmedAt: null,
      inferred: [],
      documentUrls: [`${sourceUrl}/notice.pdf`],
      firstSeen: posted,
      lastChanged: posted,
      sourceUrl,
      retrievedFrom: null,
      alsoFrom: [],
      duplicateOf: null,
      partOf: null,
      relatedTo: null,
    }
  }

  return { document, documentOf, award, notice }
}

/** An award list per state and year that states its number of rows, so all rows are verified. */
function awardLists(codes: readonly StateCode[], awards: number, { documentOf, award }: Composer) {
  const places = codes.flatMap((state) => FISCAL_YEARS.map((year) => ({ state, year })))
  return places.map(({ state, year }, place) => {
    const document = documentOf(`awards-${year}`.toLowerCase(), state, year)
    const count = Math.floor((awards * (place + 1)) / places.length) - Math.floor((awards * place) / places.length)
    const rows = Array.from({ length: count }, (_, line) => award(document, line))
    const list: ListRecord = {
      id: recordId('lists', [document.url]),
      state,
      documentId: document.id,
      firstLine: null,
      lastLine: null,
      statedRows: count,
      statedTotal: null,
      statedTotalUnit: null,
      statedIn: null,
      rowsHavePages: false,
      readings: [],
      remark: null,
    }
    return { document, list, rows }
  })
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
