import type { Operator } from '../resources/define.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import type { Instant } from '../rules/moments.ts'
import type { Reader } from './reader.ts'
import type { Search } from './search.ts'

/** For filters that read a column: a value that no row has, so that only the column is read. */
const VALUES: { readonly [Op in Operator]?: unknown } = { is: [''], has: [''], timed: [''], pending: true }

/** A search with a misspelled word, which reads the vocabulary too. */
const SEARCH = { query: 'rural telehelth', filters: {}, page: 1, limit: 10 }

/**
 * The reads that make the first requests of a service slower than later ones: the columns of filters, the first page and
 * record of each list, and a search. Each step takes a few milliseconds at most.
 */
export function* firstReads(
  { readers, search }: { readers: { [Name in ResourceName]: Reader }; search: Search },
  now: Instant,
): Generator<() => unknown> {
  for (const name of RESOURCE_NAMES) {
    const reader = readers[name]
    for (const [parameter, { op }] of Object.entries(resource(name).filters)) {
      if (op in VALUES) yield () => reader.list({ filters: { [parameter]: VALUES[op] }, limit: 1 }, now)
    }
    let first: { id?: string } | undefined
    yield () => {
      first = JSON.parse(reader.list({ limit: 1 }, now).data)[0]
    }
    yield () => first?.id && reader.find(first.id, now)
  }
  yield () => search.page(SEARCH)
}
