/** What is true in a season: what the sources hold, before any fault or lie of theirs. */

export interface Notice {
  id: string
  title: string
  status: 'forecasted' | 'posted' | 'closed' | 'archived' | 'withdrawn'
  posted: string
  due: string | null
  amount: number | null
  version: number
  updated: string
  /** What the forecast said; it stays in the source when the notice is posted. */
  forecast: { due: string | null; amount: number | null } | null
  /** Whether the search finds it. */
  isFound: boolean
}

export interface Rule {
  number: string
  title: string
  published: string
  commentsClose: string | null
}

export interface Listed {
  ref: string
  name: string
  project: string
  amount: string
}

export interface World {
  now: Date
  notices: Notice[]
  rules: Rule[]
  /** Federal awards directly to organizations. */
  grants: { id: string; name: string; amount: number }[]
  /** The rows of a state's award list. */
  listed: Listed[]
  /** The text of each tracked page, by host. */
  pages: Map<string, string>
}

export const HOSTS = Array.from({ length: 14 }, (_, n) => `www.h${n}.gov`)
export const LIST_URL = 'https://lists.example.gov/awards.csv'
export const LIST_COLUMNS = {
  ref: 'App ID',
  awardeeName: 'Organization',
  projectTitle: 'Project',
  federalAmount: 'Amount',
} as const

const WORDS = ['maternity', 'pharmacy', 'ambulance', 'dental', 'telehealth', 'nursing', 'opioid', 'stroke', 'trauma']
/** A name of its own for each number. */
const named = (number: number): string =>
  `${WORDS[number % WORDS.length]} ${String.fromCharCode(65 + (number % 26))}${number}`

export const noticeOf = (number: number, more: Partial<Notice> = {}): Notice => ({
  id: String(350_000 + number),
  title: `Rural ${named(number)} Program`,
  status: 'posted',
  posted: '2026-10-01',
  due: '2027-09-15',
  amount: 1_000_000 + number,
  version: 1,
  updated: '2026-10-01',
  forecast: null,
  isFound: true,
  ...more,
})

export const ruleOf = (number: number): Rule => ({
  number: `2026-${String(10_000 + number)}`,
  title: `Rural Health Transformation Program: ${named(number)}`,
  published: '2026-09-15',
  commentsClose: '2027-08-31',
})

export const listedOf = (number: number): Listed => ({
  ref: `A-${number}`,
  name: `${named(number)} Clinic`,
  project: `Project ${named(number)}`,
  amount: `$${(100_000 + number).toLocaleString('en-US')}`,
})

const grantOf = (number: number) => ({
  id: `UJ7RH${number}`,
  name: `${named(number)} Consortium`,
  amount: 50_000 + number,
})

const counted = <T>(count: number, of: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n))

/** The world before the first night. */
export const firstWorld = (now: Date): World => ({
  now,
  notices: counted(34, (n) => noticeOf(n)),
  rules: counted(12, ruleOf),
  grants: counted(8, grantOf),
  listed: counted(16, listedOf),
  pages: new Map(HOSTS.map((host, n) => [host, `The program of office ${named(n)} is open.`])),
})
