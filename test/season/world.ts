/** What is true in a season: the content of the sources, before any failure or bad data. */

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

/** The portals of states; the first one's address stands in the record of its state. */
export const PORTALS = ['bonfire', 'delaware-bids', 'hawaii-hands', 'iowa-bids', 'south-dakota-board'] as const
export type PortalName = (typeof PORTALS)[number]
export const BONFIRE = 'https://ne.bonfirehub.com'

/** A solicitation of a portal. */
export interface Bid {
  portal: PortalName
  id: string
  title: string
  due: string
  /** Whether the portal still lists it. */
  isListed: boolean
}

/** A release of the newsroom. */
export interface Release {
  path: string
  title: string
}

export interface World {
  now: Date
  bids: Bid[]
  releases: Release[]
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
/** A unique name for each number. */
const named = (number: number): string =>
  `${WORDS[number % WORDS.length]} ${String.fromCharCode(65 + (number % 26))}${number}`

export const createNotice = (number: number, more: Partial<Notice> = {}): Notice => ({
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

export const createRule = (number: number): Rule => ({
  number: `2026-${String(10_000 + number)}`,
  title: `Rural Health Transformation Program: ${named(number)}`,
  published: '2026-09-15',
  commentsClose: '2027-08-31',
})

export const createListed = (number: number): Listed => ({
  ref: `A-${number}`,
  name: `${named(number)} Clinic`,
  project: `Project ${named(number)}`,
  amount: `$${(100_000 + number).toLocaleString('en-US')}`,
})

export const createBid = (portal: PortalName, number: number): Bid => ({
  portal,
  id: String(number),
  title: `Rural health services: ${named(number)} for ${portal}`,
  due: '2027-09-15',
  isListed: true,
})

export const createRelease = (number: number): Release => ({
  path: `/newsroom/press-releases/rural-${number}`,
  title: `CMS tells of rural ${named(number)}`,
})

const createGrant = (number: number) => ({
  id: `UJ7RH${number}`,
  name: `${named(number)} Consortium`,
  amount: 50_000 + number,
})

const counted = <T>(count: number, of: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n))

/** The world before the first run. */
export const firstWorld = (now: Date): World => ({
  now,
  notices: counted(34, (n) => createNotice(n)),
  rules: counted(12, createRule),
  grants: counted(8, createGrant),
  listed: counted(16, createListed),
  bids: PORTALS.flatMap((portal, place) => counted(4, (n) => createBid(portal, 10 * place + n))),
  releases: counted(6, createRelease),
  pages: new Map(HOSTS.map((host, n) => [host, `The program of office ${named(n)} is open.`])),
})
