import { readChanges, readLedger } from '../../src/ledger/files.ts'
import { openService } from '../../src/store/service.ts'
import { itemsOf, NOTICE_PAGES, type Slices } from './observer.ts'

interface Baked {
  data: string
  out: string
}

/** The fields of an opportunity that say the facts of a notice. */
const FIELDS = { title: 'title', due: 'dueDate', amount: 'budgetMax' } as const

/** How many publications the ledger holds, and the version of the last. */
export function ledgerOf({ data }: Baked): { count: number; version: string | null } {
  const publications = readLedger(data)?.publications ?? []
  return { count: publications.length, version: publications.at(-1)?.version ?? null }
}

/** The changes of notices in the ledger since a number of publications, with the fields of both sides. */
export function ledgerChanges({ data, out }: Baked, from: number, now: Date): string[] {
  const publications = readLedger(data)?.publications.slice(from) ?? []
  const service = openService(out)
  const numbers = new Map(
    itemsOf(service, 'opportunities', now).map(({ id, sourceUrl }) => [id, nameOf(String(sourceUrl))]),
  )
  service.close()
  return readChanges(data, publications)
    .flatMap(({ list, id, type, before = {}, after = {} }) => {
      const number = list === 'opportunities' ? numbers.get(id) : undefined
      if (!number) return []
      if (type === 'CREATED') return [`CREATED ${number}`]
      const fields = Object.values(FIELDS).filter((field) => field in before && field in after)
      return fields.length > 0 ? [`${type} ${number} ${fields.join(' ')}`] : []
    })
    .sort()
}

/** The source of a notice and its key there, by its page; undefined for a notice of no source of the season. */
function nameOf(sourceUrl: string): string | undefined {
  for (const [source, page] of Object.entries(NOTICE_PAGES)) {
    const [, key] = page.exec(sourceUrl) ?? []
    if (key) return `${source} ${key}`
  }
  return undefined
}

const NOTICE_SOURCES = Object.keys(NOTICE_PAGES) as (keyof typeof NOTICE_PAGES)[]

/** The changes between the states before and after a run. */
export const expectedChanges = (before: Slices, after: Slices): string[] =>
  NOTICE_SOURCES.flatMap((source) =>
    Object.entries(after[source]).flatMap(([key, facts]) => {
      const last = before[source][key]
      if (!last) return [`CREATED ${source} ${key}`]
      const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
      const fields = names.filter((name) => facts[name] !== last[name]).map((name) => FIELDS[name])
      return fields.length > 0 ? [`UPDATED ${source} ${key} ${fields.join(' ')}`] : []
    }),
  ).sort()
