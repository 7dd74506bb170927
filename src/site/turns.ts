import { DAY_MS, type Instant } from '../rules/moments.ts'
import type { Service } from '../store/service.ts'
import { type Turn, turnsText } from '../views/lists/turns.ts'
import { itemsOf } from './states.ts'

/** How far ahead a page knows its statuses. A site that is older than this is not renewed at all. */
const AHEAD_MS = 60 * DAY_MS
const ALL = 1_000_000

type TimedList = 'opportunities' | 'events'

const known = new WeakMap<Service, Map<string, Map<string, string>>>()

/**
 * How the statuses of a list change after an instant, by the ids of its records, for AHEAD_MS: what the list itself
 * says at each instant at which anything in it changes.
 */
export function turnsAfter(service: Service, now: Instant, list: TimedList): Map<string, string> {
  const lists = known.get(service) ?? new Map<string, Map<string, string>>()
  known.set(service, lists)
  const name = `${list} ${now}`
  const found = lists.get(name) ?? read(service, now, list)
  lists.set(name, found)
  return found
}

function read({ readers }: Service, now: Instant, list: TimedList): Map<string, string> {
  const reader = readers[list]
  const statuses = (at: Instant) =>
    itemsOf<{ id: string; status: string }>(reader.list({ limit: ALL, fields: ['id', 'status'] }, at))
  const last = new Map(statuses(now).map(({ id, status }) => [id, status]))
  const turns = new Map<string, Turn[]>()
  for (let at = reader.until(now); at < now + AHEAD_MS; at = reader.until(at)) {
    for (const { id, status } of statuses(at)) {
      if (last.get(id) === status) continue
      last.set(id, status)
      turns.set(id, [...(turns.get(id) ?? []), { at, status }])
    }
  }
  return new Map([...turns].map(([id, each]) => [id, turnsText(each)]))
}
