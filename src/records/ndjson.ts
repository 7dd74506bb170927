import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { readChunks } from '../files/files.ts'

/** The text of NDJSON rows, one line each. */
export const ndjson = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const PART_CHARACTERS = 1 << 20

/** The text of any number of NDJSON rows, in parts. */
export function* ndjsonParts(rows: Iterable<unknown>): Generator<string> {
  let part = ''
  for (const row of rows) {
    part += `${JSON.stringify(row)}\n`
    if (part.length < PART_CHARACTERS) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

/** The valid rows of a file, the line of each, and the errors in the others. */
export interface Lines<Row> {
  rows: Row[]
  /** The line of the row at the same index, from 1. */
  at: number[]
  errors: RecordError[]
}

const LINES_PER_STEP = 1_000

/**
 * Reads an NDJSON file, packed or not. Does not stop at invalid lines: every error in every line is returned.
 * @param progress called with the number of lines read so far
 */
export async function readNdjson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  progress: (lines: number) => void = () => {},
): Promise<Lines<z.infer<Schema>>> {
  const reader = new LineReader(path.basename(file), schema)
  try {
    for (const line of readLines(file)) {
      reader.read(line.toString())
      if (reader.line % LINES_PER_STEP === 0) progress(reader.line)
    }
  } catch (error) {
    if (!(error instanceof Error && ('syscall' in error || 'errno' in error))) throw error
    reader.report('file', `cannot be read; expected at ${file}`, 0)
  }
  progress(reader.line)
  return reader
}

/**
 * The rows of NDJSON text; none if there is no text.
 * @param name the file's name, for messages
 * @throws DatasetError with every error in every line
 */
export const parseNdjson = <Schema extends z.ZodType>(
  name: string,
  text: string | null,
  schema: Schema,
): z.infer<Schema>[] =>
  parseLines(name, (text ?? '').split('\n').slice(0, text?.endsWith('\n') || !text ? -1 : undefined), schema)

/**
 * The rows of lines. A line that is null is counted, but not read.
 * @throws DatasetError with every error in every line
 */
export function parseLines<Schema extends z.ZodType>(
  name: string,
  lines: Iterable<string | null>,
  schema: Schema,
): z.infer<Schema>[] {
  const reader = new LineReader(name, schema)
  for (const line of lines) {
    if (line === null) reader.line += 1
    else reader.read(line)
  }
  if (reader.errors.length > 0) throw new DatasetError(reader.errors)
  return reader.rows
}

const LINE_FEED = 0x0a

/** The lines of a file, unpacked if its name ends in `.gz`, one at a time. Each is valid until the next one is read. */
export const readLines = (file: string): Generator<Buffer> =>
  linesIn(file.endsWith('.gz') ? [gunzipSync(readFileSync(file))] : readChunks(file))

// Split as bytes: a line separator inside a text does not end a line.
function* linesIn(chunks: Iterable<Buffer>): Generator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = chunk.subarray(start, end)
      yield rest.length > 0 ? Buffer.concat([rest, line]) : line
      rest = Buffer.alloc(0)
      start = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(start)])
  }
  if (rest.length > 0) yield rest
}

const BYTE_ORDER_MARK = '\ufeff'

class LineReader<Schema extends z.ZodType> implements Lines<z.infer<Schema>> {
  readonly rows: z.infer<Schema>[] = []
  readonly at: number[] = []
  readonly errors: RecordError[] = []
  line = 0
  readonly #file: string
  readonly #schema: Schema

  constructor(file: string, schema: Schema) {
    this.#file = file
    this.#schema = schema
  }

  report(field: string, reason: string, line = this.line): void {
    this.errors.push({ file: this.#file, line, field, reason })
  }

  read(text: string): void {
    this.line += 1
    if (text.startsWith(BYTE_ORDER_MARK)) {
      this.report('line', 'starts with a byte-order mark; save the file without one')
      return
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      const reason = (error as Error).message.replace(/\s+/g, ' ')
      this.report('line', text.trim() === '' ? 'is empty; remove it' : `is not JSON: ${reason}`)
      return
    }
    const parsed = this.#schema.safeParse(value)
    if (parsed.success) {
      this.rows.push(parsed.data)
      this.at.push(this.line)
    } else for (const issue of parsed.error.issues) this.report(issue.path.join('.') || 'line', formatReason(issue))
  }
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

export const errorText = ({ file, line, field, reason }: RecordError): string => `${file}:${line}: ${field}: ${reason}`

/** The dataset cannot be used. Contains every reason. */
export class DatasetError extends Error {
  override name = 'DatasetError'
  readonly errors: readonly RecordError[]
  constructor(errors: readonly RecordError[]) {
    super(errors.map(errorText).join('\n'))
    this.errors = errors
  }
}

/** Adds an error in a record; the file and line are looked up from the record. */
export type AddError = (kind: string, record: object, field: string, reason: string) => void
