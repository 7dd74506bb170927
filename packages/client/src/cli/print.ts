import { formatCsv } from './csv.ts'
import { formatRecord, formatTable } from './layout.ts'
import type { Terminal } from './terminal.ts'

/** The output format: a table unless one of these is set. */
export interface Form {
  json?: true
  csv?: true
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Prints the records of a list. @param fields the columns of its CSV @param nothing the message for an empty list */
export function printList(
  terminal: Terminal,
  form: Form,
  command: string,
  fields: readonly string[],
  records: readonly object[],
  nothing = 'No matches.',
): void {
  if (form.json) terminal.out(json(records))
  else if (form.csv) terminal.out(formatCsv(fields, records))
  else if (records.length === 0) terminal.log(`${nothing}\n`)
  else terminal.out(formatTable(command, records, terminal.width))
}

/** Prints a single record. @param columns those of its CSV; by default its fields */
export function printRecord(
  terminal: Terminal,
  form: Form,
  record: object,
  columns: readonly string[] = Object.keys(record),
): void {
  if (form.json) terminal.out(json(record))
  else if (form.csv) terminal.out(formatCsv(columns, [record]))
  else terminal.out(formatRecord(record, terminal.width))
}
