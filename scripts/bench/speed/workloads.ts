/** What requests ask for, and what they say: each contender answers those that it can. */
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

/** Questions of one kind that are asked in turn, and again from the first after the last. */
export type Workload = {
  [Kind in Asks]: {
    name: WorkloadName
    asks: Kind
    questions: readonly Questions[Kind][]
    /** Whether the caller says that it holds the answer already. */
    isHeld?: boolean
  }
}[Asks]

/** Every workload, in the order of the tables. */
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
