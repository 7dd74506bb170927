import type { Resource } from '../resources/define.ts'
import type { Freshness } from '../schema/history.ts'

/** Completes the items of a list with the state of the sources. */
export interface LiveItems {
  /** Completes a JSON array of items. */
  complete: (data: string) => string
}

/** The completion of a list; null for a list that needs none. */
export function liveItems({ live }: Resource, freshness: () => Freshness): LiveItems | null {
  if (!live) return null
  return {
    complete: (data) => JSON.stringify((JSON.parse(data) as never[]).map((item) => live(item, freshness()))),
  }
}
