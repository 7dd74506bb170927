import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { HISTORY } from '../schema/history.ts'
import { RECORDS, type RecordKind, type Records } from '../schema/records.ts'
import { ChangeEvent } from '../schema/wire/activity.ts'
import type { Ledger } from './publish/coverage.ts'

/** One reason why the dataset cannot be published: `file:line: field: reason`. */
export interface Fault {
  file: string
  line: number
  field: string
  reason: string
}

export const faultText = ({ file, line, field, reason }: Fault): string => `${file}:${line}: ${field}: ${reason}`

/** What the nights before have left. */
export interface History extends Ledger {
  /** The published change events, oldest first; null before the first night. */
  feed: ChangeEvent[] | null
}

/** The records, what the nights before have left, and where each record stands, for messages. */
export interface Dataset {
  records: Records
  history: History
  faults: Fault[]
  /** The line of a record in its file. */
  lineOf: (record: object) => number
}

/** Called as reading goes on, with the records read so far. */
export type Progress = (step: string, done: number) => void

const NOTHING: Progress = () => {}

/** Where a folder keeps its records: in `records/` beside `history/`, or in itself. */
const recordsFolder = (folder: string): string => {
  const records = path.join(folder, 'records')
  return existsSync(records) ? records : folder
}

/** A file that the nights keep in a dataset folder. */
export const historyFile = (folder: string, name: string): string => path.join(folder, 'history', name)
export const FEED_FILE = 'changes.ndjson'

/**
 * Reads every line of every record file of a dataset folder and of its history.
 * Never stops at a fault: all of them are returned, and the records are whole only when there is none.
 */
export async function readDataset(folder: string, progress = NOTHING): Promise<Dataset> {
  if (!existsSync(folder)) return absent(folder)
  const faults: Fault[] = []
  const lines = new WeakMap<object, number>()
  const records = {} as { [K in RecordKind]: unknown[] }
  for (const [kind, schema] of Object.entries(RECORDS)) {
    const file = path.join(recordsFolder(folder), `${kind}.ndjson`)
    records[kind as RecordKind] = await readLines(file, schema, faults, lines, (done) => progress(`read ${kind}`, done))
  }
  const kept = async <Schema extends z.ZodType>(name: string, schema: Schema) => {
    const file = historyFile(folder, name)
    return existsSync(file) ? readLines(file, schema, faults, lines, () => {}) : null
  }
  const history = {
    feed: await kept(FEED_FILE, ChangeEvent),
    pages: (await kept(HISTORY.pages.file, HISTORY.pages.schema)) ?? [],
    sources: (await kept(HISTORY.sources.file, HISTORY.sources.schema)) ?? [],
  }
  return { records: records as Records, history, faults, lineOf: (record) => lines.get(record) ?? 0 }
}

/** What a folder that is not there comes to. */
const absent = (folder: string): Dataset => ({
  records: { states: [], allotments: [], documents: [], awards: [], notices: [], events: [], activities: [] },
  history: { feed: null, pages: [], sources: [] },
  faults: [{ file: folder, line: 0, field: 'folder', reason: 'does not exist; name the folder with --data' }],
  lineOf: () => 0,
})

const PROGRESS_STEP = 1_000

async function readLines<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  faults: Fault[],
  lines: WeakMap<object, number>,
  progress: (done: number) => void,
): Promise<z.infer<Schema>[]> {
  const name = path.basename(file)
  const rows: z.infer<Schema>[] = []
  let line = 0
  try {
    const handle = await open(file)
    for await (const text of handle.readLines({ encoding: 'utf8' })) {
      line += 1
      const row = readLine(text, schema, (field, reason) => faults.push({ file: name, line, field, reason }))
      if (row !== undefined) {
        rows.push(row)
        lines.set(row as object, line)
      }
      if (line % PROGRESS_STEP === 0) progress(line)
    }
  } catch {
    faults.push({ file: name, line, field: 'file', reason: `cannot be read; expected at ${file}` })
  }
  progress(line)
  return rows
}

const BYTE_ORDER_MARK = '\ufeff'

function readLine<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  fault: (field: string, reason: string) => void,
): z.infer<Schema> | undefined {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    fault('line', 'begins with a byte-order mark; save the file without one')
    return undefined
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    fault('line', text.trim() === '' ? 'is empty' : `is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`)
    return undefined
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) fault(issue.path.join('.') || 'line', reasonOf(issue))
  return undefined
}

const SHOWN_MAX = 12

/** What is wrong, for a person who mends the line. */
function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`
    case 'invalid_value': {
      const more = issue.values.length > SHOWN_MAX ? ', …' : ''
      return `is none of ${issue.values.slice(0, SHOWN_MAX).join(', ')}${more}`
    }
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('received undefined')
        ? 'is missing'
        : `is not of type ${issue.expected}`
    default:
      return issue.message
  }
}
