import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatNdjson } from '../../../src/records/ndjson.ts'
import { recordId } from '../../../src/rules/record-id.ts'
import type { ListRecord, Records } from '../../../src/schema/records.ts'
import type { StateCode } from '../../../src/schema/vocabularies.ts'
import { createRandom } from './random.ts'
import { type Composer, createComposer, FISCAL_YEARS } from './synthetic-records.ts'

/** The number of records of each kind in a synthetic dataset. */
export interface Size {
  documents: number
  awards: number
  notices: number
}

const SEED = 20_261_121
const WORDS_MIN = 4

/** Words, repeated as often as they occur in the records' texts. */
const listWords = ({ documents, notices, awards }: Records): string[] =>
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
  const random = createRandom(SEED)
  const words = listWords(model)
  const { states, allotments } = model
  const codes = states.map(({ code }) => code)
  const compose = createComposer(random, words, now)
  const lists = createAwardLists(codes, size.awards, compose)
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
    commitments: model.commitments,
  }
  await mkdir(path.join(folder, 'records'), { recursive: true })
  for (const [kind, rows] of Object.entries(records)) {
    await writeFile(path.join(folder, 'records', `${kind}.ndjson`), formatChunks(rows))
  }
}

const CHUNK_ROWS = 1_000

/** The lines of a file in chunks, because a string is limited to 512 MB. */
function* formatChunks(rows: readonly object[]): Generator<string> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) yield formatNdjson(rows.slice(at, at + CHUNK_ROWS))
}

/** An award list per state and year that states its number of rows, so all rows are verified. */
function createAwardLists(codes: readonly StateCode[], awards: number, { createDocument, award }: Composer) {
  const places = codes.flatMap((state) => FISCAL_YEARS.map((year) => ({ state, year })))
  return places.map(({ state, year }, index) => {
    const document = createDocument(`awards-${year}`.toLowerCase(), state, year)
    const count = Math.floor((awards * (index + 1)) / places.length) - Math.floor((awards * index) / places.length)
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
      partOf: null,
      readings: [],
      remark: null,
    }
    return { document, list, rows }
  })
}
