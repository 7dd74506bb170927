/** What is generated for the command of a list. */
export interface ListCommand {
  /** The name of the command and of the client's group. */
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly filters: readonly Filter[]
  /** Page size: the default and the maximum. */
  readonly limit: { readonly default: number; readonly max: number }
  /** Description of a single record's name; null if the list has no single records. */
  readonly single: string | null
  /** The columns of its CSV, as the service writes it. */
  readonly columns: readonly string[]
  /** Those of a single record; null if the list has no single records. */
  readonly singleColumns: readonly string[] | null
  /** Values that are sent unless others are given. */
  readonly sent?: { readonly [filter: string]: string }
  /** Another name of the command. */
  readonly alias?: string
}

export interface Filter {
  readonly name: string
  readonly description: string
  readonly kind: 'list' | 'flag' | 'text'
  /** The values of a closed set. */
  readonly values: readonly string[]
  /** The value that the service assumes when the filter is absent. */
  readonly fallback?: string
}
