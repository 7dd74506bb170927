/** The questions by kind; each contender answers those it can. */
export interface Questions {
  states: null
  /** Award rows of a state and a fiscal year. */
  awards: { state: string; fiscalYear: string; page: number; limit: number }
  /** Opportunities of a state with a status. */
  opportunities: { state: string; status: string; page: number; limit: number }
  /** The best documents for a search. */
  search: { query: string; limit: number }
  /** A document by its id. */
  document: { id: string }
}

export type Asks = keyof Questions

/** Questions of one kind, asked in order and repeated from the first. */
export type Workload = {
  [Kind in Asks]: {
    name: WorkloadName
    asks: Kind
    questions: readonly Questions[Kind][]
    /** Whether the caller sends the tag of a response it already has. */
    isHeld?: boolean
  }
}[Asks]

/** Every workload, in table order. */
export const WORKLOADS = {
  a: 'states list',
  b: 'awards by state and year, 100 rows',
  c: 'opportunities by status and state, 25 rows',
  d: 'search, 200 repeated queries',
  x: 'search, 4,000 different queries',
  e: 'document by id',
  '304': 'states list, not modified',
} as const
export type WorkloadName = keyof typeof WORKLOADS
export const WORKLOAD_NAMES = ['a', 'b', 'c', 'd', 'x', 'e', '304'] as const satisfies readonly WorkloadName[]
