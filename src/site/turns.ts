import { DAY_MS, type Instant } from '../rules/time/moments.ts'
import type { Service } from '../store/service.ts'
import { type Turn, turnsText } from '../views/lists/turns.ts'
import { ALL, kept, parseItems } from './kept.ts'

/** How far ahead a page knows its statuses. A site that is older than this is not renewed at all. */
const AHEAD_MS = 60 * DAY_MS

type TimedList = 'opportunities' | 'events'

/**
 * How the statuses of a list change after an instant, by the ids of its records, for AHEAD_MS: what the list itself
 * says at each instant at which anything in it changes.
 */
export const turnsAfter = (service: Service, now: Instant, list: TimedList): ReadonlyMap<string, string> =>
  kept(service, now, `turns of ${list}`, () => read(service, now, list))

function read({ readers }: Service, now: Instant, list: TimedList): Map<string, string> {
  const reader = readers[list]
  const statuses = (at: Instant) =>
    parseItems<{ id: string; status: string }>(reader.list({ limit: ALL, fields: ['id', 'status'] }, at))
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
