import { setImmediate } from 'node:timers/promises'
import { endsPart, type MadeFormat, madeFile } from '../bake/made-files.ts'
import { activity } from '../resources/activity.ts'
import type { Resource } from '../resources/define.ts'
import type { Fields } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import { pick } from '../rules/pick.ts'
import type { Feed, ReadEvent } from './feed.ts'

/** This many events are read before other requests get their turn. */
const EVENTS_AT_ONCE = 200

/** Reads the snapshot files that contain the feed, as streams. */
export function openMadeFiles({ events }: Feed) {
  /** The events by id, shared by all who read a file at the same time. */
  let sorted: Promise<string[]> | null = null
  let readers = 0

  async function* sharedBodies(all: Iterable<ReadEvent>): AsyncGenerator<string> {
    readers += 1
    try {
      sorted ??= byId(all)
      yield* await sorted
    } finally {
      readers -= 1
      if (readers === 0) sorted = null
    }
  }

  /** @param fields of its records, in order; null for all of them unchanged */
  return (format: MadeFormat, fields: readonly string[] | null, isPacked: boolean): AsyncIterable<Buffer> => {
    // Read now: the bake may be closed before its last byte is asked for.
    const bodies = sharedBodies(events.all())
    return piecesOf(format, partsOf(bodies, fields), isPacked)
  }
}

/** The records of a file, part by part. Other requests get their turn after each. */
async function* partsOf(bodies: AsyncIterable<string>, fields: readonly string[] | null): AsyncGenerator<Fields[]> {
  let part: Fields[] = []
  for await (const body of bodies) {
    const event = JSON.parse(body) as Fields
    part.push(fields ? pick(event, fields) : event)
    if (!endsPart(event, part.length)) continue
    yield part
    await setImmediate()
    part = []
  }
  if (part.length > 0) yield part
}

async function* piecesOf(
  format: MadeFormat,
  parts: AsyncIterable<Fields[]>,
  isPacked: boolean,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = []
  const keep = (piece: Buffer) => void pieces.push(piece)
  const drop = () => {}
  const write = isPacked ? { plain: drop, packed: keep } : { plain: keep, packed: null }
  const file = madeFile(activity as unknown as Resource, format, write)
  for await (const part of parts) {
    file.add(part)
    yield* pieces.splice(0)
  }
  file.finish()
  yield* pieces.splice(0)
}

async function byId(events: Iterable<ReadEvent>): Promise<string[]> {
  const all: ReadEvent[] = []
  for (const event of events) {
    all.push(event)
    if (all.length % EVENTS_AT_ONCE === 0) await setImmediate()
  }
  return all.sort((a, b) => compare(a.id, b.id)).map(({ body }) => body)
}
