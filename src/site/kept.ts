import type { Order } from '../resources/define.ts'
import type { ResourceName } from '../resources/index.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Service } from '../store/service.ts'

/** A limit above the length of every list. */
export const ALL = 1_000_000

const known = new WeakMap<Service, Map<string, unknown>>()

/** What is read or sorted once and kept, because many pages need it. */
export function kept<Read>(service: Service, now: Instant, what: string, read: () => Read): Read {
  const own = known.get(service) ?? new Map<string, unknown>()
  known.set(service, own)
  const place = `${what} ${now}`
  if (!own.has(place)) own.set(place, read())
  return own.get(place) as Read
}

/** Every item of a list. @param sort overrides the order of the list */
export const readAll = <Item>(service: Service, name: ResourceName, now: Instant, sort?: Order): readonly Item[] =>
  kept(service, now, `${name} ${sort ?? ''}`, () =>
    parseItems<Item>(service.readers[name].list({ limit: ALL, sort }, now)),
  )

/** The items of a page of a list. */
export const parseItems = <Item>({ data }: { data: string }): Item[] => JSON.parse(data)
