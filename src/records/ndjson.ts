import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'

/** The text of NDJSON rows, one line each. */
export const formatNdjson = (rows: Iterable<unknown>): string => [...formatNdjsonParts(rows)].join('')

const PART_CHARACTERS = 1 << 20

/** The text of any number of NDJSON rows, in parts. */
export function* formatNdjsonParts(rows: Iterable<unknown>): Generator<string> {
  let part = ''
  for (const row of rows) {
    part += `${JSON.stringify(row)}\n`
    if (part.length < PART_CHARACTERS) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

/** Appends rows to an NDJSON file. If its last line was left without a line break, that is ended first. */
export function appendRows(file: string, rows: Iterable<unknown>): void {
  const opened = openSync(file, 'a+')
  try {
    const last = Buffer.from('\n')
    readSync(opened, last, { position: Math.max(0, fstatSync(opened).size - 1) })
    if (String(last) !== '\n') appendFileSync(opened, '\n')
    for (const part of formatNdjsonParts(rows)) appendFileSync(opened, part)
  } finally {
    closeSync(opened)
  }
}

/** The valid rows of a file, the line of each, and the errors in the others. */
export interface Lines<Row> {
  rows: Row[]
  /** The line of the row at the same index, from 1. */
  at: number[]
  errors: RecordError[]
}

/**
 * Reads an NDJSON file, packed or not. Does not stop at invalid lines: every error in every line is returned.
 * @param progress called with the number of lines read so far
 */
export function readNdjson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  progress: (lines: number) => void = () => {},
): Lines<z.infer<Schema>> {
  const name = path.basename(file)
  try {
    return parseEach(name, readLines(file), schema, progress)
  } catch (error) {
    if (!(error instanceof Error && ('syscall' in error || 'errno' in error))) throw error
    const unread = { file: name, line: 0, field: 'file', reason: `cannot be read; expected at ${file}` }
    return { rows: [], at: [], errors: [unread] }
  }
}

/**
 * The rows of NDJSON text; none if there is no text.
 * @param name the file's name, for messages
 * @throws DatasetError with every error in every line
 */
export const parseNdjson = <Schema extends z.ZodType>(name: string, text: string | null, schema: Schema) =>
  parseLines(name, text ? text.replace(/\n$/, '').split('\n') : [], schema)

/** The rows of lines. A null line is counted, but not read. @throws DatasetError with each error in each line */
export function parseLines<Schema extends z.ZodType>(
  name: string,
  lines: Iterable<string | null>,
  schema: Schema,
): z.infer<Schema>[] {
  const { rows, errors } = parseEach(name, lines, schema)
  if (errors.length > 0) throw new DatasetError(errors)
  return rows
}

/** The lines of a file, unpacked if its name ends in `.gz`, one at a time. */
export function* readLines(file: string): Generator<string> {
  const content = readFileSync(file)
  const bytes = file.endsWith('.gz') ? gunzipSync(content) : content
  // Split as bytes: a line separator inside a text does not end a line, and the whole text is never in memory.
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf('\n', start)
    const end = feed === -1 ? bytes.length : feed
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}

function parseEach<Schema extends z.ZodType>(
  file: string,
  lines: Iterable<string | null>,
  schema: Schema,
  progress: (lines: number) => void = () => {},
): Lines<z.infer<Schema>> {
  const parsed: Lines<z.infer<Schema>> = { rows: [], at: [], errors: [] }
  let line = 0
  for (const text of lines) {
    line += 1
    if (line % 1_000 === 0) progress(line)
    if (text === null) continue
    const { data, errors = [] } = parseLine(text, schema)
    for (const [field, reason] of errors) parsed.errors.push({ file, line, field, reason })
    if (errors.length > 0) continue
    parsed.rows.push(data as z.infer<Schema>)
    parsed.at.push(line)
  }
  progress(line)
  return parsed
}

function parseLine(text: string, schema: z.ZodType): { data?: unknown; errors?: [field: string, reason: string][] } {
  if (text.startsWith('\ufeff'))
    return { errors: [['line', 'starts with a byte-order mark; save the file without one']] }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = (error as Error).message.replace(/\s+/g, ' ')
    return { errors: [['line', text.trim() === '' ? 'is empty; remove it' : `is not JSON: ${reason}`]] }
  }
  const { data, error } = schema.safeParse(value)
  return { data, errors: error?.issues.map((issue) => [issue.path.join('.') || 'line', formatReason(issue)]) ?? [] }
}

const LISTED_MAX = 12

/** What is wrong with a value, for the person who corrects the line. */
function formatReason(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`
    case 'invalid_value': {
      const more = issue.values.length > LISTED_MAX ? ', …' : ''
      return `must be one of ${issue.values.slice(0, LISTED_MAX).join(', ')}${more}`
    }
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('received undefined')
        ? 'is missing'
        : `must be of type ${issue.expected}`
    default:
      return issue.message
  }
}

/** One reason why a dataset cannot be used: `file:line: field: reason`. */
export interface RecordError {
  file: string
  /** The line in the file, from 1; 0 for the file as a whole. */
  line: number
  field: string
  reason: string
}

export const formatRecordError = ({ file, line, field, reason }: RecordError): string =>
  `${file}:${line}: ${field}: ${reason}`

/** The dataset cannot be used. Contains every reason. */
export class DatasetError extends Error {
  override name = 'DatasetError'
  readonly errors: readonly RecordError[]
  constructor(errors: readonly RecordError[]) {
    super(errors.map(formatRecordError).join('\n'))
    this.errors = errors
  }
}

/** Adds an error in a record; the file and line are looked up from the record. */
export type AddError = (kind: string, record: object, field: string, reason: string) => void
