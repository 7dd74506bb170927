/** What is generated about the command of a list. */
export interface ListCommand {
  /** The command, and the group of the client. */
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly filters: readonly Filter[]
  /** Records of a page: when nothing is said, and at most. */
  readonly limit: { readonly default: number; readonly max: number }
  /** What names a single record; null where there are none. */
  readonly single: string | null
  /** The fields of a record, in the order of the contract. */
  readonly columns: readonly string[]
}

export interface Filter {
  readonly name: string
  readonly description: string
  readonly kind: 'list' | 'flag' | 'text'
  /** The values of a closed set. */
  readonly values: readonly string[]
  /** What the service takes a list to be when it is absent. */
  readonly fallback?: string
}
