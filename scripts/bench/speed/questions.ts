import type Database from 'better-sqlite3'
import type { Random } from './random.ts'
import type { Questions, Workload } from './workloads.ts'

/** The minimum number of different questions of a workload, if the data has that many. */
const DIFFERENT = 4_000
const IN_TURN = 200
const SEARCH_LIMIT = 10
export const PAGE_ROWS = { awards: 100, opportunities: 25 }
/** The columns of the places that the pages of a list are for. */
const PLACES = { awards: ['state', 'fiscal_year'], opportunities: ['state', 'status'] } as const
/** The usual number of rows of a page, by list. */
export type PageRows = { readonly [List in keyof typeof PAGE_ROWS]: number }
/** Limits vary by up to this share, so that there are more different pages. */
const LIMIT_SPREAD = 0.2
const SEARCHED_DOCUMENTS = 5_000
const WORD_LENGTH_MIN = 5

/**
 * The questions of the workloads, from a bare database. All questions of a workload differ, so that no response cache
 * helps, except where the workload is one response.
 * @param rows the usual number of rows of a page; datasets of different sizes are compared with the same
 */
export function createWorkloads(db: Database.Database, random: Random, rows: PageRows = readPageRows(db)): Workload[] {
  const searches = createSearches(db, random)
  return [
    { name: 'a', asks: 'states', questions: [null] },
    { name: 'b', asks: 'awards', questions: listPages(db, 'awards', random, rows.awards) as Questions['awards'][] },
    {
      name: 'c',
      asks: 'opportunities',
      questions: listPages(db, 'opportunities', random, rows.opportunities) as Questions['opportunities'][],
    },
    { name: 'd', asks: 'search', questions: searches.slice(-IN_TURN) },
    { name: 'x', asks: 'search', questions: searches.slice(0, DIFFERENT) },
    { name: 'e', asks: 'document', questions: shuffle(readIds(db), random).map((id) => ({ id })) },
    { name: '304', asks: 'states', questions: [null], isHeld: true },
  ]
}

interface FilledPlace {
  state: string
  second: string
  rows: number
}

function readPlaces(db: Database.Database, table: keyof PageRows): FilledPlace[] {
  const [first, second] = PLACES[table]
  return db
    .prepare<[], FilledPlace>(
      `SELECT ${first}, ${second} AS second, count(*) AS rows FROM ${table} WHERE ${first} IS NOT NULL GROUP BY ${first}, ${second}`,
    )
    .all()
}

/** The usual rows of a page, or fewer if half of the places of a small dataset cannot fill it. */
export function readPageRows(db: Database.Database): PageRows {
  const countRows = (table: keyof PageRows): number => {
    const rows = readPlaces(db, table)
      .map((place) => place.rows)
      .sort((a, b) => a - b)
    const half = rows[rows.length >> 1] ?? 1
    return Math.max(1, Math.min(PAGE_ROWS[table], Math.floor(half / (1 + LIMIT_SPREAD / 2))))
  }
  return { awards: countRows('awards'), opportunities: countRows('opportunities') }
}

/** Full pages by place, with limits around the usual one. */
function listPages(db: Database.Database, table: keyof PageRows, random: Random, usual: number): object[] {
  const name = { awards: 'fiscalYear', opportunities: 'status' }[table]
  const places = readPlaces(db, table)
  const spread = Math.round((usual * LIMIT_SPREAD) / 2)
  const pages: object[] = []
  for (let limit = usual - spread; limit <= usual + spread; limit += 1) {
    for (const { state, second: value, rows } of places) {
      for (let page = 1; page * limit <= rows; page += 1) pages.push({ state, [name]: value, page, limit })
    }
  }
  return shuffle(pages, random).slice(0, 2 * DIFFERENT)
}

const readIds = (db: Database.Database): string[] => db.prepare<[], string>('SELECT id FROM documents').pluck().all()

/** Searches for two or three words of one document, all different. */
function createSearches(db: Database.Database, random: Random): Questions['search'][] {
  const items = db
    .prepare<[number], string>('SELECT item FROM documents ORDER BY row LIMIT ?')
    .pluck()
    .all(SEARCHED_DOCUMENTS)
  const wordsByDocument = items.map((item) => {
    const { title, highlights } = JSON.parse(item)
    const words = `${title} ${highlights ?? ''}`.toLowerCase().match(/[a-z]+/g) ?? []
    return [...new Set(words)].filter((word) => word.length >= WORD_LENGTH_MIN)
  })
  const searches = new Set<string>()
  for (let tries = 0; searches.size < DIFFERENT + IN_TURN && tries < 20 * DIFFERENT; tries += 1) {
    const words = random.pick(wordsByDocument)
    if (words.length > 0)
      searches.add(
        shuffle(words, random)
          .slice(0, 2 + random.below(2))
          .join(' '),
      )
  }
  return [...searches].map((query) => ({ query, limit: SEARCH_LIMIT }))
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item]
  }
  return mixed
}
