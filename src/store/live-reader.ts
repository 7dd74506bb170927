import { hash } from 'node:crypto'
import type { Resource } from '../resources/define.ts'
import type { Freshness } from '../schema/history.ts'
import type { Reader } from './reader.ts'

const STAMP_LENGTH = 16

/** The reader of a list whose items are completed with what is known of the sources; of any other list, as it is. */
export function liveReader(reader: Reader, { live }: Resource, freshness: Freshness): Reader {
  if (!live) return reader
  const stamp = hash('sha256', JSON.stringify(freshness)).slice(0, STAMP_LENGTH)
  const completed = new Map<string, string>()
  const complete = (body: string): string => {
    const known = completed.get(body) ?? JSON.stringify(live(JSON.parse(body), freshness))
    completed.set(body, known)
    return known
  }
  return {
    ...reader,
    // Answers differ with the freshness, and so do their entity tags.
    nameOf: (query) => `${stamp} ${reader.nameOf(query)}`,
    list: (query, now) => {
      const page = reader.list(query, now)
      return { ...page, bodies: page.bodies.map(complete) }
    },
  }
}
