import { hash } from 'node:crypto'
import type { Resource } from '../resources/define.ts'
import type { Freshness } from '../schema/history.ts'

/** Completes the items of a list with what is known of the sources. */
export interface LiveItems {
  /** Names what they are completed with: answers differ with it, and so do their entity tags. */
  stamp: string
  /** Completes a JSON array of items. */
  complete: (data: string) => string
}

const STAMP_LENGTH = 16

/** The completion of a list; null for a list that has none. */
export function liveItems({ live }: Resource, freshness: Freshness): LiveItems | null {
  if (!live) return null
  return {
    stamp: `${hash('sha256', JSON.stringify(freshness)).slice(0, STAMP_LENGTH)} `,
    complete: (data) => JSON.stringify((JSON.parse(data) as never[]).map((item) => live(item, freshness))),
  }
}
