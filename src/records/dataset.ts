import { existsSync } from 'node:fs'
import type { z } from 'zod'
import { HISTORY, type PageState, type SourceState, type UntoldRecord } from '../schema/history.ts'
import { RECORDS, type RecordKind, type Records } from '../schema/records.ts'
import { ChangeEvent } from '../schema/wire/changes.ts'
import { getHistoryPath, getRecordsPath, listFeedFiles } from './folder.ts'
import { DatasetError, type Lines, type RecordError, readNdjson } from './ndjson.ts'
import { type DocumentTexts, openTexts } from './texts.ts'

/** State from earlier nightly runs. */
export interface History {
  /** The published change events, oldest first; null before the first run. */
  feed: ChangeEvent[] | null
  pages: PageState[]
  sources: SourceState[]
  /** Records that were left out when the feed was started. */
  untold: UntoldRecord[]
}

/** The records, the state from earlier runs, and the line number of each record, for messages. */
export interface Dataset {
  records: Records
  history: History
  texts: DocumentTexts
  errors: RecordError[]
  formatLine: (record: object) => number
}

/** Progress callback: the step, and how many lines or rows are done. */
export type Progress = (step: string, done: number) => void

/**
 * Reads every line of every record file of a dataset folder and of its history. Does not stop at errors: all of them
 * are returned, and the records are complete only if there are none.
 */
export async function readDataset(folder: string, progress: Progress = () => {}): Promise<Dataset> {
  const errors: RecordError[] = []
  const files: Lines<unknown>[] = []
  function readRows<Schema extends z.ZodType>(file: string, schema: Schema, step?: string) {
    const lines = readNdjson(file, schema, (done) => step && progress(step, done))
    errors.push(...lines.errors)
    files.push(lines)
    return lines.rows
  }
  const records = {} as { [Kind in RecordKind]: unknown[] }
  for (const [kind, schema] of Object.entries(RECORDS)) {
    records[kind as RecordKind] = readRows(getRecordsPath(folder, kind as RecordKind), schema, `read ${kind}`)
  }
  const readOptional = <Schema extends z.ZodType>({ file: name, schema }: { file: string; schema: Schema }) => {
    const file = getHistoryPath(folder, name)
    return existsSync(file) ? readRows(file, schema) : []
  }
  const parts = listFeedFiles(folder)
  const history = {
    feed: parts.length > 0 ? parts.flatMap((part) => readRows(part, ChangeEvent)) : null,
    pages: readOptional(HISTORY.pages),
    sources: readOptional(HISTORY.sources),
    untold: readOptional(HISTORY.untold),
  }
  return {
    records: records as Records,
    history,
    texts: openTexts(folder),
    errors: existsSync(folder)
      ? errors
      : [{ file: folder, line: 0, field: 'folder', reason: 'does not exist; set the folder with --data' }],
    formatLine(record) {
      const file = files.find(({ rows }) => rows.includes(record))
      return file?.at[file.rows.indexOf(record)] ?? 0
    },
  }
}

/** Reads the records of a dataset folder. @throws DatasetError with every invalid line of records and history */
export async function readRecords(folder: string): Promise<Records> {
  const { records, errors } = await readDataset(folder)
  if (errors.length > 0) throw new DatasetError(errors)
  return records
}
