import { type Freshness, NATIONAL, type SourceState } from '../../schema/history.ts'
import { findNewest } from '../awards/totals.ts'
import { compare } from '../text/words.ts'

/** Combines two states of the sources: the later one for each source. */
export function pickLatestFreshness(a: Freshness, b: Freshness): Freshness {
  const states = new Map<string, SourceState>()
  for (const state of [...a.sources, ...b.sources]) {
    const other = states.get(state.source)
    if (!other || other.checkedAt < state.checkedAt) states.set(state.source, state)
  }
  const isLater = (getCheckedAt(b) ?? '') > (getCheckedAt(a) ?? '')
  return {
    sources: [...states.values()].sort((left, right) => compare(left.source, right.source)),
    pages: isLater ? b.pages : a.pages,
  }
}

const getCheckedAt = ({ sources }: Freshness): string | null => findNewest(sources.map((source) => source.checkedAt))

/** When a source last confirmed any record; null if never. */
export const getConfirmedAt = ({ sources }: Freshness): string | null =>
  findNewest(sources.flatMap(({ confirmed }) => Object.values(confirmed)))

/** When a source last confirmed records of a state, null for national scope; null if never. */
export const getConfirmedIn = ({ sources }: Freshness, state: string | null): string | null =>
  findNewest(sources.flatMap(({ confirmed }) => confirmed[state ?? NATIONAL] ?? []))
