/** One reason why a dataset cannot be used: `file:line: field: reason`. */
export interface Fault {
  file: string
  /** The line in the file, from 1; 0 for the file as a whole. */
  line: number
  field: string
  reason: string
}

export const faultText = ({ file, line, field, reason }: Fault): string => `${file}:${line}: ${field}: ${reason}`

/** The dataset cannot be used. Contains every reason. */
export class DatasetFault extends Error {
  override name = 'DatasetFault'
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'))
    this.faults = faults
  }
}

/** Adds an error in a record; the file and line are looked up from the record. */
export type AddFault = (kind: string, record: object, field: string, reason: string) => void
