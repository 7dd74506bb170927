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
