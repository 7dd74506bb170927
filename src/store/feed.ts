import { LRUCache } from 'lru-cache'
import { eventOf, FEED, headOf, PLAIN_EVENTS } from '../bake/feed-text.ts'
import { idIn } from '../bake/names.ts'
import { BY_ID } from '../bake/ranks.ts'
import { resource } from '../resources/index.ts'
import { compare } from '../rules/compare.ts'
import { digestOf } from '../rules/digest.ts'
import { isoOf } from '../rules/moments.ts'
import { once } from '../rules/once.ts'
import type { Bodies } from './bodies.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'
import { openHistory } from './history.ts'

/** An event as JSON. */
export interface ReadEvent {
  id: string
  body: string
}

/** Reads the change feed. Row 1 is the newest event. */
export interface Feed extends Bodies {
  /** The events, oldest first, from 0. */
  events: {
    readonly length: number
    at: (event: number) => number
    state: (event: number) => string
    read: (event: number) => ReadEvent
    /** Every event, in any order. Packed data is read at once and unpacked in steps. */
    all: () => Iterable<ReadEvent>
    /** The event with an id; null if there is none. */
    find: (id: string) => number | null
  }
  /** Compares two rows by their ids. */
  byId: (a: number, b: number) => number
}

const LIST = 'activity'

/** About ten thousand events. */
const UNPACKED_CHARACTERS = 4 * 1024 * 1024

export function openFeed(dataset: Dataset): Feed {
  const { db, manifest, expand } = dataset
  const all = manifest.counts[LIST] ?? 0
  const history = openHistory(dataset, FEED)
  const plain = db.prepare<[number], string>(`SELECT head FROM ${LIST}_bodies WHERE row = ?`).pluck()
  const columns = openColumns(dataset, resource(LIST))
  const heads = once(() => columns.numbers('head', BY_ID))

  // The id of a packed event is computed from its content, which takes longer than reading it.
  const unpacked = new LRUCache<number, ReadEvent>({
    maxSize: UNPACKED_CHARACTERS,
    sizeCalculation: ({ id, body }) => id.length + body.length,
  })

  function read(row: number): ReadEvent {
    const stored = row <= PLAIN_EVENTS ? plain.get(row) : undefined
    if (stored !== undefined) return { id: idIn(stored), body: expand(stored) }
    const known = unpacked.get(row)
    if (known) return known
    const event = eventOf(history.text(all - row), isoOf(history.at(all - row)))
    unpacked.set(row, event)
    return event
  }

  function find(id: string): number | null {
    const head = headOf(id)
    const own = heads()
    for (let at = own.indexOf(head); at >= 0; at = own.indexOf(head, at + 1)) if (read(at + 1).id === id) return at + 1
    return null
  }

  const bodyOf = (row: number): string => read(row).body
  const digestOfRows = (bodies: readonly string[]): string => digestOf(bodies.map(digestOf).join(','))

  return {
    anchor(row) {
      const { id, body } = read(row)
      return { id, digest: digestOf(body) }
    },
    rowOf(id) {
      const row = find(id)
      return row === null ? null : { row, digest: digestOf(bodyOf(row)) }
    },
    array(rows) {
      const bodies = Array.from(rows, bodyOf)
      const body = `[${bodies.join(',')}]`
      return { body, digest: digestOfRows(bodies), bytes: Buffer.byteLength(body) }
    },
    lines: (rows) => rows.map((row) => `${bodyOf(row)}\n`).join(''),
    digest: (rows) => digestOfRows(rows.map(bodyOf)),
    single: () => null,
    byId(a, b) {
      const own = heads()
      const difference = (own[a - 1] as number) - (own[b - 1] as number)
      return difference === 0 && a !== b ? compare(read(a).id, read(b).id) : difference
    },
    events: {
      length: all,
      at: history.at,
      state: (event) => history.label('state', event),
      read: (event) => read(all - event),
      all() {
        const texts = history.all()
        return (function* () {
          for (const [event, text] of texts) yield eventOf(text, isoOf(history.at(event)))
        })()
      },
      find(id) {
        const row = find(id)
        return row === null ? null : all - row
      },
    },
  }
}
